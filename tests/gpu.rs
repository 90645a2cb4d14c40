//! Runs counted by a device, alone or in turn with the CPU. On llvmpipe, a software device, which
//! scripts/check-gpu.sh installs. `src/methods/search/gpu/tests` has the units and faults of
//! devices, and `cli/tests/gpu.rs` the program's options.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use queens::board::BoardSize;
use queens::check::verify::Verification;
use queens::methods::Device;
use queens::plan::Entry;
use queens::run::SavedRun;
use queens::{Count, Kernel, Method, Observer, Outcome, Progress, Silent};
use tempfile::tempdir;

/// The name of the device.
const NAME: &str = "llvmpipe";

/// The known number of solutions.
fn known(n: usize) -> u128 {
    queens::check::known::Sequence::Solutions.known(BoardSize::new(n).unwrap()).unwrap()
}

/// The device as the program opens it.
fn device() -> Device {
    Device::open(Some(NAME)).unwrap()
}

/// A session of the run of N = `n` at `path`, which stops when `units` units are done.
fn session(path: &Path, n: usize, device: Option<Device>, units: u64) -> Outcome {
    let stop = AtomicBool::new(false);
    let kernel = device.is_none().then_some(Kernel::Scalar);
    let count = Count::new(n).unwrap().method(Method::Cross).kernel(kernel).device(device).threads(1);
    count.saved_in(path).stop(&stop).prepare().unwrap().run(&mut StopAt { units, stop: &stop }).unwrap()
}

struct StopAt<'a> {
    units: u64,
    stop: &'a AtomicBool,
}

impl Observer for StopAt<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.stop.fetch_or(progress.units_done >= self.units, Ordering::Relaxed);
    }
}

fn entries(path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    SavedRun::at(path).inspect(|entry| entries.push(entry.clone())).unwrap();
    entries
}

#[test]
fn cpu_and_device_finish_runs_of_each_other() {
    let place = tempdir().unwrap();
    for device_first in [true, false] {
        let path = place.path().join(format!("device-first-{device_first}"));
        let [first, second] = [device_first, !device_first].map(|on_device| on_device.then(device));
        let begun = session(&path, 15, first, 1);
        let done = begun.tally.finished().len();
        assert!(!begun.complete && done > 0, "{done} units");
        drop(begun);
        let ended = session(&path, 15, second, u64::MAX);
        assert!(ended.complete && ended.resumed == done);
        assert_eq!(ended.solutions(), known(15));
        let entries = entries(&path);
        assert_eq!(entries.len() as u64, ended.tally.finished().len(), "a unit is there twice");
        let by_device = entries.iter().filter(|entry| entry.kernel == Kernel::Gpu.name()).count();
        let of_first = if device_first { by_device } else { entries.len() - by_device };
        assert_eq!(of_first as u64, done);
    }
}

#[test]
fn cpu_kernels_verify_a_run_of_the_device() {
    let place = tempdir().unwrap();
    let path = place.path().join("run");
    session(&path, 14, Some(device()), u64::MAX);
    let plan = SavedRun::at(&path).inspect(|_| ()).unwrap().manifest.plan(&path).unwrap();
    let verification = Verification::of(&plan).threads(1);
    let mut entries = entries(&path);
    let found = verification.run(entries.clone(), &mut Silent).unwrap();
    assert!(found.complete && found.mismatches.is_empty() && found.same_kernel == 0);
    assert!(found.units.keys().all(|kernel| *kernel != Kernel::Gpu), "{:?}", found.units);
    entries[7].solutions += 1;
    assert_eq!(verification.run(entries, &mut Silent).unwrap().mismatches.len(), 1);
}

#[test]
fn device_supports_cross_but_not_halves() {
    let count = |method: Option<Method>| Count::new(13).unwrap().method(method).device(device());
    let error = count(Some(Method::Halves)).prepare().err().unwrap();
    assert_eq!(error.to_string(), "the method halves counts only on the CPU, not on a device");
    for method in [None, Some(Method::Rows)] {
        let ready = count(method).prepare().unwrap();
        assert_eq!((ready.plan().method(), ready.kernel()), (method.unwrap_or(Method::Cross), Kernel::Gpu));
        assert_eq!(ready.run(&mut Silent).unwrap().solutions(), known(13));
    }
}
