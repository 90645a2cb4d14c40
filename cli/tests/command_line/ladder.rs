//! `queens ladder` and `queens board`: the table and the page.

use crate::support::run;

/// Rungs; none counts N = 32.
const RUNGS: usize = 11;

#[test]
fn rejects_boards_too_large_for_each_rung() {
    let table = run(".", "ladder 32").printed();
    assert_eq!(table.lines().count(), RUNGS + 1);
    let refusals: Vec<_> = table.lines().filter(|row| row.contains("not run: limited to N = ")).collect();
    assert!(refusals.len() >= RUNGS);
}

#[test]
fn writes_the_page_to_stdout_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let page = run(&folder, "board").stdout();
    assert!(page.starts_with("<!doctype html>"));
    run(&folder, "board -o -").prints(&page);
    run(&folder, "board -o board.html").prints("");
    assert_eq!(std::fs::read_to_string(folder.path().join("board.html")).unwrap(), page);
    run(&folder, "board -o missing/board.html").fails(1, &["cannot write", "missing"]);
}
