//! Tests the system calls that write a run to disk. The tests in `src/run/tests` cover what follows from the
//! order of these calls. They run in memory, so they cannot tell whether the real storage makes these calls.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::{TempDir, tempdir};

mod order;

use crate::support::{
    Finished, change_ledger, command, copy_directory, entries, is_built, known, queens, read_stderr, run,
    send, signal, units_in, wait_until,
};

/// Prepares the program to run in `folder` and to log its system calls to a file next to that folder.
fn watched(folder: &Path, words: &str) -> Command {
    let library = folder.with_file_name("disk.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/disk.c");
    let mut compiler = command("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl");
    Finished::by(&mut compiler).printed();
    let mut queens = queens(folder, words);
    queens.env("LD_PRELOAD", library).env("DISK_LOG", folder.with_file_name("disk.log"));
    queens
}

/// Runs the program in `folder`. Returns what it printed and the logged calls, with names relative to
/// `folder` and the lengths of synced files.
fn logged(folder: &Path, words: &str) -> (Finished, Vec<String>) {
    let ended = Finished::by(&mut watched(folder, words));
    (ended, log_of(folder))
}

/// Returns the calls logged so far, and clears the log.
fn log_of(folder: &Path) -> Vec<String> {
    let log = folder.with_file_name("disk.log");
    let text = fs::read_to_string(&log).unwrap();
    fs::remove_file(log).unwrap();
    let folder = folder.to_str().unwrap();
    let calls =
        text.lines().map(|call| call.trim_end().replace(&format!("{folder}/"), "").replace(folder, "."));
    calls.collect()
}

/// Creates a folder inside a temporary folder, so that the log can be written next to it.
fn inner() -> (TempDir, PathBuf) {
    let place = tempdir().unwrap();
    let folder = place.path().canonicalize().unwrap().join("here");
    fs::create_dir(&folder).unwrap();
    (place, folder)
}

#[test]
fn every_file_and_name_is_synced_before_it_counts() {
    let (_place, folder) = inner();
    let length = |file: &str| fs::metadata(folder.join("run").join(file)).unwrap().len();
    let count = |more: &str| {
        let (ended, mut calls) = logged(&folder, &format!("count 12 --run run{more}"));
        assert_eq!(ended.printed(), known(12));
        // On a slow machine, the ledger is also synced during the count.
        let last = format!("sync run/ledger.jsonl {}", length("ledger.jsonl"));
        calls.retain(|call| !call.starts_with("sync run/ledger.jsonl") || *call == last);
        calls.dedup();
        calls
    };
    let began = ["mkdir run", "sync .", "sync run"].map(str::to_owned);
    let appears = |file: &str| {
        let synced = format!("sync run/{file}.tmp {}", length(file));
        [synced, format!("rename run/{file}.tmp run/{file}"), "sync run".to_owned()]
    };
    let ledger = || [format!("sync run/ledger.jsonl {}", length("ledger.jsonl"))];
    let whole = || [&began[..], &appears("manifest.json"), &ledger(), &appears("result.json")].concat();
    let calls = count("");
    assert_eq!(calls, whole());
    // Existing names are synced again, because the process that created them may have been killed before it
    // synced them.
    assert_eq!(count(""), began[1..]);
    fs::remove_file(folder.join("run/result.json")).unwrap();
    let again = count("");
    assert_eq!(again, [&began[..], &ledger(), &appears("result.json")].concat());
    let aside = ["mkdir run", "rename run run.old-1", "sync ."].map(str::to_owned);
    let fresh = count(" --fresh");
    assert_eq!(fresh, [&aside[..], &whole()].concat());
}

/// Some cloud storage, network shares and mount points support no more than this.
#[test]
fn works_on_a_minimal_file_system() {
    let (_place, folder) = inner();
    let poor = |words: &str| Finished::by(watched(&folder, words).env("DISK_IS_POOR", ""));
    poor("count 12 --run run").prints_total(12);
    poor("plan 12 --shards 2 -o plan").printed();
    poor("plan 12 --shards 3 -o plan").fails(1, &["plan already exists"]);
    poor("work plan --shards 0-1 --dir d").printed();
    poor("merge plan --dir d --run merged").prints_total(12);
    for words in ["board -o b.html", "man -o man1"].into_iter().filter(|words| is_built(words)) {
        poor(words).printed();
        poor(words).printed();
    }
    for (words, advice) in [
        ("count 12 --run run --fresh", "choose a different directory with --run\n"),
        ("merge plan --dir d --run merged --fresh", "choose a different directory with --run\n"),
        ("work plan --shards 0 --dir d --fresh", "choose a different directory with --dir\n"),
    ] {
        poor(words).fails(1, &["cannot move aside ", "Invalid cross-device link", advice]);
    }
}

/// In a drop-box directory, files can be opened, but not listed.
#[test]
fn fresh_start_needs_no_sync_of_a_directory_that_cannot_be_read() {
    let (_place, folder) = inner();
    fs::create_dir(folder.join("box")).unwrap();
    run(&folder, "plan 12 --shards 2 -o plan").printed();
    for (words, hidden, old) in [
        ("count 12 --run box/run", "box", "box/run.old-1"),
        ("work plan --shards 0-1 --dir box/d", "box/d", "box/d/shard-00001.old-1"),
    ] {
        let hiding = |words: &str| Finished::by(watched(&folder, words).env("DISK_HIDES", hidden));
        hiding(words).printed();
        hiding(&format!("{words} --fresh")).printed();
        assert!(folder.join(old).is_dir(), "{words}");
    }
}

/// If the user chose a different directory instead, the count would start over.
#[test]
fn advises_to_copy_a_run_from_a_full_or_read_only_disk() {
    let (_place, folder) = inner();
    let path = |name: &str| folder.join(name);
    run(&folder, "count 12 --run run").prints_total(12);
    fs::remove_file(path("run/result.json")).unwrap();
    change_ledger(&path("run"), |entries| entries.truncate(10));
    for (variable, cause) in
        [("DISK_IS_READ_ONLY", "Read-only file system"), ("DISK_IS_FULL_AFTER", "No space left on device")]
    {
        let mut count = watched(&folder, "count 12 --run run");
        let refused = Finished::by(count.env(variable, "0").env("DISK_LOGS_WRITES", ""));
        let copy =
            "copy the run somewhere writable and resume it there with --run DIR; no finished unit is lost";
        refused.fails(1, &[cause, copy]);
    }
    copy_directory(&path("run"), &path("copy"));
    run(&folder, "count 12 --run copy").prints_total(12).says(&["resuming with 10 of 12 units"]);
    // A run without units can just as well start elsewhere.
    for (variable, cause) in
        [("DISK_IS_READ_ONLY", "Read-only file system"), ("DISK_IS_FULL_AFTER", "No space left on device")]
    {
        let mut count = watched(&folder, &format!("count 12 --run {variable}"));
        let refused = Finished::by(count.env(variable, "0").env("DISK_LOGS_WRITES", ""));
        refused.fails(1, &[cause, "choose a different directory with --run\n"]);
    }
}

#[test]
fn total_whose_result_cannot_be_saved_is_printed_and_recorded() {
    let (_place, folder) = inner();
    let count = "count 12 --run run --record rec";
    let refused = Finished::by(watched(&folder, count).env("DISK_REFUSES", "result.json"));
    refused.ends(1, &["cannot write run/result.json: No space left on device", " are saved; "]);
    assert_eq!(refused.stdout(), format!("{}\n", known(12)));
    assert!(fs::read_to_string(folder.join(record(&folder))).unwrap().contains(&known(12)));
    run(&folder, count).prints_total(12);
    // Saving the other shard would fail, too, so `queens work` ends early.
    run(&folder, "plan 12 --shards 2 -o plan").printed();
    let work = "work plan --shards 0-1 --dir d";
    let refused = Finished::by(watched(&folder, work).env("DISK_REFUSES", "result.json"));
    refused.fails(1, &["cannot write d/shard-00000/result.json"]);
    assert_eq!(entries(folder.join("d")), 1);
    run(&folder, work).printed();
}

/// Automatic saving fails after the first unit, so fewer units are saved than were counted.
#[test]
fn stop_after_a_failed_save_does_not_say_that_all_is_saved() {
    let (_place, folder) = inner();
    let mut count = watched(&folder, "count 20 --method cross --kernel scalar --threads 1 --progress none");
    let mut child = count.env("DISK_IS_FULL_AFTER", "1").env("DISK_LOGS_WRITES", "").spawn().unwrap();
    let told = read_stderr(&mut child, |text| text.contains("is not saved") && text.ends_with('\n'));
    signal(&child, "TERM");
    let stopped = Finished::of(child);
    let says = " units finished, but saving failed, so only some were saved in queens-20.run; to resume, run the same command again\n";
    stopped.fails(3, &[says]);
    let counted = stopped.stderr().split(' ').find_map(|word| word.replace(',', "").parse::<usize>().ok());
    assert!(units_in(&folder.join("queens-20.run")) == 1 && counted > Some(1), "{told}{}", stopped.stderr());
}

/// Existing files are synced, too, because the process that wrote them may have been killed before it synced
/// them.
#[test]
fn plans_and_records_are_synced_before_they_count() {
    let (_place, folder) = inner();
    run(&folder, "count 12 --run run").prints_total(12);
    let words = ["count 12 --run run --record rec", "plan 12 --shards 2 -o plan"];
    for words in [words, words].concat() {
        let (ended, calls) = logged(&folder, words);
        ended.printed();
        let name = if words.starts_with("plan") { "plan".to_owned() } else { record(&folder) };
        let length = fs::metadata(folder.join(&name)).unwrap().len();
        let in_folder = format!("sync {}", Path::new(&name).parent().unwrap().display());
        let in_folder = if in_folder == "sync " { "sync ." } else { &in_folder };
        assert!(calls.iter().any(|call| call.ends_with(&format!(" {length}"))), "{words}: {calls:?}");
        assert_eq!(calls.last().unwrap(), in_folder, "{words}: {calls:?}");
    }
}

/// Returns the only record file's path.
fn record(folder: &Path) -> String {
    let file = fs::read_dir(folder.join("rec")).unwrap().next().unwrap().unwrap();
    format!("rec/{}", file.file_name().display())
}

/// A sync may take seconds. A second Ctrl-C within a second after the first would be mistaken for a copy of
/// the first, forwarded by another program.
#[test]
fn another_ctrl_c_ends_at_once_while_the_disk_is_slow() {
    let (_place, folder) = inner();
    let path = folder.join("run");
    let words = "count 20 --method cross --kernel scalar --threads 1 --run run";
    let slow = folder.join("slow");
    let child = watched(&folder, words).env("DISK_IS_SLOW", &slow).spawn().unwrap();
    wait_until("a finished unit", || units_in(&path) > 0);
    fs::write(slow, "").unwrap();
    signal(&child, "INT");
    std::thread::sleep(Duration::from_millis(1_500));
    assert!(send("INT", child.id().into()));
    assert_eq!(Finished::of(child).code(), 130);
}
