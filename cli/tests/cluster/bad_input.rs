//! Invalid plans and directories: each gets its message and exit code.

use serde_json::Value;

use super::*;
use crate::support::forge;

fn begun() -> Workplace {
    let place = Workplace::new(12, 3);
    place.work("d", "0-1").printed();
    place
}

/// Changes a field of the plan.
fn forge_plan(place: &Workplace, field: &str, value: impl Into<Value>) {
    forge(&place.path("plan.json"), |plan| plan[field] = value.into());
}

#[test]
fn rejects_an_inconsistent_plan_with_a_valid_checksum() {
    for (field, value, named) in [
        ("units", Value::from(13), "13 units, not 12"),
        ("depth", 5.into(), "12 units, not "),
        ("plan_hash", "c0ffee15".repeat(4).into(), "plan c0ffee15c0ffee15c0ffee15c0ffee15, not "),
    ] {
        let place = begun();
        forge_plan(&place, field, value);
        for call in [place.work("new", "2"), place.merge("d")] {
            call.ends(1, &["plan.json", "makes other units than this version", named]);
        }
        place.missing("d").ends(1, &["shard-00000 does not belong to this plan"]);
        // Nor is anything moved aside for units that cannot be counted.
        place.work("d", "0-1 --fresh").ends(1, &["makes other units than this version"]);
        assert_eq!(entries(place.path("d")), 2);
    }
}

#[test]
fn rejects_a_shard_out_of_range_before_counting() {
    let place = Workplace::new(12, 3);
    for list in ["3", "0,3", "0-18446744073709551615"] {
        place.work("d", list).ends(2, &["there is no shard", "numbered 0 to 2"]);
    }
    place.work("d", "0,2-1").ends(2, &["'0,2-1' is not a list of numbers"]);
    place.work("d", "one").ends(2, &["as in 3,7,10-20"]);
    assert!(!place.path("d").exists());
}

#[test]
fn leaves_the_shards_of_another_plan_alone() {
    let other = Workplace::new(12, 4);
    let deeper = Workplace::of(tempdir().unwrap(), "12 --shards 3 --method cross --depth 5");
    let place = begun();
    for (stranger, difference) in
        [(&other, "it counts shard 2 of 4, not shard 2 of 3"), (&deeper, "it counts at depth 5, not ")]
    {
        stranger.work("d", "2").printed();
        copy_directory(&stranger.shard("d", 2), &place.shard("d", 2));
        let before = fs::read(place.ledger("d", 2)).unwrap();
        let named = ["shard-00002 does not belong to this plan", difference, "its own directory"];
        for call in [place.work("d", "0-2"), place.merge("d")] {
            call.ends(1, &named);
        }
        assert_eq!(place.missing("d").ends(1, &named).stdout(), "2\n");
        assert_eq!(fs::read(place.ledger("d", 2)).unwrap(), before);
        fs::remove_dir_all(place.shard("d", 2)).unwrap();
    }
}

#[test]
fn rejects_a_shard_under_a_wrong_name() {
    let place = begun();
    copy_directory(&place.shard("d", 1), &place.shard("d", 2));
    place.merge("d").ends(1, &["shard-00002", "it counts shard 1 of 3, not shard 2 of 3"]);
    fs::rename(place.shard("d", 2), place.shard("d", 3)).unwrap();
    let says = ["shard-00003 does not belong to this plan", "only 3 shards"];
    place.merge("d").ends(1, &says);
    // The list for the next jobs is complete all the same.
    assert_eq!(place.missing("d").ends(1, &says).stdout(), "2\n");
}

#[test]
fn ignores_unrelated_directories() {
    let place = begun();
    fs::create_dir(place.shard("d", 2)).unwrap();
    fs::write(place.shard("d", 2).join("thesis.tex"), "mine").unwrap();
    let says = ["shard-00002 does not belong to this plan", "thesis.tex"];
    place.work("d", "2").ends(1, &says);
    // Nor would a list of what is missing submit it again and again.
    assert_eq!(place.missing("d").ends(1, &says).stdout(), "2\n");
    place.merge("d").ends(1, &["thesis.tex"]);
    fs::remove_dir_all(place.shard("d", 2)).unwrap();
    fs::write(place.shard("d", 2), "a file").unwrap();
    place.work("d", "0-2").ends(1, &["shard-00002", "not a directory"]);
    fs::write(place.path("d/slurm-1_2.out"), "log").unwrap();
    fs::remove_file(place.shard("d", 2)).unwrap();
    place.work("d", "2").printed();
    place.merge("d").prints_total(12);
}

#[test]
fn damaged_shard_is_counted_again() {
    let place = Workplace::counted(12, 3);
    let ledger = place.ledger("d", 1);
    let good = fs::read_to_string(&ledger).unwrap();
    let skipped = "skipped line 1 of d/shard-00001/ledger.jsonl";
    let lacks = "d/shard-00001/ledger.jsonl lacks 1 unit of a finished run: ";
    for (says, bad) in [
        (&[skipped, lacks][..], good.replacen("\"solutions\":\"", "\"solutions\":\"1", 1)),
        (&[lacks][..], good.split_inclusive('\n').skip(1).collect()),
    ] {
        fs::write(&ledger, &bad).unwrap();
        place.merge("d").fails(1, &[says, &["1 of 3 shards is not finished"]].concat());
        place.missing("d").prints("1\n").says(says);
        assert_eq!(place.work("d", "0-2").says(says).stdout().lines().count(), 3);
        place.merge("d").prints_total(12);
        assert!(fs::read_to_string(&ledger).unwrap().starts_with(&bad));
    }
    fs::write(place.shard("d", 1).join("manifest.json"), "{").unwrap();
    place.merge("d").ends(4, &["shard-00001/manifest.json is corrupt"]);
    place
        .work("d", "1")
        .ends(4, &["copy it again, or make the manifest again and keep every unit: `queens work"]);
    place.work("d", "1 --fresh").printed();
    place.merge("d").prints_total(12);
}

/// Somebody else's file, a link, or a bad sector in one shard.
#[test]
fn shard_that_cannot_be_read_does_not_stop_the_others() {
    for spoil in [
        (|manifest| std::os::unix::fs::symlink("../../other", manifest).unwrap()) as fn(&Path),
        |manifest| fs::create_dir(manifest).unwrap(),
        |manifest| std::os::unix::fs::symlink("manifest.json", manifest).unwrap(),
    ] {
        let place = Workplace::new(11, 6);
        place.work("d", "2").printed();
        let manifest = place.shard("d", 2).join("manifest.json");
        fs::rename(&manifest, place.path("other")).unwrap();
        spoil(&manifest);
        let worked = place.work("d", "0-5");
        worked.ends(1, &["error: cannot read d/shard-00002/manifest.json: "]);
        assert_eq!((worked.stdout().lines().count(), worked.stderr().lines().count()), (5, 1));
        assert_eq!(place.missing("d").ends(1, &["shard-00002"]).stdout(), "2\n");
    }
}

#[test]
fn damaged_copy_of_a_shard_does_no_harm() {
    let place = Workplace::new(12, 2);
    place.work("a", "0-1").printed();
    place.work("b", "1").printed();
    fs::write(place.ledger("b", 1), "rubbish\n").unwrap();
    let says = ["b/shard-00001/ledger.jsonl has 1 line but no good one"];
    place.missing("a --dir b").prints("").says(&says);
    place.merge("a --dir b").prints_total(12).says(&says);
    // Neither does a shard that the system cannot even locate.
    fs::remove_dir_all(place.shard("b", 1)).unwrap();
    std::os::unix::fs::symlink("shard-00001", place.shard("b", 1)).unwrap();
    let says = ["b/shard-00001: ", "symbolic links"];
    place.missing("a --dir b").fails(1, &says);
}

/// An interrupted rsync leaves such a copy, because it sends ledger.jsonl first; so do two calls of
/// it.
#[test]
fn incomplete_copy_is_neither_new_nor_damaged() {
    for lacks in ["manifest.json", "ledger.jsonl"] {
        let place = Workplace::new(12, 2);
        place.work("a", "0-1").printed();
        copy_directory(&place.path("a"), &place.path("b"));
        fs::remove_file(place.shard("b", 1).join(lacks)).unwrap();
        let says = [&format!("b/shard-00001 is incomplete: it has no {lacks}")[..], "copy it again"];
        for call in [place.work("b", "1"), place.merge("b")] {
            call.ends(4, &says);
        }
        assert_eq!(place.missing("b").ends(4, &says).stdout(), "1\n");
        let status = place.run("status b --plan plan.json");
        status.ends(4, &says).shows(&["  unusable     1\n", "unfinished; "]);
        // Another directory has it all.
        let left_out = [says[0], "left out, because"];
        place.missing("b --dir a").prints("").says(&left_out);
        place.merge("b --dir a").prints_total(12).says(&left_out);
        fs::copy(place.shard("a", 1).join(lacks), place.shard("b", 1).join(lacks)).unwrap();
        place.merge("b").prints_total(12);
    }
}
