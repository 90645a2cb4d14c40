//! `--device`, as its users meet it: on Mesa's software device, which scripts/check-gpu.sh installs, or on
//! the device that QUEENS_TEST_DEVICE names.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::json;
use tempfile::tempdir;

use support::records::records;
use support::{Finished, entries, has, known, queens, run_limited, units_in};

mod support;

/// The name of the device, and whether it is Mesa's.
static DEVICE: LazyLock<(String, bool)> = LazyLock::new(|| {
    let name = std::env::var("QUEENS_TEST_DEVICE").unwrap_or_else(|_| "llvmpipe".to_owned());
    let is_software = name == "llvmpipe";
    (name, is_software)
});

/// Runs the program, with `DEVICE` for the name of the device.
#[track_caller]
fn run(folder: impl AsRef<Path>, words: &str) -> Finished {
    support::run(folder, &words.replace("DEVICE", &DEVICE.0))
}

#[test]
fn lists_devices() {
    let here = tempdir().unwrap();
    let (name, is_software) = &*DEVICE;
    let listed = run(&here, "devices").stdout();
    assert!(listed.starts_with("cpu: ") && listed.contains(name), "{listed}");
    let json = run(&here, "devices --json").json();
    let devices = json["devices"].as_array().unwrap();
    let device = devices.iter().find(|device| device["name"].as_str().unwrap().contains(name)).unwrap();
    assert_eq!(device["kind"] == "software", *is_software, "{device}");
    assert!(!device["driver"].as_str().unwrap().is_empty(), "{device}");
}

#[test]
fn result_and_record_name_the_device() {
    let here = tempdir().unwrap();
    let counted =
        run(&here, "count 12 --device DEVICE --threads 2 --run run --record records --json --quiet").json();
    has(&counted, json!({ "solutions": known(12), "kernel": "gpu", "threads": 2, "method": "cross" }));
    assert_eq!(counted["checks"][0]["name"], "oeis");
    assert!(counted["device"]["name"].as_str().unwrap().contains(&DEVICE.0), "{counted}");
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

/// A second copy of a driver is a second device.
#[test]
#[allow(clippy::print_stderr, reason = "says that it was skipped")]
fn name_of_several_devices_selects_all() {
    let here = tempdir().unwrap();
    let Some(driver) = std::env::var_os("VK_DRIVER_FILES").filter(|_| DEVICE.1) else {
        eprintln!("skipped: VK_DRIVER_FILES does not name the driver of a software device");
        return;
    };
    let copy = here.path().join("copy.json");
    fs::copy(&driver, &copy).unwrap();
    let mut both = driver;
    both.push(":");
    both.push(&copy);
    let by_both = |words: &str| {
        let mut program = queens(&here, &words.replace("DEVICE", &DEVICE.0));
        Finished::by(program.env("VK_DRIVER_FILES", &both))
    };
    let counted = by_both("count 13 --device DEVICE --run run --json --quiet").json();
    has(&counted, json!({ "solutions": known(13), "more_devices": [counted["device"]] }));
    assert_eq!(counted["device_s"], counted["thread_wall_s"], "{counted}");
    let status = by_both("status run").stdout();
    assert!(status.contains("device time") && status.contains("on all devices"), "{status}");
    let estimated = by_both("estimate 15 --device DEVICE --time 1s --json").json();
    assert_eq!(estimated["more_devices"], counted["more_devices"]);
}

#[test]
fn auto_never_chooses_a_device() {
    let here = tempdir().unwrap();
    let counted = run(&here, "count 12 --json --quiet").json();
    assert!(counted["device"].is_null() && counted["kernel"] != "gpu", "{counted}");
}

#[test]
fn cpu_and_device_share_shards() {
    let here = tempdir().unwrap();
    run(&here, "plan 13 --method cross --shards 3 -o plan").printed();
    let work = |shards, device| {
        run(&here, &format!("work plan --shards {shards} --dir shards --device {device} --json")).stdout()
    };
    let first = work("0,1", "DEVICE");
    let second = work("2", "cpu");
    assert!(first.contains("\"kernel\":\"gpu\"") && first.contains("\"device\""), "{first}");
    assert!(!second.contains("\"device\""), "{second}");
    run(&here, "merge plan --dir shards --quiet").prints_total(13);
}

#[test]
fn stop_saves_units_of_the_device() {
    let here = tempdir().unwrap();
    // More than any device counts in a moment, in small units.
    let count = format!("count 22 --method cross --depth 8 --device {} --run run", DEVICE.0);
    run_limited(&here, &count, |_| units_in(&here.path().join("run")) > 0).fails(3, &["run"]);
    run(&here, "verify run --sample 2").printed();
}

#[test]
fn rejects_unavailable_devices_without_fallback() {
    let here = tempdir().unwrap();
    for (words, says) in [
        ("8 --device h9000", &["no device matches 'h9000'", &DEVICE.0][..]),
        ("8 --device DEVICE,h9000", &["no device matches 'h9000'"]),
        ("8 --device ", &["give cpu, gpu, or parts of devices' names"]),
        ("8 --device cpu,DEVICE", &["give cpu alone"]),
        (
            "16 --method halves --device DEVICE",
            &["the method halves counts only on the CPU", "--method cross"],
        ),
        ("8 --kernel scalar --device DEVICE", &["--kernel selects a kernel of the CPU"]),
        ("8 --kernel gpu", &["the gpu kernel runs on devices"]),
    ] {
        run(&here, &format!("count {words}")).fails(2, says);
    }
    let mut count = queens(&here, "count 8");
    Finished::by(count.env("QUEENS_DEVICE", "h9000")).fails(2, &["no device matches 'h9000'"]);
    if DEVICE.1 {
        run(&here, "count 8 --device gpu").fails(2, &["'gpu'", "never selects a software device"]);
    }
    let mut count = queens(&here, &format!("count 8 --device {}", DEVICE.0));
    Finished::by(count.env("VK_DRIVER_FILES", "/nowhere")).fails(2, &["': this machine has none"]);
    assert_eq!(entries(&here), 0, "something was left behind");
}

#[test]
fn double_check_and_table_use_the_device() {
    let here = tempdir().unwrap();
    let checked = run(&here, "count 12 --device DEVICE --double-check --json");
    let json = checked.says(&["counting again with halves, on the CPU"]).json();
    assert_eq!((&json["kernel"], &json["double_check"]["method"]), (&"gpu".into(), &"halves".into()));
    let mut count = queens(&here, "count 10..11 --runs 2 --json");
    let table = Finished::by(count.env("QUEENS_DEVICE", &DEVICE.0)).stdout();
    assert_eq!(table.matches("\"kernel\":\"gpu\"").count(), 4, "{table}");
}
