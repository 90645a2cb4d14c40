//! The errors of a run directory or a plan say what to type. Only the end of each message is
//! compared: a snapshot of `expect-test` or `insta` would also hold the paths before it.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::support::{copy_directory, forge, hold, run};

/// Something done to a run directory, the exit code of the next count there, and what it prints.
type Case = (&'static dyn Fn(&Path), i32, &'static str);

#[test]
fn errors_of_runs_say_what_to_type() {
    let folder = tempdir().unwrap();
    run(&folder, "count 12 --run good").prints("14200\n");
    let cases: [Case; 11] = [
        (
            &|run| fs::write(run.join("ledger.jsonl"), "bad\n").unwrap(),
            4,
            "run/ledger.jsonl is corrupt in line 1: it does not end with a checksum; resume with --repair to move the bad \
             lines to ledger.rejected and recount only their units",
        ),
        (
            &|run| fs::remove_file(run.join("ledger.jsonl")).unwrap(),
            4,
            "run is incomplete: ledger.jsonl is missing; if it is a copy, copy it again, or resume with --repair to \
             recount every unit",
        ),
        (
            &|run| fs::write(run.join("manifest.json"), "{\n  \"format\": 4, \"crc\"").unwrap(),
            4,
            "run/manifest.json is corrupt: it does not end with a checksum: it is damaged, or not a file of this program; \
             if it is a copy, copy it again, or resume with --repair, which rewrites it if it still identifies this run, or \
             move the directory aside and start over with --fresh",
        ),
        (
            &|run| fs::remove_file(run.join("manifest.json")).unwrap(),
            4,
            "run is incomplete: manifest.json is missing, but there are finished units; if it is a copy, copy it again, or \
             resume with --repair, which makes the manifest again if the units are of this run, or move the directory aside and \
             start over with --fresh",
        ),
        (
            &|run| {
                let ledger = fs::read_to_string(run.join("ledger.jsonl")).unwrap();
                fs::write(run.join("ledger.jsonl"), ledger.lines().next().unwrap().to_owned() + "\n")
                    .unwrap();
            },
            4,
            "units are in the ledger; if it is a copy, copy it again, or resume with --repair to move the result aside and \
             count the missing units",
        ),
        (
            &|run| forge(&run.join("result.json"), |result| result["solutions"] = "1".into()),
            4,
            "run/result.json is corrupt: its solutions are 1, but the ledger sums to 14,200; resume with --repair to move \
             the result aside and rebuild it from the ledger",
        ),
        (
            &|run| forge(&run.join("manifest.json"), |manifest| manifest["n"] = 13.into()),
            1,
            "run belongs to another run: n is 13, not 12; give this run its own directory with --run DIR, or move the \
             other one aside with --fresh",
        ),
        (
            &|run| {
                forge(&run.join("manifest.json"), |manifest| {
                    (manifest["format"], manifest["program_version"]) = (99.into(), "9.1.0".into());
                });
            },
            1,
            "run was made by a newer version of queens, 9.1.0: this one does not know format 99; resume it with that \
             version or a later one, or move it aside with --fresh",
        ),
        (
            &|run| {
                fs::remove_dir_all(run).unwrap();
                fs::write(run, "mine").unwrap();
            },
            1,
            "run is not a directory; name a run directory or a new directory with --run DIR",
        ),
        (
            &|run| {
                fs::remove_file(run.join("manifest.json")).unwrap();
                fs::write(run.join("thesis.tex"), "mine").unwrap();
            },
            1,
            "run is not a run directory: it holds 'thesis.tex' but no manifest.json of this program; name an empty or new \
             directory with --run DIR",
        ),
        (
            &|run| {
                fs::remove_file(run.join("result.json")).unwrap();
                // The lock is held until the test ends.
                std::mem::forget(hold(run));
            },
            5,
            "; wait for it or stop it, or give this run its own directory with --run DIR",
        ),
    ];
    for (change, code, says) in cases {
        let path = folder.path().join("run");
        copy_directory(&folder.path().join("good"), &path);
        change(&path);
        run(&folder, "count 12 --run run").fails(code, &[&format!("{says}\n")]);
        if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
    }
}

#[test]
fn errors_of_plans_and_shards_say_what_to_type() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 12 --shards 2 -o plan");
    run(&folder, "work plan --shards 0 --dir d");
    fs::remove_file(folder.path().join("d/shard-00000/result.json")).unwrap();
    let _held = hold(&folder.path().join("d/shard-00000"));
    for (words, code, says) in [
        (
            "plan 12 --shards 13 -o other",
            2,
            "12 units cannot be split into 13 shards: a shard needs at least one unit; request at most 12 shards, or make \
             more and smaller units with --depth ",
        ),
        (
            "plan 12 --shards 3 -o plan",
            1,
            "plan already exists and is not this plan; name another file with -o, or remove it if none of its units have \
             been counted\n",
        ),
        ("plan 12 --shards 2 -o no/plan", 1, "; create its directory first\n"),
        ("missing d --dir d", 1, "; name the file that `queens plan` wrote\n"),
        ("missing plan --dir none", 1, "; name a directory that was given to `queens work` with --dir\n"),
        (
            "merge plan --dir d --dir ./d",
            2,
            "d is listed twice: a directory cannot confirm itself; name each directory once\n",
        ),
        ("work plan --shards 0 --dir d", 5, "; wait until it has finished the shard\n"),
        ("count 12 --method rows --kernel gpu", 2, "no kernel is called 'gpu': this machine has "),
    ] {
        run(&folder, words).fails(code, &[says]);
    }
}

#[test]
fn distinguishes_a_missing_run_from_a_missing_directory() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for command in ["status", "verify"] {
        for says in [
            "none does not exist; name the run directory of a count, as in queens-20.run\n",
            "empty is not a run directory: it has no manifest.json; name",
            "file is not a directory; name a run directory",
        ] {
            let directory = says.split(' ').next().unwrap();
            run(&folder, &format!("{command} {directory}")).fails(1, &[says]);
        }
    }
}

#[test]
fn merge_names_only_its_own_options() {
    let folder = tempdir().unwrap();
    let merge = "merge plan.json --dir d --run merged";
    for words in ["plan 12 --shards 2 -o plan.json", "work plan.json --shards 0-1 --dir d", merge] {
        run(&folder, words).printed();
    }
    fs::write(folder.path().join("merged/ledger.jsonl"), "bad\n").unwrap();
    let says = "checksum; merge into another directory with --run DIR, or move this one aside with --fresh\n";
    run(&folder, merge).fails(4, &[says]);
}
