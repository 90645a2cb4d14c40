//! What earlier versions saved keeps working: copies of their runs, shards, plans and records are
//! resumed, repeated, verified, merged and published.

use std::fs;
use std::path::Path;

use crate::support::{Finished, copy_directory, run};
use tempfile::{TempDir, tempdir};

/// All solutions of the boards in the fixtures (OEIS A000170).
const SOLUTIONS_14: &str = "365596";
const SOLUTIONS_15: &str = "2279184";
const SOLUTIONS_16: &str = "14772512";

/// A copy of everything that version 0.1.0 wrote.
fn version_0_1() -> TempDir {
    let copy = tempdir().unwrap();
    copy_directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1"), copy.path());
    copy
}

fn succeeds(folder: &TempDir, arguments: &[&str]) -> Finished {
    let finished = run(folder.path(), arguments);
    assert_eq!(finished.code(), 0, "{arguments:?}: {}", finished.stderr());
    finished
}

fn ledger(folder: &TempDir, run: &str) -> String {
    fs::read_to_string(folder.path().join(run).join("ledger.jsonl")).unwrap()
}

#[test]
fn an_interrupted_run_goes_on_with_what_is_finished() {
    let folder = version_0_1();
    let saved = ledger(&folder, "interrupted");
    let manifest = fs::read(folder.path().join("interrupted/manifest.json")).unwrap();
    let status = succeeds(&folder, &["status", "interrupted", "--json"]).json();
    assert_eq!((&status["units_done"], &status["units"]), (&303.into(), &580.into()));
    assert_eq!(status["program_version"], "0.1.0");
    // The times in its ledger are wall times.
    assert!(status["cpu_s"].is_null() && status["remaining_cpu_s"].is_null(), "{status}");
    assert!(status["thread_wall_s"].as_f64() > Some(0.0) && status["remaining_wall_s"].as_f64() > Some(0.0));
    let text = succeeds(&folder, &["status", "interrupted"]).stdout();
    assert!(text.contains("  wall time  ") && !text.contains("CPU time"), "{text}");
    succeeds(&folder, &["verify", "interrupted", "--sample", "5", "--seed", "1"]);

    let result = succeeds(&folder, &["count", "16", "--run", "interrupted", "--json"]).json();
    assert_eq!((&result["solutions"], &result["resumed"]), (&SOLUTIONS_16.into(), &303.into()));
    assert!(
        result["cpu_s"].is_null() && result["thread_wall_s"].as_f64() >= status["thread_wall_s"].as_f64()
    );
    assert!(ledger(&folder, "interrupted").starts_with(&saved), "the ledger was written anew");
    assert_eq!(ledger(&folder, "interrupted").lines().count(), 580);
    assert_eq!(fs::read(folder.path().join("interrupted/manifest.json")).unwrap(), manifest);
    succeeds(&folder, &["verify", "interrupted", "--sample", "5%"]);
    run(folder.path(), &["count", "16", "--run", "interrupted"]).prints(&format!("{SOLUTIONS_16}\n"));
}

#[test]
fn a_finished_run_is_repeated_and_verified() {
    let folder = version_0_1();
    let both = format!("{SOLUTIONS_14}\n45752\n");
    for (count, printed) in [
        (vec!["count", "14", "--run", "finished"], format!("{SOLUTIONS_14}\n")),
        (vec!["count", "14", "--run", "finished", "--fundamental"], both),
        (vec!["count", "14", "--run", "finished", "--double-check"], format!("{SOLUTIONS_14}\n")),
        (vec!["count", "14", "--run", "finished.rows", "--method", "rows"], format!("{SOLUTIONS_14}\n")),
    ] {
        let repeated = succeeds(&folder, &count);
        assert_eq!(repeated.stdout(), printed, "{count:?}");
        assert!(repeated.stderr().contains("this run was already finished"), "{}", repeated.stderr());
    }
    for directory in ["finished", "finished.rows"] {
        assert_eq!(succeeds(&folder, &["status", directory, "--json"]).json()["finished"], true);
        succeeds(&folder, &["verify", directory, "--sample", "100%"]);
    }
}

#[test]
fn a_finished_run_without_its_result_is_finished_again_from_its_ledger() {
    let folder = version_0_1();
    fs::remove_file(folder.path().join("finished/result.json")).unwrap();
    let result = succeeds(&folder, &["count", "14", "--run", "finished", "--json"]).json();
    assert_eq!((&result["solutions"], &result["resumed"]), (&SOLUTIONS_14.into(), &69.into()));
}

#[test]
fn the_shards_of_a_plan_are_worked_on_and_merged() {
    let folder = version_0_1();
    let saved = ledger(&folder, "shards/shard-00001");
    run(folder.path(), &["missing", "plan.json", "--dir", "shards", "--format", "slurm"]).prints("1-2,4\n");
    run(folder.path(), &["merge", "plan.json", "--dir", "shards"])
        .fails(1, &["3 of 5 shards are not finished"]);
    let repeated = run(folder.path(), &["work", "plan.json", "--shards", "0,3", "--dir", "shards"]);
    repeated.prints(
        "shard 0 of 5: 457728 solutions, 24.7 ms wall time\nshard 3 of 5: 462736 solutions, 14.5 ms wall time\n",
    );

    let work = ["work", "plan.json", "--shards", "1,2,4", "--dir", "shards", "--json"];
    let worked = succeeds(&folder, &work).stdout();
    let first: serde_json::Value = serde_json::from_str(worked.lines().next().unwrap()).unwrap();
    assert_eq!((&first["shard"]["number"], &first["resumed"]), (&1.into(), &14.into()));
    assert!(ledger(&folder, "shards/shard-00001").starts_with(&saved));
    run(folder.path(), &["merge", "plan.json", "--dir", "shards", "--run", "merged"])
        .prints(&format!("{SOLUTIONS_15}\n"));
    succeeds(&folder, &["verify", "merged", "--sample", "20"]);
    succeeds(&folder, &["verify", "shards/shard-00001", "--sample", "5"]);
}

#[test]
fn a_plan_is_still_the_plan_that_the_same_options_make() {
    let folder = version_0_1();
    let plan = fs::read(folder.path().join("plan.json")).unwrap();
    succeeds(&folder, &["plan", "15", "--shards", "5", "-o", "plan.json"]);
    assert_eq!(fs::read(folder.path().join("plan.json")).unwrap(), plan);
}

#[test]
fn a_record_is_published() {
    let folder = version_0_1();
    succeeds(&folder, &["publish", "--records", "records", "--output", "page"]);
    let page = fs::read_to_string(folder.path().join("page/README.md")).unwrap();
    assert!(page.contains("| 14 | 365,596 | ") && page.contains("](records/N14-scalar-1t-2026"), "{page}");
}

/// A time had another name in the estimates of earlier versions.
#[test]
fn estimates_are_published_under_either_name_of_their_time() {
    let folder = version_0_1();
    let page = folder.path().join("page");
    fs::create_dir(&page).unwrap();
    let published = |time: &str| {
        let estimate = format!(
            r#"{{"program":"queens","n":24,"method":"cross","depth":6,"kernel":"avx2","threads":2,"solutions":2.27e14,
            "solutions_standard_error":1e12,{time},"units":181310,"memory_bytes":1632032,"host":{{"cpu":"x","os":"y"}}}}"#
        );
        fs::write(page.join("estimate.json"), estimate).unwrap();
        succeeds(&folder, &["publish", "--records", "records", "--output", "page"]);
        fs::read_to_string(page.join("README.md")).unwrap()
    };
    let before = published(r#""wall_s":7200.0,"core_hours":4.0"#);
    assert!(
        before.contains("| 24 | ") && before.contains("2 h") && before.contains("3 min 45 s"),
        "{before}"
    );
    assert_eq!(published(r#""elapsed_s":7200.0,"core_s":14400.0"#), before);
}
