//! `--device`, as its users meet it, on llvmpipe, a software device, which scripts/check-gpu.sh installs.

use std::fs;

use serde_json::json;
use tempfile::tempdir;

use support::records::records;
use support::{Finished, entries, has, known, queens, run, run_limited, units_in};

mod support;

/// The name of the device.
const NAME: &str = "llvmpipe";

#[test]
fn lists_devices() {
    let here = tempdir().unwrap();
    let listed = run(&here, "devices").stdout();
    assert!(listed.starts_with("cpu: ") && listed.contains("llvmpipe"), "{listed}");
    let json = run(&here, "devices --json").json();
    let device = json["devices"].as_array().unwrap().iter().find(|device| device["kind"] == "software");
    let device = device.unwrap();
    assert!(device["name"].as_str().unwrap().contains(NAME) && device["backend"] == "vulkan", "{device}");
    assert!(device["driver"].as_str().unwrap().contains("Mesa"), "{device}");
}

#[test]
fn result_and_record_name_the_device() {
    let here = tempdir().unwrap();
    let counted = run(&here, "count 12 --device LLVMpipe --run run --record records --json --quiet").json();
    has(&counted, json!({ "solutions": known(12), "kernel": "gpu", "threads": 1, "method": "cross" }));
    assert_eq!(counted["checks"][0]["name"], "oeis");
    assert!(counted["device"]["name"].as_str().unwrap().contains(NAME), "{counted}");
    let ledger = fs::read_to_string(here.path().join("run/ledger.jsonl")).unwrap();
    assert!(ledger.lines().all(|line| line.contains("\"kernel\":\"gpu\"")), "{ledger}");
    let record = records(&here.path().join("records")).remove(0);
    assert_eq!(record["result"]["device"], counted["device"]);
    let repeated = run(&here, "count 12 --run run --json --quiet").json();
    assert_eq!(repeated["device"], counted["device"]);
    run(&here, "verify run --sample 100%").printed();
    run(&here, "count 12 --record records --quiet").prints_total(12);
    run(&here, "publish --records records -o public").printed();
}

#[test]
fn cpu_and_device_share_shards() {
    let here = tempdir().unwrap();
    run(&here, "plan 13 --method cross --shards 3 -o plan").printed();
    let work = |shards, device| {
        run(&here, &format!("work plan --shards {shards} --dir shards --device {device} --json")).stdout()
    };
    let first = work("0,1", NAME);
    let second = work("2", "cpu");
    assert!(first.contains("\"kernel\":\"gpu\"") && first.contains("\"device\""), "{first}");
    assert!(!second.contains("\"device\""), "{second}");
    run(&here, "merge plan --dir shards --quiet").prints_total(13);
}

#[test]
fn cpu_resumes_a_run_of_the_device() {
    let here = tempdir().unwrap();
    let count = "count 17 --device llvmpipe --run run";
    run_limited(&here, count, |_| units_in(&here.path().join("run")) > 0).fails(3, &["run"]);
    run(&here, "count 17 --run run --quiet").prints_total(17);
}

#[test]
fn rejects_unavailable_devices_without_fallback() {
    let here = tempdir().unwrap();
    for (words, says) in [
        ("8 --device h9000", &["no device matches 'h9000'", "llvmpipe", "software"][..]),
        ("8 --device gpu", &["no device matches 'gpu'", "never selects a software device"]),
        ("8 --device ", &["give cpu, gpu, or a part of a device's name"]),
        ("8 --device cpu,llvmpipe", &["a process counts on one processor", "a shard of a plan on each"]),
        (
            "16 --method halves --device llvmpipe",
            &["the method halves counts only on the CPU", "--method cross"],
        ),
        ("8 --kernel scalar --device llvmpipe", &["--kernel selects a kernel of the CPU"]),
        ("8 --kernel gpu", &["the gpu kernel runs on devices"]),
    ] {
        run(&here, &format!("count {words}")).fails(2, says);
    }
    let mut count = queens(&here, "count 8");
    Finished::by(count.env("QUEENS_DEVICE", "h9000")).fails(2, &["no device matches 'h9000'"]);
    let mut count = queens(&here, "count 8 --device llvmpipe");
    Finished::by(count.env("VK_DRIVER_FILES", "/nowhere"))
        .fails(2, &["no device matches 'llvmpipe': this machine has none"]);
    assert_eq!(entries(&here), 0, "something was left behind");
}

#[test]
fn double_check_and_table_use_the_device() {
    let here = tempdir().unwrap();
    let checked = run(&here, &format!("count 12 --device {NAME} --double-check --json"));
    let json = checked.says(&["counting again with halves, on the CPU"]).json();
    assert_eq!((&json["kernel"], &json["double_check"]["method"]), (&"gpu".into(), &"halves".into()));
    let mut count = queens(&here, "count 10..11 --runs 2 --json");
    let table = Finished::by(count.env("QUEENS_DEVICE", NAME)).stdout();
    assert_eq!(table.matches("\"kernel\":\"gpu\"").count(), 4, "{table}");
}
