//! Merging: what must exist, what must agree, and what results.

use std::fs;

use super::*;

#[test]
fn merged_run_equals_a_run_of_one_machine() {
    let place = Workplace::counted(13, 6);
    let run = place.path("merged.run");
    let run = run.to_str().unwrap();
    let merged = place.over("merge", &["d"], &["--run", run, "--json"]).json();
    let counted = queens(["count", "13", "--no-checkpoint", "--json"]).json();
    for field in ["program", "n", "solutions", "method", "depth", "units", "checks", "version", "commit"] {
        assert_eq!(merged[field], counted[field], "{field}");
    }
    assert_eq!((&merged["checks"][0]["name"], merged.get("resumed")), (&"oeis".into(), None));
    let status = queens(["status", run, "--json"]).json();
    assert_eq!((&status["finished"], &status["units_done"]), (&true.into(), &merged["units"]));
    let verified = queens(["verify", run, "--sample", "20%"]);
    assert!(verified.printed().ends_with("all agree"), "{}", verified.stdout());
    let again = queens(["count", "13", "--run", run]);
    assert_eq!(again.printed(), known(13));
    assert!(again.stderr().contains("finished"), "{}", again.stderr());
}

#[test]
fn completes_an_interrupted_merge() {
    let place = Workplace::counted(12, 3);
    let run = place.path("merged.run");
    let merge = || place.over("merge", &["d"], &["-o", run.to_str().unwrap()]);
    merge().printed();
    rewrite(&run.join("ledger.jsonl"), |entries| entries.truncate(5));
    assert_eq!(merge().printed(), known(12));
    let repeated = merge();
    assert_eq!(repeated.printed(), known(12));
    assert!(repeated.stderr().contains("already holds this result"), "{}", repeated.stderr());
}

#[test]
fn rejects_a_merge_into_a_conflicting_run() {
    let place = Workplace::counted(12, 3);
    let run = place.path("merged.run");
    let merge = || place.over("merge", &["d"], &["--run", run.to_str().unwrap()]);
    merge().printed();
    let ledger = run.join("ledger.jsonl");
    rewrite(&ledger, |entries| {
        entries.truncate(5);
        entries[4].solutions += 8;
    });
    let before = fs::read(&ledger).unwrap();
    let call = merge();
    call.ends(4, &["CONFLICT", "merged.run/ledger.jsonl line 5"]);
    assert!(!call.stderr().contains("more contradictions"), "there is but one: {}", call.stderr());
    assert_eq!(fs::read(&ledger).unwrap(), before);
}

#[test]
fn never_merges_over_a_source() {
    // In a plan of one shard, the shard is like the merged run.
    for shards in [1, 2] {
        let place = Workplace::new(12, shards);
        place.work("d", &format!("0-{}", shards - 1)).printed();
        for number in 0..shards {
            let shard = place.shard("d", number);
            let link = place.path(&format!("link-{number}"));
            std::os::unix::fs::symlink(&shard, &link).unwrap();
            let inside = shard.join("new.run");
            let deeper = shard.join("folder");
            fs::create_dir(&deeper).unwrap();
            let named = format!("shard-{number:05} is one of its shards");
            for run in [shard, link, inside, deeper.join("new.run")] {
                let run = ["--run", run.to_str().unwrap()];
                for more in [&run[..], &[run[0], run[1], "--fresh"]] {
                    place.over("merge", &["d"], more).ends(2, &["cannot hold the merged run", &named]);
                }
            }
            fs::remove_dir(deeper).unwrap();
        }
        assert_eq!(place.merge(&["d"]).printed(), known(12));
        assert_eq!(fs::read_dir(place.path("d")).unwrap().count() as u64, shards);
        let beside = place.path("d").join("merged.run");
        place.over("merge", &["d"], &["--run", beside.to_str().unwrap()]).printed();
    }
}

#[test]
fn names_a_missing_shard_instead_of_a_total() {
    let place = Workplace::new(13, 10);
    place.work("d", "0-1,3-5,8").printed();
    let run = place.path("merged.run");
    let call = place.over("merge", &["d"], &["--run", run.to_str().unwrap()]);
    call.ends(1, &["4 of 10 shards are not finished", "(2,6-7,9)"]);
    assert!(call.stdout().is_empty() && !run.exists());
}

#[test]
fn summarises_many_missing_shards() {
    let place = Workplace::with_depth(13, 400, Some(6));
    let even: Vec<String> = (0..400).step_by(2).map(|number| number.to_string()).collect();
    place.work("d", &even.join(",")).printed();
    let call = place.merge(&["d"]);
    call.ends(1, &["200 of 400 shards are not finished", "(1,3,5,", ", …)"]);
    assert!(call.stderr().len() < 500, "{}", call.stderr());
    assert_eq!(place.missing(&["d"]).printed().split(',').count(), 200);
}

#[test]
fn merges_several_sites_and_confirms_double_counts() {
    let place = Workplace::new(12, 4);
    place.work("here", "0-2").printed();
    place.work_with("there", "2-3", &["--kernel", "scalar"]).printed();
    place.merge(&["here"]).ends(1, &["1 of 4 shards is not finished (3)"]);
    let merged = place.merge(&["here", "there"]);
    assert_eq!(merged.printed(), known(12));
    assert!(merged.stderr().contains("more than one directory: 3, all with the same"), "{}", merged.stderr());
    assert!(place.missing(&["there", "here"]).printed().is_empty());
    assert!(place.over("merge", &["here", "there"], &["--quiet"]).stderr().is_empty());
    let result = place.over("merge", &["here", "there"], &["--json"]).json();
    let kernels = result["kernel"].as_str().unwrap();
    assert!(kernels.split('+').any(|kernel| kernel == "scalar"), "{kernels}");
    // One machine counted shard 2 twice.
    let [machine] = &result["merged"]["machines"].as_array().unwrap()[..] else { panic!("{result}") };
    assert_eq!(machine["shards"], 4);
}

#[test]
fn counts_repeated_lines_once_and_reports_them() {
    let place = Workplace::counted(12, 3);
    let result = fs::read(place.shard("d", 1).join("result.json")).unwrap();
    rewrite(&place.ledger("d", 1), |entries| entries.extend_from_within(..2));
    fs::write(place.shard("d", 1).join("result.json"), result).unwrap();
    let merged = place.merge(&["d"]);
    assert_eq!(merged.printed(), known(12));
    let stderr = merged.stderr();
    let [noticed, ended] = stderr.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(
        noticed.starts_with("ignored 2 lines of ")
            && noticed.ends_with("with repeated units: the counts agree")
    );
    assert!(
        ended.starts_with("N = 12: 3 shards added up, ") && ended.ends_with(" CPU time, matches A000170"),
        "{ended}"
    );
    assert!(place.over("merge", &["d"], &["--quiet"]).stderr().is_empty());
    let site = place.path("d");
    let status = queens(["status", site.to_str().unwrap(), "--plan", &place.plan]);
    for call in [place.missing(&["d"]), status] {
        assert!(call.code() == 0 && call.stderr().contains("with repeated units"), "{}", call.stderr());
    }
}

#[test]
fn combines_parts_of_a_shard_from_two_sites() {
    let place = Workplace::new(12, 2);
    place.work("a", "0-1").printed();
    copy_directory(&place.shard("a", 1), &place.shard("b", 1));
    rewrite(&place.ledger("a", 1), |entries| entries.truncate(4));
    rewrite(&place.ledger("b", 1), |entries| drop(entries.drain(..3)));
    assert_eq!(place.missing(&["a"]).printed(), "1");
    assert!(place.missing(&["a", "b"]).printed().is_empty());
    let merged = place.merge(&["a", "b"]);
    assert_eq!(merged.printed(), known(12));
    assert!(merged.stderr().contains("more than one directory: 1,"), "{}", merged.stderr());
}

#[test]
fn names_both_counts_of_a_conflict() {
    let place = Workplace::new(12, 3);
    place.work("a", "0-2").printed();
    place.work("b", "1").printed();
    let mut wrong = (0, 0, 0);
    rewrite(&place.ledger("b", 1), |entries| {
        let last = entries.last_mut().unwrap();
        wrong = (last.unit, last.solutions, last.solutions + 8);
        last.solutions += 8;
    });
    let (unit, right, wrong) = wrong;
    let lines = fs::read_to_string(place.ledger("b", 1)).unwrap().lines().count();
    let in_a = format!("unit {unit} has {right} solutions in ");
    let in_b = format!("but {wrong} in {} line {lines}", place.ledger("b", 1).display());
    place.merge(&["a", "b"]).ends(4, &["CONFLICT", &in_a, "a/shard-00001/ledger.jsonl line ", &in_b]);
    // Two units of two shards: the first is named, the other is mentioned.
    place.work("b", "2").printed();
    rewrite(&place.ledger("b", 2), |entries| entries[0].solutions += 8);
    let both = place.merge(&["a", "b"]);
    let finds_the_machine =
        "count the shard again on a third machine, in another directory, and merge that with each";
    both.ends(4, &["CONFLICT", &in_a, "and 1 more", finds_the_machine]);
    assert!(both.stdout().is_empty());
}

#[test]
fn reports_a_total_that_differs_from_the_known() {
    let place = Workplace::counted(12, 3);
    let run = place.path("merged.run");
    let write = || place.over("merge", &["d"], &["--run", run.to_str().unwrap()]);
    write().printed();
    rewrite(&place.ledger("d", 0), |entries| entries[0].solutions += 8);
    place.merge(&["d"]).ends(4, &["14,208 solutions cannot be right for N = 12"]);
    // Nor is it written over a right one, but only beside it.
    write().ends(4, &["merged.run is a finished run", "14,208"]);
    assert_eq!(queens(["count", "12", "--run", run.to_str().unwrap()]).printed(), known(12));
    place
        .over("merge", &["d"], &["--run", run.to_str().unwrap(), "--fresh"])
        .ends(4, &["merged.run.old-1", "cannot be right"]);
    assert_eq!(queens(["count", "12", "--run", &format!("{}.old-1", run.display())]).printed(), known(12));
}

#[test]
fn excludes_units_with_impossible_counts() {
    let place = Workplace::counted(12, 3);
    rewrite(&place.ledger("d", 1), |entries| entries[2].solutions = u128::MAX);
    let call = place.merge(&["d"]);
    call.ends(4, &["ledger.jsonl is corrupt in line 3", "more than the whole board can have"]);
    assert!(call.stdout().is_empty());
    // Just that unit is counted again.
    let again = place.work_with("d", "1", &["--repair", "--json"]);
    let result = again.json();
    assert_eq!(result["units"].as_u64(), result["resumed"].as_u64().map(|resumed| resumed + 1));
    assert_eq!(place.merge(&["d"]).printed(), known(12));
}

#[test]
fn rejects_a_merge_into_another_run() {
    let place = Workplace::counted(12, 2);
    let run = place.path("other.run");
    let run = run.to_str().unwrap();
    queens(["count", "10", "--run", run]).printed();
    place
        .over("merge", &["d"], &["--run", run])
        .ends(1, &["other.run belongs to another run", "n is 10, not"]);
    assert_eq!(queens(["count", "10", "--run", run]).printed(), "724");
}

#[test]
fn same_directory_twice_confirms_nothing() {
    let place = Workplace::counted(12, 2);
    place.merge(&["d", "./d"]).ends(2, &["listed twice"]);
    #[cfg(unix)]
    {
        fs::create_dir(place.path("links")).unwrap();
        std::os::unix::fs::symlink(place.shard("d", 0), place.shard("links", 0)).unwrap();
        // As `cp --link` copies a directory.
        copy_directory(&place.shard("d", 1), &place.shard("hard", 1));
        fs::remove_file(place.ledger("hard", 1)).unwrap();
        fs::hard_link(place.ledger("d", 1), place.ledger("hard", 1)).unwrap();
        let merged = place.merge(&["d", "links", "hard"]);
        assert_eq!(merged.printed(), known(12));
        assert!(!merged.stderr().contains("more than one directory"), "{}", merged.stderr());
        // A copy of its own does confirm.
        copy_directory(&place.shard("d", 1), &place.shard("copy", 1));
        assert!(place.merge(&["d", "copy"]).stderr().contains("units found in more than one directory: 6"));
    }
}
