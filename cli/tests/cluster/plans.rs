//! The plan file.

use super::*;

#[test]
fn prints_the_plan_as_text_and_json() {
    let place = Workplace::new(13, 5);
    let again = "plan 13 --shards 5 -o plan.json";
    place.run(again).shows(&["5, numbered 0 to 4, 14 or 15 units each"]);
    let json = place.run(&format!("{again} --json")).json();
    has(&json, json!({ "shards": 5, "n": 13, "file": "plan.json" }));
}

#[test]
fn never_overwrites_another_file() {
    let place = Workplace::new(12, 4);
    fs::write(place.path("notes"), "mine").unwrap();
    for (plan, file) in [("12 --shards 5", "plan.json"), ("12 --shards 4", "notes")] {
        let before = fs::read(place.path(file)).unwrap();
        let says = [&format!("{file} already exists")[..], "-o"];
        place.run(&format!("plan {plan} -o {file}")).fails(1, &says);
        assert_eq!(fs::read(place.path(file)).unwrap(), before);
    }
}

#[test]
fn rejects_plans_that_cannot_be() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 8 --shards 0 -o plan").fails(2, &["at least one"]);
    run(&folder, "plan 8 --shards 1000001 -o plan").fails(2, &["at most 1,000,000"]);
    assert_eq!(entries(&folder), 0);
}

/// The deepest prefixes of a small board are fewer than those above them.
#[test]
fn advises_only_depths_that_make_enough_units() {
    let folder = tempdir().unwrap();
    let plan = |words: &str| run(&folder, &format!("plan {words} -o plan"));
    for (words, most) in [
        ("8 --method cross --shards 1000", "N = 8 has at most 54 shards with cross and --depth 5\n"),
        ("8 --method cross --depth 9 --shards 55", "N = 8 has at most 54 shards with cross and --depth 5\n"),
        ("4 --method rows --shards 2", "N = 4 has at most 1 shard with rows and --depth 1\n"),
    ] {
        plan(words).fails(2, &[most]);
    }
    for (board, depth, shards) in
        [("8 --method cross", "--depth 9", 14), ("10 --method rows", "", 3200), ("14", "", 150)]
    {
        let refused = plan(format!("{board} --shards {shards} {depth}").trim_end());
        refused.fails(2, &["request at most ", " shards, or make more and smaller units with --depth "]);
        let depth = refused.stderr().trim_end().rsplit_once(' ').unwrap().1.to_owned();
        plan(&format!("{board} --shards {shards} --depth {depth}")).printed();
        fs::remove_file(folder.path().join("plan")).unwrap();
    }
}
