//! `queens count 8..20 --runs 3`: the timing table of several boards.

use std::fs;

use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{known, run};

#[test]
fn prints_a_table_row_per_board() {
    let folder = tempdir().unwrap();
    let table = run(folder.path(), &["count", "8..10", "--runs", "3", "--threads", "2"]);
    let text = table.stdout();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((table.code(), lines.len()), (0, 5), "{text}");
    assert_eq!(
        lines[0],
        "| N | solutions | method | kernel | threads | runs | wall time, median | least … greatest | CPU time | machine |"
    );
    for (line, begin) in lines[2..].iter().zip([8, 9, 10].map(|n| format!("| {n} | {} | ", known(n)))) {
        assert!(line.starts_with(&begin) && line.contains(" | 2 | 3 | "), "{line}");
    }
}

#[test]
fn single_runs_have_one_time_each_and_no_lines_besides() {
    let folder = tempdir().unwrap();
    let table = run(folder.path(), &["count", "8..9", "--threads", "1"]);
    let head = table.stdout().lines().next().unwrap().to_owned();
    assert_eq!(head, "| N | solutions | method | kernel | threads | wall time | CPU time | machine |");
    assert!(table.stdout().lines().all(|line| line.matches('|').count() == 9), "{}", table.stdout());
    let several = run(folder.path(), &["count", "8..11", "--runs", "3", "--threads", "1"]);
    assert_eq!((table.stderr(), several.stderr()), (String::new(), String::new()));
    let events = run(folder.path(), &["count", "8..9", "--threads", "1", "--progress", "json"]).stderr();
    assert_eq!(events.matches("\"event\":\"finished\"").count(), 2, "{events}");
}

#[test]
fn csv_median_is_between_least_and_greatest() {
    let folder = tempdir().unwrap();
    let text = run(folder.path(), &["count", "12", "--runs", "4", "--csv", "--threads", "1"]).stdout();
    let rows: Vec<Vec<_>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0].len(), rows[1].len()), (2, 11, 11), "{text}");
    assert_eq!((rows[1][0], rows[1][1], rows[1][5]), ("12", &*known(12), "4"));
    let [median, least, greatest, cpu] = [6, 7, 8, 9].map(|column| rows[1][column].parse::<f64>().unwrap());
    assert!(0.0 < least && least <= median && median <= greatest && cpu >= 0.0, "{text}");
}

#[test]
fn json_has_an_object_per_count() {
    let folder = tempdir().unwrap();
    let text = run(folder.path(), &["count", "8..9", "--runs", "2", "--json"]).stdout();
    let boards: Vec<_> = serde_json::Deserializer::from_str(&text)
        .into_iter::<serde_json::Value>()
        .map(|object| object.unwrap()["n"].as_u64().unwrap())
        .collect();
    assert_eq!(boards, [8, 9, 8, 9]);
}

#[test]
fn records_each_timed_count_but_no_warm_up() {
    let folder = tempdir().unwrap();
    let counted =
        run(folder.path(), &["count", "12..13", "--runs", "2", "--record", "kept", "--threads", "1"]);
    assert_eq!(counted.code(), 0, "{}", counted.stderr());
    assert_eq!(counted.stderr(), "every count is recorded in kept\n");
    let records = records(&folder.path().join("kept"));
    let boards: Vec<_> = records.iter().map(|record| record["result"]["n"].as_u64().unwrap()).collect();
    assert_eq!(boards, [12, 13, 12, 13]);
    // What the process took before is not this count's: one thread takes no more than the clock
    // shows, and a little.
    for record in &records {
        let [wall, cpu] = ["wall_s", "cpu_s"].map(|field| record[field].as_f64().unwrap());
        assert!(cpu <= 1.5 * wall + 0.02, "{cpu} s of CPU time in {wall} s");
    }
}

#[test]
fn neither_reads_nor_writes_saved_runs() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["count", "9", "--run", "queens-9.run"]).prints_total(9);
    let manifest = fs::read(folder.path().join("queens-9.run/result.json")).unwrap();
    let table = run(folder.path(), &["count", "9", "--runs", "1"]);
    assert!(
        table.stdout().contains("| 9 | 352 | ") && !table.stderr().contains("repeated"),
        "{}",
        table.stderr()
    );
    assert_eq!(fs::read(folder.path().join("queens-9.run/result.json")).unwrap(), manifest);
}

#[test]
fn counts_listed_boards_once_each_in_order() {
    let folder = tempdir().unwrap();
    let table = run(folder.path(), &["count", "8", "4..5", "2", "8", "--csv", "--quiet"]).printed();
    let boards: Vec<_> = table.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(boards, ["2", "4", "5", "8"]);
    let alone = run(folder.path(), &["count", "2", "2"]);
    assert!(!alone.prints_total(2).stderr().contains("solutions/s"), "{}", alone.stderr());
}

#[test]
fn rejects_options_of_a_single_count() {
    let folder = tempdir().unwrap();
    for option in
        [&["--run", "x"][..], &["--fresh"], &["--fundamental"], &["--double-check"], &["--max-time", "8h"]]
    {
        run(folder.path(), &[&["count", "8..9"], option].concat()).fails(2, &[option[0], "timing table"]);
    }
    run(folder.path(), &["count", "9..8"]).fails(2, &["runs backwards"]);
    for range in ["8-9", "8..=9", "8...9"] {
        run(folder.path(), &["count", range]).fails(2, &["write this range as 8..9"]);
    }
    run(folder.path(), &["count", "8,9"]).fails(2, &["write these boards as 8 9"]);
    let contradictory = run(folder.path(), &["count", "8", "--csv", "--json"]);
    contradictory.ends(2, &["--csv", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&contradictory.stdout()).unwrap();
    let kind = &object["error"]["kind"];
    assert_eq!((kind, &object["exit_code"]), (&"usage".into(), &2.into()), "{object}");
}
