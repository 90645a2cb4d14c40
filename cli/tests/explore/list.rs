//! `queens list`: what it prints, in which order, and how it ends.

use std::io::{BufRead, BufReader};

use crate::support::{Finished, run, start};

fn list(words: &str) -> String {
    let listed = run(".", &format!("list {words}"));
    assert_eq!((listed.code(), listed.stderr().as_str()), (0, ""));
    listed.stdout()
}

#[test]
fn every_format_shows_the_same_boards() {
    for (words, boards) in [
        ("6", "246135\n362514\n415263\n531642\n"),
        ("4 --fundamental", "2413\t2\n"),
        ("4 --format board", ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n"),
        ("1 --fundamental --format board", "Q\nclass of 1\n"),
        ("4 --json", "{\"n\":4,\"columns\":[2,4,1,3]}\n{\"n\":4,\"columns\":[3,1,4,2]}\n"),
        ("4 --fundamental --json", "{\"n\":4,\"columns\":[2,4,1,3],\"class_size\":2}\n"),
    ] {
        assert_eq!(list(words), boards, "{words}");
    }
    // More than is written at once.
    assert_eq!(list("12").lines().count(), 14_200);
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
