//! What the folders of `src` import, and how wide comments are.
//!
//! Each folder imports from earlier ones only, and the methods share nothing with each other. The
//! modules are followed from `lib.rs` and `main.rs` as the compiler does, but for those that are
//! compiled for tests alone. Source is formatted, so indentation shows where an item ends.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the library, each of which imports from those before it; the program comes last.
const LIBRARY: [&str; 9] = ["board", "methods", "plan", "run", "count", "cluster", "check", "explore", "cli"];

/// The modules of the program, in `src/cli`, likewise.
const PROGRAM: [&str; 5] = ["signals", "options", "report", "board_page", "commands"];

/// A path in the code of a module: both from the root of the crate.
struct Import {
    place: String,
    module: Vec<String>,
    path: Vec<String>,
}

impl Import {
    /// The places in `order` of the module and of what it imports, where both are below `above`.
    fn places(&self, above: &[&str], order: &[&str]) -> Option<(usize, usize)> {
        let place = |path: &[String]| {
            let (start, rest) = path.split_at_checked(above.len())?;
            order.iter().position(|folder| start == above && rest.first().is_some_and(|name| name == folder))
        };
        Some((place(&self.module)?, place(&self.path)?))
    }

    fn is_wrong(&self) -> bool {
        let later = |above: &[&str], order: &[&str]| {
            self.places(above, order).is_some_and(|(own, imported)| imported > own)
        };
        let other = self.places(&["methods"], &["search", "halves"]).is_some_and(|(own, other)| own != other);
        later(&[], &LIBRARY) || later(&["cli"], &PROGRAM) || other
    }
}

/// Reads the module in `file` and those below it, and adds the paths in its code to `imports`.
fn read(file: &Path, module: &[String], imports: &mut Vec<Import>) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for (number, line) in without_tests(&text) {
        if let Some(name) = declared(&line) {
            read(&file_of(file, name), &[module, &[name.to_owned()]].concat(), imports);
        }
        let place = format!("{}:{number}", file.display());
        let import = |path| Import { place: place.clone(), module: module.to_vec(), path };
        imports.extend(paths(&line, module).into_iter().map(import));
    }
}

/// Lines of code with their numbers, without comments and the items that follow `#[cfg(test)]`. The
/// lines of a `use` are made one.
fn without_tests(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let (mut kept, mut lines) = (Vec::new(), (1..).zip(lines));
    while let Some((number, line)) = lines.next() {
        let indented = |line: &str| line.len() - line.trim_start().len();
        if line.trim() == "#[cfg(test)]" {
            let ends = |other: &str| other.ends_with([';', '}']) && indented(other) == indented(line);
            lines.find(|(_, other)| ends(other));
            continue;
        }
        let mut code = line.to_owned();
        while line.trim().trim_start_matches("pub ").starts_with("use ") && !code.ends_with(';') {
            code += lines.next().map_or(";", |(_, more)| more.trim());
        }
        kept.push((number, code));
    }
    kept
}

/// The name in `mod name;`.
fn declared(line: &str) -> Option<&str> {
    let (visibility, name) = line.trim().strip_suffix(';')?.split_once("mod ")?;
    (visibility.is_empty() || visibility.starts_with("pub")).then_some(name)
}

/// The file of the module that `file` declares as `name`.
fn file_of(file: &Path, name: &str) -> PathBuf {
    let folder = match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("mod" | "lib" | "main") => file.parent().unwrap().to_owned(),
        _ => file.with_extension(""),
    };
    let alone = folder.join(format!("{name}.rs"));
    if alone.exists() { alone } else { folder.join(name).join("mod.rs") }
}

/// The paths in `code` that begin with `crate::`, `super::` or `queens::`, up to their third name.
fn paths(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(at) = ["crate::", "super::", "queens::"].iter().filter_map(|start| rest.find(start)).min()
    {
        let mut above = match rest[at..].starts_with("super") {
            true => module,
            false => &[],
        };
        rest = rest[at..].split_once("::").map_or("", |(_, rest)| rest);
        if !above.is_empty() {
            above = &above[..above.len() - 1];
            while let Some(higher) = rest.strip_prefix("super::") {
                (above, rest) = (&above[..above.len() - 1], higher);
            }
        }
        expand(rest, above, &mut found);
    }
    found
}

/// Adds the paths that `text` begins with below `above`: one, or those of a group in braces.
fn expand(text: &str, above: &[String], found: &mut Vec<Vec<String>>) {
    if let Some(group) = text.strip_prefix('{') {
        members(group).into_iter().for_each(|member| expand(member.trim(), above, found));
        return;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let path = [above, &[text[..end].to_owned()]].concat();
    match text[end..].strip_prefix("::") {
        Some(rest) if path.len() < 3 => expand(rest, &path, found),
        _ => found.push(path),
    }
}

/// The members of a group, whose opening brace is cut off.
fn members(group: &str) -> Vec<&str> {
    let (mut members, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth < 0 || (depth == 0 && c == ',') {
            members.push(&group[from..at]);
            from = at + 1;
        }
        if depth < 0 {
            break;
        }
    }
    members
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in a folder, without its own file.
fn modules_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names = entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    names.filter(|name| !["lib", "main", "mod"].contains(&&**name)).collect()
}

#[test]
fn every_folder_has_its_place_in_the_order() {
    assert_eq!(modules_in(&source()), LIBRARY.map(str::to_owned).into());
    assert_eq!(modules_in(&source().join("cli")), PROGRAM.map(str::to_owned).into());
}

#[test]
fn each_folder_imports_from_earlier_ones_only() {
    let mut imports = Vec::new();
    for root in ["lib.rs", "main.rs"] {
        read(&source().join(root), &[], &mut imports);
    }
    assert!(imports.len() > 500, "{} paths are too few", imports.len());
    let wrong = imports.iter().filter(|import| import.is_wrong());
    let wrong: Vec<String> =
        wrong.map(|import| format!("{}: {}", import.place, import.path.join("::"))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn imports_are_recognised_however_they_are_written() {
    let module: Vec<String> = ["methods", "search", "units"].map(str::to_owned).to_vec();
    let wrong = |code: &str| {
        let import = |path| Import { place: String::new(), module: module.clone(), path };
        paths(code, &module).into_iter().map(import).filter(Import::is_wrong).count()
    };
    for code in [
        "use crate::plan::Plan;",
        "    crate::plan::Plan::standard(size, method)",
        "use super::super::super::run;",
        "use crate::{board::BoardSize, plan::{Plan, Shard}};",
        "use crate::methods::{kernel::Kernel, halves};",
        "use super::super::halves::sets;",
        "names = crate::count::names()",
    ] {
        assert!(wrong(code) > 0, "{code}");
    }
    for code in ["use crate::board;", "use super::groups;", "use crate::{board, methods::{kernel, search}};"]
    {
        assert_eq!(wrong(code), 0, "{code}");
    }
    let tests = "use a;\n#[cfg(test)]\nmod tests {\n    use crate::check;\n}\nuse crate::{\n    board,\n};";
    let kept = without_tests(tests);
    assert_eq!(kept, [(1, "use a;".to_owned()), (6, "use crate::{board,};".to_owned())]);
}

/// Rust files below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    entries.flat_map(below).filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
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
