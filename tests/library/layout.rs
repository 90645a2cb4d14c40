//! What the folders of `src` import, in which order imports stand, and how wide comments are.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folders of `src`, each of which imports only from itself and those before it.
pub const ORDER: [&str; 9] =
    ["board", "methods", "plan", "run", "count", "cluster", "check", "explore", "cli"];

/// Rust files below `folder`.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    entries.flat_map(below).filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

pub fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// A file without its tests.
fn text(file: &Path) -> String {
    let is_tests = |part: Component<'_>| part.as_os_str() == "tests";
    let below = file.strip_prefix(source()).unwrap_or(file);
    if below.components().any(is_tests) || file.ends_with("tests.rs") {
        return String::new();
    }
    let text = fs::read_to_string(file).unwrap();
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
}

/// The code of a file without comments and tests, which import what they like.
pub fn code(file: &Path) -> String {
    let text = text(file);
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_folder_imports_from_earlier_ones_only() {
    let (mut imports, mut wrong) = (0, Vec::new());
    for (place, folder) in ORDER.iter().enumerate() {
        for file in files(&source().join(folder)) {
            let code = code(&file);
            let roots: Vec<&str> = code
                .split("crate::")
                .skip(1)
                .map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
                .collect();
            imports += roots.len();
            let points_right = |root: &&str| !ORDER[..=place].contains(root);
            wrong.extend(
                roots.into_iter().filter(points_right).map(|root| format!("{}: {root}", file.display())),
            );
        }
    }
    assert!(imports > 300, "{imports} imports are too few");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let folders = fs::read_dir(source()).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(folders.count(), ORDER.len(), "a folder has no place in the order");
}

/// Whether `line` names an option such as `--threads`, or a command such as `queens count`.
fn names_an_option(line: &str) -> bool {
    let mut dashes = line.split("--").skip(1);
    let command = line.split("`queens ").nth(1);
    dashes.any(|name| name.starts_with(|c: char| c.is_ascii_lowercase())) || command.is_some()
}

#[test]
fn only_the_program_names_options() {
    let mut named = Vec::new();
    for file in
        ORDER.into_iter().filter(|folder| *folder != "cli").flat_map(|folder| files(&source().join(folder)))
    {
        named.extend(
            text(&file)
                .lines()
                .filter(|line| names_an_option(line))
                .map(|line| format!("{}: {line}", file.display())),
        );
    }
    assert!(named.is_empty(), "{named:#?}");
    assert!(
        names_an_option("use --threads")
            && names_an_option("by `queens count 8`")
            && !names_an_option("a -- b")
    );
}

#[test]
fn search_and_halves_share_nothing() {
    for [own, other] in [["search", "halves"], ["halves", "search"]] {
        for file in files(&source().join("methods").join(own)) {
            assert!(!code(&file).contains(&format!("{other}::")), "{} imports {other}", file.display());
        }
    }
}

/// What the folders for authors import from the program, besides failures with their remedies,
/// and each other.
#[test]
fn publish_and_board_need_only_records_and_text() {
    let allowed = ["board", "exit", "failure", "generated", "publish", "records", "remedy", "text"];
    for folder in ["publish", "board"] {
        for file in files(&source().join("cli").join(folder)) {
            let code = code(&file);
            let modules = code.split("cli::").skip(1);
            let mut modules = modules.map(|path| path.split(|c: char| !c.is_alphanumeric()).next().unwrap());
            assert!(modules.all(|module| allowed.contains(&module)), "{}", file.display());
        }
    }
}

#[test]
fn options_end_at_their_border_and_open_nothing() {
    let cli = source().join("cli");
    let is_inside = |file: &PathBuf| file.starts_with(cli.join("options"));
    let (options, others): (Vec<_>, Vec<_>) = files(&cli).into_iter().partition(is_inside);
    for file in others {
        assert!(!code(&file).contains("Args"), "{} sees options as clap reads them", file.display());
        let is_given_options = file.starts_with(cli.join("commands")) || file == cli.join("mod.rs");
        assert!(is_given_options || !code(&file).contains("options::"), "{} imports options", file.display());
    }
    for (file, opened) in
        options.iter().flat_map(|file| ["fs::", "devices::", "is_dir"].map(|word| (file, word)))
    {
        assert!(!code(file).contains(opened), "{} uses {opened}", file.display());
    }
}

#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut wide = Vec::new();
    for file in files(&source()) {
        let text = fs::read_to_string(&file).unwrap();
        let lines = (1..).zip(text.lines());
        let comments = lines.filter(|(_, line)| line.trim_start().starts_with("//"));
        let too_wide = comments.filter(|(_, line)| line.chars().count() > 100);
        wide.extend(too_wide.map(|(number, _)| format!("{}:{number}", file.display())));
    }
    assert!(wide.is_empty(), "{} lines: {wide:#?}", wide.len());
}

/// Imports from the standard library come first, then other crates, then this one.
#[test]
fn imports_stand_in_one_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["src", "tests", "benches", "examples"].iter().flat_map(|folder| files(&root.join(folder))) {
        let text = fs::read_to_string(&file).unwrap();
        let defines = |kind: &str, name: &str| text.contains(&format!("{kind} {name}"));
        let place = |path: &str| match path.split([':', ';']).next().unwrap() {
            "core" | "std" => 0,
            "crate" | "self" | "super" => 2,
            name => 1 + u8::from(defines("mod", name) || defines("macro_rules!", name)),
        };
        let places: Vec<u8> = text.lines().filter_map(|line| line.strip_prefix("use ")).map(place).collect();
        assert!(places.is_sorted(), "{}: std, other crates, this crate", file.display());
    }
}
