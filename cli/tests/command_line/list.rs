//! `queens list`: what it prints, in which order, and how it ends.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

use queens::board::Symmetry;
use queens::board::{BoardSize, Square};
use queens::check::known;
use queens_solutions::Solution;

use crate::support::{Finished, queens, run, start};

fn list(arguments: &[&str]) -> String {
    let listed = run(Path::new("."), &[&["list"], arguments].concat());
    assert_eq!((listed.code(), listed.stderr().as_str()), (0, ""));
    listed.stdout()
}

/// The solution of a line of digits, checked.
fn solution(digits: &str) -> Solution {
    let columns: Vec<_> = digits.bytes().map(|digit| digit - b'1').collect();
    Solution::new(&columns).unwrap_or_else(|| panic!("{digits} is no solution"))
}

#[test]
fn eight_queens_have_92_distinct_valid_boards() {
    let listed = list(&["8"]);
    let boards: BTreeSet<_> = listed.lines().collect();
    assert_eq!(boards.len(), 92);
    assert!(boards.iter().copied().eq(listed.lines()), "lexicographic order");
    assert!(boards.into_iter().map(solution).all(|board| board.size().get() == 8));
}

#[test]
fn twelve_fundamental_boards_generate_all_92() {
    let size = BoardSize::new(8).unwrap();
    let listed = list(&["8", "--fundamental"]);
    assert_eq!(listed.lines().count(), 12);
    let mut covered = BTreeSet::new();
    for line in listed.lines() {
        let (digits, class_size) = line.split_once('\t').unwrap();
        let queens: Vec<Square> = solution(digits).squares().collect();
        let class: BTreeSet<Vec<Square>> = Symmetry::ALL
            .iter()
            .map(|symmetry| {
                let mut image: Vec<_> = queens.iter().map(|&queen| symmetry.apply(size, queen)).collect();
                image.sort_unstable();
                image
            })
            .collect();
        assert_eq!(class.len().to_string(), class_size, "{line}");
        covered.extend(class);
    }
    let all: BTreeSet<Vec<Square>> =
        list(&["8"]).lines().map(|digits| solution(digits).squares().collect()).collect();
    assert_eq!(covered, all);
}

#[test]
fn prints_a_line_per_solution() {
    for size in BoardSize::all().take(12) {
        let lines = list(&[&size.to_string()]).lines().count();
        assert_eq!(Some(lines as u128), known::solutions(size), "N = {size}");
    }
}

#[test]
fn every_format_shows_the_same_boards() {
    assert_eq!(list(&["6", "--limit", "1"]), "246135\n");
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

#[cfg(target_os = "linux")]
#[test]
fn full_disk_error_names_stdout() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let end = Finished(queens(Path::new("."), &["list", "8"]).stdout(full).output().unwrap());
    end.fails(1, &["cannot write to stdout"]);
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
