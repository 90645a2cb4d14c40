//! Tests file names that attack the terminal, and system limits at which many programs die silently.

use std::fs;

use tempfile::tempdir;

use crate::support::records::{files, recorded};
use crate::support::{Finished, PROGRAM, command, entries, forge, queens, run, shell};

#[test]
fn directory_names_cannot_forge_a_line() {
    let folder = tempdir().unwrap();
    let name = "a\nN = 12: all is well\u{1b}[2J\r";
    fs::create_dir(folder.path().join(name)).unwrap();
    let [inside, plan] = ["run", "plan"].map(|file| format!("{name}/{file}"));
    let call = |words: &str, rest: &[&str]| Finished::by(queens(&folder, words).args(rest));
    call("count 8 --run", &[&inside]).prints_total(8);
    forge(&folder.path().join(&inside).join("manifest.json"), |manifest| manifest["depth"] = 3.into());
    let shown = r"a\nN = 12: all is well\u{1b}[2J\r";
    for (words, rest) in [
        ("status", &[&*inside][..]),
        ("count 8 --run", &[&inside]),
        ("count 8 --fresh --run", &[&inside]),
        ("verify", &[name]),
        ("status", &[name]),
        ("plan 8 --shards 1 -o", &[&plan]),
        ("merge", &[&plan, "--dir", &inside]),
    ] {
        let found = call(words, rest);
        let said = found.stdout() + &found.stderr();
        assert!(said.contains(shown) && !said.contains(['\u{1b}', '\r']), "{words}: {said}");
        assert!(!said.lines().any(|line| line.starts_with("N = 12")), "{words}: {said}");
    }
}

#[test]
fn survives_a_file_size_limit() {
    let folder = tempdir().unwrap();
    shell(&folder, "ulimit -f 4; exec $queens count 14 --run run --threads 1")
        .fails(1, &["run/ledger.jsonl", "File too large", "raise the file size limit", "units are saved"]);
    let resumed = run(&folder, "count 14 --run run --json").json();
    assert_eq!(resumed["checks"][0]["passed"], true);
    assert!(resumed["resumed"].as_u64().unwrap() > 5, "{resumed}");
}

/// A count may take days, so the `--record` file is opened before the count starts.
#[test]
fn refuses_a_record_that_cannot_be_written_before_counting() {
    let (folder, path) = recorded();
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let call = |words: &str| {
        let mut call = command("timeout");
        Finished::by(call.args(["60", PROGRAM]).args(words.split(' ')).current_dir(&folder))
    };
    shell(&folder, "$queens plan 8 --shards 1 -o plan && mkdir shards kept").printed();
    for (name, words) in [
        (&*name, "count 27 --no-checkpoint --record kept"),
        (&*name, "count 26..27 --record kept"),
        ("merged.jsonl", "merge plan --dir shards --run merged --record kept"),
    ] {
        shell(&folder, &format!("truncate -s 5G kept/{name}")).printed();
        let says = ["cannot write the record kept/", name, "it is larger than 16,777,216 bytes"];
        call(words).fails(1, &says);
        shell(&folder, &format!("rm kept/{name}")).printed();
    }
    // Not even root can create a file in /proc.
    call("count 27 --no-checkpoint --record /proc/self").fails(1, &["cannot write the record /proc/self/"]);
    call("merge plan --dir shards --run /proc/self/run").fails(1, &["cannot write /proc/self/run"]);
    call("plan 8 --shards 1 -o /proc/self/plan").fails(1, &["cannot write /proc/self/plan"]);
    assert!(files(&folder.path().join("kept")).is_empty(), "nothing is left behind");
}

/// Runs a shell command with the file `host` bind-mounted at `here`. Returns `None` where mounting is
/// forbidden, as in some containers.
#[cfg(target_os = "linux")]
fn with_mount(folder: &tempfile::TempDir, line: &str) -> Option<Finished> {
    let mount = "touch here; mount --bind host here";
    let within = |line: &str| {
        shell(folder, &format!("exec unshare --map-root-user --mount sh -c '{mount} && {line}'"))
    };
    fs::write(folder.path().join("host"), "<!-- table:begin -->\n<!-- table:end -->\n").unwrap();
    (within("true").code() == 0).then(|| within(line))
}

/// A file cannot be renamed over a mount point, such as one made by `docker run -v
/// $PWD/README.md:/README.md`.
#[test]
#[cfg(target_os = "linux")]
fn writes_into_a_file_that_is_a_mount_point() {
    let (folder, _) = recorded();
    let Some(published) = with_mount(&folder, "exec $queens publish --readme here") else { return };
    published.ends(0, &["wrote the table into here"]);
    assert!(fs::read_to_string(folder.path().join("host")).unwrap().contains("| 12 | 14,200 |"));
}

#[test]
#[cfg(target_os = "linux")]
fn publishes_all_files_or_none() {
    let (folder, _) = recorded();
    // Not even root can write to a running program.
    shell(&folder, "mkdir out && cp $queens copy && ln -s ../copy out/time.svg").printed();
    shell(&folder, "exec ./copy publish -o out --force").fails(1, &["cannot write out/time.svg"]);
    assert_eq!(entries(folder.path().join("out")), 1);
    // This README is read-only.
    let line = "mount -o remount,bind,ro here && exec $queens publish -o new --readme here";
    let Some(published) = with_mount(&folder, line) else { return };
    published.fails(1, &["cannot write here: Read-only file system"]);
    assert!(!folder.path().join("new").exists());
}

/// A README is written in place, because it may have hard links and attributes that a new file would lack.
#[test]
fn readme_stays_the_same_file_and_keeps_its_text_when_writing_fails() {
    let (folder, _) = recorded();
    let place = |name: &str| folder.path().join(name);
    let old = "<!-- table:begin -->\n".to_owned() + &"old\n".repeat(9_000) + "<!-- table:end -->\n";
    fs::write(place("README.md"), old.clone() + &"my text\n".repeat(9_000)).unwrap();
    fs::hard_link(place("README.md"), place("linked")).unwrap();
    let before = fs::read_to_string(place("linked")).unwrap();
    shell(&folder, "ulimit -f 4; exec $queens publish -o out --readme README.md")
        .fails(1, &["cannot write README.md", "File too large"]);
    assert!(fs::read_to_string(place("README.md")).unwrap() == before, "nothing of it is lost");
    assert_eq!(entries(place("out")), 0, "nothing else was written");
    run(&folder, "publish -o out --readme README.md").prints("");
    let after = fs::read_to_string(place("linked")).unwrap();
    assert!(after.contains("| 12 | 14,200 |") && !after.contains("old\n"), "{after}");
    assert!(after.ends_with(&("<!-- table:end -->\n".to_owned() + &"my text\n".repeat(9_000))));
}

/// Relative paths still work where absolute paths exceed the system limit.
#[test]
#[cfg(target_os = "linux")]
fn writes_in_a_directory_whose_path_is_too_long() {
    let folder = tempdir().unwrap();
    let deep = "for level in $(seq 20); do mkdir $name && cd -P $name || exit 9; done";
    let commands = "$queens plan 8 --shards 2 -o plan && $queens man -o man && \
        $queens count 12 --record records && $queens publish --records records -o out";
    shell(&folder, &format!("name=$(printf 'm%.0s' $(seq 250)); {deep}; {commands}"))
        .ends(0, &["published 1 record in out"]);
}
