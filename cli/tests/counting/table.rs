//! `queens count 8..20 --runs 3`: the timing table of several boards.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::records::records;
use crate::support::{known, run};

#[test]
fn prints_a_table_row_per_board() {
    let table = run(".", "count 8..10 --runs 3 --threads 2");
    let text = table.printed();
    let without_alignment = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<_> = text.lines().map(without_alignment).collect();
    assert_eq!((lines.len(), table.stderr().as_str()), (5, ""), "{text}");
    for (line, begin) in lines[2..].iter().zip([8, 9, 10].map(|n| format!("| {n} | {} | ", known(n)))) {
        assert!(line.starts_with(&begin) && line.contains(" | 2 | 3 | "), "{line}");
    }
}

#[test]
fn single_runs_have_one_time_each_and_no_lines_besides() {
    let table = run(".", "count 8..9 --threads 1");
    let text = table.printed();
    assert!(text.contains(" wall time ") && !text.contains("median"), "{text}");
    assert_eq!(table.stderr(), "");
    let events = run(".", "count 8..9 --threads 1 --progress json").stderr();
    assert_eq!(events.matches("\"event\":\"finished\"").count(), 2, "{events}");
}

#[test]
fn csv_median_is_between_least_and_greatest() {
    let text = run(".", "count 12 --runs 4 --csv --threads 1").stdout();
    let rows: Vec<Vec<_>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0].len(), rows[1].len()), (2, 11, 11), "{text}");
    assert_eq!((rows[1][0], rows[1][1], rows[1][5]), ("12", &*known(12), "4"));
    let [median, least, greatest, cpu] = [6, 7, 8, 9].map(|column| rows[1][column].parse::<f64>().unwrap());
    assert!(0.0 < least && least <= median && median <= greatest && cpu >= 0.0, "{text}");
}

#[test]
fn json_has_an_object_per_count() {
    let text = run(".", "count 8..9 --runs 2 --json").stdout();
    let boards = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    assert!(boards.map(|object| object.unwrap()["n"].clone()).eq([8, 9, 8, 9]), "{text}");
}

#[test]
fn records_each_timed_count_but_no_warm_up() {
    let folder = tempdir().unwrap();
    let counted = run(&folder, "count 12..13 --runs 2 --record kept --threads 1");
    counted.printed();
    assert_eq!(counted.stderr(), "every count is recorded in kept\n");
    let records = records(&folder.path().join("kept"));
    assert!(records.iter().map(|record| &record["result"]["n"]).eq([12, 13, 12, 13]), "{records:?}");
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
    run(&folder, "count 9 --run queens-9.run").prints_total(9);
    let result = || fs::read(folder.path().join("queens-9.run/result.json")).unwrap();
    let before = result();
    let table = run(&folder, "count 9 --runs 1");
    assert_eq!(table.shows(&[" 352 | "]).stderr(), "");
    assert_eq!(result(), before);
}

#[test]
fn counts_listed_boards_once_each_in_order() {
    let table = run(".", "count 8 4..5 2 8 --csv --quiet").printed();
    assert!(table.lines().skip(1).map(|line| line.split(',').next().unwrap()).eq(["2", "4", "5", "8"]));
    let alone = run(".", "count 2 2").prints_total(2).stderr();
    assert!(!alone.contains("solutions/s"), "{alone}");
}

#[test]
fn rejects_options_of_a_single_count() {
    for option in ["--run x", "--fresh", "--fundamental", "--double-check", "--max-time 8h"] {
        let name = option.split(' ').next().unwrap();
        run(".", &format!("count 8..9 {option}")).fails(2, &[name, "timing table"]);
    }
    run(".", "count 9..8").fails(2, &["runs backwards"]);
    let object = run(".", "count 8 --csv --json").ends(2, &["--csv", "--json"]).json();
    let kind = &object["error"]["kind"];
    assert_eq!((kind, &object["exit_code"]), (&"usage".into(), &2.into()), "{object}");
}
