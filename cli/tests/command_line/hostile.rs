//! Files that attack the terminal, and limits at which other programs die silently.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::support::{Finished, command, forge, known, run};

/// The escape sequence that clears the screen.
const CLEAR: &str = "\u{1b}[2J";

#[test]
fn escapes_control_characters_of_forged_files() {
    let folder = tempdir().unwrap();
    let count = ["count", "8", "--run", "run"];
    run(folder.path(), &count).prints_total(8);
    let manifest = folder.path().join("run/manifest.json");
    forge(&manifest, |manifest| {
        manifest["started"] = CLEAR.into();
        manifest["program_version"] = CLEAR.into();
    });
    let status = run(folder.path(), &["status", "run"]);
    assert!(status.code() == 0 && status.stdout().contains("by queens \\u{1b}[2J"), "{}", status.stdout());
    for field in ["method", "colour", "plan_hash"] {
        forge(&manifest, |manifest| manifest[field] = CLEAR.into());
        for arguments in [&count[..], &["status", "run"], &["verify", "run"]] {
            let refused = run(folder.path(), arguments);
            assert!(refused.code() != 0 && !refused.stderr().is_empty(), "{field}");
            assert!(!refused.stderr().contains('\u{1b}'), "{}", refused.stderr());
        }
    }
}

#[test]
fn directory_names_cannot_forge_a_line() {
    let folder = tempdir().unwrap();
    let name = "a\nN = 12: all is well\u{1b}[2J\r";
    fs::create_dir(folder.path().join(name)).unwrap();
    let inside = format!("{name}/run");
    run(folder.path(), &["count", "8", "--run", &inside]).prints_total(8);
    forge(&folder.path().join(&inside).join("manifest.json"), |manifest| manifest["depth"] = 3.into());
    let shown = r"a\nN = 12: all is well\u{1b}[2J\r";
    let plan = format!("{name}/plan");
    for arguments in [
        &["status", &inside][..],
        &["count", "8", "--run", &inside],
        &["count", "8", "--run", &inside, "--fresh"],
        &["status", &inside],
        &["verify", name],
        &["status", name],
        &["plan", "8", "--shards", "1", "-o", &plan],
        &["merge", &inside, "--dir", name],
    ] {
        let found = run(folder.path(), arguments);
        let said = found.stdout() + &found.stderr();
        assert!(said.contains(shown) && !said.contains(['\u{1b}', '\r']), "{arguments:?}: {said}");
        assert!(!said.lines().any(|line| line.starts_with("N = 12")), "{arguments:?}: {said}");
    }
}

#[test]
fn survives_a_file_size_limit() {
    let folder = tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_queens");
    let limited = format!("ulimit -f 4; exec '{program}' count 14 --run run --threads 1");
    let output = command("sh").args(["-c", &limited]).current_dir(folder.path()).output();
    Finished(output.unwrap())
        .fails(1, &["run/ledger.jsonl", "File too large", "raise the file size limit", "units are saved"]);
    let resumed = run(folder.path(), &["count", "14", "--run", "run", "--json"]).json();
    assert_eq!(resumed["solutions"], known(14));
    assert!(resumed["resumed"].as_u64().unwrap() > 5, "{resumed}");
}

/// Runs a line of shell in `folder`, where `$queens` is the program, for at most two minutes.
fn shell(folder: &Path, line: &str) -> Finished {
    let mut command = command("timeout");
    command.args(["120", "sh", "-c", line]).env("queens", env!("CARGO_BIN_EXE_queens")).current_dir(folder);
    Finished(command.output().expect("the shell starts"))
}

#[test]
fn write_error_fails_but_broken_pipe_does_not() {
    let folder = tempdir().unwrap();
    for command in ["count 12 --run run", "list 6", "--help", "--version", "help count", "count -h"] {
        let closed = shell(folder.path(), &format!("exec $queens {command} >&-"));
        closed.fails(1, &["stdout is closed", "to /dev/null to print nothing"]);
        shell(folder.path(), &format!("exec $queens {command} >/dev/full"))
            .fails(1, &["cannot write to stdout: No space left on device"]);
        for elsewhere in [">/dev/null", "<>/dev/null >&0", "| :"] {
            let printed = shell(folder.path(), &format!("$queens {command} {elsewhere}"));
            assert_eq!(printed.code(), 0, "{command} {elsewhere}: {}", printed.stderr());
        }
    }
}

#[test]
fn rejects_pipes_and_directories_without_waiting() {
    let folder = tempdir().unwrap();
    assert_eq!(shell(folder.path(), "mkfifo pipe.json pipe.jsonl && mkdir directory.json").code(), 0);
    for (name, says) in [("pipe.json", "it is not a regular file"), ("directory.json", "it is a directory")] {
        for command in ["merge $plan --dir .", "missing $plan --dir .", "work $plan --shards 0 --dir shards"]
        {
            let refused = shell(folder.path(), &format!("plan={name}; exec $queens {command}"));
            refused.fails(1, &["cannot read the plan", name, says, "name the file that `queens plan` wrote"]);
        }
    }
    shell(folder.path(), "exec $queens plan 8 --shards 1 -o pipe.json")
        .fails(1, &["pipe.json already exists"]);
    shell(folder.path(), "exec $queens count 12 --record records").prints_total(12);
    for (option, pipe) in [
        ("--records .", "pipe.jsonl"),
        ("--records records --rivals .", "pipe.json"),
        ("--records records --readme pipe.json", "pipe.json"),
    ] {
        let refused =
            shell(folder.path(), &format!("rm -rf directory.json; exec $queens publish {option} -o out"));
        refused.fails(1, &["cannot read", pipe, "it is not a regular file"]);
    }
    assert_eq!(shell(folder.path(), "$queens plan 8 --shards 1 -o plan && ln -s plan link").code(), 0);
    let worked = shell(folder.path(), "exec $queens work link --shards 0 --dir shards");
    assert!(
        worked.code() == 0 && worked.stdout().starts_with("shard 0 of 1: 92 solutions, "),
        "{}",
        worked.stdout()
    );
}
