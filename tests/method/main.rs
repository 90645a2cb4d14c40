//! The interface between a plan and its method: everything around the methods works with an unknown
//! one, on a device that holds a thousand units, finishes them out of order, and fails.

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use device::{DEVICE, DEVICE_UNIT, DRAWN, Fault, HOLDS, PLAIN, PLAIN_ONCE, PLAIN_UNIT, break_device};
use queens::board::BoardSize;
use queens::check::estimate::{self, Work};
use queens::check::verify::{self, Verification};
use queens::cluster::{PlanFile, Sites, merge, shard_directory};
use queens::count::choice::{Engine, KernelChoice, SplitChoice, cores};
use queens::count::session::{self, Job, Keep, Outcome, Status, Unwatched, Watch};
use queens::methods;
use queens::methods::Method;
use queens::plan::{Plan, Shard};
use queens::run::{self, Entry, Manifest, Options, RunDirectory};
use tempfile::tempdir;

mod device;

/// The line by which a method becomes known.
static FIRST_ROWS: LazyLock<Split> = LazyLock::new(|| methods::register(&device::Device).unwrap());

/// Solutions of the board of 8, which has 4,096 units here.
const SOLUTIONS: u128 = 92;

fn plan() -> Plan {
    Plan::standard(BoardSize::new(8).unwrap(), *FIRST_ROWS)
}

type Error = Box<dyn std::error::Error>;

/// A session on the device in a run directory, to its end.
fn count(path: &Path, plan: &Plan, shard: Shard) -> Result<Outcome, Error> {
    count_until(u64::MAX, path, plan, shard, &mut Vec::new())
}

/// A session that stops as soon as `units` units are done, and how it went.
fn count_until(
    units: u64,
    path: &Path,
    plan: &Plan,
    shard: Shard,
    seen: &mut Vec<Status>,
) -> Result<Outcome, Error> {
    let stop = AtomicBool::new(false);
    let engine = Engine::new(plan, KernelChoice::Auto, 2)?;
    let counters = engine.counters()?;
    let (directory, saved) = RunDirectory::open(path, &Manifest::of(plan, shard), Options::default())?;
    let job = Job { plan, shard, stop: &stop, expected_s: None };
    let mut watch = Statuses { seen, stop_at: units, stop: &stop };
    Ok(session::count(&job, counters, saved.tally, Keep::Directory(directory), &mut watch)?)
}

/// Keeps every status, and stops as soon as so many units are done.
struct Statuses<'a> {
    seen: &'a mut Vec<Status>,
    stop_at: u64,
    stop: &'a AtomicBool,
}

impl Watch for Statuses<'_> {
    fn status(&mut self, status: &Status) {
        self.seen.push(*status);
        if status.units_done >= self.stop_at {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn notice(&mut self, _: &str) {}
}

/// Entries of the run at `path`.
fn entries(path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    run::inspect(path, |entry| entries.push(entry.clone())).unwrap();
    entries
}

#[test]
fn a_registered_method_is_known_by_its_names_and_auto_leaves_it_alone() {
    let method = *FIRST_ROWS;
    assert_eq!("first-rows".parse(), Ok(SplitChoice::One(method)));
    assert_eq!("device".parse(), Ok(KernelChoice::One(DEVICE)));
    assert!(Method::ALL.contains(&method));
    for n in BoardSize::all() {
        assert_ne!(SplitChoice::Auto.split(n, KernelChoice::Auto), method);
    }
    let error = methods::register(&device::Device).unwrap_err().to_string();
    assert!(error.contains("'first-rows' already uses that name or number"), "{error}");
}

#[test]
fn a_run_survives_a_device_that_does_not_open_is_lost_and_is_stopped() {
    let place = tempdir().unwrap();
    let (plan, path) = (plan(), place.path().join("run"));
    let done = || run::inspect(&path, |_| ()).unwrap().saved.tally.finished().len();

    break_device(Fault::Shut);
    let shut = count(&path, &plan, Shard::WHOLE);
    assert_eq!(shut.err().unwrap().to_string(), "the device kernel cannot start: the device does not open");
    assert!(!path.exists());

    break_device(Fault::LostAfter(1234));
    let lost = count(&path, &plan, Shard::WHOLE);
    assert!(lost.err().unwrap().to_string().contains("the device was lost"));
    let saved = done();
    assert!((1234..2000).contains(&saved), "{saved} units");

    break_device(Fault::Slow(Duration::from_millis(10)));
    let stopped = count_until(saved + 1, &path, &plan, Shard::WHOLE, &mut Vec::new()).unwrap();
    assert!(!stopped.complete && stopped.resumed == saved);
    drop(stopped);
    assert!((saved + 1..plan.units()).contains(&done()), "{} units", done());

    let resumed = done();
    let outcome = count(&path, &plan, Shard::WHOLE).unwrap();
    assert!(outcome.complete && outcome.resumed == resumed);
    assert_eq!((outcome.tally.solutions(), outcome.tally.finished().len()), (SOLUTIONS, plan.units()));
    assert!(entries(&path).iter().all(|entry| entry.kernel == DEVICE.name()));
}

#[test]
fn the_time_left_is_known_once_every_unit_in_the_device_could_have_ended() {
    let place = tempdir().unwrap();
    let (plan, mut seen) = (plan(), Vec::new());
    break_device(Fault::Slow(Duration::from_millis(20)));
    count_until(u64::MAX, &place.path().join("run"), &plan, Shard::WHOLE, &mut seen).unwrap();
    let statuses = seen.iter().filter(|status| status.units_done < plan.units());
    let (unknown, known): (Vec<&Status>, Vec<_>) = statuses.partition(|status| status.remaining.is_none());
    assert!(unknown.len() > 2 && known.len() > 2, "{} and {}", unknown.len(), known.len());
    assert!(unknown.iter().all(|status| status.units_done < HOLDS as u64));
    assert!(known.iter().all(|status| status.units_done >= HOLDS as u64));
}

#[test]
fn shards_are_dealt_worked_and_merged() {
    let place = tempdir().unwrap();
    let (plan, shards) = (plan(), 3);
    let path = place.path().join("plan");
    PlanFile::new(&plan, shards).unwrap().write(&path).unwrap();
    let file = PlanFile::read(&path).unwrap();
    for number in 0..shards {
        let directory = shard_directory(place.path(), number);
        count(&directory, &plan, file.shard(number).unwrap()).unwrap();
    }
    let sites = Sites::scan(&file, &[place.path().to_owned()]).unwrap();
    let merged = merge::merge(&file, &sites).unwrap();
    assert!(merged.missing.is_empty());
    assert_eq!((merged.tally.solutions(), merged.tally.finished().len()), (SOLUTIONS, plan.units()));
}

#[test]
fn a_run_is_verified_by_the_other_kernel_and_a_wrong_unit_is_found() {
    let place = tempdir().unwrap();
    let path = place.path().join("run");
    count(&path, &plan(), Shard::WHOLE).unwrap();
    let plan = verify::plan(&run::read_manifest(&path).unwrap()).unwrap();
    let never = AtomicBool::new(false);
    let verification = Verification { plan: &plan, kernel: KernelChoice::Auto, threads: 2, stop: &never };
    let mut sample = entries(&path);
    let found = verification.run(sample.clone(), &mut Unwatched).unwrap();
    assert!(found.complete && found.mismatches.is_empty());
    assert_eq!(found.units.into_iter().collect::<Vec<_>>(), [(PLAIN, plan.units())]);
    sample[77].solutions += 1;
    let wrong = verification.run(sample.clone(), &mut Unwatched).unwrap();
    assert_eq!(wrong.mismatches.iter().map(|wrong| &wrong.entry).collect::<Vec<_>>(), [&sample[77]]);

    let again = Verification { kernel: KernelChoice::One(DEVICE), ..verification };
    let found = again.run(entries(&path), &mut Unwatched).unwrap();
    assert!(found.mismatches.is_empty() && found.same_kernel == plan.units());
    break_device(Fault::Shut);
    assert!(again.run(entries(&path), &mut Unwatched).unwrap_err().to_string().contains("does not open"));
}

#[test]
fn the_time_of_a_count_is_estimated_from_pieces_without_dives() {
    let plan = plan();
    let auto = KernelChoice::Auto;
    let plain = KernelChoice::One(PLAIN);
    for (choice, threads) in [(auto, 1), (plain, 1), (plain, 2), (plain, 1000)] {
        let engine = Engine::new(&plan, choice, threads).unwrap();
        let work = estimate::work(&engine, 1).unwrap();
        assert_eq!(work, Work::Shares);
        let time = estimate::time(&engine, &work, 1, Duration::from_millis(20)).unwrap();
        // What each thread makes once is made as often as threads are started.
        let (unit, once, shared) = match choice {
            KernelChoice::Auto => (DEVICE_UNIT, 0.0, 1),
            KernelChoice::One(_) => {
                (PLAIN_UNIT, PLAIN_ONCE.as_secs_f64() * threads.min(cores()) as f64, threads)
            }
        };
        let seconds = (unit.as_secs_f64() * plan.units() as f64 + once) / shared as f64;
        assert!((time.wall_s.mean / seconds - 1.0).abs() < 1e-9, "{threads} threads: {time:?}, {seconds} s");
        // They have waited for a core all the time.
        assert!(choice == auto || time.wall_s.standard_error > 0.4 * seconds, "{time:?}");
    }
    assert_eq!(DRAWN.lock().unwrap().len(), cores(), "each thread draws its own pieces");
    assert_eq!(plan.method_units().memory(DEVICE, 3), 3 * HOLDS as u64);
}
