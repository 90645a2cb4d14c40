//! No files of a folder import each other in a circle, so that each can be read after those that it
//! imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::library::layout::{ORDER, code, files, source};

/// The path of a module below the crate, as in `cli::report::text`.
type Module = Vec<String>;

/// A module: what it imports or names, and where the names that it exports again come from.
#[derive(Default)]
struct Imports {
    paths: Vec<Module>,
    exports: BTreeMap<String, Module>,
}

fn module(file: &Path) -> Module {
    let path = file.strip_prefix(source()).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod" && name != "lib").collect()
}

/// The paths of a `use`, as in `a::{b, c::d}`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((start, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().trim_end_matches("::self").to_owned()];
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in rest[..rest.rfind('}').unwrap()].chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => parts.last_mut().unwrap().push(c),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(&format!("{}{}", start.trim(), part.trim()))).collect()
}

/// `path`, which `module` names, from the root of the crate.
fn absolute(path: &str, module: &Module, all: &BTreeSet<Module>) -> Option<Module> {
    let mut names: Vec<&str> = path.split("::").map(str::trim).collect();
    let mut base = module.clone();
    match names[0] {
        "crate" => base.clear(),
        "self" => {}
        "super" => {
            while names[0] == "super" {
                base.pop();
                names.remove(0);
            }
            names.insert(0, "super");
        }
        child if all.contains(&[&base[..], &[child.to_owned()]].concat()) => names.insert(0, "self"),
        _ => return None,
    }
    base.extend(names[1..].iter().map(|name| (*name).to_owned()));
    Some(base)
}

fn imports(code: &str, module: &Module, all: &BTreeSet<Module>) -> Imports {
    let (mut found, mut rest) = (Imports::default(), String::new());
    for statement in code.split(';') {
        let begins = |line: &&str| {
            let line = line.trim_start();
            line.starts_with("use ") || line.starts_with("pub") && line.contains(" use ")
        };
        let Some(line) = statement.lines().find(begins) else {
            rest += statement;
            continue;
        };
        let tree = &statement[statement.find(line).unwrap()..];
        let (before, tree) = tree.split_once("use ").unwrap();
        for path in expanded(tree) {
            let Some(path) = absolute(&path, module, all) else { continue };
            match before.contains("pub") {
                true => drop(found.exports.insert(path.last().unwrap().clone(), path)),
                false => found.paths.push(path),
            }
        }
    }
    let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let words = words.map(|word| word.trim_matches(':')).filter(|word| word.contains("::"));
    found.paths.extend(words.filter_map(|word| absolute(word, module, all)));
    found
}

/// The module that has the item at `path`.
fn home(path: &[String], modules: &BTreeMap<Module, Imports>) -> Module {
    let own = (0..=path.len()).rev().find(|&end| modules.contains_key(&path[..end]));
    let Some(end) = own else { return Module::new() };
    match path.get(end).and_then(|name| modules[&path[..end]].exports.get(name)) {
        Some(other) => home(&[other, &path[end + 1..]].concat(), modules),
        None => path[..end].to_vec(),
    }
}

/// The modules in circles: none is left when those that import no other, or that no other imports,
/// are removed one by one.
fn circles(folder: &str) -> Vec<String> {
    let files = files(&source().join(folder)).into_iter().map(|file| (module(&file), code(&file)));
    let files: BTreeMap<Module, String> = files.filter(|(_, code)| !code.is_empty()).collect();
    let all = files.keys().cloned().collect();
    let modules: BTreeMap<_, _> =
        files.iter().map(|(module, code)| (module.clone(), imports(code, module, &all))).collect();
    let homes = |module: &Module| -> BTreeSet<Module> {
        let homes = modules[module].paths.iter().map(|path| home(path, &modules));
        homes.filter(|home| home != module).collect()
    };
    let mut left: BTreeMap<_, _> = modules.keys().map(|module| (module.clone(), homes(module))).collect();
    assert!(left.values().any(|homes| !homes.is_empty()), "{folder} has no imports");
    loop {
        let before = left.len();
        let inside: BTreeSet<_> = left.keys().cloned().collect();
        let imported: BTreeSet<_> = left.values().flatten().cloned().collect();
        left.retain(|own, homes| imported.contains(own) && !homes.is_disjoint(&inside));
        if left.len() == before {
            return left.keys().map(|module| module.join("::")).collect();
        }
    }
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    for folder in ORDER {
        let circles = circles(folder);
        assert!(circles.is_empty(), "these import each other in a circle: {circles:#?}");
    }
}
