//! Tests stopping a count with one signal, with two signals, or with `--max-time`.

use std::time::Duration;

use tempfile::tempdir;

use crate::support::ends::full_pipe;
use crate::support::{
    Finished, PROGRAM, command, known, queens, run, run_limited, send, signal, start, units_in as saved,
    wait_until,
};

/// A count that takes many seconds on one thread. Its units take only milliseconds.
const COUNT_OF_SMALL_UNITS: &str = "count 18 --method cross --kernel scalar --threads 1";

#[test]
fn stops_at_the_time_limit_and_resumes() {
    let folder = tempdir().unwrap();
    let directory = folder.path().join("queens-18.run");
    let stopped = run_limited(&folder, COUNT_OF_SMALL_UNITS, |_| saved(&directory) > 0);
    stopped.fails(3, &["saved in queens-18.run; to resume, run the same command again\n"]);
    let units = saved(&directory);
    stopped.says(&[&format!("stopped with {units} of")]);
    let resumed = format!("resuming with {units} of");
    // A resumed run keeps its method, even if another method is faster.
    let resume = "count 18 --kernel scalar --threads 1";
    run_limited(&folder, resume, |stopped| stopped.stderr().contains(&resumed)).fails(3, &[]);
    // Planning 1.5 million units takes seconds, so the time runs out before any unit is counted.
    run(&folder, "count 32 --method cross --depth 7 --max-time 100ms")
        .fails(3, &["stopped before counting began\n"]);
    let unsaved = format!("{COUNT_OF_SMALL_UNITS} --no-checkpoint");
    run_limited(&folder, &unsaved, |stopped| stopped.stderr().contains("nothing was saved")).fails(3, &[]);
}

/// A count that ran for two seconds or more is worth resuming, however it was stopped.
#[test]
fn signal_saves_what_was_counted_for_two_seconds() {
    let folder = tempdir().unwrap();
    let directory = folder.path().join("queens-18.run");
    let stopped_after = |pause| {
        let child = start(&folder, COUNT_OF_SMALL_UNITS);
        std::thread::sleep(Duration::from_millis(pause));
        signal(&child, "INT");
        Finished::of(child)
    };
    let soon = stopped_after(300);
    let why = ["because no unit was finished", "because it ran for less than 2 s (--run DIR always saves)\n"];
    assert!(why.iter().any(|why| soon.stderr().contains(why)), "{}", soon.stderr());
    assert!(soon.code() == 3 && !directory.exists());
    // On a busy machine, the first unit may take longer.
    let later = [2_500, 10_000, 40_000].into_iter().map(stopped_after).find(|_| directory.exists());
    let later = later.expect("a unit takes less than 40 s");
    later.fails(3, &["saved in queens-18.run; "]);
    assert!(saved(&directory) > 0);
}

#[test]
#[cfg(target_os = "linux")]
fn keeps_ignoring_signals_ignored_at_startup() {
    let folder = tempdir().unwrap();
    let run = folder.path().join("run");
    let outliving = format!("trap '' HUP INT USR2 XCPU; exec {PROGRAM} {COUNT_OF_SMALL_UNITS} --run run");
    let child = command("sh").args(["-c", &outliving]).current_dir(&folder).spawn().unwrap();
    wait_until("a finished unit", || saved(&run) > 0);
    for name in ["HUP", "INT", "INT", "USR2", "XCPU"] {
        signal(&child, name);
    }
    let units = saved(&run);
    wait_until("more units after the signals", || saved(&run) > units + 1);
    signal(&child, "TERM");
    Finished::of(child).fails(3, &["saved in run"]);
}

/// Batch systems, soft limits and closed terminals may send a signal twice, and a shell may forward a signal
/// that the program already received.
#[test]
fn repeated_signals_are_one_request() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("run");
    for signals in ["HUP HUP", "USR2 USR2", "XCPU XCPU", "TERM TERM", "INT INT", "INT TERM", "ALRM TERM"] {
        let before = saved(&path);
        let child = start(&folder, &format!("{COUNT_OF_SMALL_UNITS} --run run"));
        wait_until("a unit more", || saved(&path) > before);
        for name in signals.split(' ') {
            send(name, child.id().into());
        }
        Finished::of(child).fails(3, &["saved in run"]);
    }
}

/// Even if nobody reads its output, a count continues, saves its units, and stops when asked to.
#[test]
fn unread_output_holds_up_neither_saving_nor_stopping() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("run");
    let options = format!("{COUNT_OF_SMALL_UNITS} --run run --progress json --interval 0.1");
    let mut child = queens(&folder, &options).stderr(full_pipe()).spawn().unwrap();
    let mut before = 0;
    for _ in 0..5 {
        wait_until("more units without a reader", || saved(&path) > before);
        before = saved(&path);
        std::thread::sleep(Duration::from_millis(300));
    }
    signal(&child, "TERM");
    wait_until("an end", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(saved(&path) >= before);
}

/// The program waits for someone to read its result, but only until it is asked to stop. The units are
/// already saved by then.
#[test]
fn unread_result_does_not_outlive_a_stop() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 12 --method cross --shards 12 -o plan").printed();
    run(&folder, "count 11 --run old").printed();
    let [counted, worked] =
        ["run/result.json", "shards/shard-00000/result.json"].map(|name| folder.path().join(name));
    for (words, result) in [
        ("count 12 --json --run run", Some(&counted)),
        ("work plan --shards 0-11 --dir shards --json", Some(&worked)),
        ("verify old --sample 100% --json", None),
        ("count 5..8 --json", None),
        ("count 8..20 --kernel scalar --threads 1 --progress json --interval 0.1", None),
    ] {
        let mut child = queens(&folder, words).stdout(full_pipe()).stderr(full_pipe()).spawn().unwrap();
        wait_until("a result", || result.is_none_or(|path| path.exists()));
        std::thread::sleep(Duration::from_millis(if result.is_none() { 500 } else { 200 }));
        assert_eq!(child.try_wait().unwrap(), None, "{words} ended without a reader");
        signal(&child, "TERM");
        wait_until("an end", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(3), "{words}");
    }
    assert_eq!(run(&folder, "count 12 --run run").stdout(), format!("{}\n", known(12)));
}
