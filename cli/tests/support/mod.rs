//! Shared code of the tests from outside the crate.
#![allow(dead_code, reason = "each test program uses its part")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime};

use queens::board::BoardSize;
use queens::cluster::{PlanFile, ShardedPlan, Sites};
pub use queens::plan::Entry;
use queens::plan::{Plan, Shard};
use queens::{Kernel, Method};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

mod finished;
pub mod records;
mod surroundings;
pub mod terminal;

pub use finished::Finished;
pub use surroundings::command;

/// The known number of solutions of a board, in digits.
pub fn known(n: usize) -> String {
    let size = BoardSize::new(n).expect("N is a board size");
    queens::check::known::Sequence::Solutions.known(size).expect("the board is in the table").to_string()
}

/// The root of the repository, with documents, scripts and results.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The program that is tested.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_queens");

/// The program in `directory`, with these words, which single spaces separate.
pub fn queens(directory: impl AsRef<Path>, words: &str) -> Command {
    let mut command = command(PROGRAM);
    command.current_dir(directory).args(words.split(' '));
    command
}

/// Runs the program to its end.
pub fn run(directory: impl AsRef<Path>, words: &str) -> Finished {
    Finished::by(&mut queens(directory, words))
}

/// Runs a line of shell in `directory`, where `$queens` is the program, to its end.
pub fn shell(directory: impl AsRef<Path>, line: &str) -> Finished {
    Finished::by(command("sh").args(["-c", line]).env("queens", PROGRAM).current_dir(directory))
}

/// Runs the program with a time limit until `enough` holds: with a longer one each time, as a busy
/// machine may get nowhere in a short one.
#[track_caller]
pub fn run_limited(directory: impl AsRef<Path>, words: &str, enough: impl Fn(&Finished) -> bool) -> Finished {
    let mut runs = ["250ms", "1s", "4s", "16s", "1m", "4m"]
        .into_iter()
        .map(|limit| run(&directory, &format!("{words} --max-time {limit}")));
    runs.find(enough).unwrap_or_else(|| panic!("four minutes are too short for {words}"))
}

/// Starts the program.
pub fn start(directory: impl AsRef<Path>, words: &str) -> Child {
    queens(directory, words).spawn().expect("the program starts")
}

/// Runs a command until there is another unit in a run directory, and stops it by SIGTERM.
pub fn interrupted(command: &mut Command, run: &Path) -> Finished {
    let before = units_in(run);
    let child = command.spawn().expect("the program starts");
    wait_until("another unit", || units_in(run) > before);
    signal(&child, "TERM");
    Finished::of(child)
}

/// Sends a signal by name, as in `TERM`.
pub fn signal(child: &Child, name: &str) {
    assert!(send(name, child.id().into()));
}

/// Sends a signal to a process or, if `to` is negative, to a group of processes; `false` if there is
/// none.
pub fn send(name: &str, to: i64) -> bool {
    let sent = command("kill").args([&format!("-{name}"), "--", &to.to_string()]).output();
    sent.expect("kill starts").status.success()
}

/// Waits until `condition` holds, for as long as a busy machine may need.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(180), "three minutes went by without {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Units in the ledger of a run directory.
pub fn units_in(directory: &Path) -> usize {
    fs::read_to_string(directory.join("ledger.jsonl")).map_or(0, |text| text.lines().count())
}

/// Reads stderr of a started program until `enough` holds for its text.
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

/// Asserts that a text contains all of these parts.
#[track_caller]
pub fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
}

/// Asserts that an object has all of these fields, or lacks those that are to be null.
#[track_caller]
pub fn has(object: &Value, fields: Value) {
    for (name, value) in fields.as_object().expect("fields are an object") {
        assert_eq!(object[name], *value, "{name} of {object}");
    }
}

/// Every file below a folder, with its contents and the time it was written.
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

/// The number of files and folders in a folder.
pub fn entries(folder: impl AsRef<Path>) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// A finished unit, counted in a millisecond.
pub fn finished_unit(unit: u64, solutions: u128) -> Entry {
    Entry { unit, solutions, nodes: 1, wall_ms: 1, cpu_ms: 1, kernel: "scalar".into() }
}

/// Changes the entries in the ledger of a run directory, with right checksums.
pub fn change_ledger(directory: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
    let path = directory.join("ledger.jsonl");
    let manifest = read_json(&directory.join("manifest.json"));
    let text = fs::read_to_string(&path).unwrap();
    let mut entries: Vec<Entry> = text.lines().map(entry).collect();
    change(&mut entries);
    let plan_hash = manifest["plan_hash"].as_str().unwrap();
    fs::write(&path, entries.iter().map(|entry| line(entry, plan_hash)).collect::<String>()).unwrap();
}

/// Makes the run directory `name` in `folder` for a board of `n` rows, in which each unit is
/// counted and has so many `solutions`.
pub fn forged_run(
    folder: &Path,
    name: &str,
    (n, method, depth): (usize, Method, usize),
    solutions: impl Fn(u64) -> u128,
) {
    let plan = Plan::new(BoardSize::new(n).unwrap(), method, depth).unwrap();
    let entries: Vec<_> = (0..plan.units()).map(|unit| finished_unit(unit, solutions(unit))).collect();
    make_run(&folder.join(name), &described(&plan), None, &entries);
}

/// The entry in a line of a ledger.
fn entry(line: &str) -> Entry {
    let value: Value = serde_json::from_str(line).unwrap();
    let number = |field| value[field].as_u64().unwrap();
    let text = |field| value[field].as_str().unwrap();
    Entry {
        unit: number("unit"),
        solutions: text("solutions").parse().unwrap(),
        nodes: text("nodes").parse().unwrap(),
        wall_ms: number("wall_ms"),
        cpu_ms: number("cpu_ms"),
        kernel: text("kernel").to_owned().into(),
    }
}

/// The line of an entry in a ledger of the plan, as docs/internals/run-directory.md specifies it.
pub fn line(entry: &Entry, plan_hash: &str) -> String {
    let Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel } = entry;
    let body = format!(
        r#"{{"unit":{unit},"solutions":"{solutions}","nodes":"{nodes}","wall_ms":{wall_ms},"cpu_ms":{cpu_ms},"kernel":"{kernel}""#
    );
    let crc = crc32fast::hash(format!("{plan_hash}{body}").as_bytes());
    format!("{body},\"crc\":\"{crc:08x}\"}}\n")
}

/// A plan in the fields that manifests and plan files have in common.
pub fn described(plan: &Plan) -> Value {
    json!({
        "n": plan.size(),
        "method": plan.method(),
        "depth": plan.depth(),
        "units": plan.units(),
        "plan_hash": plan.hash(),
    })
}

/// Makes a run directory in which `entries` are finished: of a shard of a plan that is
/// [`described`] or in a plan file, or of the whole plan.
pub fn make_run(directory: &Path, plan: &Value, shard: Option<Shard>, entries: &[Entry]) {
    let mut manifest = json!({ "format": 4, "program_version": "1.0.0", "started": "2026-01-01T00:00:00Z" });
    for field in ["n", "method", "depth", "units", "plan_hash"] {
        manifest[field] = plan[field].clone();
    }
    if let Some(shard) = shard {
        manifest["shard"] = json!(shard);
    }
    fs::create_dir_all(directory).unwrap();
    let plan_hash = plan["plan_hash"].as_str().unwrap();
    let lines: String = entries.iter().map(|entry| line(entry, plan_hash)).collect();
    fs::write(directory.join("ledger.jsonl"), lines).unwrap();
    fs::write(directory.join("manifest.json"), sealed(&manifest)).unwrap();
}

/// Makes the run directories of all shards in `site` as if they had been counted, with `total` dealt
/// to the units.
pub fn fabricate(plan: &PlanFile, site: &Path, total: u128) {
    let ShardedPlan { identity, shards, .. } = &plan.sharded;
    let each = total / u128::from(identity.units);
    let rest = total % u128::from(identity.units);
    let described = serde_json::to_value(plan).unwrap();
    for number in 0..*shards {
        let units = (number..identity.units).step_by(*shards as usize);
        let solutions = |unit| each + if unit == 0 { rest } else { 0 };
        let entries: Vec<_> = units.map(|unit| finished_unit(unit, solutions(unit))).collect();
        let shard = plan.sharded.shard(number).unwrap();
        make_run(&Sites::shard_directory(site, number), &described, Some(shard), &entries);
    }
}

/// The lock on a file, until this is dropped.
pub struct Held(File);

impl Drop for Held {
    fn drop(&mut self) {
        // Closing the file is not enough: a child that another test has forked and that has not yet
        // executed its program has the file open, too.
        self.0.unlock().unwrap();
    }
}

/// Holds the lock on the file at `path`, which is created if missing.
pub fn lock(path: &Path) -> Held {
    let file = File::options().append(true).create(true).open(path).unwrap();
    file.lock().unwrap();
    Held(file)
}

/// Holds the lock of a run directory, as a process that counts there does.
pub fn hold(directory: &Path) -> Held {
    let path = directory.join("lock");
    fs::write(&path, format!("process {} on a machine\n", std::process::id())).unwrap();
    lock(&path)
}

/// The JSON value in a file.
pub fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Changes a sealed file and seals it again, as a forger would.
pub fn forge(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = read_json(path);
    value.as_object_mut().unwrap().remove("crc");
    change(&mut value);
    fs::write(path, sealed(&value)).unwrap();
}

/// `object` as the program seals its files.
pub fn sealed(object: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string_pretty(object).unwrap();
    let body = text.strip_suffix("\n}").unwrap();
    let crc = crc32fast::hash(body.as_bytes());
    format!("{body},\n  \"crc\": \"{crc:08x}\"\n}}\n").into_bytes()
}

/// SHA-256 of the ledger in a run directory, in hexadecimal digits.
pub fn ledger_sha256(directory: &Path) -> String {
    let hash = Sha256::digest(fs::read(directory.join("ledger.jsonl")).unwrap());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies a directory with all that is in it.
pub fn copy_directory(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let from = entry.as_ref().unwrap().path();
        let to = to.join(entry.unwrap().file_name());
        if from.is_dir() { copy_directory(&from, &to) } else { fs::copy(from, to).map(drop).unwrap() }
    }
}

/// What the self-test prints as JSON, without AVX-512 where there is AVX2: run once, as it takes seconds.
pub fn selftest() -> &'static Finished {
    static SELFTEST: LazyLock<Finished> = LazyLock::new(|| {
        let mut selftest = queens(".", "selftest --json");
        if Kernel::available().contains(&Kernel::Avx2) {
            selftest.env("QUEENS_CPU", "avx2");
        }
        Finished::by(&mut selftest)
    });
    &SELFTEST
}
