//! Checks the promises of docs/run-directory.md against the system calls of finished and failed counts.

use super::*;

const LEDGER: &str = "run/ledger.jsonl";

/// Like [`watched`], but the program also logs its writes.
fn writing(folder: &Path, words: &str) -> Command {
    let mut queens = watched(folder, words);
    queens.env("DISK_LOGS_WRITES", "");
    queens
}

/// Returns the indices of all calls that start with `call`.
fn places(calls: &[String], call: &str) -> Vec<usize> {
    let is_it =
        |made: &str| made.strip_prefix(call).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    (0..calls.len()).filter(|&place| is_it(&calls[place])).collect()
}

/// Returns the index of the only call that starts with `call`.
#[track_caller]
fn place(calls: &[String], call: &str) -> usize {
    let found = places(calls, call);
    assert_eq!(found.len(), 1, "{call}: {calls:#?}");
    found[0]
}

/// Asserts that a run's names and earlier units are durable before the next unit is written.
#[track_caller]
fn assert_units_come_after_names(calls: &[String]) {
    let first = *places(calls, &format!("write {LEDGER}")).first().expect("units were saved");
    let before = &calls[..first];
    for call in ["sync .", "sync run", &format!("sync {LEDGER}")] {
        assert!(!places(before, call).is_empty(), "{call} before a unit: {before:?}");
    }
}

/// Asserts that the whole ledger is synced after the last write to it. Returns that sync's index.
#[track_caller]
fn assert_all_is_synced(folder: &Path, calls: &[String]) -> usize {
    let length = fs::metadata(folder.join(LEDGER)).unwrap().len();
    let last_write = *places(calls, &format!("write {LEDGER}")).last().unwrap();
    let whole = places(calls, &format!("sync {LEDGER} {length}"));
    *whole.iter().find(|&&place| place > last_write).unwrap_or_else(|| panic!("{last_write}: {calls:#?}"))
}

#[test]
fn count_that_ends_saves_then_prints() {
    let (_place, folder) = inner();
    let mut count = writing(&folder, "count 12 --run run");
    Finished::by(&mut count).prints_total(12);
    let calls = log_of(&folder);
    assert_units_come_after_names(&calls);
    let manifest = place(&calls, "rename run/manifest.json.tmp");
    let first_unit = places(&calls, &format!("write {LEDGER}"))[0];
    let synced = assert_all_is_synced(&folder, &calls);
    let written = place(&calls, "write run/result.json.tmp");
    let result_synced = place(&calls, "sync run/result.json.tmp");
    let result = place(&calls, "rename run/result.json.tmp run/result.json");
    let name = *places(&calls, "sync run").last().unwrap();
    let printed = place(&calls, "write stdout");
    let order = [manifest, first_unit, synced, written, result_synced, result, name, printed];
    assert!(order.is_sorted_by(|a, b| a < b), "{order:?}: {calls:#?}");
    // Each unit is one line, written by one call.
    let written: u64 = places(&calls, &format!("write {LEDGER}"))
        .into_iter()
        .map(|place| calls[place].rsplit(' ').next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(written, fs::metadata(folder.join(LEDGER)).unwrap().len());
    assert_eq!(places(&calls, &format!("write {LEDGER}")).len(), units_in(&folder.join("run")));
}

#[test]
fn nothing_is_saved_after_a_write_or_a_sync_failed() {
    for (variable, calls_before, failed, says) in [
        ("DISK_IS_FULL_AFTER", "5", "failed-write", "cannot append to run/ledger.jsonl"),
        // The ledger is synced when it is opened, and again at the end.
        ("DISK_FAILS_AFTER", "1", "failed-sync", "cannot sync run/ledger.jsonl"),
    ] {
        let (_place, folder) = inner();
        let mut count = writing(&folder, "count 12 --run run");
        let ended = Finished::by(count.env(variable, calls_before));
        ended.ends(1, &[says, "saved"]);
        let calls = log_of(&folder);
        let failure = place(&calls, failed);
        let is_of_run = |call: &String| !call.starts_with("write stdout");
        assert!(!calls[failure + 1..].iter().any(is_of_run), "{calls:#?}");
        if failed == "failed-write" {
            assert_eq!(units_in(&folder.join("run")), 5);
            ended.says(&["5 units are saved"]);
        }
        assert!(!folder.join("run/result.json").exists());
    }
}

#[test]
fn names_of_new_shards_are_synced() {
    let (_place, folder) = inner();
    run(&folder, "plan 12 --method cross --shards 3 -o plan").printed();
    let mut work = writing(&folder, "work plan --shards 0-2 --dir d");
    Finished::by(&mut work).printed();
    let calls = log_of(&folder);
    let after = |from: usize, call: &str| {
        let found = places(&calls, call).into_iter().find(|&place| place >= from);
        found.unwrap_or_else(|| panic!("{call} after {from}: {calls:#?}"))
    };
    let made = after(0, "mkdir d");
    let durable = after(made, "sync .");
    for number in 0..3 {
        let shard = format!("d/shard-{number:05}");
        let made = after(durable, &format!("mkdir {shard}"));
        let unit = after(made, &format!("write {shard}/ledger.jsonl"));
        let names = [after(made, "sync d"), after(made, &format!("sync {shard}"))];
        let manifest = after(made, &format!("rename {shard}/manifest.json.tmp {shard}/manifest.json"));
        assert!(names.iter().all(|&name| name < manifest) && manifest < unit, "{shard}: {calls:#?}");
        let result = after(unit, &format!("rename {shard}/result.json.tmp {shard}/result.json"));
        after(result, &format!("sync {shard}"));
    }
}
