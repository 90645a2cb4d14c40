//! `queens count --record`, and the records that `queens publish` rejects.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::records::{README, files, read, recorded, records, rival, succeeds};
use crate::support::{Finished, forge, known, ledger_sha256, run, signal, start};

/// The exit code and the message of `queens publish` after a record was changed.
fn publish_with(record: &Path, folder: &Path, changed: &Value) -> (i32, String) {
    fs::write(record, changed.to_string()).unwrap();
    let finished = run(folder, &["publish"]);
    (finished.code(), finished.stderr())
}

#[test]
fn record_describes_the_count() {
    let (_folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.ends_with(".jsonl") && name.contains("-cores-"), "{name}");
    let record = read(&path);
    assert_eq!(record["result"]["solutions"], json!(known(12)));
    assert_eq!(record["command"], json!("queens count 12 --threads 1 --kernel scalar --record"));
    assert_eq!(record["result"]["checks"][0]["name"], json!("oeis"));
    assert!(record["compiler"].as_str().unwrap().starts_with("rustc "), "{record}");
    assert!(record["peak_memory_bytes"].as_u64().unwrap() > 1 << 18, "{record}");
    assert_eq!(record["ledger_sha256"], Value::Null);
}

#[test]
fn record_of_a_saved_run_names_its_ledger() {
    let folder = TempDir::new().unwrap();
    let there = folder.path().join("my records");
    succeeds(folder.path(), &["count", "8", "--run", "eight", "--record", there.to_str().unwrap()]);
    let record = records(&there).remove(0);
    // Records are published: where its files are is the user's business.
    assert_eq!(record["command"], json!("queens count 8 --run eight --record 'my records'"));
    let hash = ledger_sha256(&folder.path().join("eight"));
    assert_eq!(record["ledger_sha256"], json!(hash));
}

#[test]
fn records_a_finished_run() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let later = ["count", "12", "--run", "run", "--record", "later"];
    succeeds(folder.path(), &["count", "12", "--run", "run", "--record", "once"]);
    run(folder.path(), &[&later[..], &["--double-check"]].concat()).prints_total(12);
    let once = records(&path("once")).remove(0);
    let again = records(&path("later")).remove(0);
    let same = ["cores", "compiler", "wall_s", "ledger_sha256"];
    assert!(same.iter().all(|field| again[field] == once[field] && !once[field].is_null()), "{again}");
    assert_eq!([&again["cpu_s"], &again["peak_memory_bytes"]], [&Value::Null; 2]);
    assert_eq!(again["result"]["commit"], once["result"]["commit"]);
    assert_eq!(again["result"]["cpu_s"], once["result"]["cpu_s"]);
    assert!(again["result"]["double_check"]["solutions"] == json!(known(12)), "{again}");
    // Finished by another build, on another machine, in the second session.
    forge(&path("run/result.json"), |result| {
        result["commit"] = json!("0123456789ab");
        (result["host"]["cpu"], result["resumed"]) = (json!("Cray-1"), json!(1));
    });
    succeeds(folder.path(), &later);
    let cray = files(&path("later")).into_iter().find(|(path, _)| path.to_str().unwrap().contains("cray-1-"));
    let record: Value = serde_json::from_str(&cray.unwrap().1).unwrap();
    assert_eq!(["cores", "compiler", "wall_s"].map(|field| &record[field]), [&Value::Null; 3]);
    assert_eq!(record["result"]["commit"], "0123456789ab");
    succeeds(folder.path(), &["publish", "--records", "later", "-o", "out"]);
    let document = fs::read_to_string(path("out/README.md")).unwrap();
    assert!(document.contains("\n### Cray-1\n") && document.contains('†'), "{document}");
}

#[test]
fn records_a_finished_run_once() {
    let folder = TempDir::new().unwrap();
    let count = ["count", "12", "--run", "run", "--record", "kept"];
    let first = run(folder.path(), &count).stderr();
    assert!(first.contains("\nrecorded in kept/"), "{first}");
    let again = run(folder.path(), &count).stderr();
    assert!(again.contains("\nrecorded already in kept/") && again.contains(".jsonl, line 1"), "{again}");
    assert_eq!(records(&folder.path().join("kept")).len(), 1);
    // A second count by another method is news.
    let checked = [&count[..], &["--double-check"]].concat();
    for says in ["\nrecorded in kept/", "\nrecorded already in kept/"] {
        let said = run(folder.path(), &checked).stderr();
        assert!(said.contains(says), "{said}");
    }
    // So is the same count once more.
    succeeds(folder.path(), &[&count[..], &["--fresh"]].concat());
    assert_eq!(records(&folder.path().join("kept")).len(), 3);
}

#[test]
fn each_count_appends_a_line() {
    let (folder, path) = recorded();
    let before = fs::read_to_string(&path).unwrap();
    let count = ["count", "12", "--threads", "1", "--kernel", "scalar", "--record"];
    succeeds(folder.path(), &count);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == 2, "{after}");
    // A line that was torn stays as it is, on a line of its own, and is named.
    fs::write(&path, format!("{before}{}", before.trim_end().split_at(40).0)).unwrap();
    succeeds(folder.path(), &count);
    let lines = fs::read_to_string(&path).unwrap();
    assert_eq!(lines.lines().count(), 3);
    let name = format!("{}:2: not JSON", path.file_name().unwrap().to_str().unwrap());
    run(folder.path(), &["publish"]).fails(4, &[&name]);
}

#[test]
fn reads_records_of_several_machines() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["host"]["cpu"] = json!("Other");
    fs::write(path.with_file_name("other.jsonl"), record.to_string()).unwrap();
    let published = run(folder.path(), &["publish"]);
    assert!(published.stderr().contains("published 2 records"), "{}", published.stderr());
    let text = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(text.contains("### Other, "), "{text}");
}

/// As docs/json.md allows them.
#[test]
fn reads_what_a_newer_version_adds() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["version"] = json!("1.10.0");
    record["result"]["kernel"] = json!("quantum");
    record["result"]["checks"][0]["name"] = json!("oracle");
    record["result"]["device"] =
        json!({"name": "Abacus", "kind": "discrete", "backend": "beads", "driver": "1", "mood": "good"});
    for around in ["", "/result", "/result/host", "/result/checks/0"] {
        record.pointer_mut(around).unwrap()["mood"] = json!("good");
    }
    let mut rival = rival(&record, "Near", 5.0);
    for around in ["", "/queens", "/boards/0", "/host"] {
        rival.pointer_mut(around).unwrap()["mood"] = json!("good");
    }
    fs::create_dir(folder.path().join("results/rivals")).unwrap();
    fs::write(folder.path().join("results/rivals/near.json"), rival.to_string()).unwrap();
    let (code, message) = publish_with(&path, folder.path(), &record);
    assert!(code == 0 && message.contains("published 1 record "), "{message}");
    let document = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(document.contains("| cross quantum, one thread | Abacus |"), "{document}");
}

#[test]
fn names_a_record_of_a_newer_version_or_leaves_it_out() {
    let (folder, path) = recorded();
    let record = read(&path);
    let name = path.file_name().unwrap().display();
    let newer = |change: &dyn Fn(&mut Value)| {
        let mut newer = record.clone();
        newer["result"]["version"] = json!("1.10.0");
        change(&mut newer);
        newer
    };
    let dear = "x".repeat(900_000);
    for (newer, unknown) in [
        (newer(&|newer| newer["format"] = json!(5)), "format 5"),
        (newer(&|newer| newer["result"]["method"] = json!("quarters")), "the method 'quarters'"),
        (newer(&|newer| newer["result"]["method"] = json!(dear)), "the method 'xxx"),
        (
            newer(&|newer| {
                let mut again = newer["result"].clone();
                again["method"] = json!("quarters");
                newer["result"]["double_check"] = again;
            }),
            "the method 'quarters'",
        ),
    ] {
        fs::write(&path, format!("{record}\n{newer}\n")).unwrap();
        let says = format!(
            "{name}:2 was made by a newer version of queens, 1.10.0: this one does not know {unknown}"
        );
        let refused = run(folder.path(), &["publish"]);
        refused.fails(
            1,
            &[&says, "use that version or a later one, or leave out such records with --without-newer"],
        );
        assert!(refused.stderr().len() < 1000, "{unknown}");
        let published = run(folder.path(), &["publish", "--without-newer"]).stderr();
        for part in ["left out 1 record of newer versions", "published 1 record "] {
            assert!(published.contains(part), "{published}");
        }
    }
    // A record of this version or an older one has no such excuse, and the option covers nothing else.
    for version in [env!("CARGO_PKG_VERSION"), "0.9.9", "1", "new"] {
        let mut wrong = newer(&|newer| newer["result"]["method"] = json!("quarters"));
        wrong["result"]["version"] = json!(version);
        fs::write(&path, format!("{record}\n{wrong}\n")).unwrap();
        run(folder.path(), &["publish", "--without-newer"]).fails(4, &[":2: result.method: "]);
    }
}

#[test]
fn rejects_a_record_of_a_development_build() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["format"] = json!(2);
    let result = record["result"].as_object_mut().unwrap();
    let method = result.remove("method").unwrap();
    result.insert("split".to_owned(), method);
    let text = record.to_string();
    fs::write(&path, &text).unwrap();
    let place = format!("{}:1 has format 2: only development builds", path.file_name().unwrap().display());
    run(folder.path(), &["publish"]).fails(1, &[&place]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn names_the_line_of_a_record_that_is_not_text() {
    let (folder, path) = recorded();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"{\xff}\n");
    fs::write(&path, bytes).unwrap();
    let place = format!("{}:2: not UTF-8", path.file_name().unwrap().display());
    run(folder.path(), &["publish"]).fails(4, &[&place, "restore it or remove it"]);
}

/// A record that is passed over changes what is published without a word.
#[test]
fn names_a_file_that_cannot_be_read() {
    let (folder, path) = recorded();
    let results = folder.path().join("results");
    for (link, to) in [
        ("records/moved.jsonl", "nowhere"),
        ("records/merged.jsonl", "merged.jsonl"),
        ("rivals", "nowhere"),
        ("ladder.json", "nowhere"),
        ("estimate.json", "nowhere"),
    ] {
        symlink(to, results.join(link)).unwrap();
        run(folder.path(), &["publish"]).fails(1, &["error: cannot read ", link]);
        assert!(!results.join("README.md").exists(), "{link}");
        fs::remove_file(results.join(link)).unwrap();
    }
    // A link to a record is as good as the record.
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    symlink(folder.path().join("elsewhere"), &path).unwrap();
    succeeds(folder.path(), &["publish"]);
}

#[test]
fn prefers_records_of_idle_machines() {
    let (folder, path) = recorded();
    let readme = folder.path().join("README.md");
    let record = read(&path);
    let published = |times: &[(f64, f64)]| {
        let lines = times.iter().map(|(wall, cpu)| {
            let mut record = record.clone();
            let result = &mut record["result"];
            result["wall_s"] = json!(wall);
            (result["thread_wall_s"], result["cpu_s"]) = (json!(wall), json!(cpu));
            format!("{record}\n")
        });
        let place = path.with_file_name("several.jsonl");
        fs::write(&place, lines.collect::<String>()).unwrap();
        fs::write(&readme, README).unwrap();
        succeeds(folder.path(), &["publish", "--readme", "README.md"]);
        fs::remove_file(place).unwrap();
        let [document, text] = [folder.path().join("results/README.md"), readme.clone()]
            .map(|path| fs::read_to_string(path).unwrap());
        let time = document.split("\n| 12 | [").nth(1).unwrap().split(']').next().unwrap().to_owned();
        // The README says the same, and what the mark means, where there is one.
        assert!(text.contains(&format!("| 12 | 14,200 | {time} |")), "{time}: {text}");
        assert!(text.contains(&format!("On one core, N = 12 takes {time}.")), "{time}: {text}");
        for text in [&text, &document] {
            assert_eq!(text.contains("\n* ‡ the machine was busy"), time.ends_with('‡'), "{time}: {text}");
        }
        time
    };
    let mut quick = record.clone();
    // As in records that development builds made: no times of the units, only those of the process.
    quick["cpu_s"] = json!(1.0);
    quick["result"]["wall_s"] = json!(9.0);
    let result = quick["result"].as_object_mut().unwrap();
    result.remove("cpu_s");
    result["thread_wall_s"] = json!(9.0);
    fs::write(&path, quick.to_string()).unwrap();
    assert_eq!(published(&[]), "9 s‡");
    assert_eq!(published(&[(2.0, 1.79)]), "2 s‡");
    assert_eq!(published(&[(2.0, 1.7), (3.0, 2.71)]), "2 s‡");
    assert_eq!(published(&[(2.0, 1.7), (1.5, 1.36)]), "1.5 s");
    // However short it is.
    assert_eq!(published(&[(0.2, 0.1)]), "200 ms‡");
}

#[test]
fn count_record_and_status_report_a_busy_machine() {
    let folder = TempDir::new().unwrap();
    let count = ["count", "15", "--method", "halves", "--kernel", "scalar", "--threads", "1", "--run", "run"];
    let mut child = start(folder.path(), &[&count[..], &["--record", "kept"]].concat());
    // It runs a small part of the time from beginning to end, however fast the machine is.
    while child.try_wait().unwrap().is_none() {
        signal(&child, "STOP");
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, "CONT");
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = Finished::of(child).stderr();
    assert!(said.contains("matches A000170; the machine was busy\n"), "{said}");
    assert!(said.contains(".jsonl, marked as busy\n"), "{said}");
    let status = run(folder.path(), &["status", "run"]).stdout();
    assert!(status.contains(" in all threads; the machine was busy, or had too few cores\n"), "{status}");
    let record = records(&folder.path().join("kept")).remove(0);
    let [wall, cpu] = ["thread_wall_s", "cpu_s"].map(|time| record["result"][time].as_f64().unwrap());
    assert!(wall > 0.25 && cpu < 0.9 * wall, "{record}");
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
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{message}");
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
        let (code, message) = publish_with(&path, folder.path(), &changed);
        assert_eq!(code, 4, "{pointer}: {message}");
        assert!(message.contains(name) && message.contains(&format!("{field}: ")), "{pointer}: {message}");
    }
    publish_with(&path, folder.path(), &record);
    fs::write(&path, format!("{record} more")).unwrap();
    run(folder.path(), &["publish"]).fails(4, &[name, "not JSON"]);
}

/// Beyond 2^53, where neighbours are the same floating-point number.
#[test]
fn rejects_a_known_total_that_is_off_by_one() {
    let (folder, path) = recorded();
    let count = read(&path);
    let merge = json!({
        "format": 4, "plan_hash": "0".repeat(32), "ledger_sha256": "0".repeat(64),
        "result": {
            "format": 4, "program": "queens", "version": "1.0.0", "commit": "a", "n": 26, "solutions": known(26),
            "method": "halves", "depth": 4, "kernel": "avx2", "units": 9, "nodes": "1", "cpu_s": 1.0,
            "checks": count["result"]["checks"], "merged": {"shards": 2, "machines": [], "kernels": {"avx2": 2}},
        },
    });
    let mut large = count.clone();
    let mut beside = rival(&count, "Near", 5.0);
    (large["result"]["n"], large["result"]["solutions"]) = (json!(26), json!(known(26)));
    (beside["boards"][0]["n"], beside["boards"][0]["solutions"]) = (json!(26), json!(known(26)));
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
        succeeds(folder.path(), &["publish"]);
        let right: u128 = known(26).parse().unwrap();
        for wrong in [right - 1, right + 1] {
            let mut record = record.clone();
            *record.pointer_mut(total).unwrap() = json!(wrong.to_string());
            fs::write(&place, record.to_string()).unwrap();
            let says =
                if name == "records/checked.jsonl" { "a different total" } else { "not the known number" };
            run(folder.path(), &["publish"]).fails(4, &[name.rsplit('/').next().unwrap(), says]);
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
        run(folder.path(), &["publish"]).fails(4, &[name, "restore it or remove it"]);
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
        run(folder.path(), &["publish"]).fails(4, &[name, message, "restore it or remove it"]);
        fs::remove_file(&file).unwrap();
    }
    // Too few units were finished to tell the time.
    let file = folder.path().join("results/estimate.json");
    let mut unknown = estimate(1.0, 1.0);
    (unknown["wall_s"], unknown["wall_standard_error_s"]) = (Value::Null, Value::Null);
    fs::write(&file, unknown.to_string()).unwrap();
    succeeds(folder.path(), &["publish"]);
}

#[test]
fn no_records_is_an_error_with_a_remedy() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["count", "11", "--record"]);
    run(folder.path(), &["publish"])
        .fails(1, &["no records of N = 12 or more", "queens count 16 --record results/records"]);
}
