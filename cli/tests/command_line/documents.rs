//! The documents show what the program prints and makes.

use std::fs;
use std::path::{Path, PathBuf};

use queens::Kernel;
use serde_json::Value;
use tempfile::tempdir;

use crate::support::{Finished, PROGRAM, queens, repository, run, selftest, signal, units_in, wait_until};

/// Fields that differ between machines, versions and calls.
const VARYING: [&str; 16] = [
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

fn document(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

/// README, CONTRIBUTING and `docs/`.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    ["README.md", "CONTRIBUTING.md"].map(|name| repository().join(name)).into_iter().chain(docs).collect()
}

/// Finds where `printed` differs from the `shown` example, which may leave out elements of arrays.
fn difference(shown: &Value, printed: &Value) -> Option<String> {
    match (shown, printed) {
        (Value::Object(shown), Value::Object(printed)) => {
            let mut fields = shown.iter().filter(|(name, _)| !VARYING.contains(&name.as_str()));
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

#[test]
fn examples_show_what_the_program_prints() {
    let folder = tempdir().unwrap();
    let call = |command: &str| run(&folder, command.strip_prefix("queens ").unwrap());
    call("queens plan 15 --shards 10 --method cross -o plan.json").printed();
    call("queens work plan.json --shards 0-9 --dir whole --threads 2").printed();
    call("queens merge plan.json --dir whole --run merged.run").printed();
    call("queens work plan.json --shards 0-5 --dir shards --threads 2").printed();
    let text = document("docs/json.md");
    let mut compared = 0;
    for example in text.split("\n```sh\n").collect::<Vec<_>>().windows(2) {
        let [before, example] = example else { unreachable!("windows have two parts") };
        let Some((command, output)) = example.split_once("\n```\n\n```json\n") else { continue };
        if before.ends_with("-->") && before.lines().last().unwrap().starts_with("<!-- not tested: ") {
            continue;
        }
        if command.starts_with("queens merge") {
            call("queens work plan.json --shards 6-9 --dir shards --threads 2").printed();
            fs::remove_dir_all(folder.path().join("merged.run")).unwrap();
        }
        let shown: Value = serde_json::from_str(output.split("```").next().unwrap()).unwrap();
        let printed = if command.starts_with("queens selftest") {
            if !Kernel::available().contains(&Kernel::Avx2) {
                continue;
            }
            // The machine of the example has these kernels.
            selftest().stdout()
        } else {
            call(command).stdout().replace(PROGRAM, "queens")
        };
        let printed = serde_json::from_str(printed.lines().next().unwrap_or_default());
        let printed: Value = printed.unwrap_or_else(|error| panic!("{command}: {error}"));
        if let Some(reason) = difference(&shown, &printed) {
            panic!("docs/json.md, {command}: {reason}");
        }
        compared += 1;
    }
    assert!(compared >= 11, "{compared} examples were compared");
}

/// Calls the command of a step of the page, which counts a smaller board here, and verifies fewer of its
/// units. An estimate is of the same board, so that it cannot be counted whole in the time, of which two
/// seconds are enough.
fn take_step(folder: &Path, command: &str, is_stopped: bool) {
    let smaller = command.replace("count 21", "count 17").replace("--sample 300", "--sample 30");
    let smaller = smaller.replace("estimate 21", "estimate 21 --time 2");
    let mut call = queens(folder, smaller.strip_prefix("queens ").unwrap());
    // Long enough to be stopped, and quick otherwise.
    let cpu = if is_stopped { call.env("QUEENS_CPU", "scalar") } else { call.env_remove("QUEENS_CPU") };
    let call = cpu.env("QUEENS_THREADS", "2");
    let finished = if is_stopped {
        let child = call.spawn().unwrap();
        wait_until("units for a time left", || units_in(&folder.join("n21.run")) >= 4);
        signal(&child, "INT");
        Finished::of(child)
    } else {
        Finished::by(call)
    };
    assert_eq!(finished.code(), if is_stopped { 3 } else { 0 }, "{command}: {}", finished.stderr());
}

#[test]
fn steps_of_the_first_count_succeed() {
    let folder = tempdir().unwrap();
    let text = document("docs/first-count.md");
    let steps: Vec<_> = text.split("\n    $ ").skip(1).collect();
    for step in &steps {
        take_step(folder.path(), step.lines().next().unwrap(), step.contains("\n    ^C\n"));
    }
    assert_eq!(steps.len(), 7, "{steps:?}");
}

#[test]
fn examples_in_rust_are_compiled() {
    let library = document("src/lib.rs");
    for path in documents().iter().filter(|path| fs::read_to_string(path).unwrap().contains("```rust")) {
        let path = path.strip_prefix(repository()).unwrap().display();
        let include = format!("include_str!(\"../{path}\")");
        assert!(library.contains(&include), "src/lib.rs lacks {include}, which compiles its examples");
    }
}
