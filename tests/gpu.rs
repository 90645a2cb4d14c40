//! Runs counted by a device, alone or in turn with the CPU: by Mesa's software device, which
//! scripts/check-gpu.sh installs, or by the device that QUEENS_TEST_DEVICE names.
//! `src/methods/search/gpu/tests` has the units and faults of devices, and `cli/tests/gpu.rs` the
//! program's options.

use std::fs;
use std::path::Path;

use queens::board::BoardSize;
use queens::device::Device;
use queens::plan::Entry;
use queens::run::SavedRun;
use queens::{Count, Kernel, Method, Outcome, Runner, Silent};
use tempfile::tempdir;

/// The known number of solutions.
fn known(n: usize) -> u128 {
    queens::check::known::Sequence::Solutions.known(BoardSize::new(n).unwrap()).unwrap()
}

/// The device as the program opens it.
fn device() -> Device {
    let name = std::env::var("QUEENS_TEST_DEVICE").unwrap_or_else(|_| "llvmpipe".to_owned());
    Device::open(&[&name]).unwrap().swap_remove(0)
}

/// `number` devices: the same one opened several times, which is as good as several.
fn devices(number: usize) -> Runner<Option<Kernel>> {
    Runner::Devices { devices: (0..number).map(|_| device()).collect(), threads: 2 }
}

/// A session of the run of N = `n` at `path`, to its end.
fn session(path: &Path, n: usize, runner: Runner<Option<Kernel>>) -> Outcome {
    let count = Count::new(n).unwrap().method(Method::Cross).on(runner);
    let outcome = count.saved_in(path).prepare().unwrap().run(&mut Silent).unwrap();
    assert!(outcome.complete);
    outcome
}

fn entries(path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    SavedRun::at(path).inspect(|entry| entries.push(entry.clone())).unwrap();
    entries
}

/// Leaves the first `units` units of a run, as if it had been stopped then. A real stop would come too
/// late on a fast device.
fn stop_after(path: &Path, units: usize) {
    let ledger = path.join("ledger.jsonl");
    let text = fs::read_to_string(&ledger).unwrap();
    let kept: String = text.split_inclusive('\n').take(units).collect();
    assert!(kept.len() < text.len());
    fs::write(&ledger, kept).unwrap();
    fs::remove_file(path.join("result.json")).unwrap();
}

#[test]
fn cpu_and_device_finish_runs_of_each_other() {
    let place = tempdir().unwrap();
    let done = 200;
    for device_first in [true, false] {
        let path = place.path().join(format!("device-first-{device_first}"));
        let cpu = Runner::Cpu { kernel: None, threads: 2 };
        let sessions = if device_first { [devices(1), cpu] } else { [cpu, devices(1)] };
        let [first, second] = sessions;
        session(&path, 15, first);
        stop_after(&path, done);
        let ended = session(&path, 15, second);
        assert!(ended.resumed == done as u64 && ended.solutions() == known(15));
        let entries = entries(&path);
        assert_eq!(entries.len() as u64, ended.tally.finished().len(), "a unit is there twice");
        let by_device = entries.iter().filter(|entry| entry.kernel == Kernel::Gpu.name()).count();
        let of_first = if device_first { by_device } else { entries.len() - by_device };
        assert_eq!(of_first, done);
    }
}

#[test]
fn several_devices_share_the_units_of_a_run() {
    let place = tempdir().unwrap();
    let path = place.path().join("run");
    let outcome = session(&path, 14, devices(2));
    assert_eq!(outcome.solutions(), known(14));
    let total = outcome.total.unwrap();
    assert_eq!((total.more_devices.len(), total.threads), (1, Some(2)));
    assert_eq!(entries(&path).len() as u64, total.units, "a unit is there twice");
    // The result in the directory has them all.
    let again = Count::new(14).unwrap().saved_in(&path).prepare().unwrap();
    assert_eq!(again.total(), Some(&total));
}

#[test]
fn time_of_the_device_is_not_cpu_time() {
    let outcome = Count::new(14).unwrap().on(devices(1)).prepare().unwrap().run(&mut Silent).unwrap();
    let sums = outcome.tally.sums();
    assert!(sums.device_ms > 0 && sums.device_ms == sums.wall_ms, "{sums:?}");
    // The host sends work and waits.
    assert!(sums.cpu_ms < sums.device_ms, "{sums:?}");
    assert!(!sums.machine_was_busy(), "{sums:?}");
}
