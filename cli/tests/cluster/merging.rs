//! Merging: what must exist, what must agree, and what results.

use super::*;

#[test]
fn merged_run_equals_a_run_of_one_machine() {
    let place = Workplace::counted(13, 6);
    let merged = place.merge("d --run merged.run --json").json();
    let counted = place.run("count 13 --no-checkpoint --json").json();
    for field in ["program", "n", "solutions", "method", "depth", "units", "checks", "version", "commit"] {
        assert_eq!(merged[field], counted[field], "{field}");
    }
    let status = place.run("status merged.run --json").json();
    has(&status, json!({ "finished": true, "units_done": merged["units"] }));
    assert!(place.run("verify merged.run --sample 20%").printed().ends_with("all agree"));
    let again = place.run("count 13 --run merged.run --json");
    again.says(&["finished"]);
    // A merge has no threads, and no sessions.
    let of_no_session = json!({ "solutions": known(13), "threads": null, "resumed": null });
    for result in [merged, again.json()] {
        has(&result, of_no_session.clone());
    }
}

#[test]
fn continues_a_stopped_merge_but_no_other_unfinished_run() {
    let place = Workplace::counted(12, 3);
    let run = place.path("merged.run");
    place.merge("d --run merged.run").prints_total(12);
    place.merge("d --run merged.run").prints_total(12).says(&["already holds this result"]);
    // A merge that was stopped leaves this.
    rewrite(&run, |entries| entries.truncate(5));
    place.merge("d --run merged.run").prints_total(12);
    let units = fs::read_to_string(run.join("ledger.jsonl")).unwrap().lines().count();
    assert_eq!(units as u64, place.read_plan().identity().units, "each unit is copied once");
    // And this is another count of the same plan.
    rewrite(&run, |entries| {
        entries.truncate(5);
        entries[0].cpu_ms += 1;
    });
    let ledger = || fs::read(run.join("ledger.jsonl")).unwrap();
    let before = ledger();
    let says = ["merged.run holds 5 units of an unfinished run", "another directory with --run", "--fresh"];
    place.merge("d --run merged.run").fails(1, &says);
    assert_eq!(ledger(), before);
    place.merge("d --run merged.run --fresh").prints_total(12).says(&["merged.run.old-1"]);
}

#[test]
fn never_merges_over_a_source() {
    // The shard of a plan with one shard is like the merged run.
    for shards in [1, 2] {
        let place = Workplace::counted(12, shards);
        for number in 0..shards {
            let shard = place.shard("d", number);
            std::os::unix::fs::symlink(&shard, place.path(&format!("link-{number}"))).unwrap();
            fs::create_dir(shard.join("folder")).unwrap();
            let named = format!("shard-{number:05} is one of its shards");
            let shown = format!("d/shard-{number:05}");
            for run in
                [&shown, &format!("link-{number}"), &format!("{shown}/new"), &format!("{shown}/folder/new")]
            {
                for more in ["", " --fresh"] {
                    place
                        .merge(&format!("d --run {run}{more}"))
                        .ends(2, &["cannot hold the merged run", &named]);
                }
            }
            fs::remove_dir(shard.join("folder")).unwrap();
        }
        place.merge("d").prints_total(12);
        assert_eq!(entries(place.path("d")) as u64, shards);
        place.merge("d --run d/merged.run").printed();
    }
}

#[test]
fn names_missing_shards_instead_of_a_total() {
    let place = Workplace::of(tempdir().unwrap(), "13 --shards 150 --method cross --depth 6");
    let even: Vec<String> = (0..150).step_by(2).map(|number| number.to_string()).collect();
    place.work("d", &even.join(",")).printed();
    let call = place.merge("d --run merged.run");
    call.fails(1, &["75 of 150 shards are not finished", "(1,3,5,", ", …)"]);
    assert!(call.stderr().len() < 500 && !place.path("merged.run").exists(), "{}", call.stderr());
    assert_eq!(place.missing("d").printed().split(',').count(), 75);
}

#[test]
fn merges_several_sites_and_confirms_double_counts() {
    let place = Workplace::new(12, 4);
    place.work("here", "0-2").printed();
    place.work("there", "2-3 --kernel scalar").printed();
    place.merge("here").ends(1, &["1 of 4 shards is not finished (3)"]);
    let both = "here --dir there";
    place.merge(both).prints_total(12).says(&["more than one directory: 3, all with the same"]);
    place.missing(both).prints("");
    assert_eq!(place.merge(&format!("{both} --quiet")).stderr(), "");
    let result = place.merge(&format!("{both} --json")).json();
    let kernels = result["kernel"].as_str().unwrap();
    assert!(kernels.split('+').any(|kernel| kernel == "scalar"), "{kernels}");
    // One machine counted shard 2 twice.
    let [machine] = &result["merged"]["machines"].as_array().unwrap()[..] else { panic!("{result}") };
    assert_eq!(machine["shards"], 4);
}

#[test]
fn counts_repeated_lines_once_and_reports_them() {
    let place = Workplace::counted(12, 3);
    change_ledger(&place.shard("d", 1), |entries| entries.extend_from_within(..2));
    let stderr = place.merge("d").prints_total(12).stderr();
    let [noticed, ended] = stderr.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(noticed.starts_with("ignored 2 lines of "), "{noticed}");
    assert!(noticed.ends_with("with repeated units: the counts agree"), "{noticed}");
    assert!(ended.starts_with("N = 12: 3 shards added up, "), "{ended}");
    assert!(ended.ends_with(" CPU time, matches A000170"), "{ended}");
    assert_eq!(place.merge("d --quiet").stderr(), "");
    for call in [place.missing("d"), place.run("status d --plan plan.json")] {
        call.ends(0, &["with repeated units"]);
    }
}

#[test]
fn names_both_counts_of_a_conflict() {
    let place = Workplace::new(12, 3);
    place.work("a", "0-2").printed();
    place.work("b", "1").printed();
    let mut wrong = (0, 0, 0);
    rewrite(&place.shard("b", 1), |entries| {
        let line = entries.len();
        let last = entries.last_mut().unwrap();
        wrong = (last.unit, last.solutions, line);
        last.solutions += 8;
    });
    let (unit, right, line) = wrong;
    let in_a = format!("unit {unit} has {right} solutions in a/shard-00001/ledger.jsonl line ");
    let in_b = format!("but {} in b/shard-00001/ledger.jsonl line {line}", right + 8);
    let status = |words: &str| place.run(&format!("status {words} --plan plan.json"));
    status("a").shows(&["finished; `queens merge plan.json --dir a` adds up the shards"]).printed();
    place.merge("a --dir b").ends(4, &["CONFLICT", &in_a, &in_b]);
    // The status shows what the merge refuses, whatever it prints.
    status("a b").ends(4, &["CONFLICT", &in_a, &in_b]).shows(&["CONFLICT: directories contradict"]);
    place.missing("a --dir b").ends(4, &["CONFLICT", &in_a, &in_b]);
    let fields = json!({ "conflicts": 1, "finished": false, "checks": [], "missing": "" });
    has(&status("a b --json").ends(4, &[&in_a]).json(), fields);
    // Three units of two shards: the first is named, the others are mentioned.
    place.work("b", "2").printed();
    rewrite(&place.shard("b", 2), |entries| entries[..2].iter_mut().for_each(|entry| entry.solutions += 8));
    let finds_the_machine = "count the shard on a third machine";
    place.merge("a --dir b").fails(4, &["CONFLICT", &in_a, "and 2 more", finds_the_machine]);
    status("b a").ends(4, &["CONFLICT", &format!("unit {unit} has "), "and 2 more"]);
}

#[test]
fn reports_a_total_that_differs_from_the_known() {
    let place = Workplace::counted(12, 3);
    place.merge("d --run merged.run").printed();
    rewrite(&place.shard("d", 0), |entries| entries[0].solutions += 8);
    place.merge("d").ends(4, &["14,208 solutions cannot be right for N = 12"]);
    let says = ["the shards add up to 14,208 solutions, which cannot be right for N = 12 (oeis: "];
    let status = |words: &str| place.run(&format!("status d --plan plan.json{words}"));
    status("").ends(4, &says).shows(&["WRONG: do not use this total"]);
    status(" --missing").ends(4, &says);
    assert!(status(" --json").ends(4, &says).json()["checks"].as_array().unwrap().len() > 1);
    // Nor is it written over a right one, but only beside it.
    place.merge("d --run merged.run").ends(4, &["merged.run is a finished run", "14,208"]);
    place.run("count 12 --run merged.run").prints_total(12);
    place.merge("d --run merged.run --fresh").ends(4, &["merged.run.old-1", "cannot be right"]);
    place.run("count 12 --run merged.run.old-1").prints_total(12);
}

#[test]
fn rejects_a_merge_into_another_run() {
    let place = Workplace::counted(12, 2);
    place.run("count 10 --run other.run").printed();
    place.merge("d --run other.run").ends(1, &["other.run counts N = 10, not 12"]);
    place.run("count 10 --run other.run").prints_total(10);
}
