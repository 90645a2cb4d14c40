//! Runs the console blocks in README, CONTRIBUTING and `docs/`, to protect readers from failing commands and
//! outdated output. Each document's blocks run from top to bottom in a separate folder, on small boards.
//! Every command must succeed and print what its block shows, except for figures.

use std::fs;
use std::path::PathBuf;

use queens::{Kernel, Method};
use serde_json::Value;
use tempfile::tempdir;

use super::{shell, wrapped};
use crate::support::{is_built, repository};

/// Fields that vary with the machine, the version or the invocation.
const VARYING_FIELDS: [&str; 16] = [
    "checked",
    "commit",
    "cpu_s",
    "host",
    "kernel",
    "kernels",
    "machine_was_busy",
    "program_version",
    "remaining_cpu_s",
    "remaining_wall_s",
    "rung_below_wall_s",
    "solutions_per_s",
    "solutions_per_thread_s",
    "thread_wall_s",
    "version",
    "wall_s",
];

/// Returns the paths of README, CONTRIBUTING and the documents in `docs/`.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    ["README.md", "CONTRIBUTING.md"].map(|name| repository().join(name)).into_iter().chain(docs).collect()
}

/// Finds a difference between the `printed` JSON and the `shown` example. The example may omit fields and
/// array elements.
fn difference(shown: &Value, printed: &Value) -> Option<String> {
    match (shown, printed) {
        (Value::Object(shown), Value::Object(printed)) => {
            let mut fields = shown.iter().filter(|(name, _)| !VARYING_FIELDS.contains(&name.as_str()));
            fields.find_map(|(name, value)| {
                let Some(other) = printed.get(name) else { return Some(format!("{name} is not printed")) };
                difference(value, other).map(|reason| format!("{name}: {reason}"))
            })
        }
        (Value::Array(shown), Value::Array(printed)) => {
            let is_printed = |part: &&Value| printed.iter().any(|other| difference(part, other).is_none());
            shown.iter().find(|part| !is_printed(part)).map(|part| format!("{part} is not printed"))
        }
        _ => (shown != printed).then(|| format!("{shown} is shown, {printed} printed")),
    }
}

/// A runnable block in a document.
struct Block<'a> {
    /// The commands, each with the output that the block shows.
    steps: Vec<(String, Vec<&'a str>)>,
    /// The JSON block that follows. It shows the last command's output.
    json: Option<Value>,
}

/// Returns a document's blocks in order. Skips blocks marked `<!-- not run: REASON -->`. The command in `<!--
/// run: COMMAND -->` sets up what the reader would have by that point.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut is_run = true;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("<!-- run: ").and_then(|rest| rest.strip_suffix(" -->")) {
            found.push(Block { steps: vec![(command.to_owned(), Vec::new())], json: None });
        }
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            match language {
                _ if !is_run => {}
                "console" => found.push(Block { steps: typed(&block), json: None }),
                "sh" => {
                    let steps = block.iter().map(|line| ((*line).to_owned(), Vec::new())).collect();
                    found.push(Block { steps, json: None });
                }
                "json" => {
                    let last = found.last_mut().expect("a command before its JSON");
                    last.json = Some(serde_json::from_str(&block.concat()).unwrap());
                }
                _ => {}
            }
            is_run |= language == "json";
        } else if !line.is_empty() {
            is_run = !line.starts_with("<!-- not run: ");
        }
    }
    found
}

/// Splits a console block into its commands, each with the output that follows it.
fn typed<'a>(block: &[&'a str]) -> Vec<(String, Vec<&'a str>)> {
    let mut steps: Vec<(String, Vec<&str>)> = Vec::new();
    for line in block {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push((command.to_owned(), Vec::new())),
            None => steps.last_mut().expect("a block begins with a command").1.push(line),
        }
    }
    steps
}

/// Limits a command to boards with at most 16 rows, which take a fraction of a second.
fn on_small_boards(command: &str) -> String {
    let smaller = |number: &str| match number.trim_end_matches(';').parse() {
        Ok(17_u32..=32) => number.replace(number.trim_end_matches(';'), "16"),
        _ => number.to_owned(),
    };
    let of_range = |word: &str| word.split("..").map(smaller).collect::<Vec<_>>().join("..");
    command.split(' ').map(of_range).collect::<Vec<_>>().join(" ")
}

/// Returns the words in a line that do not depend on the board or the machine. Omits figures, units, names,
/// and the notes that the machine was busy.
fn wording(line: &str) -> Vec<&str> {
    let line = line.split("; the machine was busy").next().unwrap().split(", marked as busy").next().unwrap();
    let is_name = |word: &str| word.parse::<Method>().is_ok() || word.parse::<Kernel>().is_ok();
    let is_kept = |word: &&str| {
        word.len() > 3 && *word != "busy" && word.chars().all(char::is_alphabetic) && !is_name(word)
    };
    let is_in_word = |character: char| !character.is_alphanumeric() && character != '-' && character != '/';
    let parts = line.split(" on an idle machine").flat_map(|part| part.split(is_in_word));
    parts.filter(is_kept).collect()
}

/// Returns the first line of `shown` missing from `printed`. The lines must also be in the same
/// order.
fn missing_line<'a>(shown: &[&'a str], printed: &str) -> Option<&'a str> {
    let mut printed = printed.lines();
    let is_output = |line: &&&str| !["^C", "..."].contains(&line.trim());
    let mut shown = shown.iter().filter(is_output);
    shown.find(|line| !printed.any(|found| wording(found) == wording(line))).copied()
}

#[test]
fn blocks_of_documents_run_and_print_what_they_show() {
    let place = tempdir().unwrap();
    let bin = wrapped(place.path());
    let mut run = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let folder = tempdir().unwrap();
        let is_built = |block: &Block<'_>| {
            block.steps.iter().all(|(line, _)| is_built(line.trim_start_matches("queens ")))
        };
        for Block { steps, json } in blocks(&text).into_iter().filter(is_built) {
            let mut printed = String::new();
            for (command, shown) in steps {
                // Use the fastest kernel, but slow down a count that must be stopped.
                let is_stopped = shown.iter().any(|line| line.trim() == "^C");
                let (cpu, limit, expected) =
                    if is_stopped { ("scalar", " --threads 1 --max-time 0.1", 3) } else { ("", "", 0) };
                let line = format!(
                    "export QUEENS_CPU={cpu} HOME=$PWD PROFILE=profile.ps1; {}{limit}",
                    on_small_boards(&command)
                );
                let (code, said) = shell(&bin, folder.path(), &line);
                let expected = json.as_ref().and_then(|json| json["exit_code"].as_i64()).unwrap_or(expected);
                assert_eq!(i64::from(code), expected, "{}: {command}: {said}", path.display());
                if let Some(line) = missing_line(&shown, &said) {
                    panic!("{}: {command} does not print '{line}', but: {said}", path.display());
                }
                printed = said;
                run += 1;
            }
            if let Some(shown) = json {
                let line = printed.lines().find(|line| line.starts_with('{')).expect("an object");
                let printed = serde_json::from_str(line).unwrap();
                if let Some(reason) = difference(&shown, &printed) {
                    panic!("{}: {reason}", path.display());
                }
            }
        }
    }
    assert!(run >= 40, "{run} commands were run");
}

/// A command outside a fence would not be run.
#[test]
fn commands_of_documents_stand_in_fences() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let is_bare = ["    queens ", "    $ "].iter().any(|start| line.starts_with(start));
            assert!(!is_bare, "{}: put this into a fence, ```sh or ```console: {line}", path.display());
        }
    }
}

#[test]
fn examples_in_rust_are_compiled() {
    let library = fs::read_to_string(repository().join("src/lib.rs")).unwrap();
    for path in documents().iter().filter(|path| fs::read_to_string(path).unwrap().contains("```rust")) {
        let path = path.strip_prefix(repository()).unwrap().display();
        let include = format!("include_str!(\"../{path}\")");
        assert!(library.contains(&include), "src/lib.rs lacks {include}, which compiles its examples");
    }
}
