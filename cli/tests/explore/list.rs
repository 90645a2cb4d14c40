//! Tests `queens list` with long lists and with readers that stop early.

use std::io::{BufRead, BufReader};

use crate::support::{Finished, run, start};

#[test]
fn prints_more_than_is_written_at_once() {
    let listed = run(".", "list 12");
    assert_eq!((listed.code(), listed.stderr().as_str()), (0, ""));
    assert_eq!(listed.stdout().lines().count(), 14_200);
}

#[test]
fn closed_pipe_ends_a_long_list_quietly() {
    let mut listing = start(".", "list 21");
    let mut first = String::new();
    BufReader::new(listing.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.split_whitespace().count(), 21);
    let end = Finished::of(listing);
    assert_eq!((end.code(), end.stderr().as_str()), (0, ""));
}
