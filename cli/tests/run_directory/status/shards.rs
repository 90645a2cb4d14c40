//! The progress of the shards of a plan, and the command that counts those that are not begun.

use super::*;

/// A plan of five shards: 0 and 3 are finished, 1 is half done, 2 and 4 are not begun.
fn shards() -> (TempDir, u64) {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "13", "--shards", "5", "--method", "cross", "-o", "a plan"]);
    let left = half(&folder, &["work", "a plan", "--shards", "1", "--dir", "d"], "d/shard-00001");
    assert_eq!(run(folder.path(), &["work", "a plan", "--shards", "0,3", "--dir", "d"]).code(), 0);
    (folder, left)
}

#[test]
fn shows_the_shards_of_a_plan_together() {
    let (folder, left) = shards();
    let before = files(folder.path());
    for arguments in [&["d"][..], &["d", "--plan", "a plan"]] {
        let shown = status(&folder, arguments);
        let counts = ["", "_finished", "_running", "_stopped", "_not_begun", "_unusable"];
        let counts = counts.map(|state| shown[format!("shards{state}")].as_u64().unwrap());
        assert_eq!((counts, &shown["stopped_shards"]), ([5, 2, 0, 1, 2, 0], &json!("1")));
        assert_eq!((&shown["n"], &shown["finished"]), (&json!(13), &json!(false)));
        let missing = run(folder.path(), &["missing", "a plan", "--dir", "d", "--json"]).json();
        for field in ["plan_hash", "units", "units_done"] {
            assert_eq!(shown[field], missing[field], "{field}");
        }
        assert!(shown["remaining_cpu_s"].as_f64().unwrap() > left as f64 / 2.0, "{shown}");
    }
    let shown = status(&folder, &["d"]);
    let each = [0, 1, 3].map(|number| status(&folder, &[&format!("d/shard-{number:05}")]));
    let nodes = each.iter().map(|shard| shard["nodes"].as_str().unwrap().parse::<u128>().unwrap());
    assert_eq!(shown["nodes"], nodes.sum::<u128>().to_string());
    let latest = each.iter().map(|shard| shard["last_written"].as_str().unwrap()).max();
    assert_eq!(shown["last_written"].as_str(), latest);
    let text = run(folder.path(), &["status", "d"]).stdout();
    for says in
        ["2 finished, 0 running, 1 stopped, 2 not begun, 0 unusable\n", "stopped    1\n", "--plan PLAN"]
    {
        assert!(text.contains(says), "'{says}' is not in {text}");
    }
    assert_eq!(files(folder.path()), before, "status only looks");

    let held = hold(&folder, "d/shard-00001");
    let shown = status(&folder, &["d", "--plan", "a plan"]);
    assert_eq!(
        (&shown["shards_running"], &shown["running_shards"], &shown["stopped_shards"]),
        (&json!(1), &json!("1"), &json!(""))
    );
    assert!(shown["resume_command"].as_str().unwrap().contains("--shards 2,4 "), "{shown}");
    assert_eq!(paste(&folder, &shown).code(), 0);
    assert_eq!(status(&folder, &["d", "--plan", "a plan"])["resume_command"], Value::Null);
    assert!(run(folder.path(), &["status", "d"]).stdout().contains("no further shards to count"));
    drop(held);

    assert_eq!(paste(&folder, &status(&folder, &["d", "--plan", "a plan"])).code(), 0);
    let shown = status(&folder, &["d", "--plan", "a plan"]);
    assert_eq!((&shown["shards_finished"], &shown["finished"]), (&json!(5), &json!(true)));
    assert_eq!((&shown["resume_command"], &shown["percent"]), (&Value::Null, &json!(100.0)));
    assert_eq!(shown["solutions_so_far"].as_str(), Some(&*known(13)));
    assert!(run(folder.path(), &["status", "d"]).stdout().contains("finished; `queens merge`"));
}

#[test]
fn unreadable_shard_decides_the_exit_code() {
    let (folder, _) = shards();
    fs::write(folder.path().join("d/shard-00003/ledger.jsonl"), "damaged\n").unwrap();
    let looked = run(folder.path(), &["status", "d", "--json"]);
    assert_eq!((looked.code(), &looked.json()["shards_unusable"]), (4, &json!(1)));
    let repair = " work PLAN --shards 3 --dir d --repair` to move the bad lines";
    looked.ends(4, &["shard-00003/ledger.jsonl is corrupt in line 1", repair]);
    assert_eq!(looked.json()["shards_finished"], 1);

    let (folder, _) = shards();
    fs::rename(folder.path().join("d/shard-00003"), folder.path().join("d/shard-00005")).unwrap();
    let looked = run(folder.path(), &["status", "d", "--json"]);
    assert_eq!((looked.code(), &looked.json()["shards_not_begun"]), (1, &json!(3)));
    assert!(looked.stderr().contains("shard-00005 does not belong to this plan"), "{}", looked.stderr());

    run(folder.path(), &["plan", "12", "--shards", "5", "-o", "other"]);
    let looked = run(folder.path(), &["status", "d", "--plan", "other", "--json"]);
    assert_eq!((looked.code(), &looked.json()["shards_unusable"]), (1, &json!(2)));
    assert!(looked.stderr().contains("n is 13, not 12"), "{}", looked.stderr());
}

#[test]
fn shows_plans_with_one_shard_or_none_begun() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["plan", "12", "--shards", "1", "-o", "plan"]);
    fs::create_dir(folder.path().join("d")).unwrap();
    let shown = status(&folder, &["d", "--plan", "plan"]);
    assert_eq!((&shown["shards_not_begun"], &shown["remaining_wall_s"]), (&json!(1), &Value::Null));
    run(folder.path(), &["status", "d"]).fails(1, &["d is not a run directory"]);
    assert_eq!(paste(&folder, &shown).code(), 0);
    let shown = status(&folder, &["d"]);
    assert_eq!(
        (&shown["shards"], &shown["shards_finished"], &shown["units_done"]),
        (&json!(1), &json!(1), &shown["units"])
    );
}
