//! Checks units of large boards. Some units are random, and others have known solutions. Most units are
//! counted with the two fastest kernels and upside down. Far-reaching units take seconds, so they are counted
//! only once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use queens::board::BoardSize;
use queens::check::units::{KnownUnit, RandomUnits};
use queens::check::verify::{Findings, Verification};
use queens::count::{Count, CountError, Observer};
use queens::methods::{FinishedUnit, Kernel, Method};
use queens::plan::{Entry, Plan};

use crate::failure::Failure;
use crate::report::selftest::SelftestReport;
use crate::signals::POLL_INTERVAL;

/// The smallest and largest board for random units.
const RANDOM_BOARDS: [usize; 2] = [20, 32];

/// A way to recount a unit.
#[derive(Clone, Copy)]
enum Recount {
    By(Kernel),
    UpsideDown,
}

impl Recount {
    fn name(self) -> String {
        match self {
            Self::By(kernel) => format!("by {kernel}"),
            Self::UpsideDown => "upside down".to_owned(),
        }
    }
}

/// Returns the two fastest kernels other than the plain recursion, which may take hours for a unit of a large
/// board.
pub fn kernels() -> Vec<Kernel> {
    Method::Colours.available().into_iter().filter(|&kernel| kernel != Kernel::Scalar).take(2).collect()
}

/// Describes how each unit is counted.
pub fn ways() -> String {
    let kernels: Vec<String> = kernels().iter().map(Kernel::to_string).collect();
    format!("{}, and upside down", kernels.join(" and "))
}

/// Counts units in several ways and reports the comparisons.
pub struct UnitChecks<'a> {
    pub threads: usize,
    pub stop: Arc<AtomicBool>,
    pub report: &'a mut SelftestReport,
    /// Shows the finished share and what is being counted.
    pub show: &'a mut dyn FnMut(f64, &str),
}

impl UnitChecks<'_> {
    /// Recounts `units`, plan by plan. Returns `None` if stopped.
    pub fn check_known(&mut self, units: &[KnownUnit]) -> Result<Option<()>, Failure> {
        let mut done = 0;
        for of_plan in units.chunk_by(|a, b| (a.n, a.depth) == (b.n, b.depth)) {
            let KnownUnit { n, depth, .. } = of_plan[0];
            (self.show)(done as f64 / units.len() as f64, &format!("units of N = {n} with known solutions"));
            done += of_plan.len();
            let plan = of_plan[0].plan();
            let entries: Vec<Entry> = of_plan.iter().map(entry).collect();
            let mut agree: BTreeMap<u64, bool> = of_plan.iter().map(|known| (known.unit, true)).collect();
            let recounted: Vec<Entry> =
                of_plan.iter().filter(|known| !known.is_far_reaching).map(entry).collect();
            for (kernel, entries) in kernels().into_iter().zip([&entries, &recounted]) {
                if entries.is_empty() {
                    continue;
                }
                let Some(found) = self.recount(&plan, Recount::By(kernel), entries.clone())? else {
                    return Ok(None);
                };
                self.compare(&plan, Recount::By(kernel), entries, &found, &mut agree);
                let nodes = entries.iter().map(|entry| u128::from(entry.nodes)).sum();
                self.report.check(
                    &format!("nodes of units, N={n}, depth {depth}, {kernel}"),
                    Some(nodes),
                    found.nodes,
                );
            }
            let plain: Vec<Entry> = of_plan.iter().filter(|known| known.is_plain).map(entry).collect();
            for (recount, entries) in [(Recount::By(Kernel::Scalar), plain), (Recount::UpsideDown, recounted)]
            {
                let Some(found) = self.recount(&plan, recount, entries.clone())? else { return Ok(None) };
                self.compare(&plan, recount, &entries, &found, &mut agree);
            }
            self.report.add_units(n, agree.into_values());
        }
        Ok(Some(()))
    }

    /// Counts random units and some `known` units of every board, round after round, until the stop flag is
    /// set.
    pub fn check_random(&mut self, seed: u64, known: &[KnownUnit]) -> Result<(), Failure> {
        let mut boards: Vec<RandomUnits> = Vec::new();
        for round in 0.. {
            for n in RANDOM_BOARDS[0]..=RANDOM_BOARDS[1] {
                (self.show)(0.0, &format!("random units of N = {n}, round {}", round + 1));
                let index = n - RANDOM_BOARDS[0];
                if round == 0 {
                    boards.push(RandomUnits::of(BoardSize::new(n)?, seed)?);
                }
                let mut chosen: Vec<u64> = boards[index].by_ref().take(self.threads).collect();
                chosen.sort_unstable();
                chosen.dedup();
                let plan = boards[index].plan().clone();
                if self.check_chosen(&plan, chosen)?.is_none() {
                    return Ok(());
                }
                let of_board = known.iter().filter(|known| known.n.get() == n).copied();
                let known: Vec<KnownUnit> = of_board.skip(round * self.threads).take(self.threads).collect();
                if self.check_known(&known)?.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Counts units with the fastest kernel, then recounts them in the other ways. Returns `None` if stopped.
    fn check_chosen(&mut self, plan: &Plan, chosen: Vec<u64>) -> Result<Option<()>, Failure> {
        let kernels = kernels();
        let mut counted = CountedUnits(Vec::new());
        let units = chosen.len();
        let count =
            Count::of_units(plan, chosen).kernel(kernels[0]).threads(self.threads).stop_flag(&self.stop);
        match count.prepare() {
            Err(CountError::Stopped) => return Ok(None),
            ready => drop(ready?.run(&mut counted)?),
        }
        let CountedUnits(entries) = counted;
        if entries.len() < units {
            return Ok(None);
        }
        let mut agree: BTreeMap<u64, bool> = entries.iter().map(|entry| (entry.unit, true)).collect();
        let others = kernels.into_iter().skip(1).map(Recount::By);
        let mut findings = Vec::new();
        for recount in others.chain([Recount::UpsideDown]) {
            let Some(found) = self.recount(plan, recount, entries.clone())? else { return Ok(None) };
            findings.push((recount, found));
        }
        for (recount, found) in findings {
            self.compare(plan, recount, &entries, &found, &mut agree);
        }
        self.report.add_units(plan.size(), agree.into_values());
        Ok(Some(()))
    }

    /// Recounts `entries`. Returns `None` if stopped.
    fn recount(
        &self,
        plan: &Plan,
        recount: Recount,
        entries: Vec<Entry>,
    ) -> Result<Option<Findings>, CountError> {
        let verification = Verification::of(plan).threads(self.threads).stop_flag(&self.stop);
        let verification = match recount {
            Recount::By(kernel) => verification.kernel(kernel),
            Recount::UpsideDown => verification.upside_down().expect("colours has images"),
        };
        Ok(Some(verification.run(entries, None, &mut ())?).filter(|found| found.complete))
    }

    /// Reports how `found` compares with `entries`, and sets `agree` to false for units that differ.
    fn compare(
        &mut self,
        plan: &Plan,
        recount: Recount,
        entries: &[Entry],
        found: &Findings,
        agree: &mut BTreeMap<u64, bool>,
    ) {
        let (n, depth) = (plan.size(), plan.depth());
        for Entry { unit, solutions, .. } in entries {
            let wrong = found.mismatches.iter().find(|(entry, _)| entry.unit == *unit);
            let again = wrong.map_or(*solutions, |(_, again)| again.solutions);
            let what = format!("unit {unit} {}, N={n}, depth {depth}", recount.name());
            self.report.check(&what, Some(*solutions), again);
            if wrong.is_some() {
                agree.insert(*unit, false);
            }
        }
    }
}

fn entry(known: &KnownUnit) -> Entry {
    let &KnownUnit { unit, solutions, nodes, .. } = known;
    Entry { unit, solutions, nodes, wall_ms: 0, cpu_ms: 0, kernel: "".into() }
}

/// Collects the counted units.
struct CountedUnits(Vec<Entry>);

impl Observer for CountedUnits {
    fn finished(&mut self, finished: &FinishedUnit) {
        let &FinishedUnit { unit, solutions, nodes, kernel, .. } = finished;
        self.0.push(Entry { unit, solutions, nodes, wall_ms: 0, cpu_ms: 0, kernel: kernel.name().into() });
    }
}

/// Returns a flag that is set after `time`, or as soon as `process` is set.
pub fn stop_after(time: Duration, process: &Arc<AtomicBool>) -> Result<Arc<AtomicBool>, Failure> {
    let (stop, process) = (Arc::<AtomicBool>::default(), Arc::clone(process));
    let set = Arc::clone(&stop);
    let end = Instant::now() + time;
    let wait = move || {
        while Instant::now() < end && !process.load(Ordering::Relaxed) {
            thread::sleep(POLL_INTERVAL);
        }
        set.store(true, Ordering::Relaxed);
    };
    thread::Builder::new().name("time-limit".to_owned()).spawn(wait)?;
    Ok(stop)
}
