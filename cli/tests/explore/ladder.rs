//! Tests what `queens ladder` and `queens board` print.

use crate::support::{read_stderr, run, signal, start};

#[test]
fn long_rung_says_what_is_measured() {
    let mut child = start(".", "ladder 17 --interval 0.1");
    read_stderr(&mut child, |text| text.contains("measuring central cross on N = 17, for "));
    signal(&child, "KILL");
    child.wait().unwrap();
}

#[test]
fn writes_the_page_to_stdout_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let page = run(&folder, "board").stdout();
    assert!(page.starts_with("<!doctype html>"));
    run(&folder, "board -o -").prints(&page);
    run(&folder, "board -o board.html").prints("");
    assert_eq!(std::fs::read_to_string(folder.path().join("board.html")).unwrap(), page);
}
