//! The public interface names no type of a dependency, whose next major version would break it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::library::layout::{code, files, source};

/// What may be named: the traits of serde, which public types implement, and what `thiserror` and
/// the compiler make of attributes.
const ALLOWED: [&str; 2] = ["serde", "thiserror"];

/// The crates that `Cargo.toml` names as dependencies, as code writes them.
fn dependencies() -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let section = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines = section.lines().filter(|line| !line.starts_with('#'));
    let names = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.replace('-', "_"));
    names.filter(|name| !ALLOWED.contains(&name.as_str())).collect()
}

/// The words of `text`: names and keywords, and nothing else.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The statements of `code` that begin with `start`, up to their semicolons.
fn statements<'a>(code: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = code
        .match_indices(start)
        .filter(|&(at, _)| code[..at].trim_end_matches(' ').ends_with('\n') || at == 0);
    lines.map(|(at, _)| code[at + start.len()..].split(';').next().unwrap())
}

/// What begins at the start of `code`, up to its semicolon or the end of its block.
fn item(code: &str) -> &str {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        depth += i32::from(matches!(c, '{' | '(')) - i32::from(matches!(c, '}' | ')'));
        if depth == 0 && matches!(c, ';' | '}') {
            return &code[..=at];
        }
    }
    code
}

/// The files of the library that `code` in `file` opens to its users by `pub mod`.
fn public_modules(file: &Path) -> Vec<PathBuf> {
    let code = code(file);
    let folder = file.with_file_name("");
    let below = |name: &str| {
        [folder.join(name).with_extension("rs"), folder.join(name).join("mod.rs")]
            .into_iter()
            .find(|path| path.exists())
    };
    let children = statements(&code, "pub mod ").filter_map(|name| below(name.trim()));
    children.flat_map(|child| [vec![child.clone()], public_modules(&child)].concat()).collect()
}

/// The names of everything that users of the library can reach.
fn public_names() -> BTreeSet<String> {
    let root = source().join("lib.rs");
    let mut names = BTreeSet::new();
    for file in [vec![root.clone()], public_modules(&root)].concat() {
        let code = code(&file);
        for used in statements(&code, "pub use ") {
            names.extend(words(used).map(str::to_owned));
        }
        for kind in ["struct ", "enum ", "trait ", "fn ", "type ", "const "] {
            let declared = statements(&code, "pub ").filter_map(|item| item.strip_prefix(kind));
            names.extend(declared.filter_map(|item| words(item).next()).map(str::to_owned));
        }
    }
    names
}

/// The parts of `code` that users see: of each item with a public name, of its methods, and of
/// traits implemented for it.
fn public_parts<'a>(code: &'a str, public: &BTreeSet<String>) -> Vec<&'a str> {
    let head = |item: &'a str| item.split('{').next().unwrap();
    let is_public = |text: &str| words(text).any(|word| public.contains(word));
    let mut parts = Vec::new();
    for (at, _) in code.match_indices("pub ").filter(|&(at, _)| at == 0 || code[..at].ends_with('\n')) {
        let whole = item(&code[at + 4..]);
        let name = words(whole).nth(1).unwrap_or_default();
        match words(whole).next() {
            Some("enum" | "trait") if public.contains(name) => parts.push(whole),
            Some("struct") if public.contains(name) => {
                parts.push(head(whole));
                parts.extend(whole.lines().filter(|line| line.trim_start().starts_with("pub ")));
            }
            Some("fn" | "const" | "type") if public.contains(name) => parts.push(head(whole)),
            _ => {}
        }
    }
    for (at, _) in code.match_indices("\nimpl") {
        let block = item(&code[at + 1..]);
        if is_public(head(block)) {
            parts.push(head(block));
            parts.extend(block.match_indices("    pub fn ").map(|(at, _)| head(&block[at..])));
            parts.extend(block.match_indices("    pub const fn ").map(|(at, _)| head(&block[at..])));
        }
    }
    parts
}

/// The public parts of `code` that name a dependency, or a type that was imported from one.
fn leaks(code: &str, public: &BTreeSet<String>) -> Vec<String> {
    let dependencies = dependencies();
    let mut foreign: BTreeSet<&str> = dependencies.iter().map(String::as_str).collect();
    for used in statements(code, "use ") {
        if words(used).next().is_some_and(|root| dependencies.iter().any(|name| name == root)) {
            foreign.extend(words(used).skip(1).filter(|word| word.starts_with(char::is_uppercase)));
        }
    }
    let parts = public_parts(code, public).into_iter();
    parts.filter(|part| words(part).any(|word| foreign.contains(word))).map(str::to_owned).collect()
}

#[test]
fn no_public_type_comes_from_a_dependency() {
    let public = public_names();
    assert!(
        ["Count", "CountError", "Observer", "inspect", "PlanFile"].iter().all(|name| public.contains(*name))
    );
    let mut found = Vec::new();
    for file in files(&source()).into_iter().filter(|file| !file.starts_with(source().join("cli"))) {
        let leaks = leaks(&code(&file), &public);
        found.extend(leaks.into_iter().map(|part| format!("{}: {}", file.display(), part.trim())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn finds_types_of_dependencies() {
    let public = BTreeSet::from(["Count".to_owned()]);
    for leak in [
        "pub enum Count {\n    Threads { cause: rayon::ThreadPoolBuildError },\n}\n",
        "use jiff::{Span, Timestamp};\npub struct Count {\n    pub at: Timestamp,\n}\n",
        "\nimpl Count {\n    pub fn pool(&self) -> rayon::ThreadPool {\n    }\n}\n",
        "\nimpl From<nix::Error> for Count {\n}\n",
        "pub trait Count {\n    fn run(&self, from: &crossbeam_channel::Receiver<u64>);\n}\n",
    ] {
        assert_eq!(leaks(leak, &public).len(), 1, "{leak}");
    }
    let inside =
        "pub struct Count {\n    pool: rayon::ThreadPool,\n}\npub fn pool() -> rayon::ThreadPool {\n}\n";
    assert_eq!(leaks(inside, &public), [""; 0]);
}
