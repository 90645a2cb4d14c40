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
    let table = run(".", "count 8 4..5 2 8 --quiet").printed();
    let boards = table.lines().skip(2).map(|line| line.split('|').nth(1).unwrap().trim());
    assert!(boards.eq(["2", "4", "5", "8"]), "{table}");
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
    let object = run(".", "count 8..9 --fresh --json").ends(2, &["--fresh"]).json();
    let kind = &object["error"]["kind"];
    assert_eq!((kind, &object["exit_code"]), (&"usage".into(), &2.into()), "{object}");
}
