//! `queens list`: what it prints, in which order, and how it ends.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::support::{Finished, run, start};

fn list(arguments: &[&str]) -> String {
    let listed = run(Path::new("."), &[&["list"], arguments].concat());
    assert_eq!((listed.code(), listed.stderr().as_str()), (0, ""));
    listed.stdout()
}

#[test]
fn every_format_shows_the_same_boards() {
    assert_eq!(list(&["6", "--limit", "1"]), "246135\n");
    assert_eq!(list(&["4", "--fundamental"]), "2413\t2\n");
    // More than is written at once.
    assert_eq!(list(&["12"]).lines().count(), 14_200);
    assert_eq!(list(&["4", "--format", "board"]).split("\n\n").count(), 2);
    assert_eq!(list(&["4", "--format", "hex"]), "4182\n2814\n");
    let expected = "{\"n\":4,\"columns\":[2,4,1,3]}\n{\"n\":4,\"columns\":[3,1,4,2]}\n";
    assert_eq!(list(&["4", "--json"]), expected);
    assert_eq!(list(&["4", "--fundamental", "--json"]), "{\"n\":4,\"columns\":[2,4,1,3],\"class_size\":2}\n");
}

#[test]
fn closed_pipe_ends_a_long_list_quietly() {
    let mut listing = start(Path::new("."), &["list", "21"]);
    let mut first = String::new();
    BufReader::new(listing.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first.split_whitespace().count(), 21);
    let end = Finished::of(listing);
    assert_eq!((end.code(), end.stderr().as_str()), (0, ""));
}

#[test]
fn rejects_wrong_arguments_with_a_remedy() {
    for (arguments, part) in [
        (&["list", "0"][..], "from 1 to 32"),
        (&["list", "33"], "from 1 to 32"),
        (&["list", "eight"], "'eight'"),
        (&["list"], "<N>"),
        (&["list", "8", "--format", "chess"], "digits, board, hex"),
        (&["list", "8", "--quiet"], "unexpected argument '--quiet'"),
    ] {
        run(Path::new("."), arguments).fails(2, &[part]);
    }
    // With the reason as JSON on stdout, too.
    run(Path::new("."), &["list", "8", "--json", "--format", "hex"]).ends(2, &["cannot be used with"]);
}
