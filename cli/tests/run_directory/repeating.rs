//! Repeating a finished run: everything that follows from the ledger and the plan is computed
//! again, and `result.json` is not trusted.

use std::fs;

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
fn status_marks_a_wrong_total() {
    let folder = finished();
    change_ledger(&folder.path().join("run"), |entries| entries[0].solutions += 8);
    fs::remove_file(folder.path().join("run/result.json")).unwrap();
    let recorded = [&COUNT[..], &["--record", "records"]].concat();
    run(folder.path(), &recorded).fails(4, &["14,208 solutions cannot be right"]);
    assert_eq!(fs::read_dir(folder.path().join("records")).unwrap().count(), 0, "a wrong total was recorded");
    let status = run(folder.path(), &["status", "run"]);
    assert!(status.code() == 4 && status.stdout().contains("do not use this total"), "{}", status.stdout());
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
fn rejects_a_result_of_another_run() {
    for (field, wrong) in [
        ("n", json!(13)),
        ("method", json!("rows")),
        ("depth", json!(9)),
        ("units", json!(1)),
        ("nodes", json!("1")),
        ("shard", json!({"number": 0, "of": 2})),
    ] {
        let folder = finished();
        forge_result(&folder, |result| result[field] = wrong);
        let says = ["run/result.json is corrupt", &format!("its {field} is "), "--repair"];
        run(folder.path(), &COUNT).fails(4, &says);
        run(folder.path(), &["status", "run"]).fails(4, &says);
        run(folder.path(), &[&COUNT[..], &["--repair"]].concat()).prints_total(12);
    }
}

#[test]
fn unreadable_result_has_a_remedy() {
    for change in [
        |result: &mut Value| result["kernel"] = 7.into(),
        |result: &mut Value| {
            result.as_object_mut().unwrap().remove("host");
        },
    ] {
        let folder = finished();
        forge_result(&folder, change);
        run(folder.path(), &COUNT).fails(4, &["run/result.json is corrupt", "move the result aside"]);
        fs::remove_file(folder.path().join("run/result.json")).unwrap();
        run(folder.path(), &COUNT).prints_total(12);
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
