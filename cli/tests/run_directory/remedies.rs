//! Tests that errors name the option or directory that helps.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::support::{forge, hold, run, snapshot};

#[test]
fn error_of_a_run_names_the_options_that_help_and_changes_nothing() {
    type Case<'a> = (fn(&Path), i32, &'a [&'a str]);
    let cases: [Case<'_>; 2] = [
        (
            |run| forge(&run.join("manifest.json"), |manifest| manifest["format"] = 99.into()),
            1,
            &["format 99", "with --run, or move this run aside with --fresh"],
        ),
        (
            |run| {
                fs::remove_file(run.join("result.json")).unwrap();
                // The lock is held until the test ends.
                std::mem::forget(hold(run));
            },
            5,
            &["run is in use by process ", ", or start a second count in another directory with --run DIR"],
        ),
    ];
    for (spoil, code, says) in cases {
        let folder = tempdir().unwrap();
        run(&folder, "count 12 --run run").prints("14200\n");
        spoil(&folder.path().join("run"));
        let before = snapshot(folder.path());
        run(&folder, "count 12 --run run").fails(code, says);
        assert_eq!(snapshot(folder.path()), before);
    }
}

#[test]
fn current_directory_is_not_moved_aside() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run run").prints("92\n");
    let inside = folder.path().join("run");
    run(&inside, "count 8 --run .").prints("92\n");
    let before = snapshot(folder.path());
    run(&inside, "count 8 --run . --fresh").fails(1, &["name it from the directory above"]);
    assert_eq!(snapshot(folder.path()).len(), before.len());
}
