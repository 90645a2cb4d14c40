//! `queens find`: solutions of large boards, completions, and the answer that there is none.

use assert_cmd::cargo::cargo_bin_cmd;

fn find(arguments: &[&str]) -> assert_cmd::assert::Assert {
    cargo_bin_cmd!("queens").arg("find").args(arguments).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn stderr(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// Whether a queen per row in these columns, from 0, solves the board.
fn is_solution<C: Copy + Into<u64>>(columns: &[C]) -> bool {
    let all_differ = |line: &dyn Fn(i64, i64) -> i64| {
        let lines = columns.iter().zip(0..).map(|(&column, row)| line(row, Into::<u64>::into(column) as i64));
        lines.collect::<std::collections::HashSet<_>>().len() == columns.len()
    };
    all_differ(&|_, column| column)
        && all_differ(&|row, column| row + column)
        && all_differ(&|row, column| row - column)
        && columns.iter().all(|&column| Into::<u64>::into(column) < columns.len() as u64)
}

#[test]
fn a_large_board_is_solved() {
    let columns: Vec<u64> = stdout(&find(&["1000000", "--seed", "5"]).success())
        .split_whitespace()
        .map(|column| column.parse::<u64>().unwrap() - 1)
        .collect();
    assert!(columns.len() == 1_000_000 && is_solution(&columns));
}

#[test]
fn the_seed_decides_and_is_told_where_it_was_not_given() {
    let given = find(&["50", "--seed", "7"]).success().stderr("");
    assert_eq!(stdout(&given), stdout(&find(&["50", "--seed", "7"])));
    assert_ne!(stdout(&given), stdout(&find(&["50", "--seed", "8"])));
    let drawn = find(&["50"]).success();
    let notice = stderr(&drawn);
    let seed = notice.strip_prefix("seed ").unwrap().split(':').next().unwrap();
    assert_eq!(stdout(&drawn), stdout(&find(&["50", "--seed", seed])));
    find(&["50", "--quiet"]).success().stderr("");
}

#[test]
fn a_placement_is_completed_with_its_queens_kept() {
    let line = stdout(&find(&["--complete", "1,-,8,-,-,-,-,-", "--seed", "3"]).success());
    assert_eq!((&line[0..1], &line[2..3], line.trim_end().len()), ("1", "8", 8));
    let columns: Vec<_> = line.trim_end().bytes().map(|digit| digit - b'1').collect();
    assert!(is_solution(&columns));
    find(&["8", "--complete", "1,5,8,6,3,7,2,4", "--seed", "0"]).success().stdout("15863724\n");
    // In the notation of the page of `queens board`.
    find(&["--complete", "8:15863724", "--seed", "0"]).success().stdout("15863724\n");
    find(&["--complete", "8:1586----", "--seed", "0"]).success().stdout("15863724\n");
    find(&["5", "--complete", "-, 4,-,-,-", "--seed", "1"]).success().stdout("14253\n");
}

#[test]
fn no_solution_is_an_answer_with_an_exit_code_of_its_own() {
    for (arguments, reason) in [
        (&["2"][..], "no solution exists on a board of 2 rows"),
        (&["3"], "no solution exists on a board of 3 rows"),
        (&["--complete", "1,2,-,-"], "the queens in rows 1 and 2 attack each other"),
        (&["--complete", "1,-,-,-"], "no solution on 4 rows has queens on all these squares"),
    ] {
        let assert = find(arguments).code(1).stdout("");
        assert!(stderr(&assert).contains(reason), "{arguments:?}");
    }
    find(&["3", "--json"]).code(1).stdout("{\"n\":3,\"columns\":null}\n");
}

#[test]
fn formats_are_those_of_list() {
    find(&["4", "--complete", "2,-,-,-", "--format", "board", "--seed", "1"])
        .success()
        .stdout(". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    find(&["4", "--complete", "2,-,-,-", "--json", "--seed", "1"])
        .success()
        .stdout("{\"n\":4,\"columns\":[2,4,1,3]}\n");
}

#[test]
fn wrong_arguments_are_refused_with_the_way_out() {
    for (arguments, part) in [
        (&[][..], "required"),
        (&["0"], "1 to 10000000"),
        (&["10000001"], "1 to 10000000"),
        (&["--complete", "1,9,-"], "row 2: '9' is neither a column from 1 to 3 nor '-'"),
        (&["9", "--complete", "1,-,-,-"], "--complete needs 9 entries for a board of 9 rows, not 4"),
        (&["5000", "--format", "board"], "limited to 1000 rows"),
    ] {
        let assert = find(arguments).code(2).stdout("");
        assert!(stderr(&assert).contains(part), "{arguments:?}: {}", stderr(&assert));
    }
}
