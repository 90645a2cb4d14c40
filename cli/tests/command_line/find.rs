//! `queens find`: solutions of large boards, completions, and the answer that there is none.

use crate::support::{Finished, run};

fn find(words: &str) -> Finished {
    run(".", &format!("find {words}"))
}

#[test]
fn prints_a_seed_that_reproduces_the_solution() {
    let given = find("50 --seed 7");
    assert_eq!(given.stderr(), "");
    find("50 --seed 7").prints(&given.stdout());
    assert_ne!(given.printed(), find("50 --seed 8").printed());
    let drawn = find("50");
    let notice = drawn.stderr();
    let seed = notice.strip_prefix("seed ").unwrap().split(':').next().unwrap();
    find(&format!("50 --seed {seed}")).prints(&drawn.stdout());
    assert_eq!(find("50 --quiet").stderr(), "");
    assert_eq!(find("1000000 --seed 5").printed().split(' ').count(), 1_000_000);
}

#[test]
fn completes_a_placement_in_every_notation_and_format() {
    for (words, printed) in [
        ("--complete 1,5,8,6,3,7,2,4", "15863724\n"),
        // The page of `queens board` has this notation.
        ("--complete 8:15863724", "15863724\n"),
        ("--complete 8:1586----", "15863724\n"),
        ("--complete 2,-,-,- --format board", ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"),
        ("--complete 2,-,-,- --json", "{\"n\":4,\"columns\":[2,4,1,3]}\n"),
    ] {
        find(&format!("{words} --seed 1")).prints(printed);
    }
}

#[test]
fn no_solution_has_its_own_exit_code() {
    for (words, reason) in [
        ("2", "no solution exists on a board of 2 rows"),
        ("--complete 1,2,-,-", "the queens in rows 1 and 2 attack each other"),
        ("--complete 1,-,-,-", "no solution on 4 rows has queens on all these squares"),
    ] {
        find(words).fails(1, &[reason]);
    }
    assert_eq!(find("3 --json").ends(1, &[]).stdout(), "{\"n\":3,\"columns\":null}\n");
}

#[test]
fn rejects_wrong_arguments_with_a_remedy() {
    for (words, part) in [
        ("--seed 1", "required"),
        ("--complete 1,9,-", "row 2: '9' is neither a column from 1 to 3 nor '-'"),
        ("9 --complete 1,-,-,-", "takes N or --complete, not both"),
        ("5000 --format board", "limited to 1,000 rows"),
    ] {
        find(words).fails(2, &[part]);
    }
}
