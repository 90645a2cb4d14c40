//! The progress of the shards of a plan.

use super::*;

/// A plan of five shards: 0 and 3 are finished, 1 is half done, 2 and 4 are not started.
fn shards() -> (TempDir, u64) {
    let folder = tempdir().unwrap();
    run(&folder, "plan 13 --shards 5 --method cross -o plan's").printed();
    let left = half(&folder, "work plan's --shards 1 --dir d", "d/shard-00001");
    run(&folder, "work plan's --shards 0,3 --dir d").printed();
    (folder, left)
}

#[test]
fn shows_the_shards_of_a_plan_together() {
    let (folder, left) = shards();
    let with_plan = "d --plan plan's";
    let before = snapshot(folder.path());
    for words in ["d", with_plan] {
        let shown = status(&folder, words);
        let counts = ["", "_finished", "_running", "_stopped", "_not_begun", "_unusable"];
        let counts = counts.map(|state| shown[format!("shards{state}")].as_u64().unwrap());
        assert_eq!(counts, [5, 2, 0, 1, 2, 0]);
        has(&shown, json!({ "stopped_shards": "1", "n": 13, "finished": false }));
        has(&shown, json!({ "missing": "1-2,4" }));
        assert!(shown["remaining_cpu_s"].as_f64().unwrap() > left as f64 / 2.0, "{shown}");
    }
    let shown = status(&folder, "d");
    let each = [0, 1, 3].map(|number| status(&folder, &format!("d/shard-{number:05}")));
    let nodes = each.iter().map(|shard| shard["nodes"].as_str().unwrap().parse::<u128>().unwrap());
    assert_eq!(shown["nodes"], nodes.sum::<u128>().to_string());
    let all = "2 finished, 0 running, 1 stopped, 2 not started, 0 unusable\n";
    run(&folder, "status d").shows(&[all, "stopped      1\n"]);
    assert_eq!(snapshot(folder.path()), before, "status only looks");

    let held = hold(&folder.path().join("d/shard-00001"));
    let shown = status(&folder, with_plan);
    has(&shown, json!({ "shards_running": 1, "running_shards": "1", "stopped_shards": "" }));
    run(&folder, "work plan's --shards 2,4 --dir d").printed();
    run(&folder, "status d").shows(&["every unfinished shard is being counted"]);
    drop(held);

    run(&folder, "work plan's --shards 1 --dir d").printed();
    let shown = status(&folder, with_plan);
    has(&shown, json!({ "shards_finished": 5, "finished": true }));
    has(&shown, json!({ "percent": 100.0, "solutions_so_far": known(13) }));
    run(&folder, "status d").shows(&["finished; queens merge adds up"]);
}

#[test]
fn unreadable_shard_decides_the_exit_code() {
    let (folder, _) = shards();
    fs::write(folder.path().join("d/shard-00003/manifest.json"), "damaged\n").unwrap();
    let looked = run(&folder, "status d --json");
    looked.ends(4, &["shard-00003/manifest.json is corrupt"]);
    has(&looked.json(), json!({ "shards_unusable": 1, "shards_finished": 1 }));

    let (folder, _) = shards();
    fs::rename(folder.path().join("d/shard-00003"), folder.path().join("d/shard-00005")).unwrap();
    run(&folder, "plan 12 --shards 5 -o other").printed();
    for (words, says, field, shards) in [
        ("status d --json", "shard-00005 does not belong to this plan", "shards_not_begun", 3),
        ("status d --plan other --json", "it counts N = 13, not 12", "shards_unusable", 2),
    ] {
        assert_eq!(run(&folder, words).ends(1, &[says]).json()[field], shards);
    }
}

#[test]
fn shows_plans_with_one_shard_or_none_begun() {
    let folder = tempdir().unwrap();
    run(&folder, "plan 12 --shards 1 -o plan").printed();
    fs::create_dir(folder.path().join("d")).unwrap();
    let shown = status(&folder, "d --plan plan");
    has(&shown, json!({ "shards_not_begun": 1, "remaining_wall_s": null }));
    run(&folder, "status d").fails(1, &["d is not a run directory"]);
    run(&folder, "work plan --shards 0 --dir d").printed();
    let shown = status(&folder, "d");
    has(&shown, json!({ "shards": 1, "shards_finished": 1, "units_done": shown["units"] }));
}
