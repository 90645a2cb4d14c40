//! Runs counted by a device, alone, with the CPU, or in turn with it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use queens::board::BoardSize;
use queens::check::verify::{self, Verification};
use queens::count::choice::{Engine, KernelChoice, SplitChoice};
use queens::count::session::{self, Job, Keep, Outcome, Status, Unwatched, Watch};
use queens::methods::Method;
use queens::methods::device::Processors;
use queens::methods::kernel::Kernel;
use queens::plan::{Plan, Shard};
use queens::run::{self, Entry, Manifest, Options, RunDirectory};
use tempfile::tempdir;

use crate::DEVICE;

/// What counts: the device, and the CPU if it is asked for.
fn processors(cpu: bool) -> Processors {
    Processors { cpu, devices: vec![DEVICE.clone()] }
}

fn plan(n: usize) -> Plan {
    Plan::standard(BoardSize::new(n).unwrap(), Method::Cross)
}

/// A session of the run at `path` that stops when `units` units are done.
fn session(path: &Path, plan: &Plan, processors: &Processors, kernel: KernelChoice, units: u64) -> Outcome {
    let stop = AtomicBool::new(false);
    let engine = Engine::new(plan, kernel, 1).unwrap().on(processors).unwrap();
    let manifest = Manifest::of(plan, Shard::WHOLE);
    let (directory, saved) = RunDirectory::open(path, &manifest, Options::default()).unwrap();
    let job = Job { plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    let mut watch = StopAt { units, stop: &stop };
    let counters = engine.counters().unwrap();
    session::count(&job, counters, saved.tally, Keep::Directory(directory), &mut watch).unwrap()
}

struct StopAt<'a> {
    units: u64,
    stop: &'a AtomicBool,
}

impl Watch for StopAt<'_> {
    fn status(&mut self, status: &Status) {
        self.stop.fetch_or(status.units_done >= self.units, Ordering::Relaxed);
    }
    fn notice(&mut self, _: &str) {}
}

fn entries(path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    run::inspect(path, |entry| entries.push(entry.clone())).unwrap();
    entries
}

/// How many entries are of the device.
fn by_device(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.kernel == Kernel::Gpu.name()).count()
}

#[test]
fn cpu_and_device_count_a_board_together() {
    let (place, plan) = (tempdir().unwrap(), plan(16));
    let (path, both) = (place.path().join("run"), processors(true));
    let engine = Engine::new(&plan, KernelChoice::One(Kernel::Scalar), 1).unwrap().on(&both).unwrap();
    assert_eq!((engine.kernels().as_str(), engine.counters().unwrap().len()), ("scalar+gpu", 2));
    let outcome = session(&path, &plan, &both, KernelChoice::One(Kernel::Scalar), u64::MAX);
    assert!(outcome.complete);
    assert_eq!(outcome.tally.solutions(), 14_772_512);
    let (entries, by_device) = (entries(&path), by_device(&entries(&path)));
    assert!(
        entries.len() as u64 == plan.units() && by_device > 0 && by_device < entries.len(),
        "{by_device}"
    );
}

#[test]
fn a_run_that_the_device_began_is_ended_by_the_cpu_and_the_other_way_around() {
    let (place, plan) = (tempdir().unwrap(), plan(15));
    let (device, cpu, auto) = (processors(false), Processors::default(), KernelChoice::Auto);
    let scalar = KernelChoice::One(Kernel::Scalar);
    for (name, first, second, kernel) in
        [("device-first", &device, &cpu, auto), ("cpu-first", &cpu, &device, scalar)]
    {
        let path = place.path().join(name);
        let begun = session(&path, &plan, first, kernel, 1);
        let done = begun.tally.finished().len();
        assert!(!begun.complete && done > 0 && done < plan.units(), "{name}: {done} units");
        drop(begun);
        let ended = session(&path, &plan, second, auto, u64::MAX);
        assert!(ended.complete && ended.resumed == done);
        assert_eq!(ended.tally.solutions(), 2_279_184, "{name}");
        drop(ended);
        let entries = entries(&path);
        assert_eq!(entries.len() as u64, plan.units(), "a unit is there twice");
        let of_first = if first.cpu { entries.len() - by_device(&entries) } else { by_device(&entries) };
        assert_eq!(of_first as u64, done, "{name}");
    }
}

#[test]
fn a_run_of_the_device_is_verified_by_kernels_of_the_cpu() {
    let (place, plan) = (tempdir().unwrap(), plan(14));
    let path = place.path().join("run");
    session(&path, &plan, &processors(false), KernelChoice::Auto, u64::MAX);
    let (again, never) = (verify::plan(&run::read_manifest(&path).unwrap()).unwrap(), AtomicBool::new(false));
    let verification = Verification { plan: &again, kernel: KernelChoice::Auto, threads: 1, stop: &never };
    let mut entries = entries(&path);
    let found = verification.run(entries.clone(), &mut Unwatched).unwrap();
    assert!(found.complete && found.mismatches.is_empty() && found.same_kernel == 0);
    assert!(found.units.keys().all(|kernel| *kernel != Kernel::Gpu), "{:?}", found.units);
    entries[7].solutions += 1;
    assert_eq!(verification.run(entries, &mut Unwatched).unwrap().mismatches.len(), 1);
}

#[test]
fn a_device_searches_by_cross_and_does_not_join_halves() {
    assert_eq!(SplitChoice::Auto.split_on_device(), Method::Cross);
    assert_eq!(SplitChoice::One(Method::Rows).split_on_device(), Method::Rows);
    let halves = Plan::standard(BoardSize::new(16).unwrap(), Method::Halves);
    let error = Engine::new(&halves, KernelChoice::Auto, 1).unwrap().on(&processors(true)).unwrap_err();
    assert_eq!(error.to_string(), "the halves method runs only on the CPU, not on devices");
    let counted = queens::Count::new(13).unwrap().processors(processors(false)).run().unwrap();
    assert_eq!(counted.tally.solutions(), 73_712);
}
