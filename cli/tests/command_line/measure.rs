//! Tests that `scripts/measure.py rival` reports mistakes before it measures anything.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::tempdir;

use crate::support::{Finished, PROGRAM, command, contains, repository};

#[test]
fn measures_nothing_that_cannot_be_kept() {
    if command("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("rival"), "#!/bin/sh\necho run >>runs\necho 14200\n").unwrap();
    fs::set_permissions(place("rival"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(place("file"), "").unwrap();
    let measure = |more: &[&str]| {
        let mut script = command("python3");
        script.arg("-B").arg(repository().join("scripts/measure.py"));
        script.args("rival --version 1 --compiler cc --boards 12 --pairs 1".split(' '));
        // `./rival` is relative to this folder, not to the repository.
        script.args(["--name", "Ζ", "--command", "./rival {n}", "--output", "out"]).args(more);
        script.env("QUEENS", PROGRAM).env("LC_ALL", "C").current_dir(&folder);
        Finished::by(&mut script)
    };
    for (option, value, says) in [
        ("--output", "file/x", "cannot write the record: "),
        ("--command", "", "it is empty"),
        ("--command", "x 'y", "is not a command: No closing quotation"),
        ("--count", "(", "is not a regular expression: "),
        ("--count", "x", "has no group"),
        ("--boards", "twelve", "is not a list of boards as in 12,16,18-20"),
    ] {
        let said = measure(&[option, value]).stderr();
        contains(&said, &[says]);
        assert!(!said.contains("Traceback"), "{said}");
    }
    assert!(!place("runs").exists() && !place("out").exists());
    measure(&[]).ends(0, &[]);
    let records: Vec<_> = fs::read_dir(place("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(records.len(), 1);
    assert!(records[0].file_name().unwrap().to_str().unwrap().starts_with("program-1t-"), "{records:?}");
    contains(&fs::read_to_string(&records[0]).unwrap(), &["\"program\": \"\\u0396\""]);
}
