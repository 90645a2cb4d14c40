//! Checks rules for the source code that neither Cargo nor a lint enforces.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `src`. Each one imports only from itself and from the folders before it.
const ORDER: [&str; 10] =
    ["text", "board", "os", "files", "methods", "plan", "run", "count", "cluster", "check"];

/// Returns each Rust file's path and text below `folder`. Tests are left out, since they may import anything.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn below(folder: &Path) -> Vec<PathBuf> {
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let is_code = |path: &PathBuf| {
        let is_test = path
            .components()
            .any(|part| ["tests", "tests.rs"].map(Some).contains(&part.as_os_str().to_str()));
        !is_test && path.extension().is_some_and(|end| end == "rs")
    };
    let code = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned())
    };
    below(&root).into_iter().filter(is_code).map(code).collect()
}

/// Returns the word after each `start`.
fn words_after<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split(start).skip(1).map(|rest| rest.split(ends).next().unwrap()).collect()
}

/// With this order, readers meet each folder after the folders it uses. A change can break only the folders
/// that import what changed.
#[test]
fn each_folder_imports_from_earlier_ones_only() {
    for (place, folder) in ORDER.iter().enumerate() {
        for (path, code) in sources(&format!("src/{folder}")) {
            let code: String = code.lines().map(|line| line.split("//").next().unwrap()).collect();
            for root in words_after(&code, "crate::") {
                // Every folder may poll the stop flag.
                let is_allowed = root == "stop" || ORDER[..=place].contains(&root);
                assert!(is_allowed, "{} imports {root}", path.display());
            }
            const METHODS: [&str; 2] = ["search", "colours"];
            let own =
                METHODS.into_iter().find(|own| path.to_string_lossy().contains(&format!("methods/{own}/")));
            for other in METHODS.into_iter().filter(|other| own.is_some_and(|own| own != *other)) {
                let is_shared = code.contains(&format!("methods::{other}::"));
                assert!(!is_shared, "{} imports {other}", path.display());
            }
        }
    }
}

/// To port the program to a new system, it should be enough to add a file to each of the two `os` folders.
#[test]
fn only_os_knows_the_system() {
    let is_os = |path: &Path| path.components().any(|part| part.as_os_str() == "os");
    let all = ["src", "cli/src", "publish/src", "explore/src"].into_iter().flat_map(sources);
    for (path, code) in all.filter(|(path, _)| !is_os(path)) {
        for system in ["cfg(unix", "cfg(windows", "target_os", "os::unix", "os::windows", "nix::"] {
            assert!(!code.contains(system), "{} asks for the system: {system}", path.display());
        }
    }
}

/// The engine is also used as a library, where the program's options and environment variables mean nothing.
#[test]
fn engine_names_no_option_and_reads_no_variable() {
    for (path, code) in sources("src") {
        assert!(!code.contains("env::var"), "{} reads a variable", path.display());
        let mut named = words_after(&code, "--");
        // `--release` is a Cargo option.
        named.retain(|word| word.starts_with(|c: char| c.is_ascii_lowercase()) && *word != "release");
        named.extend(words_after(&code, "`queens "));
        assert!(named.is_empty(), "{} names {named:?}", path.display());
    }
}
