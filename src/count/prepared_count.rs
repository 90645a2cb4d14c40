//! Runs a prepared count until it is finished or stopped.
//!
//! Counters count the units on other threads, and the aggregator runs on the caller's thread. It first adds a
//! unit to the sums, then saves it, and finally reports it.

use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::aggregator::Aggregator;
use super::observer::GuardedObserver;
use super::saving::UnitSink;
use super::schedule::{Schedule, ScheduleEvent};
use super::{CountError, Observer, SavePolicy};
use crate::methods::counter::UnitCounter;
use crate::methods::{Kernel, MethodError};
use crate::plan::{Plan, Shard, Sums, Tally};
use crate::run::{Inspection, Manifest, Notice, Program, Total};

/// A count ready to start. All choices are made, and any saved units have been read.
#[must_use]
pub struct PreparedCount {
    pub(super) plan: Plan,
    pub(super) shard: Shard,
    /// The units to count, in this order, or `None` to count the whole shard.
    pub(super) units: Option<Arc<[u64]>>,
    pub(super) kernel: Kernel,
    /// At least 1.
    pub(super) threads: usize,
    pub(super) saving: SavePolicy,
    pub(super) program: Program,
    /// See [`Count::stop_flag`](crate::Count::stop_flag) and [`Count::drain_flag`](crate::Count::drain_flag).
    pub(super) stop: Arc<AtomicBool>,
    pub(super) drain: Arc<AtomicBool>,
    pub(super) sink: UnitSink,
    /// The units from earlier sessions.
    pub(super) saved: Tally,
    /// When [`Count::prepare`](crate::Count::prepare) was called.
    pub(super) count_began: Instant,
    /// The total, if the run was already finished.
    pub(super) total: Option<Total>,
    pub(super) notices: Vec<Notice>,
}

impl PreparedCount {
    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the kernel.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Returns the number of threads, at least 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the sums over the units from earlier sessions.
    #[must_use]
    pub fn saved(&self) -> Sums {
        self.saved.sums()
    }

    /// Returns the total, if the run was already finished.
    #[must_use]
    pub fn total(&self) -> Option<&Total> {
        self.total.as_ref()
    }

    /// Returns the flag that stops the count. Finished units are saved even after a stop.
    pub(crate) fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Returns the memory that the count needs, in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.shared_memory() + self.threads as u64 * self.thread_memory()
    }

    /// Returns how many of the count's threads fit into `bytes` of memory, or 0 if not even one fits.
    #[must_use]
    pub fn max_threads(&self, bytes: u64) -> usize {
        let Some(left) = bytes.checked_sub(self.shared_memory()) else { return 0 };
        let fitting = left.checked_div(self.thread_memory());
        fitting.map_or(self.threads, |fitting| self.threads.min(fitting as usize))
    }

    fn thread_memory(&self) -> u64 {
        self.plan.method_units().thread_memory(self.kernel)
    }

    /// Returns the memory that does not depend on the number of threads.
    fn shared_memory(&self) -> u64 {
        /// The memory that the program needs to count a small board.
        const PROGRAM_BYTES: u64 = 7_000_000;
        // There are three sets with one bit per unit: all finished units, the units finished in earlier
        // sessions, and the units found when the ledger is read again.
        let sets_bytes = 3 * self.plan.units().div_ceil(8);
        PROGRAM_BYTES + sets_bytes + self.plan.method_units().shared_memory()
    }

    /// Returns the number of units to count.
    pub(super) fn len(&self) -> u64 {
        match &self.units {
            Some(units) => units.len() as u64,
            None => self.shard.len(self.plan.units()),
        }
    }

    /// Returns what the units to count cost, as a share of the whole plan.
    pub(super) fn cost(&self) -> f64 {
        match &self.units {
            Some(units) => units.iter().map(|&unit| self.plan.cost(unit)).sum(),
            None => self.plan.cost_of(self.shard),
        }
    }

    pub(super) fn manifest(&self) -> Manifest {
        Manifest::of(self.program.version, self.plan.identity(), self.shard)
    }

    /// Creates one counter per thread.
    fn counters(&self) -> Result<Vec<UnitCounter<'_>>, MethodError> {
        let units = self.plan.method_units();
        let refused = || self.plan.method().kernel_error(self.kernel);
        (0..self.threads).map(|_| units.counter(self.kernel).ok_or_else(refused)).collect()
    }

    /// Takes over the units, the total and the notices of a `saved` run.
    pub(super) fn resume(&mut self, saved: Inspection) {
        self.notices = saved.notices;
        let units_done = saved.tally.finished().len();
        if saved.total.is_some() {
            self.notices.push(Notice::AlreadyFinished);
        } else if units_done > 0 {
            self.notices.push(Notice::Resumed { units_done, units: self.len() });
        }
        self.saved = saved.tally;
        self.total = saved.total;
    }

    /// Passes `observer` the notices that the user should see before counting starts. [`PreparedCount::run`]
    /// also does this.
    pub fn tell(&self, observer: &mut dyn Observer) {
        self.notices.iter().for_each(|notice| observer.notice(notice));
    }

    /// Counts the unfinished units. Depending on the [`SavePolicy`], saves each finished unit and finally the
    /// total. If the run was already finished, returns the saved total.
    ///
    /// # Errors
    /// Fails if the threads cannot be started, or if a counter or the run directory fails. Finished units
    /// stay saved. A complete count returns its outcome even if it cannot be saved. See
    /// [`Outcome::save_error`].
    ///
    /// # Panics
    /// Panics if `observer` or a counter panics. Finished units are saved first.
    pub fn run(mut self, observer: &mut dyn Observer) -> Result<Outcome, CountError> {
        self.tell(observer);
        if let Some(total) = self.total {
            let Self { saved: tally, count_began, .. } = self;
            let (resumed, elapsed) = (tally.finished().len(), count_began.elapsed());
            let total = Some(total);
            let (directory, save_error) = (None, None);
            return Ok(Outcome { tally, complete: true, total, directory, save_error, resumed, elapsed });
        }
        let from = (mem::take(&mut self.sink), mem::take(&mut self.saved));
        self.run_by(self.counters()?, from, &self.stop, observer)
    }

    /// Counts the units missing from `saved` using `counters`, one per thread.
    pub(super) fn run_by(
        &self,
        mut counters: Vec<UnitCounter<'_>>,
        (sink, saved): (UnitSink, Tally),
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CountError> {
        let finished = saved.finished().clone();
        let order = self.shard.order(self.plan.units());
        let Self { units, drain, .. } = self;
        let unit_at = |place: u64| match units {
            Some(_) if drain.load(Ordering::Relaxed) => None,
            Some(units) => units.get(place as usize).copied(),
            None => order(place),
        };
        // There is no work for more threads than units.
        let left = (self.len() - finished.len()).max(1);
        counters.truncate(left as usize);
        let halt = AtomicBool::new(false);
        let observer = GuardedObserver { observer, halt: &halt, panic: None };
        let mut aggregator = Aggregator::new(self, counters.len(), saved, sink, observer);
        aggregator.show();
        let skip = |unit| finished.contains(unit);
        let schedule = Schedule { kernel: self.kernel, unit_at: &unit_at, skip: &skip, stop, halt: &halt };
        let run = || {
            schedule.run(counters, |event| match event {
                ScheduleEvent::Finished(unit) => aggregator.add(&unit),
                ScheduleEvent::Tick => aggregator.tick(),
            })
        };
        let outcome = panic::catch_unwind(AssertUnwindSafe(run));
        aggregator.close(outcome)
    }
}

/// A count's outcome.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The finished units, including those from earlier sessions.
    pub(crate) tally: Tally,
    /// True if every unit was counted, and false if the count was stopped.
    pub complete: bool,
    /// The total for a board or shard. `None` if the count was stopped, or if only some units of a plan were
    /// requested.
    pub total: Option<Total>,
    /// The run directory in which this session saved units. `None` if it saved none, for example because the
    /// run was already finished.
    pub directory: Option<PathBuf>,
    /// The error that ended saving without ending the count. Either automatic saving failed, or a complete
    /// count could not be saved. `directory` lacks the total and every unit counted since the error.
    pub save_error: Option<CountError>,
    /// The number of units finished in earlier sessions.
    pub resumed: u64,
    /// The wall time since [`Count::prepare`](crate::Count::prepare) was called.
    pub elapsed: Duration,
}

impl Outcome {
    /// Returns the sums over all finished units, including those from earlier sessions.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.tally.sums()
    }
}
