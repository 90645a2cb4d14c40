//! The second step of a count, from its start to its end or a stop: counters count, the tally adds
//! up, and the run directory saves.
//!
//! The aggregator works on the caller's thread and keeps this order: it adds a unit to the sums,
//! saves it, and shows it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::aggregator::Aggregator;
use super::chosen::Chosen;
use super::observer::Guarded;
use super::saving::Keep;
use super::schedule::{self, Message, Schedule};
use super::{Count, CountError, NEVER, Notice, Observer, Outcome};
use crate::methods::counter::Counter;
use crate::methods::{Device, Kernel};
use crate::plan::{Plan, Tally};
use crate::run::Total;

/// A count that can begin: every choice is made, and saved units are read.
#[must_use]
pub struct Ready<'a> {
    pub(super) chosen: Chosen,
    /// When set, the session ends soon; every finished unit is saved.
    pub(super) stop: Option<&'a AtomicBool>,
    /// When set, no further unit is begun; the units in progress are finished.
    pub(super) enough: &'a AtomicBool,
    pub(super) keep: Keep,
    /// The units of earlier sessions.
    pub(super) saved: Tally,
    /// When the count began, its preparation included.
    pub(super) began: Instant,
    /// The total of a run that was finished before.
    pub(super) total: Option<Total>,
    pub(super) notices: Vec<Notice>,
}

impl<'a> Ready<'a> {
    /// The plan whose units are counted.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.chosen.plan
    }

    /// The kernel that counts them.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.chosen.kernel
    }

    /// The threads that count; one drives a device.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.chosen.threads
    }

    /// The device that counts, if it is not the CPU.
    #[must_use]
    pub fn device(&self) -> Option<&dyn Device> {
        self.chosen.device.as_deref()
    }

    /// `count` by the same kernel, or on the same device.
    pub(crate) fn alike<'c>(&self, count: Count<'c>) -> Count<'c> {
        match &self.chosen.device {
            Some(device) => count.device(Arc::clone(device)),
            None => count.kernel(self.kernel()),
        }
    }

    /// The sums of earlier sessions.
    #[must_use]
    pub fn saved(&self) -> &Tally {
        &self.saved
    }

    /// The total, if the run was finished before.
    #[must_use]
    pub fn total(&self) -> Option<&Total> {
        self.total.as_ref()
    }

    /// Bytes of memory that the count needs.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.chosen.memory(self.chosen.threads)
    }

    /// Gives `observer` the notices that its user should see before counting begins. [`Ready::run`]
    /// does so too.
    pub fn tell(&self, observer: &mut dyn Observer) {
        self.notices.iter().for_each(|notice| observer.notice(notice));
    }

    /// Counts the units that are not finished, saves them, and saves the total when all are. A run
    /// that was finished before returns its total.
    ///
    /// # Errors
    /// If the threads or counters fail, or if the run directory fails; finished units stay saved.
    ///
    /// # Panics
    /// If `observer` or a counter panics: soon, and after the finished units are saved.
    pub fn run(self, observer: &mut dyn Observer) -> Result<Outcome, CountError> {
        self.tell(observer);
        if let Some(total) = self.total {
            return Ok(Outcome::of_finished(self.saved, total, self.began.elapsed()));
        }
        let chosen = self.chosen.clone();
        self.run_by(chosen.counters()?, observer)
    }

    /// Counts the units that are not finished by these counters.
    pub(super) fn run_by(
        self,
        mut counters: Vec<Box<dyn Counter + '_>>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, CountError> {
        let Self { chosen, stop, enough, keep, saved, began, .. } = self;
        let finished = saved.shared();
        let order = chosen.shard.order(chosen.plan.units());
        let unit_at = |place: u64| match &chosen.units {
            Some(_) if enough.load(Ordering::Relaxed) => None,
            Some(units) => units.get(place as usize).copied(),
            None => order.unit_at(place),
        };
        // More threads than units would only wait for each other.
        let left = (chosen.len() - finished.len()).max(1);
        counters.truncate(left as usize);
        let working = counters.len() as u64;
        let in_flight = schedule::in_flight(&counters, left);
        let halt = AtomicBool::new(false);
        let observer = Guarded { observer, halt: &halt, panic: None };
        let mut aggregator = Aggregator::new((&chosen, began), working, in_flight, saved, keep, observer);
        aggregator.show();
        let stop = stop.unwrap_or(&NEVER);
        let schedule = Schedule { walk: &unit_at, skip: &|unit| finished.contains(unit), stop, halt: &halt };
        let run = || {
            schedule.run(counters, |message| match message {
                Message::Finished(unit, ended) => aggregator.add(&unit, ended),
                Message::Tick => aggregator.tick(),
                Message::Waited(time) => {
                    aggregator.add_wait(time);
                    Ok(())
                }
            })
        };
        let outcome = panic::catch_unwind(AssertUnwindSafe(run));
        aggregator.close(outcome)
    }
}
