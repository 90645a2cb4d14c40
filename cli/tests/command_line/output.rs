//! Tests that output is reliable. Each test covers a way in which other long-running counting programs misled
//! their users. For run directories, see `tests/run_directory/`.

use std::fs;

use queens::Method;
use tempfile::tempdir;

use crate::support::{
    Finished, forged_run, interrupted, known, queens, run, shell, signal, start, wait_until,
};

/// A count that takes several seconds and prints its progress line by line.
const COUNT_OF_SECONDS: &str = "count 16 --kernel scalar --threads 1 --progress plain";

/// Notices and progress must not get into the JSON on stdout.
#[test]
fn stdout_is_a_single_json_object() {
    let folder = tempdir().unwrap();
    let kept = folder.path().join("run");
    let [ledger, lock] = ["ledger.jsonl", "lock"].map(|name| kept.join(name));
    let json = &format!("{COUNT_OF_SECONDS} --run run --json --interval 0.1");
    let stopped = interrupted(&mut queens(&folder, json), &kept);
    let object = stopped.ends(3, &["to resume"]).json();
    let units = &object["stopped"]["units_done"];
    let part = &object["stopped"]["solutions_so_far"];
    assert!(units.as_u64() > Some(0) && part.is_string() && object["exit_code"] == 3, "{object}");
    let command = object["stopped"]["resume_command"].as_str().unwrap();
    assert!(command.contains("--run run") && object.get("solutions").is_none(), "{object}");

    // Append a duplicate line and an incomplete line. Each adds a notice to the one about resuming.
    let text = fs::read_to_string(&ledger).unwrap();
    let first = text.lines().next().unwrap();
    fs::write(&ledger, format!("{text}{first}\n{{\"unit\":")).unwrap();
    let child = start(&folder, json);
    let holder = format!("process {} on", child.id());
    wait_until("its lock", || fs::read_to_string(&lock).is_ok_and(|text| text.contains(&holder)));
    signal(&child, "USR1");
    let resumed = Finished::of(child);
    resumed.says(&[
        " of run/ledger.jsonl: incomplete, damaged or from another run",
        "that repeats a unit with the same counts",
        "resuming with",
        "% done",
    ]);
    assert_eq!((&resumed.json()["solutions"], resumed.stdout().lines().count()), (&known(16).into(), 1));

    let damaged = fs::read_to_string(&ledger).unwrap().replace(first, &first.replacen("unit", "Unit", 1));
    fs::write(&ledger, damaged).unwrap();
    let says = ["skipped 3 lines of run/ledger.jsonl, from line 1 on: ", "has lost 1 of the "];
    run(&folder, "verify run --sample 1").says(&says).printed();
    run(&folder, "status run").shows(&says);
    let again = run(&folder, json);
    assert_eq!(again.says(&says).json()["solutions"], known(16));
    assert_eq!(run(&folder, json).json(), again.json(), "repeated");

    fs::write(&ledger, "damaged\n").unwrap();
    let refused = run(&folder, json).ends(4, &["no usable line"]).json();
    assert!(refused["error"]["remedy"].as_str().unwrap().contains("--fresh"), "{refused}");
    assert_eq!((&refused["error"]["kind"], &refused["exit_code"]), (&"wrong".into(), &4.into()));
}

/// A JSON number would lose a large total's low digits. Another program published a total that had overflowed
/// 32 bits.
#[test]
fn large_totals_keep_every_digit() {
    for total in [(1_u128 << 53) + 1, (1 << 95) + 7] {
        let folder = tempdir().unwrap();
        // All units are finished, and no known total exists for this board.
        const SOLUTIONS_OF_OTHER_UNITS: u128 = 15;
        let of_unit = |unit| if unit == 0 { total - SOLUTIONS_OF_OTHER_UNITS } else { 1 };
        forged_run(folder.path(), "run", (32, Method::Rows, 1), of_unit);
        let status = run(&folder, "status run --json").json();
        assert_eq!(status["solutions_so_far"], total.to_string());
        let result = run(&folder, "count 32 --method rows --depth 1 --run run --json");
        // The total is far from the estimate for this board. The error shows all of its digits.
        let number = queens_format::grouped(total);
        result.ends(4, &[&format!("{number} solutions cannot be right for N = 32")]);
        result.shows(&[&format!("\"solutions\":\"{total}\"")]);
        let checks = result.json()["checks"].clone();
        assert!(checks.as_array().unwrap().iter().all(|check| check["name"] != "oeis"), "{checks}");
    }
}

/// Another program crashed on such a directory name.
#[cfg(target_os = "linux")]
#[test]
fn accepts_directory_names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempdir().unwrap();
    let name = OsStr::from_bytes(b"caf\xe9");
    let mut count = queens(&folder, "count 20 --kernel scalar --threads 1 --run");
    interrupted(count.arg(name), &folder.path().join(name)).fails(3, &["saved in caf"]);
}

/// The standard library treats a read-only stdout as closed, so a count of several days could end without
/// printing its result.
#[test]
fn stdout_that_was_opened_for_reading_is_an_error() {
    let folder = tempdir().unwrap();
    for words in
        ["count 8", "count 8 --json", "completions bash", "status", "--version", "help", "count --help"]
    {
        for stdout in ["</dev/null", "<."] {
            let line = format!("$queens {words} 1{stdout}");
            shell(&folder, &line)
                .ends(1, &["stdout was opened for reading only: redirect it with > to a file"]);
        }
        // A closed stdout is not a mistake.
        shell(&folder, &format!("$queens {words} >&-")).ends(0, &[]);
    }
}
