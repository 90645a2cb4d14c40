//! Typing errors and foreign files: each gets an error that says what to do, and nothing is lost.

use std::fs;

use tempfile::tempdir;

use crate::support::run;

#[test]
fn suggests_what_to_type_for_unknown_commands() {
    let folder = tempdir().unwrap();
    for (typed, says) in [
        ("16", "tip: to count, write `queens count 16`"),
        ("8..18", "tip: to count, write `queens count 8..18`"),
        ("resume", "tip: the command that began a run resumes it"),
        ("coun 16", "tip: a similar subcommand exists: 'count'"),
        ("help coun", "tip: a similar command exists: 'count'"),
        ("help -h", "tip: `queens help` lists the commands"),
        ("count -5", "a whole number from 1 to 32, not '-5'"),
        ("count 1e1", "a whole number from 1 to 32, not '1e1'"),
    ] {
        let finished = run(folder.path(), &typed.split(' ').collect::<Vec<_>>());
        finished.fails(2, &[says]);
        assert!(!finished.stderr().contains("'estimate'") && !finished.stderr().contains("-- -5"), "{typed}");
    }
}

#[test]
fn names_the_range_of_an_invalid_number() {
    let folder = tempdir().unwrap();
    let range = |arguments: &[&str], from: &str| {
        run(folder.path(), arguments).fails(2, &[&format!("give a whole number from {from}")]);
    };
    range(&["count", "8", "--threads", "0"], "1 to 1,024");
    range(&["count", "8", "--depth", "11"], "1 to 10");
    range(&["find", "0"], "1 to 10,000,000");
    range(&["list", "8", "--limit", "x"], "0 to");
    // JSON has it as a number, of which readers lose digits from 2^53 on.
    for seeded in [["verify", "run"], ["estimate", "12"]] {
        range(&[&seeded[..], &["--seed", "9007199254740992"]].concat(), "0 to 9,007,199,254,740,991");
    }
    range(&["plan", "8", "--shards", "many", "-o", "plan"], "0 to");
    run(folder.path(), &["count", "8", "--max-time", "0s"])
        .fails(2, &["give a time from 0.1 s to 30 years, as in 8h"]);
    run(folder.path(), &["man", "--interval", "1"]).fails(2, &["unexpected argument '--interval'"]);
    run(folder.path(), &["count", "8", "--interval", "0"]).fails(2, &["a bare number is seconds"]);
}

#[test]
fn dash_never_becomes_a_file() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "8", "--shards", "1", "-o", "plan"]).printed();
    let page = run(folder.path(), &["board", "-o", "-"]).printed();
    assert!(page.contains("<html") && page == run(folder.path(), &["board"]).printed());
    for typed in [
        "count 8 --run -",
        "count 8 --run-dir -",
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
        run(folder.path(), &typed.split(' ').collect::<Vec<_>>()).fails(2, &says);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the plan");
    run(folder.path(), &["count", "8", "--run", "./-"]).prints_total(8);
    assert!(folder.path().join("-/result.json").exists());
}

#[test]
fn one_letter_names_the_run_everywhere() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "8", "--shards", "1", "-o", "plan"]).printed();
    run(folder.path(), &["work", "plan", "--shards", "0", "--dir", "d"]).printed();
    for option in ["-r", "-o", "--run", "--output"] {
        let name = option.trim_start_matches('-');
        run(folder.path(), &["merge", "plan", "--dir", "d", option, name]).printed();
        assert!(folder.path().join(name).join("result.json").exists(), "{option}");
    }
    run(folder.path(), &["count", "8", "-r", "counted"]).prints_total(8);
    assert!(folder.path().join("counted/result.json").exists());
}

#[test]
fn distinguishes_a_missing_run_from_a_missing_directory() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for command in ["status", "verify"] {
        run(folder.path(), &[command, "nope"])
            .fails(1, &["nope does not exist; name the run directory of a count, as in queens-20.run"]);
        run(folder.path(), &[command, "empty"])
            .fails(1, &["empty is not a run directory: it has no manifest.json; name"]);
        run(folder.path(), &[command, "file"]).fails(1, &["file is not a directory; name a run directory"]);
    }
}

#[test]
fn distinguishes_a_truncated_record_from_a_wrong_field() {
    let folder = tempdir().unwrap();
    for (text, says) in [("{", "r.jsonl:1: not JSON: EOF"), ("[]", "r.jsonl:1: the record: ")] {
        fs::write(folder.path().join("r.jsonl"), text).unwrap();
        run(folder.path(), &["publish", "--records", ".", "-o", "out"])
            .fails(4, &[says, "restore it or remove it"]);
    }
}

#[test]
fn publishes_nothing_for_a_missing_readme() {
    let folder = tempdir().unwrap();
    assert_eq!(run(folder.path(), &["count", "12", "--record"]).code(), 0);
    run(folder.path(), &["publish", "--readme", "nope", "-o", "out"])
        .fails(1, &["cannot read nope (name a Markdown file with --readme)"]);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn accepts_the_old_name_of_the_shards_option() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "8", "--shards", "1", "-o", "plan"]);
    for name in ["--shards", "--shard", "-i"] {
        assert_eq!(run(folder.path(), &["work", "plan", name, "0", "--dir", "d"]).code(), 0, "{name}");
    }
    let help = run(folder.path(), &["work", "--help"]).stdout();
    assert!(help.contains("--shards <LIST>") && !help.contains("--shard "), "{help}");
}
