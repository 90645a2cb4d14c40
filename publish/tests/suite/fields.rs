//! Fields that are missing or wrong, each with its file.

use serde_json::{Value, json};

use crate::support::{Results, changed, estimate, ladder, merge_record, record, rival, solutions, timed};

/// Asserts that the results are refused with `value` at the pointer, because of a field.
#[track_caller]
fn names(results: &Results, file: &str, sound: &Value, (pointer, value, field): (&str, Value, &str)) {
    results.put(file, &[changed(sound, pointer, value)]);
    let file = file.rsplit('/').next().unwrap();
    let place =
        if file.ends_with(".jsonl") { format!("{file}:1: {field}") } else { format!("{file}: {field}") };
    results.refuses(true, &[&place]);
}

#[test]
fn names_a_broken_field_with_its_file() {
    let [count, merge] = [record(12, "cross", 1), merge_record()];
    let results = Results::of(std::slice::from_ref(&count));
    for broken in [
        ("/format", json!(-4), "format: "),
        ("/ledger_sha256", json!("0".repeat(63) + "g"), "ledger_sha256: "),
        ("/result/checks", json!([]), "result.checks: "),
        ("/result/checks/0/passed", json!(false), "result.checks: "),
        // What the total cannot be read from is named without its field.
        ("/result/n", json!(33), "result: the board size"),
        ("/result/solutions", json!("5"), "result.solutions: "),
        ("/result/solutions", json!("four"), "result: \"four\" is not"),
        ("/result/solutions", json!(4), "result: "),
        ("/result/nodes", json!("-1"), "result: \"-1\" is not"),
        ("/result/method", json!("quantum"), "result.method: "),
        ("/result/units", json!(0), "result.units: "),
        ("/result/cpu_s", json!(-1.0), "result.cpu_s: "),
        ("/result/cpu_s", json!(1e308), "result.cpu_s: "),
        ("/result/cpu_s", json!(1e-30), "result.cpu_s: "),
        ("/result/thread_wall_s", json!(-1.0), "result.thread_wall_s: "),
        ("/result/shard", json!({ "number": 0, "of": 2 }), "result.shard: "),
    ] {
        names(&results, "records/other.jsonl", &count, broken.clone());
        results.remove("records/other.jsonl");
        names(&results, "records/merged.jsonl", &merge, broken);
        results.remove("records/merged.jsonl");
    }
    for broken in [
        ("/cores", json!("two"), "cores: "),
        ("/started", json!("yesterday"), "started: "),
        ("/wall_s", json!(-1.0), "wall_s: "),
        ("/wall_s", json!(null), "wall_s: "),
        ("/wall_s", json!(1e-30), "wall_s: "),
        ("/wall_s", json!(1e308), "wall_s: "),
        ("/cpu_s", json!("0.1"), "cpu_s: "),
        ("/result/checks/0", json!("guess"), "result.checks[0]: "),
        ("/result/threads", json!(0), "result.threads: "),
        ("/result/threads", Value::Null, "result.threads: "),
        ("/result/resumed", Value::Null, "result.resumed: "),
        ("/result/host", Value::Null, "result.host: "),
        ("/result/wall_s", json!(0.0), "result.wall_s: "),
        // A merge is no count of a machine.
        ("/result/merged", merge["result"]["merged"].clone(), "result.merged: "),
    ] {
        names(&results, "records/other.jsonl", &count, broken);
    }
    for (text, says) in [
        (format!("{count} more"), "not JSON"),
        (count.to_string().replacen("\"command\":", "\"order\":", 1), "missing field `command`"),
    ] {
        results.put_text("records/other.jsonl", text);
        results.refuses(true, &["other.jsonl", says]);
    }
}

#[test]
fn names_a_broken_field_of_a_merge() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let merge = merge_record();
    let units = merge["result"]["units"].as_u64().unwrap();
    for (pointer, value, field) in [
        ("/plan_hash", json!("abc"), "plan_hash: "),
        ("/result/merged", Value::Null, "result.merged: "),
        ("/result/cpu_s", Value::Null, "result.cpu_s: "),
        ("/result/merged/shards", json!(0), "result.merged.shards: "),
        ("/result/merged/shards", json!(units + 1), "result.merged.shards: "),
    ] {
        names(&results, "records/merged.jsonl", &merge, (pointer, value, field));
    }
}

#[test]
fn names_a_broken_field_of_a_rival() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let sound = rival("Near", 5.0);
    for format in [2, 1_001, 0x1_0001, 0x1_0000_0001_u64] {
        results.put("rivals/near.json", &[changed(&sound, "/format", json!(format))]);
        let says = "near.json was made by a newer version of queens: this one does not know format";
        results.refuses(false, &[&format!("{says} {format}")]);
    }
    for broken in [
        ("/format", json!("1"), "format: "),
        ("/threads", json!(0), "threads: none"),
        ("/started", json!("today"), "started: not a time"),
        ("/boards", json!([]), "boards: none"),
        ("/boards/2/solutions", json!("2279185"), "boards.solutions: not the known number"),
        ("/boards/0/seconds", json!([]), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(0.0), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(1e-30), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/seconds/1", json!(1e308), "boards.seconds: none, or not times from 1 us"),
        ("/boards/1/queens_seconds/0", json!(-1.0), "boards.queens_seconds: none, or not times"),
        ("/boards/0/n", json!(40), "boards[0].n: "),
        ("/host/cpu", json!(7), "host.cpu: "),
    ] {
        names(&results, "rivals/near.json", &sound, broken);
    }
}

/// A record that contradicts what the program knows is refused, whatever it says of its own checks.
#[test]
fn rejects_what_cannot_be() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let of = |changes: &[(&str, Value)]| {
        let sound = timed(12, 4, "Test CPU", [2.0, 3.0]);
        changes.iter().fold(sound, |record, (pointer, value)| changed(&record, pointer, value.clone()))
    };
    // 8 divides it and the solutions that rotations leave unchanged, and it is as large as expected.
    let likely = json!("2570000000000000000");
    let large = |solutions: &str| vec![("/result/n", json!(28)), ("/result/solutions", json!(solutions))];
    for (changes, field) in [
        (large("5"), "result.solutions: excluded by Burnside's lemma"),
        (large("2570000000000000001"), "result.solutions: excluded"),
        // Four threads run on two cores for 2 s at most.
        (vec![("/result/cpu_s", json!(4.6))], "result.cpu_s: more than its threads and cores"),
        (vec![("/result/thread_wall_s", json!(9.0))], "result.thread_wall_s: more than its threads"),
    ] {
        results.put("records/other.jsonl", &[of(&changes)]);
        results.refuses(true, &[&format!("other.jsonl:1: {field}")]);
    }
    results.put("records/other.jsonl", &[of(&large(likely.as_str().unwrap())), of(&[])]);
    results.publish();
    // The second total of one board, of a count or of a merge.
    let other = large("2570000000000000008");
    results.put("records/another.jsonl", &[of(&other)]);
    results.refuses(false, &["another.jsonl#L1 and other.jsonl#L1 have different totals of N = 28: "]);
    results.remove("records/another.jsonl");
    let merge =
        other.iter().fold(merge_record(), |merge, (pointer, value)| changed(&merge, pointer, value.clone()));
    results.put("records/merged.jsonl", &[merge]);
    results.refuses(false, &["other.jsonl#L1 and merged.jsonl#L1 have different totals of N = 28: "]);
}

/// The totals exceed 2^53, where neighbouring integers are the same floating-point number.
#[test]
fn rejects_a_known_total_that_is_off_by_one() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let large = record(26, "cross", 1);
    let again = record(26, "rows", 1)["result"].clone();
    let checked = changed(&large, "/result/double_check", again);
    let merge = changed(&merge_record(), "/result/n", json!(26));
    let beside = changed(&rival("Near", 5.0), "/boards/0/n", json!(26));
    for (file, sound, total, says) in [
        ("records/large.jsonl", large, "/result/solutions", "not the known number"),
        ("records/checked.jsonl", checked, "/result/double_check/solutions", "a different total"),
        ("records/merged.jsonl", merge, "/result/solutions", "not the known number"),
        ("rivals/near.json", beside, "/boards/0/solutions", "not the known number"),
    ] {
        let right: u128 = solutions(26).parse().unwrap();
        let of = |solutions: u128| changed(&sound, total, json!(solutions.to_string()));
        for wrong in [right - 1, right + 1] {
            results.put(file, &[of(wrong)]);
            results.refuses(true, &[file.rsplit('/').next().unwrap(), says]);
        }
        results.put(file, &[of(right)]);
        results.publish();
        results.remove(file);
    }
}

#[test]
fn names_a_wrong_ladder_or_estimate() {
    let results = Results::of(&[record(12, "cross", 1)]);
    let rung = |field: &str, value| changed(&ladder("x"), &format!("/rungs/0/{field}"), value).to_string();
    let time = |times| estimate(24, "x", times).to_string();
    for (file, text, message) in [
        ("ladder.json", "{}".to_owned(), ""),
        ("ladder.json", String::new(), ""),
        ("estimate.json", "{\"n\":24}".to_owned(), ""),
        ("estimate.json", "[]".to_owned(), ""),
        ("records/cut-off.jsonl", "{".to_owned(), ":1: not JSON: EOF"),
        ("records/list.jsonl", "[]".to_owned(), ":1: the record: "),
        ("ladder.json", rung("wall_s", json!(1e308)), "rungs.wall_s: not a time of up to 1,000 years"),
        ("ladder.json", rung("wall_s", json!(0.0)), "rungs.wall_s: not a time"),
        ("ladder.json", rung("solutions_per_s", json!(0.0)), "rungs.solutions_per_s: none"),
        ("ladder.json", rung("correct", json!(false)), "rungs.correct: a wrong count"),
        ("estimate.json", time([-1.0, 1.0]), "wall_s: not a time in seconds"),
        ("estimate.json", time([1.0, -1.0]), "wall_standard_error_s: not a time in seconds"),
    ] {
        results.put_text(file, text);
        results.refuses(true, &[file, message, "restore it or remove it"]);
        results.remove(file);
    }
    // Too few units were finished to tell the time.
    let unknown = changed(&estimate(24, "x", [1.0, 1.0]), "/wall_s", Value::Null);
    results.put("estimate.json", &[changed(&unknown, "/wall_standard_error_s", Value::Null)]);
    results.publish();
}
