//! Environment variables: what each does, and that an invalid value is an error.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::support::{Finished, queens, run, signal, wait_until};

/// Runs the program with a variable set.
fn run_with(variable: &str, value: &str, directory: &Path, arguments: &[&str]) -> Finished {
    Finished(queens(directory, arguments).env(variable, value).output().unwrap())
}

#[test]
fn every_command_rejects_an_invalid_value() {
    let folder = tempdir().unwrap();
    let extensions = match std::env::consts::ARCH {
        "x86_64" => "set it to one of scalar, avx2, avx512, or unset it",
        "aarch64" => "set it to one of scalar, neon, or unset it",
        _ => "set it to one of scalar, or unset it",
    };
    for value in ["avx9", "AVX2"] {
        for asked in [&["--version"][..], &["help", "count"]] {
            assert_eq!(run_with("QUEENS_CPU", value, folder.path(), asked).code(), 0, "{asked:?}");
        }
        for arguments in [&["count", "8", "--run", "run"][..], &["list", "4"]] {
            let refused = run_with("QUEENS_CPU", value, folder.path(), arguments);
            refused.fails(2, &["QUEENS_CPU", &format!("'{value}'"), extensions]);
            assert_eq!(refused.stderr().lines().count(), 1, "{}", refused.stderr());
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    for method in ["halves", "cross"] {
        let count = ["count", "8", "--method", method, "--json"];
        let hidden = run_with("QUEENS_CPU", "scalar", folder.path(), &count).json();
        assert_eq!(hidden["kernel"], "portable", "{method}");
    }
}

#[test]
fn empty_variables_count_as_unset() {
    let folder = tempdir().unwrap();
    for variable in ["QUEENS_THREADS", "QUEENS_DEVICE", "QUEENS_RUN_DIR", "QUEENS_CPU"] {
        let json = |value: Option<&str>| {
            let mut count = queens(folder.path(), &["count", "8", "--json"]);
            value.map(|value| count.env(variable, value));
            let result = Finished(count.output().unwrap()).json();
            ["threads", "kernel", "device"].map(|field| result[field].clone())
        };
        assert_eq!(json(Some("")), json(None), "{variable}");
        run_with(variable, "", folder.path(), &["status"]).ends(0, &["there is no run here"]);
    }
    run(folder.path(), &["count", "8", "--threads", ""]).fails(2, &["give a whole number from 1 to 1,024"]);
}

#[test]
fn option_overrides_the_thread_variable() {
    let folder = tempdir().unwrap();
    let threads = |arguments: &[&str]| {
        let result = run_with("QUEENS_THREADS", "3", folder.path(), arguments).json();
        result["threads"].as_u64().unwrap()
    };
    assert_eq!(threads(&["count", "8", "--json"]), 3);
    assert_eq!(threads(&["count", "8", "--json", "--threads", "2"]), 2);
    for value in ["0", "1025", "many"] {
        run_with("QUEENS_THREADS", value, folder.path(), &["count", "8"])
            .fails(2, &["give a whole number from 1 to 1,024, with --threads or in QUEENS_THREADS"]);
    }
}

/// tests/gpu has the devices.
#[test]
#[cfg(not(feature = "gpu"))]
fn rejects_devices_in_a_build_without_them() {
    let folder = tempdir().unwrap();
    let device = |name: &str, n| run_with("QUEENS_DEVICE", name, folder.path(), &["count", n]);
    for name in ["gpu", "h200"] {
        device(name, "8").fails(2, &["without the feature `gpu`", "--features gpu"]);
    }
    device("cpu,gpu", "8").fails(2, &["a process counts on one processor", "a shard of a plan on each"]);
    device(" ", "8").fails(2, &["give cpu, gpu, or a part of a device's name"]);
    device("cpu", "8").prints_total(8);
    let listed = queens(folder.path(), &["devices"]).output().unwrap();
    assert!(listed.status.success() && Finished(listed).stderr().contains("--features gpu"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn keeps_and_finds_runs_in_the_folder_of_the_variable() {
    let folder = tempdir().unwrap();
    let kept = folder.path().join("kept");
    let count = ["count", "20", "--kernel", "scalar", "--threads", "1"];
    run_with("QUEENS_RUN_DIR", "kept", folder.path(), &count)
        .fails(2, &["kept", "there is no such directory: create it, or name another one"]);
    fs::create_dir(&kept).unwrap();
    let start = || {
        let mut command = queens(folder.path(), &count);
        command.env("QUEENS_RUN_DIR", "kept").stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let ledger = kept.join("queens-20.run/ledger.jsonl");
    let units = || fs::read_to_string(&ledger).map_or(0, |text| text.lines().count());
    for _ in 0..2 {
        let before = units();
        let child = start();
        wait_until("a finished unit", || units() > before);
        signal(&child, "TERM");
        let stopped = Finished::of(child);
        // In a shell without the variable it resumes the same run.
        stopped.fails(
            3,
            &["saved in kept/queens-20.run", " count --run-dir kept 20 --kernel scalar --threads 1\n"],
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies beside the folder");

    // The named kernel is used.
    run_with("QUEENS_RUN_DIR", "kept", folder.path(), &["count", "8", "--run", "here"]).prints_total(8);
    assert!(folder.path().join("here/result.json").exists());
}
