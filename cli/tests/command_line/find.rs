//! `queens find`: solutions of large boards, completions, and the answer that there is none.

use std::path::Path;

use crate::support::{Finished, run};

fn find(arguments: &[&str]) -> Finished {
    run(Path::new("."), &[&["find"], arguments].concat())
}

#[test]
fn prints_a_seed_that_reproduces_the_solution() {
    let given = find(&["50", "--seed", "7"]);
    assert_eq!(given.stderr(), "");
    find(&["50", "--seed", "7"]).prints(&given.stdout());
    assert_ne!(given.printed(), find(&["50", "--seed", "8"]).printed());
    let drawn = find(&["50"]);
    let notice = drawn.stderr();
    let seed = notice.strip_prefix("seed ").unwrap().split(':').next().unwrap();
    find(&["50", "--seed", seed]).prints(&drawn.stdout());
    assert_eq!(find(&["50", "--quiet"]).stderr(), "");
    let large = find(&["1000000", "--seed", "5"]).printed();
    assert_eq!(large.split(' ').count(), 1_000_000);
}

#[test]
fn completes_a_placement() {
    find(&["8", "--complete", "1,5,8,6,3,7,2,4", "--seed", "0"]).prints("15863724\n");
    // In the notation of the page of `queens board`.
    find(&["--complete", "8:15863724", "--seed", "0"]).prints("15863724\n");
    find(&["--complete", "8:1586----", "--seed", "0"]).prints("15863724\n");
    find(&["5", "--complete", "-, 4,-,-,-", "--seed", "1"]).prints("14253\n");
}

#[test]
fn no_solution_has_its_own_exit_code() {
    for (arguments, reason) in [
        (&["2"][..], "no solution exists on a board of 2 rows"),
        (&["3"], "no solution exists on a board of 3 rows"),
        (&["--complete", "1,2,-,-"], "the queens in rows 1 and 2 attack each other"),
        (&["--complete", "1,-,-,-"], "no solution on 4 rows has queens on all these squares"),
    ] {
        find(arguments).fails(1, &[reason]);
    }
    let none = find(&["3", "--json"]);
    assert_eq!((none.code(), none.stdout().as_str()), (1, "{\"n\":3,\"columns\":null}\n"));
}

#[test]
fn shares_its_formats_with_list() {
    find(&["4", "--complete", "2,-,-,-", "--format", "board", "--seed", "1"])
        .prints(". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    find(&["4", "--complete", "2,-,-,-", "--json", "--seed", "1"])
        .prints("{\"n\":4,\"columns\":[2,4,1,3]}\n");
}

#[test]
fn rejects_wrong_arguments_with_a_remedy() {
    for (arguments, part) in [
        (&[][..], "required"),
        (&["0"], "1 to 10,000,000"),
        (&["10000001"], "1 to 10,000,000"),
        (&["--complete", "1,9,-"], "row 2: '9' is neither a column from 1 to 3 nor '-'"),
        (&["9", "--complete", "1,-,-,-"], "--complete needs 9 entries for a board of 9 rows, not 4"),
        (&["5000", "--format", "board"], "limited to 1,000 rows"),
    ] {
        find(arguments).fails(2, &[part]);
    }
}
