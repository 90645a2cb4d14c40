//! The plan file.

use std::fs;

use super::*;

#[test]
fn prints_the_plan_as_text_and_json() {
    let place = Workplace::new(13, 5);
    let again = queens(["plan", "13", "--shards", "5", "-o", &place.plan]);
    assert!(again.printed().contains("5, numbered 0 to 4, 14 or 15 units each"), "{}", again.stdout());
    let json = queens(["plan", "13", "--shards", "5", "-o", &place.plan, "--json"]).json();
    assert_eq!(
        (&json["shards"], &json["n"], &json["file"]),
        (&5.into(), &13.into(), &place.plan.clone().into())
    );
}

#[test]
fn never_overwrites_another_file() {
    let place = Workplace::new(12, 4);
    let before = fs::read(&place.plan).unwrap();
    queens(["plan", "12", "--shards", "5", "-o", &place.plan]).ends(1, &["plan.json already exists", "-o"]);
    assert_eq!(fs::read(&place.plan).unwrap(), before);
    let other = place.path("notes");
    fs::write(&other, "mine").unwrap();
    queens(["plan", "12", "--shards", "4", "-o", other.to_str().unwrap()]).ends(1, &["already exists"]);
    assert_eq!(fs::read(&other).unwrap(), b"mine");
}

#[test]
fn rejects_more_shards_than_units() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("plan.json");
    let file = file.to_str().unwrap();
    queens(["plan", "8", "--shards", "1000", "-o", file]).ends(2, &["8 units", "1,000 shards", "--depth 5"]);
    queens(["plan", "8", "--shards", "0", "-o", file]).ends(2, &["at least one"]);
    queens(["plan", "8", "--shards", "1", "-o", "-"]).ends(2, &["stdout is not allowed here"]);
    queens(["plan", "8", "--shards", "1000001", "-o", file]).ends(2, &["at most 1,000,000"]);
    queens(["plan", "33", "--shards", "1", "-o", file]).ends(2, &["33"]);
    queens(["plan", "8", "--shards", "1", "--depth", "11", "-o", file]).ends(2, &["from 1 to 10"]);
    assert!(!Path::new(file).exists());
}

/// The deepest prefixes of a small board are fewer than those above them.
#[test]
fn advises_only_depths_that_make_enough_units() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plan");
    let plan = |arguments: &str| {
        let arguments = ["plan"].into_iter().chain(arguments.split(' '));
        queens(arguments.chain(["-o", file.to_str().unwrap()]))
    };
    for (board, shards, most) in [
        ("8 --method cross", 1000, "N = 8 has at most 54 shards with cross and --depth 5\n"),
        ("8 --method cross --depth 9", 55, "N = 8 has at most 54 shards with cross and --depth 5\n"),
        ("4 --method rows", 2, "N = 4 has at most 1 shard with rows and --depth 1\n"),
    ] {
        plan(&format!("{board} --shards {shards}")).fails(2, &[most]);
    }
    for (board, shards) in [("8 --method cross --depth 9", 14), ("10 --method rows", 3200), ("14", 150)] {
        let refused = plan(&format!("{board} --shards {shards}"));
        refused.fails(2, &["request at most ", " shards, or make more and smaller units with --depth "]);
        let depth = refused.stderr().trim_end().rsplit_once(' ').unwrap().1.to_owned();
        let board = board.split(" --depth").next().unwrap();
        plan(&format!("{board} --shards {shards} --depth {depth}")).printed();
        fs::remove_file(folder.path().join("plan")).unwrap();
    }
}
