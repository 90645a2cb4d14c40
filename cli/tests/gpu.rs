//! `--device`, as its users meet it, on llvmpipe, a software device, which scripts/check-gpu.sh installs.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::tempdir;

use support::{Finished, known, queens, run, run_limited, units_in};

mod support;

/// The name of the device.
const NAME: &str = "llvmpipe";

/// Runs the program with an environment variable.
fn run_with(variable: &str, value: &str, directory: &Path, arguments: &[&str]) -> Finished {
    let mut command: Command = queens(directory, arguments);
    Finished(command.env(variable, value).output().unwrap())
}

#[test]
fn lists_devices() {
    let here = tempdir().unwrap();
    let listed = run(here.path(), &["devices"]).stdout();
    assert!(listed.starts_with("cpu: ") && listed.contains("llvmpipe"), "{listed}");
    let json = run(here.path(), &["devices", "--json"]).json();
    let device = json["devices"].as_array().unwrap().iter().find(|device| device["kind"] == "software");
    let device = device.unwrap();
    assert!(device["name"].as_str().unwrap().contains(NAME) && device["backend"] == "vulkan", "{device}");
    assert!(device["driver"].as_str().unwrap().contains("Mesa"), "{device}");
}

#[test]
fn result_and_record_name_the_device() {
    let here = tempdir().unwrap();
    let arguments =
        ["count", "12", "--device", "LLVMpipe", "--run", "run", "--record", "records", "--json", "--quiet"];
    let counted = run(here.path(), &arguments).json();
    assert_eq!((&counted["solutions"], &counted["checks"][0]["name"]), (&known(12).into(), &"oeis".into()));
    assert_eq!((&counted["kernel"], &counted["threads"]), (&"gpu".into(), &1.into()));
    assert_eq!(counted["method"], "cross");
    assert!(counted["device"]["name"].as_str().unwrap().contains(NAME), "{counted}");
    let ledger = fs::read_to_string(here.path().join("run/ledger.jsonl")).unwrap();
    assert!(ledger.lines().all(|line| line.contains("\"kernel\":\"gpu\"")), "{ledger}");
    let file = fs::read_dir(here.path().join("records")).unwrap().next().unwrap().unwrap().path();
    let record: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(record["result"]["device"], counted["device"]);
    let repeated = run(here.path(), &["count", "12", "--run", "run", "--json", "--quiet"]).json();
    assert_eq!(repeated["device"], counted["device"]);
    assert_eq!(run(here.path(), &["verify", "run", "--sample", "100%"]).code(), 0);
    run(here.path(), &["count", "12", "--record", "records", "--quiet"]).prints_total(12);
    assert_eq!(run(here.path(), &["publish", "--records", "records", "-o", "public"]).code(), 0);
}

#[test]
fn cpu_and_device_share_shards() {
    let here = tempdir().unwrap();
    let plan = ["plan", "13", "--method", "cross", "--shards", "3", "-o", "plan"];
    assert_eq!(run(here.path(), &plan).code(), 0);
    let work = |shards, device| {
        let arguments = ["work", "plan", "--shards", shards, "--dir", "shards", "--device", device, "--json"];
        run(here.path(), &arguments).stdout()
    };
    let first = work("0,1", NAME);
    let second = work("2", "cpu");
    assert!(first.contains("\"kernel\":\"gpu\"") && first.contains("\"device\""), "{first}");
    assert!(!second.contains("\"device\""), "{second}");
    run(here.path(), &["merge", "plan", "--dir", "shards", "--quiet"]).prints_total(13);
}

#[test]
fn cpu_resumes_a_run_of_the_device() {
    let here = tempdir().unwrap();
    let arguments = ["count", "17", "--device", "llvmpipe", "--run", "run"];
    run_limited(here.path(), &arguments, |_| units_in(&here.path().join("run")) > 0).fails(3, &["run"]);
    run(here.path(), &["count", "17", "--run", "run", "--quiet"]).prints_total(17);
}

#[test]
fn rejects_unavailable_devices_without_fallback() {
    let here = tempdir().unwrap();
    let place = here.path();
    run(place, &["count", "8", "--device", "h9000"])
        .fails(2, &["no device matches 'h9000'", "llvmpipe", "software"]);
    run(place, &["count", "8", "--device", "gpu"])
        .fails(2, &["no device matches 'gpu'", "never selects a software device"]);
    run(place, &["count", "8", "--device", ""]).fails(2, &["give cpu, gpu, or a part of a device's name"]);
    run(place, &["count", "8", "--device", "cpu,llvmpipe"])
        .fails(2, &["a process counts on one processor", "a shard of a plan on each"]);
    run(place, &["count", "16", "--method", "halves", "--device", NAME])
        .fails(2, &["the method halves counts only on the CPU", "--method cross"]);
    run(place, &["count", "8", "--kernel", "scalar", "--device", NAME])
        .fails(2, &["--kernel selects a kernel of the CPU"]);
    run(place, &["count", "8", "--kernel", "gpu"]).fails(2, &["the gpu kernel runs on devices"]);
    run_with("QUEENS_DEVICE", "h9000", place, &["count", "8"]).fails(2, &["no device matches 'h9000'"]);
    run_with("VK_DRIVER_FILES", "/nowhere", place, &["count", "8", "--device", NAME])
        .fails(2, &["no device matches 'llvmpipe': this machine has none"]);
    assert_eq!(fs::read_dir(place).unwrap().count(), 0, "something was left behind");
}

#[test]
fn double_check_and_table_use_the_device() {
    let here = tempdir().unwrap();
    let checked = run(here.path(), &["count", "12", "--device", NAME, "--double-check", "--json"]);
    let json = checked.json();
    assert_eq!((&json["kernel"], &json["double_check"]["method"]), (&"gpu".into(), &"halves".into()));
    assert!(checked.stderr().contains("counting again with halves, on the CPU"), "{}", checked.stderr());
    let table = run_with("QUEENS_DEVICE", NAME, here.path(), &["count", "10..11", "--runs", "2", "--json"]);
    assert_eq!(table.stdout().matches("\"kernel\":\"gpu\"").count(), 4, "{}", table.stdout());
}
