//! Typing errors: each gets an error that says what to do, and nothing is lost.

use tempfile::tempdir;

use crate::support::{entries, run};

#[test]
fn suggests_what_to_type_for_unknown_commands() {
    for (typed, says) in [
        ("16", "tip: to count, write `queens count 16`"),
        ("8..18", "tip: to count, write `queens count 8..18`"),
        ("coun 16", "tip: a similar subcommand exists: 'count'"),
        ("8-18", "tip: to count, write `queens count 8-18`"),
        ("count -5", "from 1 to 32 rows"),
        ("count 1e1", "from 1 to 32 rows"),
    ] {
        let finished = run(".", typed);
        finished.fails(2, &[says]);
        assert!(!finished.stderr().contains("'estimate'") && !finished.stderr().contains("-- -5"), "{typed}");
    }
}

#[test]
fn names_the_range_of_an_invalid_number() {
    let folder = tempdir().unwrap();
    for (words, range) in [
        ("count 8 --threads 0", "1 to 8,192"),
        ("count 8 --depth 11", "1 to 10"),
        ("find 0", "1 to 10,000,000"),
        // JSON has it as a number, of which readers lose digits from 2^53 on.
        ("verify run --seed 9007199254740992", "0 to 9,007,199,254,740,991"),
        ("estimate 12 --seed 9007199254740992", "0 to 9,007,199,254,740,991"),
        ("plan 8 --shards many -o plan", "1 to 1,000,000"),
    ] {
        run(&folder, words).fails(2, &[&format!("give a whole number from {range}")]);
    }
    run(&folder, "count 8 --max-time 0s").fails(2, &["give a time from 0.1 s to 30 years, as in 8h"]);
    run(&folder, "count 8 --interval 0").fails(2, &["a bare number is seconds"]);
}

#[test]
fn dash_never_becomes_a_file() {
    let folder = tempdir().unwrap();
    for typed in [
        "count 8 --run -",
        "count 8 --record -",
        "work plan --shards 0 --dir -",
        "merge plan --dir d --run -",
        "merge plan --dir d --run r --record -",
        "man -o -",
        "publish -o -",
        "publish --records -",
        "publish --rivals -",
        "publish --readme -",
        "plan 8 --shards 1 -o -",
    ] {
        let says = ["'-'", "stdout is not allowed here: give a name, or ./- for a file named '-'"];
        run(&folder, typed).fails(2, &says);
    }
    assert_eq!(entries(&folder), 0);
    run(&folder, "count 8 --run ./-").prints_total(8);
    assert!(folder.path().join("-/result.json").exists());
}
