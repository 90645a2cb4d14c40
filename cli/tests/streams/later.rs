//! Tests that a failure decides the exit code but does not abort the rest of a command.

use std::process::Stdio;
use std::time::Duration;

use tempfile::tempdir;

use crate::support::ends::{closed_terminal, full_disk};
use crate::support::records::records;
use crate::support::{
    Finished, PROGRAM, command, contains, queens, read_stderr, run, shell, signal, units_in, wait_until,
};

/// Results that cannot be printed are still saved.
#[test]
fn shards_are_counted_though_their_lines_cannot_be_printed() {
    for ends in [full_disk as fn() -> Stdio, closed_terminal] {
        let folder = tempdir().unwrap();
        run(&folder, "plan 10 --shards 5 -o plan").printed();
        let mut work = queens(&folder, "work plan --shards 0-4 --dir d");
        Finished::by(work.stdout(ends())).ends(1, &["cannot write to stdout"]);
        Finished::by(queens(&folder, "work plan --shards 0-4 --dir e").stdout(ends()).stderr(ends()));
        for site in ["d", "e"] {
            run(&folder, &format!("status {site} --plan plan --missing")).prints("");
        }
    }
}

#[test]
fn counts_are_recorded_though_they_cannot_be_printed() {
    let folder = tempdir().unwrap();
    for (words, counts) in [
        ("count 10 --record rec1", 1),
        ("count 8..10 --record rec2 --json", 3),
        ("count 8..10 --record rec3", 3),
        ("merge plan --dir d --run m --record rec4", 1),
    ] {
        if words.starts_with("merge") {
            run(&folder, "plan 10 --shards 2 -o plan").printed();
            run(&folder, "work plan --shards 0-1 --dir d").printed();
        }
        let failed = Finished::by(queens(&folder, words).stdout(full_disk()));
        failed.ends(1, &["cannot write to stdout: No space left on device"]);
        let kept = folder.path().join(words.split(' ').find(|word| word.starts_with("rec")).unwrap());
        assert_eq!(records(&kept).len(), counts, "{words}");
    }
}

/// A table may have taken hours, so a failure in one part must not lose the rest.
#[test]
fn table_is_printed_whatever_ended_a_part_of_it() {
    let folder = tempdir().unwrap();
    let table = shell(&folder, "ulimit -f 8; exec $queens count 8..10 --runs 9 --record rec");
    table.ends(1, &["File too large", " of 27 counts recorded in rec\n"]);
    let rows = |table: &Finished| table.stdout().lines().filter(|line| line.starts_with("| ")).count();
    assert_eq!((rows(&table), table.stderr().lines().count()), (5, 2), "{}", table.stderr());
    table.shows(&["threads ", ", runs 9; times are medians"]);
    // At this depth, N = 32 has too many units, but the table loses only that row.
    let uncut = run(&folder, "count 6 7 32 --method cross --depth 8 --runs 2");
    uncut.ends(2, &["error: "]);
    assert_eq!((rows(&uncut), uncut.stderr().lines().count()), (4, 2), "{}", uncut.stderr());
}

/// The current directory was removed, so the automatic save fails.
#[test]
fn count_goes_on_though_it_cannot_be_saved() {
    let folder = tempdir().unwrap();
    let here = "mkdir gone; cd gone; rmdir ../gone; exec $queens";
    let mut count = command("sh");
    count.args(["-c", &format!("{here} count 20 --kernel scalar --threads 1 --progress none")]);
    let mut child = count.env("queens", PROGRAM).current_dir(&folder).spawn().unwrap();
    let told = read_stderr(&mut child, |text| text.ends_with('\n'));
    let says = [
        "the count continues, but is not saved: cannot create queens-20.run: ",
        "--run DIR",
        "--no-checkpoint\n",
    ];
    contains(&told, &says);
    // Give another unit enough time to finish. It could have been saved.
    std::thread::sleep(Duration::from_secs(1));
    signal(&child, "TERM");
    let ended = Finished::of(child);
    ended.fails(3, &["nothing was saved, because saving failed\n"]);
    assert!(!ended.stderr().contains("goes on"), "it is said once");
    // With --run, the same failure is fatal.
    shell(&folder, &format!("{here} count 20 --run queens-20.run"))
        .fails(1, &["cannot create queens-20.run"]);
}

/// A child process inherits its parent's blocked signals.
#[test]
fn blocked_signals_are_obeyed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("run");
    for name in ["TERM", "INT", "HUP"] {
        let before = units_in(&path);
        let mut count = command("env");
        count
            .arg(format!("--block-signal={name}"))
            .arg(PROGRAM)
            .args("count 20 --threads 1 --run run".split(' '));
        let child = count.current_dir(&folder).spawn().unwrap();
        wait_until("a unit more", || units_in(&path) > before);
        signal(&child, name);
        Finished::of(child).fails(3, &["saved in run"]);
    }
}
