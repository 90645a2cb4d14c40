//! Tests the run directory with failing steps, killed processes, power cuts, flipped bits and foreign files.

pub(crate) mod altered;
mod crashes;
mod damage;
mod directory;
mod dropping;
pub(crate) mod faulty_storage;
mod fresh_start;
mod large;
mod lost_files;
mod parsers;
mod sealed_files;
mod strangers;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::manifest::FORMAT;
use super::{Entry, Host, Inspection, Manifest, NEVER_STOP, Program, RunDirectory, SavedRun};
use super::{Notice, RunError, Total, sealed};
use crate::board::BoardSize;
use crate::methods::Method;
use crate::plan::{PlanIdentity, Tally};
use faulty_storage::FaultyStorage;

const RUN: &str = "/runs/queens-8.run";
const LEDGER: &str = "/runs/queens-8.run/ledger.jsonl";
const MANIFEST: &str = "/runs/queens-8.run/manifest.json";
const RESULT: &str = "/runs/queens-8.run/result.json";
const UNITS: u64 = 7;
const PLAN_HASH: &str = "c0ffeec0ffeec0ffeec0ffeec0ffee00";
const OTHER_HASH: &str = "b0ab0ab0ab0ab0ab0ab0ab0ab0ab0a00";

const RESUMED_RUN: bool = false;
const FRESH_RUN: bool = true;

fn manifest() -> Manifest {
    Manifest {
        format: FORMAT,
        identity: PlanIdentity {
            n: BoardSize::new(8).unwrap(),
            method: Method::Cross.into(),
            depth: 4,
            units: UNITS,
            plan_hash: PLAN_HASH.to_owned(),
        },
        program_version: "0.1.0".to_owned(),
        started: "2026-01-01T00:00:00Z".to_owned(),
        shard: None,
    }
}

/// Returns a manifest for a run with this many units.
pub(crate) fn manifest_of(units: u64) -> Manifest {
    Manifest { identity: PlanIdentity { units, ..manifest().identity }, ..manifest() }
}

/// Returns the correct entry for `unit`. No two sets of units have the same sums.
fn entry(unit: u64) -> Entry {
    Entry {
        unit,
        solutions: 3 << (2 * (unit % 7)),
        nodes: 1000 + unit,
        wall_ms: unit + 1,
        cpu_ms: unit,
        kernel: "scalar".into(),
    }
}

/// Returns an entry in which only the solutions matter.
pub(crate) fn entry_with(unit: u64, solutions: u128) -> Entry {
    Entry { solutions, nodes: 1, wall_ms: 1, cpu_ms: 1, ..entry(unit) }
}

fn line(entry: &Entry) -> String {
    entry.to_line(manifest().checksum_seed())
}

fn is_corrupt(error: &RunError) -> bool {
    error.kind() == crate::ErrorKind::Corrupt
}

/// Returns whether the error's cause is outside the run, so that it is neither corruption nor a lock.
fn is_an_obstacle(error: &RunError) -> bool {
    !is_corrupt(error) && !matches!(error, RunError::Locked { .. })
}

fn sum(units: impl IntoIterator<Item = u64>) -> u128 {
    units.into_iter().map(|unit| entry(unit).solutions).sum()
}

fn lines(units: impl IntoIterator<Item = u64>) -> String {
    units.into_iter().map(|unit| line(&entry(unit))).collect()
}

/// Returns the line for `unit` with one wrong letter.
fn damaged_line(unit: u64) -> String {
    lines([unit]).replace("scalar", "scalat")
}

/// Returns a line for `unit` with different solutions.
fn other_line(unit: u64) -> String {
    line(&Entry { solutions: 1, ..entry(unit) })
}

fn append(directory: &mut RunDirectory, units: impl IntoIterator<Item = u64>) {
    units.into_iter().for_each(|unit| directory.append(&entry(unit)).unwrap());
}

fn on_disk(path: &Path, fresh: bool) -> Result<(RunDirectory, Inspection), RunError> {
    RunDirectory::open(path, &manifest(), fresh, &NEVER_STOP)
}

fn open(storage: &FaultyStorage, fresh: bool) -> Result<(RunDirectory, Inspection), RunError> {
    open_for(storage, &manifest(), fresh)
}

fn open_for(
    storage: &FaultyStorage,
    manifest: &Manifest,
    fresh: bool,
) -> Result<(RunDirectory, Inspection), RunError> {
    open_until(storage, manifest, fresh, &NEVER_STOP)
}

fn open_until(
    storage: &FaultyStorage,
    manifest: &Manifest,
    fresh: bool,
    stop: &AtomicBool,
) -> Result<(RunDirectory, Inspection), RunError> {
    let opened = RunDirectory::open_in(Arc::new(storage.clone()), Path::new(RUN), manifest, fresh, stop)?;
    storage.done();
    Ok(opened)
}

/// Opens the directory, closes it again, and returns what it found.
fn reopen(storage: &FaultyStorage, fresh: bool) -> Result<Inspection, RunError> {
    open(storage, fresh).map(|(_, saved)| saved)
}

/// Returns the error message, with forward slashes in paths.
fn text(error: &RunError) -> String {
    error.to_string().replace('\\', "/")
}

/// Asserts that opening the directory fails, and returns the error.
fn open_error(storage: &FaultyStorage, fresh: bool) -> RunError {
    reopen(storage, fresh).expect_err("the directory must be refused")
}

/// Asserts that opening the directory reports damage, and that the message contains `says`.
#[track_caller]
fn assert_corrupt(storage: &FaultyStorage, says: &str) {
    let error = open_error(storage, RESUMED_RUN);
    assert!(is_corrupt(&error) && text(&error).contains(says), "{error}");
}

/// Inspects the directory without changing it.
fn look(storage: &FaultyStorage) -> Result<Inspection, RunError> {
    look_until(storage, &NEVER_STOP, |_| ())
}

fn look_until(
    storage: &FaultyStorage,
    stop: &AtomicBool,
    mut visit: impl FnMut(&Entry),
) -> Result<Inspection, RunError> {
    let run = run_in(storage).until(stop);
    run.inspect_all(run.manifest()?, &mut visit)
}

fn run_in(storage: &FaultyStorage) -> SavedRun<'_> {
    SavedRun { storage, path: Path::new(RUN), stop: &NEVER_STOP }
}

/// Returns the finished units, and asserts that their sums are correct.
fn finished(saved: &Inspection) -> BTreeSet<u64> {
    let units: BTreeSet<u64> = saved.tally.finished().iter().collect();
    assert_eq!(saved.tally.sums().solutions, sum(units.iter().copied()));
    assert_eq!(
        saved.tally.sums().nodes,
        units.iter().map(|&unit| u128::from(entry(unit).nodes)).sum::<u128>()
    );
    units
}

fn total() -> Total {
    total_of(&manifest(), 0..UNITS)
}

/// Returns the total of a run in which `units` were counted.
fn total_of(manifest: &Manifest, units: impl IntoIterator<Item = u64>) -> Total {
    let mut tally = Tally::new(manifest.identity.units);
    units.into_iter().for_each(|unit| assert!(tally.add(&entry(unit))));
    let program = Program { name: "mine", version: "0.1.0", commit: "" };
    let total = Total::of(program, manifest, &tally, "scalar".to_owned());
    Total { threads: Some(2), wall_s: Some(0.5), resumed: Some(0), host: Some(Host::this()), ..total }
}

/// What the run directory has guaranteed so far.
#[derive(Clone, Debug, Default)]
struct Promises {
    /// The appended units. No other unit may ever turn up.
    handed_over: BTreeSet<u64>,
    /// The units appended before a successful sync, and those already there at the start.
    durable: BTreeSet<u64>,
    /// Whether the result was written.
    finished: bool,
}

/// Opens the run, appends the missing units, syncs now and then, and writes the result, just like a count.
fn run(storage: &FaultyStorage, fresh: bool, promises: &mut Promises) -> Result<(), RunError> {
    let (mut directory, saved) = open(storage, fresh)?;
    let mut done = finished(&saved);
    promises.durable.extend(&done);
    if saved.total.is_none() {
        for unit in (0..UNITS).filter(|&unit| !saved.tally.finished().contains(unit)) {
            promises.handed_over.insert(unit);
            directory.append(&entry(unit))?;
            done.insert(unit);
            if unit % 3 == 2 {
                directory.sync()?;
                storage.done();
                promises.durable.extend(&done);
            }
        }
        directory.finish(&total())?;
        storage.done();
    }
    promises.durable.extend(&done);
    promises.finished = true;
    Ok(())
}

/// Returns a directory in which `units` are finished and everything is durable.
fn with_units(units: impl IntoIterator<Item = u64>) -> FaultyStorage {
    let storage = FaultyStorage::default();
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    append(&mut directory, units);
    directory.sync().unwrap();
    storage
}

/// Returns a directory whose ledger has these bytes.
fn with_ledger(bytes: impl AsRef<[u8]>) -> FaultyStorage {
    let storage = with_units([]);
    storage.put(LEDGER, bytes.as_ref());
    storage
}

/// Returns a finished run's directory.
fn with_result() -> FaultyStorage {
    let storage = FaultyStorage::default();
    run(&storage, RESUMED_RUN, &mut Promises::default()).unwrap();
    storage
}

/// Returns the contents of the ledger, which are empty if it is missing.
fn ledger_of(storage: &FaultyStorage) -> Vec<u8> {
    if storage.has(LEDGER) { storage.bytes(LEDGER) } else { Vec::new() }
}

/// Finishes the run in `storage`. Asserts that the total is correct and that the ledger was only appended to.
fn ends_well(storage: &FaultyStorage) {
    let before = ledger_of(storage);
    run(storage, RESUMED_RUN, &mut Promises::default()).unwrap();
    let saved = reopen(storage, RESUMED_RUN).unwrap();
    assert_eq!(finished(&saved), (0..UNITS).collect());
    assert_eq!(saved.total.unwrap().solutions, sum(0..UNITS));
    assert!(storage.bytes(LEDGER).starts_with(&before));
}
