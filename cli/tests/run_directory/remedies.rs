//! Errors name the option or the directory that helps.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::support::{Finished, forge, hold, queens, run, snapshot};

#[test]
fn error_of_a_run_names_the_options_that_help_and_changes_nothing() {
    type Case<'a> = (fn(&Path), i32, &'a [&'a str]);
    let cases: [Case<'_>; 4] = [
        (
            |run| fs::remove_file(run.join("manifest.json")).unwrap(),
            4,
            &[
                "copy it again, or make the manifest again and keep every unit: `queens count 12 --run run --fresh",
            ],
        ),
        (
            |run| forge(&run.join("manifest.json"), |manifest| manifest["n"] = 13.into()),
            1,
            &["run counts N = 13, not 12;", "with --run DIR, or move the other run aside with --fresh"],
        ),
        (
            |run| forge(&run.join("manifest.json"), |manifest| manifest["format"] = 99.into()),
            1,
            &["format 99", "with --run DIR, or move the other run aside with --fresh"],
        ),
        (
            |run| {
                fs::remove_file(run.join("result.json")).unwrap();
                // The lock is held until the test ends.
                std::mem::forget(hold(run));
            },
            5,
            &["run is in use by process ", ", or start a second count in another directory with --run DIR"],
        ),
    ];
    for (spoil, code, says) in cases {
        let folder = tempdir().unwrap();
        run(&folder, "count 12 --run run").prints("14200\n");
        spoil(&folder.path().join("run"));
        let before = snapshot(folder.path());
        run(&folder, "count 12 --run run").fails(code, says);
        assert_eq!(snapshot(folder.path()), before);
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
    let says = [
        "gather has no shard of this plan, but gather/a, gather/b have some: name these directories instead\n",
    ];
    for words in
        ["merge plan --dir gather", "status gather --plan plan", "status gather --plan plan --missing"]
    {
        run(&folder, words).fails(1, &says);
    }
    run(&folder, "status gather").fails(1, &["gather/a, gather/b, gather/c have some"]);
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
            "none does not exist",
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
