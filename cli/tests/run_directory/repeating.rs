//! Repeating a finished run: everything that follows from the ledger and the plan is computed
//! again, and `result.json` is not trusted.

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{change_ledger, forge, known, run};

const COUNT: [&str; 6] = ["count", "12", "--run", "run", "--threads", "1"];
const REPEAT: [&str; 7] = ["count", "12", "--run", "run", "--threads", "1", "--fundamental"];

/// A finished run of N = 12 in `run`, with the solutions up to symmetry.
fn finished() -> TempDir {
    let folder = tempdir().unwrap();
    run(folder.path(), &REPEAT).prints(&format!("{}\n1787\n", known(12)));
    folder
}

fn forge_result(folder: &TempDir, change: impl FnOnce(&mut Value)) {
    forge(&folder.path().join("run/result.json"), change);
}

#[test]
fn known_total_exposes_a_matching_forgery() {
    let folder = finished();
    change_ledger(&folder.path().join("run"), |entries| entries[0].solutions += 8);
    forge_result(&folder, |result| result["solutions"] = "14208".into());
    let says = [
        "14,208 solutions cannot be right for N = 12",
        "oeis: 14,208 is not the known number",
        " verify run --sample 100%` names the wrong units",
    ];
    run(folder.path(), &COUNT).fails(4, &says);
    run(folder.path(), &REPEAT).fails(4, &says);

    let status = run(folder.path(), &["status", "run"]);
    assert_eq!(status.code(), 4);
    assert!(
        status.stdout().contains("do not use this total: oeis: 14,208 is not the known")
            && status.stdout().contains(" verify run --sample 100%\n"),
        "{}",
        status.stdout()
    );
    let status = run(folder.path(), &["status", "run", "--json"]);
    assert_eq!((status.code(), &status.json()["checks"][0]["passed"]), (4, &false.into()));
}

#[test]
fn recomputes_derived_values_of_the_result() {
    let folder = finished();
    let right = run(folder.path(), &[&REPEAT[..], &["--json"]].concat()).json();
    for (field, wrong) in [
        ("fundamental", json!("1788")),
        ("half_turn", json!("88")),
        ("quarter_turn", json!("16")),
        ("cpu_s", json!(77.5)),
        ("thread_wall_s", json!(77.5)),
        ("checks", json!([])),
        ("checks", json!([{"name": "oeis", "passed": false, "detail": "14200 is wrong"}])),
        ("double_check", right.clone()),
        ("of_a_later_version", json!(true)),
    ] {
        let folder = finished();
        forge_result(&folder, |result| result[field] = wrong);
        let mut repeated = run(folder.path(), &[&REPEAT[..], &["--json"]].concat()).json();
        // Only a clock knows these.
        for time in ["wall_s", "cpu_s", "thread_wall_s"] {
            assert!(repeated[time] != 77.5, "{time}");
            repeated[time] = right[time].clone();
        }
        assert_eq!(repeated, right, "{field}");
    }
}

#[test]
fn repeats_a_finished_shard_from_its_ledger() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "12", "--shards", "2", "-o", "plan"]);
    let work = ["work", "plan", "--shards", "1", "--dir", "d", "--json"];
    let right = run(folder.path(), &work).json();
    let result = folder.path().join("d/shard-00001/result.json");
    forge(&result, |result| result["cpu_s"] = 77.5.into());
    assert_eq!(run(folder.path(), &work).json(), right);
    forge(&result, |result| result["shard"]["number"] = 0.into());
    run(folder.path(), &work).fails(4, &["result.json is corrupt", "its shard is"]);
    forge(&result, |result| {
        result["shard"]["number"] = 1.into();
        result["threads"] = "two".into();
    });
    run(folder.path(), &work).fails(4, &["result.json is corrupt", "move the result aside"]);
}

#[test]
fn merged_run_has_no_threads() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "12", "--shards", "2", "-o", "plan"]);
    run(folder.path(), &["work", "plan", "--shards", "0-1", "--dir", "d"]);
    let merged = run(folder.path(), &["merge", "plan", "--dir", "d", "--run", "run", "--json"]).json();
    let repeated = run(folder.path(), &["count", "12", "--run", "run", "--json"]).json();
    for result in [merged, repeated] {
        assert_eq!((&result["solutions"], result.get("threads")), (&json!(known(12)), None));
    }
}
