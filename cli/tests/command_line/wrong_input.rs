//! Tests wrong input. Each mistake gets an error that says what to do, and nothing is lost.

use queens_format::is_printable;
use tempfile::tempdir;

use crate::support::{Finished, PROGRAM, command, is_built, queens, run};

/// A user may paste a file's contents instead of its name.
#[test]
fn repeats_no_more_of_an_argument_than_a_user_reads() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 8 --shards 2 -o plan").printed();
    // This is longer than any path. A much longer word would be slow, because searching for similar options
    // takes quadratic time.
    let long = "7x".repeat(5_000);
    for words in [
        "LONG",
        "--LONG",
        "count LONG",
        "count 8 --LONG",
        "count 8 --LONG=1",
        "count 8 --run LONG",
        "count 8 --method LONG",
        "count 8 --threads LONG",
        "count 8 --max-time LONG",
        "count 8 --record LONG",
        "status LONG",
        "status --json LONG",
        "verify LONG",
        "verify plan --sample LONG",
        "plan LONG --shards 2 -o p",
        "plan 8 --shards 2 -o LONG",
        "work LONG --shards 0 --dir d",
        "work plan --shards LONG --dir d",
        "work plan --shards 0 --dir LONG",
        "merge plan --dir LONG",
        "find 12 --complete LONG",
        "list LONG",
        "publish --records LONG",
    ]
    .into_iter()
    .filter(|words| is_built(words))
    {
        let finished = run(&folder, &words.replace("LONG", &long));
        let (said, shown) = (finished.stderr(), finished.stdout());
        assert!([1, 2].contains(&finished.code()), "{words}: {}", finished.code());
        assert!(said.len() < 2_000 && shown.len() < 2_000, "{words}: {said:.3000}{shown:.3000}");
        assert!(said.contains('…') || words == "--LONG", "{words}: {said}");
    }
}

/// Arguments may have been pasted from an untrusted file.
#[test]
fn shows_no_control_character_of_an_argument() {
    for typed in ["\u{9b}31m", "\u{202e}gnp", "a\rb", "\u{1b}[2J"] {
        for words in ["WORD", "help WORD", "count WORD", "count 8 --max-time WORD", "count 8 --kernel WORD"] {
            let said = run(".", &words.replace("WORD", typed)).stderr();
            assert!(said.lines().all(|line| line.chars().all(is_printable)), "{words}: {said:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn names_the_argument_or_the_variable_that_is_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let not_utf8 = OsStr::from_bytes(b"x\xff");
    for option in ["--kernel", "--max-time", "--progress"] {
        Finished::by(queens(".", &format!("count 8 {option}")).arg(not_utf8)).fails(2, &[option]);
    }
    Finished::by(queens(".", "count").arg(not_utf8)).fails(2, &["'x\u{fffd}' is not UTF-8"]);
    Finished::by(queens(".", "count 8").env("QUEENS_THREADS", not_utf8))
        .fails(2, &["the environment variable QUEENS_THREADS is not UTF-8"]);
}

/// If the program was called by its path, suggested commands use the path, too.
#[test]
fn names_the_program_as_it_was_called() {
    let folder = tempdir().unwrap();
    let call = |words: &str| Finished::by(command(PROGRAM).args(words.split(' ')).current_dir(&folder));
    call("status nowhere").fails(1, &[&format!("`{PROGRAM} status` lists the runs here")]);
    run(&folder, "status nowhere").fails(1, &["`queens status` lists the runs here"]);
}

/// By default, a count of N is saved in queens-N.run, so other commands accept just the number.
#[test]
fn number_names_the_run_of_a_board() {
    let folder = tempdir().unwrap();
    run(&folder, "count 12 --run queens-12.run --quiet").printed();
    for words in ["status 12", "verify 12 --seed 1"] {
        run(&folder, words).printed();
    }
    run(&folder, "verify 13")
        .fails(1, &["queens-13.run does not exist; `queens status` lists the runs here"]);
}
