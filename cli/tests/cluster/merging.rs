//! Tests what a merge requires and what it produces.

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
    place.run("status merged.run").shows(&["\n  merged     2"]);
    assert!(place.run("verify merged.run --sample 20%").printed().starts_with("all agree: "));
    let again = place.run("count 13 --run merged.run --json");
    again.says(&["finished"]);
    // A merge reports neither threads nor sessions.
    let of_no_session = json!({ "solutions": known(13), "threads": null, "resumed": null });
    for result in [merged, again.json()] {
        has(&result, of_no_session.clone());
    }
}

#[test]
fn never_merges_over_a_source() {
    // The shard of a one-shard plan looks just like the merged run.
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
    call.fails(1, &["error: shards 1,3,5,", ", … are not finished (75 of 150)"]);
    assert!(call.stderr().len() < 500 && !place.path("merged.run").exists(), "{}", call.stderr());
    assert_eq!(place.missing("d").printed().split(',').count(), 75);
}

#[test]
fn reports_a_total_that_differs_from_the_known() {
    let place = Workplace::counted(12, 3);
    place.merge("d --run merged.run").printed();
    rewrite(&place.shard("d", 0), |entries| entries[0].solutions += 8);
    place.merge("d").ends(4, &["14,208 solutions cannot be right for N = 12"]);
    let says = ["14,208 solutions cannot be right for N = 12: 14,200 is the known number"];
    let status = |words: &str| place.run(&format!("status d --plan plan.json{words}"));
    status("").ends(4, &says).shows(&["WRONG: do not use this total"]);
    status(" --missing").ends(4, &says);
    assert!(status(" --json").ends(4, &says).json()["checks"].as_array().unwrap().len() > 1);
    // The wrong total does not replace a correct one. With --fresh, the correct one is moved aside.
    place.merge("d --run merged.run").ends(4, &["merged.run is a finished run", "14,208"]);
    place.run("count 12 --run merged.run").prints_total(12);
    place.merge("d --run merged.run --fresh").ends(4, &["merged.run.old-1", "cannot be right"]);
    place.run("count 12 --run merged.run.old-1").prints_total(12);
}
