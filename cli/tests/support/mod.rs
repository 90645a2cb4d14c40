//! Helpers for the integration tests.
#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant, SystemTime};

use queens::board::BoardSize;
use queens::run::SavedRun;
use serde_json::Value;

#[cfg(unix)]
pub mod ends;
mod environment;
mod finished;
mod forged;
pub mod records;
pub mod terminal;

pub use environment::command;
pub use finished::Finished;
#[allow(unused_imports, reason = "each test program uses its part")]
pub use forged::*;

/// Returns the known number of solutions, in decimal.
pub fn known(n: usize) -> String {
    let size = BoardSize::new(n).expect("N is a board size");
    queens::check::known::solutions(size).expect("the board is in the table").to_string()
}

/// Returns the repository's root directory.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_queens");

/// Prepares the program to run in `directory`. Single spaces separate its arguments in `words`.
pub fn queens(directory: impl AsRef<Path>, words: &str) -> Command {
    let mut command = command(PROGRAM);
    // Messages name the program as it was called.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "queens");
    command.current_dir(directory).args(words.split(' '));
    command
}

/// Returns false if this build lacks the command because the feature `explore` is off.
pub fn is_built(words: &str) -> bool {
    let command = words.split(' ').next().expect("a command");
    cfg!(feature = "explore") || !["list", "find", "ladder", "board"].contains(&command)
}

/// Runs the program until it exits.
pub fn run(directory: impl AsRef<Path>, words: &str) -> Finished {
    Finished::by(&mut queens(directory, words))
}

/// Runs a shell command in `directory`, with the program's path in `$queens`.
pub fn shell(directory: impl AsRef<Path>, line: &str) -> Finished {
    Finished::by(command("sh").args(["-c", line]).env("queens", PROGRAM).current_dir(directory))
}

/// Runs the program with longer and longer time limits until `enough` returns true. On a busy machine, the
/// program may get nowhere within a short limit.
#[track_caller]
pub fn run_limited(directory: impl AsRef<Path>, words: &str, enough: impl Fn(&Finished) -> bool) -> Finished {
    let mut runs = ["250ms", "1s", "4s", "16s", "1m", "4m"]
        .into_iter()
        .map(|limit| run(&directory, &format!("{words} --max-time {limit}")));
    runs.find(enough).unwrap_or_else(|| panic!("four minutes are too short for {words}"))
}

pub fn start(directory: impl AsRef<Path>, words: &str) -> Child {
    queens(directory, words).spawn().expect("the program starts")
}

/// Runs a command until `run` contains another unit, then stops it with SIGTERM.
pub fn interrupted(command: &mut Command, run: &Path) -> Finished {
    let before = units_in(run);
    let child = command.spawn().expect("the program starts");
    wait_until("another unit", || units_in(run) > before);
    signal(&child, "TERM");
    Finished::of(child)
}

/// Sends a signal by name, such as `TERM`.
pub fn signal(child: &Child, name: &str) {
    assert!(send(name, child.id().into()));
}

/// Sends a signal to a process or, if `to` is negative, to a process group. Returns `false` if there is none.
pub fn send(name: &str, to: i64) -> bool {
    let sent = command("kill").args([&format!("-{name}"), "--", &to.to_string()]).output();
    sent.expect("kill starts").status.success()
}

/// Waits until `condition` returns true. Panics after three minutes, which is enough even on a busy machine.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(180), "three minutes went by without {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the number of units in a run directory's ledger.
pub fn units_in(directory: &Path) -> usize {
    fs::read_to_string(directory.join("ledger.jsonl")).map_or(0, |text| text.lines().count())
}

/// Reads a child process's stderr until `enough` returns true for the text so far.
pub fn read_stderr(child: &mut Child, enough: impl Fn(&str) -> bool) -> String {
    let stderr = child.stderr.as_mut().expect("stderr is kept");
    let mut text = String::new();
    while !enough(&text) {
        let mut byte = [0];
        assert_eq!(stderr.read(&mut byte).unwrap(), 1, "nothing came after: {text}");
        text.push(char::from(byte[0]));
    }
    text
}

/// Asserts that `text` contains all of `parts`.
#[track_caller]
pub fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
}

/// Asserts that `object` has all these fields. A missing field counts as null.
#[track_caller]
pub fn has(object: &Value, fields: Value) {
    for (name, value) in fields.as_object().expect("fields are an object") {
        assert_eq!(object[name], *value, "{name} of {object}");
    }
}

/// Returns all files below `folder`, with their contents and modification times.
pub fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(snapshot(&path));
        } else {
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            found.insert(path.clone(), (fs::read(path).unwrap(), written));
        }
    }
    found
}

/// Returns the number of files and folders in a folder.
pub fn entries(folder: impl AsRef<Path>) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// A locked file. Dropping this releases the lock.
pub struct Held(File);

impl Drop for Held {
    fn drop(&mut self) {
        // Closing the file is not enough, because a child process forked by another test also has the file
        // open until it calls exec.
        self.0.unlock().unwrap();
    }
}

/// Locks the file at `path`, creating it if it is missing.
pub fn lock(path: &Path) -> Held {
    let file = File::options().append(true).create(true).open(path).unwrap();
    file.lock().unwrap();
    Held(file)
}

/// Locks a run directory, as a counting process does.
pub fn hold(directory: &Path) -> Held {
    let path = directory.join("lock");
    fs::write(&path, format!("process {} on a machine\n", std::process::id())).unwrap();
    lock(&path)
}

/// Parses a JSON file.
pub fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns the SHA-256 of a run directory's ledger, in hexadecimal.
pub fn ledger_sha256(directory: &Path) -> String {
    SavedRun::at(directory).ledger_sha256().unwrap()
}

/// Copies a directory recursively.
pub fn copy_directory(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let from = entry.as_ref().unwrap().path();
        let to = to.join(entry.unwrap().file_name());
        if from.is_dir() { copy_directory(&from, &to) } else { fs::copy(from, to).map(drop).unwrap() }
    }
}
