//! What is written into a README, and whether this project's own is up to date.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::support::{README, files, publish_readme, published, read, record, recorded, rival, solutions};

#[test]
fn describes_the_fastest_machine_of_the_largest_board() {
    let (folder, path) = recorded();
    let made = [record(12, "cross", 1), record(13, "cross", 1)];
    // Gamma is the fastest, but has no larger board; the last record is that of a slower machine.
    for (cpu, record, wall_s, file) in [
        ("Alpha", 1, 3.0, "a.jsonl"),
        ("Beta 2", 1, 2.0, "b.jsonl"),
        ("Gamma", 0, 0.1, "c.jsonl"),
        ("Alpha", 1, 4.0, "d.jsonl"),
    ] {
        let mut record = made[record].clone();
        record["result"]["host"]["cpu"] = json!(cpu);
        record["result"]["wall_s"] = json!(wall_s);
        fs::write(path.with_file_name(file), record.to_string()).unwrap();
    }
    fs::remove_file(&path).unwrap();
    fs::write(folder.path().join("README.md"), README).unwrap();
    publish_readme(folder.path());
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(text.contains("Measured on: Beta 2, ") && !text.contains("Alpha"), "{text}");
    let (document, _) = published(folder.path());
    let machines = document.split("## How the numbers were made").nth(1).unwrap();
    let row = |name: &str| machines.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
    assert!(row("Alpha").contains("| 2 |") && row("Beta 2").contains("| 1 |"), "{machines}");
}

#[test]
fn marks_estimates_with_about_and_their_error() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["n"] = json!(20);
    record["result"]["solutions"] = json!("39029188884");
    (record["result"]["threads"], record["result"]["wall_s"]) = (json!(2), json!(400.0));
    fs::write(&path, record.to_string()).unwrap();
    let estimate = json!({"n": 24, "method": "halves", "kernel": "avx2", "threads": 2, "solutions": 2e14, "solutions_standard_error": 1e12,
        "wall_s": 72000.0, "wall_standard_error_s": 7200.0, "units": 10, "memory_bytes": 1, "host": {"cpu": "Some CPU", "os": "linux"}});
    fs::write(folder.path().join("results/estimate.json"), estimate.to_string()).unwrap();
    fs::write(folder.path().join("README.md"), README).unwrap();
    publish_readme(folder.path());
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    for row in [
        "| N | solutions | one core | 2 cores | 64 such cores |",
        "| 20 | 39,029,188,884 | about 13 min 20 s | 6 min 40 s | about 12.5 s |",
        "A time with ± is an estimate, made on Some CPU; the percentage is its standard error.",
        "| 24 | 227,514,171,973,736 | 40 h ± 10% | 20 h ± 10% | 38 min ± 10% |",
        "N = 24 would take 20 h ± 10% on 2 cores of Some CPU, and 38 min ± 10% on 64 such cores: an estimate.",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
    assert_eq!(text.matches("| N |").count(), 1, "one table: {text}");
    assert_eq!(text.matches("| 24 |").count(), 1, "no board twice: {text}");
}

#[test]
fn a_busy_time_beats_slower_and_computed_ones() {
    let (folder, path) = recorded();
    let made = read(&path);
    let record = |(n, threads, wall_s, cpu_s): (usize, usize, f64, f64)| {
        let mut record = made.clone();
        let result = &mut record["result"];
        (result["n"], result["threads"], result["wall_s"]) = (json!(n), json!(threads), json!(wall_s));
        result["solutions"] = json!(solutions(n));
        (result["thread_wall_s"], result["cpu_s"]) = (json!(wall_s), json!(cpu_s));
        format!("{record}\n")
    };
    // The largest was counted only while the machine was busy; of N = 13 one core's time was.
    let records =
        [(12, 1, 100.0, 100.0), (13, 1, 300.0, 100.0), (13, 2, 200.0, 200.0), (14, 2, 900.0, 500.0)];
    fs::write(&path, records.map(record).concat()).unwrap();
    let estimate = json!({"n": 24, "method": "halves", "kernel": "avx2", "threads": 2, "solutions": 2e14, "solutions_standard_error": 1e12,
        "wall_s": 72000.0, "wall_standard_error_s": 7200.0, "units": 10, "memory_bytes": 1, "machine_was_busy": true,
        "host": made["result"]["host"]});
    let publish = |estimate: &serde_json::Value| {
        fs::write(folder.path().join("results/estimate.json"), estimate.to_string()).unwrap();
        fs::write(folder.path().join("README.md"), README).unwrap();
        publish_readme(folder.path());
        fs::read_to_string(folder.path().join("README.md")).unwrap()
    };
    let text = publish(&estimate);
    for part in [
        "On one core, N = 12 takes 1 min 40 s.",
        "| 12 | 14,200 | 1 min 40 s | about 50 s |  |",
        "| 13 | 73,712 | 5 min‡ | 3 min 20 s |  |",
        "| 14 | 365,596 | about 30 min‡ | 15 min‡ | about 28.1 s‡ |",
        "\n\n* ‡ The machine was busy. An idle machine takes no longer than this.\n",
        "| 24 | 227,514,171,973,736 | up to 2.0 days | up to 24 h | up to 45 min |",
        "such cores: an estimate, made on a busy machine, of the most that an idle one would take.",
        "\n* \"Up to\": estimated on a busy machine. An idle machine takes no longer than this.\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("* ‡").count(), 1, "no mark is explained where it is not used: {text}");
    // A measured time beside an estimate is of a free machine, or is marked and may be longer.
    let mut measured = estimate;
    (measured["n"], measured["wall_s"]) = (json!(14), json!(100.0));
    let text = publish(&measured);
    assert!(!text.contains("up to"), "{text}");
    let (document, _) = published(folder.path());
    let row = document.lines().find(|line| line.contains(" | up to ")).unwrap();
    assert!(row.contains(" | up to 4.0 h | 15 min‡ |"), "{row}");
    assert!(document.contains("\"Up to\" marks an estimate made on a busy machine"), "{document}");
    // What was measured in turn with another program is of a free machine.
    fs::write(&path, [(12, 1, 100.0, 100.0), (15, 1, 700.0, 100.0)].map(record).concat()).unwrap();
    let text = publish(&measured);
    assert!(text.contains("On one core, N = 12 takes 1 min 40 s.\n"), "{text}");
    assert!(text.contains("| 15 | 2,279,184 | 11 min 40 s‡ | "), "{text}");
    measured["machine_was_busy"] = json!(false);
    publish(&measured);
    assert!(!published(folder.path()).0.contains("\"up to\""), "only a bound is explained");
    fs::create_dir(folder.path().join("results/rivals")).unwrap();
    fs::write(folder.path().join("results/rivals/near.json"), rival(&made, "Near", 5.0).to_string()).unwrap();
    assert!(publish(&measured).contains("| 15 | 2,279,184 | 3 s | "));
}

#[test]
fn figures_match_the_records() {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let results = repository.join("results");
    if !results.join("records").is_dir() {
        return;
    }
    let out = TempDir::new().unwrap();
    for folder in ["", "records", "rivals"] {
        let [from, to] = [&results, &out.path().join("results")].map(|place| place.join(folder));
        fs::create_dir_all(&to).unwrap();
        let given = files(&from).into_keys().map(|path| path.file_name().unwrap().to_owned());
        for name in given.filter(|name| name.to_str().unwrap().contains(".json")) {
            fs::copy(from.join(&name), to.join(&name)).unwrap();
        }
    }
    let readme = out.path().join("README.md");
    fs::copy(repository.join("README.md"), &readme).unwrap();
    publish_readme(out.path());
    for name in ["summary", "table"] {
        let committed = fs::read_to_string(repository.join("README.md")).unwrap();
        assert!(
            committed.contains(&format!("\n<!-- {name}:begin -->\n")),
            "README.md has no place for the {name}"
        );
    }
    for (published, committed) in [
        (readme, repository.join("README.md")),
        (out.path().join("results/README.md"), results.join("README.md")),
    ] {
        let [new, old] = [&published, &committed].map(|path| fs::read_to_string(path).unwrap());
        let differs = new.lines().zip(old.lines()).find(|(new, old)| new != old);
        let committed = committed.display();
        assert!(new == old, "{committed}: `queens publish --readme README.md` makes it anew; {differs:?}");
    }
}
