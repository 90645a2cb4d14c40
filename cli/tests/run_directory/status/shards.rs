//! Tests the combined progress of a plan's shards.

use super::*;

/// Creates a plan with five shards. Shards 0 and 3 are finished, shard 1 is half finished, and shards 2 and 4
/// are not started.
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
    let all = "2 finished, 1 stopped, 2 not started\n";
    run(&folder, "status d").shows(&[all, "stopped    1\n"]);
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
    run(&folder, "status d").shows(&["finished; queens merge PLAN --dir d adds up"]);
}
