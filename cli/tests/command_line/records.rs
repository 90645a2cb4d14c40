//! Tests `queens count --record`.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::records::{files, recorded, records};
use crate::support::{Finished, contains, forge, has, known, ledger_sha256, read_json, run, signal, start};

#[test]
fn record_describes_the_count() {
    let (_folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.ends_with(".jsonl") && name.contains("-cores-"), "{name}");
    let record = read_json(&path);
    let command = "queens count 12 --method cross --threads 1";
    has(&record, json!({ "command": command, "ledger_sha256": null }));
    has(&record["result"], json!({ "solutions": known(12) }));
    assert_eq!(record["result"]["checks"][0]["name"], json!("oeis"));
    assert!(record["compiler"].as_str().unwrap().starts_with("rustc "), "{record}");
}

#[test]
fn record_of_a_saved_run_names_its_ledger() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run eight --record ./records'").printed();
    let hash = ledger_sha256(&folder.path().join("eight"));
    has(&records(&folder.path().join("records'"))[0], json!({ "ledger_sha256": hash }));
}

#[test]
fn records_a_finished_run() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let later = "count 12 --run run --record later";
    run(&folder, "count 12 --run run --record once").prints_total(12);
    run(&folder, &format!("{later} --double-check")).prints_total(12);
    let once = records(&path("once")).remove(0);
    let again = records(&path("later")).remove(0);
    let same = ["cores", "compiler", "ledger_sha256"];
    assert!(same.iter().all(|field| again[field] == once[field] && !once[field].is_null()), "{again}");
    let result = &once["result"];
    has(
        &again["result"],
        json!({ "commit": result["commit"], "cpu_s": result["cpu_s"], "wall_s": result["wall_s"] }),
    );
    has(&again["result"]["double_check"], json!({ "solutions": known(12) }));
    // Repeating a saved count adds a record only if the new record contains more. Only one of the records is
    // published.
    for (extras, expected) in [
        ("", 1),
        (" --fundamental", 2),
        ("", 2),
        (" --fundamental --double-check", 3),
        (" --double-check", 3),
        (" --fundamental", 3),
    ] {
        let recorded = run(&folder, &format!("count 12 --run run --record once{extras}"));
        assert_eq!(records(&path("once")).len(), expected, "{extras}: {}", recorded.stderr());
    }
    run(&folder, "publish --records once -o published").ends(0, &["published 1 record in published"]);
    // Pretend that a different build resumed and finished the run on a different machine.
    forge(&path("run/result.json"), |result| {
        result["commit"] = json!("0123456789ab");
        (result["host"]["cpu"], result["resumed"]) = (json!("Cray-1"), json!(1));
    });
    run(&folder, later).prints_total(12);
    let cray = files(&path("later")).into_iter().find(|(path, _)| path.to_str().unwrap().contains("cray-1-"));
    let record: Value = serde_json::from_str(&cray.unwrap().1).unwrap();
    has(&record, json!({ "cores": null, "compiler": null }));
    assert_eq!(record["result"]["commit"], "0123456789ab");
    run(&folder, "publish --records later -o out").prints("");
    contains(&fs::read_to_string(path("out/README.md")).unwrap(), &["N = 12: 14,200 solutions"]);
}

#[test]
fn each_count_appends_a_line() {
    let (folder, path) = recorded();
    let before = fs::read_to_string(&path).unwrap();
    let count = "count 12 --threads 1 --kernel scalar --record";
    run(&folder, count).printed();
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
    // An incomplete line is left unchanged and reported. The next record starts on a new line.
    fs::write(&path, format!("{before}{}", &before[..40])).unwrap();
    run(&folder, count).printed();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
    let name = format!("{}:2: not JSON", path.file_name().unwrap().to_str().unwrap());
    run(&folder, "publish").fails(4, &[&name]);
}

#[test]
fn count_record_and_status_report_a_busy_machine() {
    let folder = tempdir().unwrap();
    let count = "count 15 --method cross --kernel scalar --threads 1 --run run --record kept";
    let mut child = start(&folder, count);
    // Suspend the count again and again, so that its CPU time is only a fraction of its wall time on any
    // machine. On a busy machine, the count may run longer before it is suspended again.
    while child.try_wait().unwrap().is_none() {
        signal(&child, "STOP");
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, "CONT");
        std::thread::sleep(Duration::from_millis(40));
    }
    Finished::of(child).says(&["matches A000170; the machine was busy\n", ".jsonl, marked as busy\n"]);
    let busy = ", all threads together; the machine was busy, or had too few cores\n";
    run(&folder, "status run").shows(&[busy]);
    let record = records(&folder.path().join("kept")).remove(0);
    let [wall, cpu] = ["thread_wall_s", "cpu_s"].map(|time| record["result"][time].as_f64().unwrap());
    assert!(cpu < 0.9 * wall, "{record}");
}
