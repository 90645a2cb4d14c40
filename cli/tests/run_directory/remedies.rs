//! The advice of an error is typed: with every option that it names, the command succeeds, and an error
//! changes nothing.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::support::{Finished, copy_directory, forge, hold, queens, run, snapshot};

/// What is typed with an option that an error names, instead of the command `words` that failed.
fn typed(words: &str, option: &str) -> String {
    match option {
        "--run" if words.contains("--run") => words.replace("--run run", "--run other"),
        "--run" => format!("{words} --run other"),
        flag => format!("{words} {flag}"),
    }
}

/// Types what the error of `words` advises, each option in a copy of `folder`. Returns the options.
#[track_caller]
fn follow(folder: &Path, words: &str, failed: &Finished) -> Vec<String> {
    let stderr = failed.stderr();
    let ends = |c: char| !c.is_ascii_lowercase();
    let named = stderr.split([' ', '(']).filter(|word| word.starts_with("--"));
    let mut options: Vec<String> =
        named.map(|word| format!("-{}", word[1..].trim_end_matches(ends))).collect();
    options.dedup();
    for call in options.iter().map(|option| typed(words, option)) {
        let copy = tempdir().unwrap();
        copy_directory(folder, copy.path());
        let followed = run(&copy, &call);
        assert_eq!(followed.code(), 0, "`{call}` after: {stderr}, says: {}", followed.stderr());
    }
    options
}

/// A finished run of N = 12 in `run`.
fn finished() -> TempDir {
    let folder = tempdir().unwrap();
    run(&folder, "count 12 --run run").prints("14200\n");
    folder
}

#[test]
fn advice_about_a_run_can_be_typed() {
    type Case<'a> = (&'a dyn Fn(&Path), i32, &'a [&'a str], &'a [&'a str]);
    let cases: [Case<'_>; 9] = [
        (
            &|run| fs::remove_file(run.join("ledger.jsonl")).unwrap(),
            4,
            &["run is incomplete: it has no ledger.jsonl; if it is a copy, copy it again"],
            &["--fresh"],
        ),
        (
            &|run| {
                let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
                fs::write(run.join("manifest.json"), manifest.replace("\"n\": 12", "\"n\": 13")).unwrap();
            },
            4,
            &["run/manifest.json is corrupt: ", "; if it is a copy, copy it again"],
            &["--fresh"],
        ),
        (
            &|run| fs::remove_file(run.join("manifest.json")).unwrap(),
            4,
            &["run is incomplete: it has no manifest.json; if it is a copy, copy it again"],
            &["--fresh"],
        ),
        (
            &|run| forge(&run.join("result.json"), |result| result["solutions"] = "1".into()),
            4,
            &["run/result.json", "its solutions are 1, but the ledger sums to 14,200"],
            &["--fresh"],
        ),
        (
            &|run| forge(&run.join("manifest.json"), |manifest| manifest["n"] = 13.into()),
            1,
            &["run counts N = 13, not 12;"],
            &["--run", "--fresh"],
        ),
        (
            &|run| {
                forge(&run.join("manifest.json"), |manifest| {
                    (manifest["format"], manifest["program_version"]) = (99.into(), "9.1.0".into());
                });
            },
            1,
            &["format 99", "9.1.0"],
            &["--run", "--fresh"],
        ),
        (
            &|run| {
                fs::remove_dir_all(run).unwrap();
                fs::write(run, "mine").unwrap();
            },
            1,
            &["run is not a directory"],
            &["--run"],
        ),
        (
            &|run| {
                fs::remove_file(run.join("manifest.json")).unwrap();
                fs::write(run.join("thesis.tex"), "mine").unwrap();
            },
            1,
            &["run is not a run directory", "'thesis.tex'"],
            &["--run"],
        ),
        (
            &|run| {
                fs::remove_file(run.join("result.json")).unwrap();
                // The lock is held until the test ends.
                std::mem::forget(hold(run));
            },
            5,
            &["run is in use by process "],
            &["--run"],
        ),
    ];
    for (spoil, code, names, advised) in cases {
        let folder = finished();
        spoil(&folder.path().join("run"));
        let before = snapshot(folder.path());
        let failed = run(&folder, "count 12 --run run");
        failed.fails(code, names);
        assert_eq!(snapshot(folder.path()), before, "{}", failed.stderr());
        assert_eq!(follow(folder.path(), "count 12 --run run", &failed), advised, "{}", failed.stderr());
    }
}

#[test]
fn advice_about_shards_can_be_typed() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 12 --shards 2 -o plan").printed();
    run(&folder, "work plan --shards 0-1 --dir d").printed();
    fs::write(folder.path().join("d/shard-00000/manifest.json"), "bad\n").unwrap();
    for (words, advised) in [
        ("work plan --shards 0 --dir d", &["--fresh"][..]),
        ("merge plan --dir d", &[]),
        ("status d --plan plan", &[]),
        ("verify d/shard-00000", &[]),
    ] {
        let failed = run(&folder, words);
        failed.ends(4, &["d/shard-00000/manifest.json is corrupt", "; if it is a copy, copy it again"]);
        assert_eq!(follow(folder.path(), words, &failed), advised, "{}", failed.stderr());
    }
}

#[test]
fn names_the_directories_that_have_what_is_looked_for() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 12 --shards 3 -o plan").printed();
    run(&folder, "plan 11 --shards 3 -o other").printed();
    fs::create_dir(folder.path().join("gather")).unwrap();
    for (plan, shards, dir) in [("plan", "0-1", "a"), ("plan", "2", "b"), ("other", "0-2", "c")] {
        run(&folder, &format!("work {plan} --shards {shards} --dir gather/{dir}")).printed();
    }
    let says = ["gather has no shard of this plan, but gather/a, gather/b have: name these instead\n"];
    for words in
        ["merge plan --dir gather", "status gather --plan plan", "status gather --plan plan --missing"]
    {
        run(&folder, words).fails(1, &says);
    }
    run(&folder, "status gather").fails(1, &["gather/a or gather/b or gather/c"]);
    run(&folder, "merge plan --dir gather/a --dir gather/b").prints_total(12);
    run(&folder, "status gather/a gather/b --plan plan").shows(&["gather/a, gather/b: N = 12", "3 finished"]);
    run(&folder, "status gather/a gather/b").fails(2, &["--plan"]);
    run(&folder, "verify gather/a")
        .fails(1, &["gather/a has the shards 0-1 of a plan", "gather/a/shard-00000\n"]);
    // A plan of which nothing is counted is no mistake.
    fs::create_dir(folder.path().join("new")).unwrap();
    run(&folder, "status new --plan plan --missing").prints("0-2\n");
    run(&folder, "merge plan --dir new").fails(1, &["3 of 3 shards are not finished (0-2)"]);
}

#[test]
fn distinguishes_a_missing_run_from_a_missing_directory() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for command in ["status", "verify"] {
        for says in [
            "none does not exist\n",
            "empty is not a run directory: it has no manifest.json\n",
            "file is not a directory\n",
        ] {
            let directory = says.split(' ').next().unwrap();
            run(&folder, &format!("{command} {directory}")).fails(1, &[says]);
        }
    }
    let mut count = queens(&folder, "count 8 --run");
    Finished::by(count.arg("x".repeat(300))).fails(1, &["File name too long"]);
}
