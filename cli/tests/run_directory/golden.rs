//! Tests that files written by earlier releases (`tests/fixtures/released`) stay readable. Runs that this
//! version cannot continue are still shown and left untouched.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::tempdir;

use crate::support::{contains, copy_directory, has, known, read_json, run, snapshot};

#[test]
fn files_of_releases_are_shown_merged_verified_and_published() {
    let folder = tempdir().unwrap();
    copy_directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/released"), folder.path());
    let before = snapshot(folder.path());
    let shown = run(&folder, "status finished.halves --json").json();
    let total = json!({ "method": "halves", "finished": true, "solutions_so_far": known(12) });
    has(&shown, total);
    let shown = run(&folder, "status stopped.run");
    shown.says(&[]).ends(0, &[]);
    contains(&shown.stdout(), &["9 of 18 (50.0%)", "only version 1.1.0 can finish it"]);
    for (words, reason) in [
        (
            "count 12 --run finished.halves",
            "which only versions 1.0 and 1.1 have; use a version that can read it",
        ),
        ("verify finished.halves", "which only versions 1.0 and 1.1 have; use a version that can read it"),
        ("count 8 --run stopped.run", "made by queens 1.1.0, whose units differ from this version's"),
    ] {
        run(&folder, words).fails(1, &[reason]);
    }
    assert_eq!(snapshot(folder.path()), before);

    run(&folder, "work plan.cross.json --shards missing --dir shards.cross")
        .says(&["counting the missing shards: 1-2"]);
    run(&folder, "merge plan.cross.json --dir shards.cross --run merged").prints_total(13);
    let verified = run(&folder, "verify shards.cross/shard-00000 --sample 100% --json").json();
    has(&verified, json!({ "mismatches": [], "units_checked": 24 }));
    run(&folder, "plan 13 --method cross --shards 3 -o again.json");
    let [then, mut now] = ["plan.cross.json", "again.json"].map(|name| read_json(&folder.path().join(name)));
    for field in ["program_version", "crc"] {
        now[field] = then[field].clone();
    }
    assert_eq!(then, now);

    run(&folder, "publish --records records -o out").ends(0, &["published 2 records in out"]);
    let rows = [
        "| 12 | 14,200 | cross | portable | [3.18 ms](",
        "`queens` 1.0 on ",
        "| 13 | 73,712 | 9,233 | halves | portable | [3 shards](",
    ];
    contains(&fs::read_to_string(folder.path().join("out/README.md")).unwrap(), &rows);
}
