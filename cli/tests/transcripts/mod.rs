//! Tests transcripts of commands and their output. Each page in `transcripts/` runs from top to bottom in a
//! separate folder. `TRYCMD=overwrite` updates the pages to the current output.
//!
//! A second pass runs every command that a message shows in backticks, in a copy of the folder where the
//! message was printed. The test fails if such a command cannot be pasted.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::{TempDir, tempdir};

use crate::support::{PROGRAM, command, is_built};

mod documents;

/// The tools that pages may use in addition to the program.
const TOOLS: [&str; 12] =
    ["cat", "chmod", "cp", "cut", "ls", "mkdir", "mv", "rm", "sed", "sh", "touch", "truncate"];

/// Starts the program with the same kernel and number of threads everywhere, unless a page sets them.
const WRAPPER: &str = "#!/usr/bin/env bash
export QUEENS_CPU=\"${QUEENS_CPU=scalar}\" QUEENS_THREADS=\"${QUEENS_THREADS=2}\"
exec -a queens PROGRAM \"$@\"
";

/// Writes the wrapper into a new folder in `place`, and returns that folder.
fn wrapped(place: &Path) -> PathBuf {
    let folder = place.join("bin");
    fs::create_dir(&folder).unwrap();
    let queens = folder.join("queens");
    fs::write(&queens, WRAPPER.replace("PROGRAM", PROGRAM)).unwrap();
    fs::set_permissions(queens, Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Returns the directory that contains the pages.
fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// Returns all pages, sorted by name, except those with a command that this build lacks.
fn all_pages() -> Vec<PathBuf> {
    let is_typed =
        |page: &str| commands(page).iter().all(|line| is_built(line.trim_start_matches("queens ")));
    let is_page = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "md") && is_typed(&fs::read_to_string(path).unwrap())
    };
    let paths = fs::read_dir(pages()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(is_page).collect();
    paths.sort();
    paths
}

/// Copies the fixtures to `to`, if the page mentions them.
fn copy_fixtures(page: &Path, to: &Path) {
    const FORGED: &str = "tests/fixtures/forged";
    if fs::read_to_string(page).unwrap().contains(FORGED) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(FORGED);
        let copied = Command::new("cp").arg("-r").arg(from.join(".")).arg(to).status().unwrap();
        assert!(copied.success());
    }
}

/// Copies the pages to a folder, each with the `in` and `out` folders that make trycmd run it in a sandbox.
fn prepared() -> TempDir {
    let folder = tempdir().unwrap();
    for page in &all_pages() {
        let copy = folder.path().join(page.file_name().unwrap());
        fs::copy(page, &copy).unwrap();
        fs::create_dir(copy.with_extension("out")).unwrap();
        fs::create_dir(copy.with_extension("in")).unwrap();
        copy_fixtures(page, &copy.with_extension("in"));
    }
    folder
}

/// Finds a tool in `PATH`, if the system has it.
fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[test]
fn transcripts_show_what_the_program_says() {
    let folder = prepared();
    let cases = trycmd::TestCases::new();
    cases.case(folder.path().join("*.md")).timeout(Duration::from_secs(300));
    cases.register_bin("queens", wrapped(folder.path()).join("queens"));
    TOOLS.iter().filter_map(|name| Some((*name, tool(name)?))).for_each(|(name, path)| {
        cases.register_bin(name, path);
    });
    cases.run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for page in all_pages() {
            fs::copy(folder.path().join(page.file_name().unwrap()), page).unwrap();
        }
    }
}

/// Returns the commands in a page's console blocks, in order.
fn commands(page: &str) -> Vec<&str> {
    let blocks = page.split("\n```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks.flat_map(|block| block.lines().filter_map(|line| line.strip_prefix("$ "))).collect()
}

/// Runs a shell command in `folder`, where `queens` is the program in `bin`. Returns its exit code and
/// output.
fn shell(bin: &Path, folder: &Path, line: &str) -> (i32, String) {
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut sh = command("sh");
    sh.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(folder).env("PATH", path);
    let output = sh.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the commands that the program's output shows in backticks.
fn advised(printed: &str) -> Vec<String> {
    let quoted = printed.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_command = |text: &&str| ["queens ", "cat "].iter().any(|start| text.starts_with(start));
    quoted.filter(is_command).map(str::to_owned).collect()
}

/// Commands not run because they can take minutes. They give no advice and write no files.
const LONG_COMMANDS: [&str; 2] = ["queens ladder", "queens selftest"];

#[test]
fn commands_in_messages_run_where_they_were_printed() {
    let mut tried = BTreeSet::new();
    let place = tempdir().unwrap();
    let bin = wrapped(place.path());
    for page in &all_pages() {
        let folder = tempdir().unwrap();
        let text = fs::read_to_string(page).unwrap();
        copy_fixtures(page, folder.path());
        // Help shows examples, not advice.
        let is_help = |line: &&str| ["queens help", " --help", " -h"].iter().any(|word| line.contains(word));
        let is_long = |line: &&str| LONG_COMMANDS.iter().any(|long| line.starts_with(long));
        for line in commands(&text).into_iter().filter(|line| !is_help(line) && !is_long(line)) {
            let (_, printed) = shell(&bin, folder.path(), line);
            let advised = advised(&printed);
            if advised.is_empty() {
                continue;
            }
            // Several commands in one message are steps of one procedure, so they share a copy.
            let copy = tempdir().unwrap();
            let place = copy.path().join("place");
            let copied = Command::new("cp").arg("-r").arg(folder.path()).arg(&place).status().unwrap();
            assert!(copied.success());
            for advised in advised {
                if LONG_COMMANDS.contains(&&*advised) {
                    continue;
                }
                let (code, said) = shell(&bin, &place, &advised);
                // These commands report what is wrong, so they may exit with 4.
                let is_look =
                    ["queens verify ", "queens status"].iter().any(|look| advised.starts_with(look));
                assert!(
                    matches!(code, 0 | 3) || is_look && code == 4,
                    "{}: '{line}' advises '{advised}', which ends with {code}: {said}",
                    page.display()
                );
                tried.insert(advised);
            }
        }
    }
    assert!(tried.len() > 10, "only these were tried: {tried:?}");
}
