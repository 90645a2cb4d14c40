//! Fields that are missing or wrong, each with its file.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{merge_record, publish, read, recorded, refusal, refuses, rival, solutions};

/// Whether a changed record is wrong, and why it is refused.
fn publish_with(record: &Path, folder: &Path, changed: &Value) -> (bool, String) {
    fs::write(record, changed.to_string()).unwrap();
    refusal(folder)
}

#[test]
fn names_a_missing_field_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    let outer = record.as_object().unwrap().keys().map(|key| (None, key));
    let inner = record["result"].as_object().unwrap().keys().map(|key| (Some("result"), key));
    let inner = inner.filter(|(_, key)| !["cpu_s", "thread_wall_s"].contains(&key.as_str()));
    for (around, key) in outer.chain(inner).filter(|(_, key)| *key != "ledger_sha256") {
        let mut changed = record.clone();
        let place = match around {
            Some(around) => &mut changed[around],
            None => &mut changed,
        };
        place.as_object_mut().unwrap().remove(key);
        let (is_wrong, message) = publish_with(&path, folder.path(), &changed);
        assert!(is_wrong, "{message}");
        // These may be missing from the result of a merge, not from the record of a count.
        let reason = match (around, key.as_str()) {
            (Some(_), "checks") => "result.checks: there are none".to_owned(),
            (Some(_), "threads") => "result.threads: none".to_owned(),
            (Some(_), "wall_s") => "result.wall_s: not a time".to_owned(),
            (Some(_), "resumed") => "result.resumed: missing".to_owned(),
            (Some(_), "host") => "result.host.cpu: empty".to_owned(),
            (_, key) => format!("missing field `{key}`"),
        };
        assert!(message.contains(name) && message.contains(&reason), "{message}");
    }
}

#[test]
fn names_a_broken_field_with_its_file() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    for (pointer, value, field) in [
        ("/format", json!(-4), "format"),
        ("/cores", json!(0), "cores"),
        ("/cores", json!("two"), "cores"),
        ("/compiler", json!(""), "compiler"),
        ("/started", json!("yesterday"), "started"),
        ("/wall_s", json!(-1.0), "wall_s"),
        ("/wall_s", json!(null), "wall_s"),
        ("/wall_s", json!(1e-30), "wall_s"),
        ("/wall_s", json!(1e308), "wall_s"),
        ("/cpu_s", json!("0.1"), "cpu_s"),
        ("/peak_memory_bytes", json!(0), "peak_memory_bytes"),
        ("/ledger_sha256", json!("abc"), "ledger_sha256"),
        ("/result/checks", json!([]), "result.checks"),
        ("/result/checks/0", json!("guess"), "result.checks[0]"),
        ("/result/checks/0/passed", json!(false), "result.checks"),
        ("/result/program", json!("kings"), "result.program"),
        ("/result/n", json!(33), "result.n"),
        ("/result/solutions", json!("5"), "result.solutions"),
        ("/result/solutions", json!("four"), "result.solutions"),
        ("/result/solutions", json!(4), "result.solutions"),
        ("/result/nodes", json!("-1"), "result.nodes"),
        ("/result/method", json!("quantum"), "result.method"),
        ("/result/kernel", json!("quantum"), "result.kernel"),
        ("/result/threads", json!(0), "result.threads"),
        ("/result/units", json!(0), "result.units"),
        ("/result/wall_s", json!(0.0), "result.wall_s"),
        ("/result/cpu_s", json!(-1.0), "result.cpu_s"),
        ("/result/thread_wall_s", json!(-1.0), "result.thread_wall_s"),
        ("/result/host/cpu", json!(""), "result.host.cpu"),
        ("/result/commit", json!(""), "result.commit"),
    ] {
        let mut changed = record.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let (is_wrong, message) = publish_with(&path, folder.path(), &changed);
        assert!(is_wrong, "{pointer}: {message}");
        assert!(message.contains(name) && message.contains(&format!("{field}: ")), "{pointer}: {message}");
    }
    fs::write(&path, format!("{record} more")).unwrap();
    refuses(folder.path(), true, &[name, "not JSON"]);
}

/// Beyond 2^53, where neighbours are the same floating-point number.
#[test]
fn rejects_a_known_total_that_is_off_by_one() {
    let (folder, path) = recorded();
    let count = read(&path);
    let mut merge = merge_record();
    (merge["result"]["n"], merge["result"]["solutions"]) = (json!(26), json!(solutions(26)));
    let mut large = count.clone();
    let mut beside = rival(&count, "Near", 5.0);
    (large["result"]["n"], large["result"]["solutions"]) = (json!(26), json!(solutions(26)));
    (beside["boards"][0]["n"], beside["boards"][0]["solutions"]) = (json!(26), json!(solutions(26)));
    let mut checked = large.clone();
    checked["result"]["double_check"] = large["result"].clone();
    fs::create_dir(folder.path().join("results/rivals")).unwrap();
    for (name, record, total) in [
        ("records/large.jsonl", large, "/result/solutions"),
        ("records/checked.jsonl", checked, "/result/double_check/solutions"),
        ("records/merged.jsonl", merge, "/result/solutions"),
        ("rivals/near.json", beside, "/boards/0/solutions"),
    ] {
        let place = folder.path().join("results").join(name);
        fs::write(&place, record.to_string()).unwrap();
        publish(folder.path());
        let right: u128 = solutions(26).parse().unwrap();
        for wrong in [right - 1, right + 1] {
            let mut record = record.clone();
            *record.pointer_mut(total).unwrap() = json!(wrong.to_string());
            fs::write(&place, record.to_string()).unwrap();
            let says =
                if name == "records/checked.jsonl" { "a different total" } else { "not the known number" };
            refuses(folder.path(), true, &[name.rsplit('/').next().unwrap(), says]);
        }
        fs::remove_file(&place).unwrap();
    }
}

#[test]
fn names_a_malformed_ladder_or_estimate() {
    let (folder, _) = recorded();
    for (name, text) in [
        ("ladder.json", "{}"),
        ("ladder.json", ""),
        ("estimate.json", "{\"n\":24}"),
        ("estimate.json", "[]"),
        ("records/cut-off.jsonl", "{"),
    ] {
        let path = folder.path().join("results").join(name);
        fs::write(&path, text).unwrap();
        refuses(folder.path(), true, &[name, "restore it or remove it"]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn names_a_wrong_field_of_a_ladder_or_estimate() {
    let (folder, path) = recorded();
    let host = read(&path)["result"]["host"].clone();
    let rung = |wall_s: f64, speed: f64, correct: bool| {
        let rung = json!({"rung": 1, "name": "a", "idea": "b", "n": 8, "correct": correct, "wall_s": wall_s, "solutions_per_s": speed});
        json!({"host": host, "rungs": [rung]})
    };
    let estimate = |wall_s: f64, error_s: f64| {
        json!({"n": 24, "method": "halves", "kernel": "avx2", "threads": 2, "solutions": 2e14, "solutions_standard_error": 1e12,
            "wall_s": wall_s, "wall_standard_error_s": error_s, "units": 10, "memory_bytes": 1, "host": host})
    };
    for (name, object, message) in [
        ("ladder.json", rung(1e308, 1.0, true), "rungs.wall_s: not a time of up to 1,000 years"),
        ("ladder.json", rung(0.0, 1.0, true), "rungs.wall_s: not a time"),
        ("ladder.json", rung(1.0, 0.0, true), "rungs.solutions_per_s: none"),
        ("ladder.json", rung(1.0, 1.0, false), "rungs.correct: a wrong count"),
        ("estimate.json", estimate(-1.0, 1.0), "wall_s: not a time in seconds"),
        ("estimate.json", estimate(1.0, -1.0), "wall_standard_error_s: not a time in seconds"),
    ] {
        let file = folder.path().join("results").join(name);
        fs::write(&file, object.to_string()).unwrap();
        refuses(folder.path(), true, &[name, message, "restore it or remove it"]);
        fs::remove_file(&file).unwrap();
    }
    // Too few units were finished to tell the time.
    let file = folder.path().join("results/estimate.json");
    let mut unknown = estimate(1.0, 1.0);
    (unknown["wall_s"], unknown["wall_standard_error_s"]) = (Value::Null, Value::Null);
    fs::write(&file, unknown.to_string()).unwrap();
    publish(folder.path());
}
