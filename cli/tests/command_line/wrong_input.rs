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

/// A file that was pasted instead of its name.
#[test]
fn repeats_no_more_of_an_argument_than_somebody_reads() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 8 --shards 2 -o plan").printed();
    let long = "7x".repeat(50_000);
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
        "find --complete LONG",
        "list LONG",
        "publish --records LONG",
    ] {
        let finished = run(&folder, &words.replace("LONG", &long));
        let (said, shown) = (finished.stderr(), finished.stdout());
        assert!([1, 2].contains(&finished.code()), "{words}: {}", finished.code());
        assert!(said.len() < 2_000 && shown.len() < 2_000, "{words}: {said:.3000}{shown:.3000}");
        assert!(said.contains('…') || words == "--LONG", "{words}: {said}");
    }
}
