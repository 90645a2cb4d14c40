//! A session of a run, from its start to its end or a stop: counters count, the tally adds up, and
//! the run directory saves.
//!
//! The aggregator works on the caller's thread and keeps this order: it adds a unit to the sums,
//! writes it to the ledger, and shows it.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::count::schedule::{self, Event, Schedule};
use crate::methods::counter::Counter;
use crate::plan::tally::{Tally, TallyError};
use crate::plan::{Plan, Shard};
use crate::run::{self, ErrorKind, Manifest, RunDirectory};
use aggregator::Aggregator;
pub use pace::Pace;

mod aggregator;
mod pace;
#[cfg(test)]
mod tests;

/// The work of a session.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The units.
    pub plan: &'a Plan,
    /// The units that this machine counts.
    pub shard: Shard,
    /// When set, the session ends soon; every finished unit is saved.
    pub stop: &'a AtomicBool,
    /// Seconds that all its units are expected to take, if that was estimated. They seed the time
    /// left; measured units outweigh them.
    pub expected_s: Option<f64>,
}

impl Job<'_> {
    /// The number of units.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.shard.len(self.plan.units())
    }
}

/// Where finished units go.
pub enum Keep {
    /// Nowhere.
    Nothing,
    /// Into a run directory.
    Directory(RunDirectory),
    /// Into a new run directory as soon as the run turns out to be long.
    WhenLong {
        /// Where to make it.
        path: PathBuf,
        /// What it will say.
        manifest: Manifest,
        /// Whether to make it also for a shorter run that is stopped.
        or_stopped: bool,
    },
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// Units finished, those of earlier sessions included.
    pub units_done: u64,
    /// Units of the run.
    pub units: u64,
    /// Share of the estimated cost that is done, 0 to 1.
    pub done: f64,
    /// Solutions found so far, those of earlier sessions included.
    pub solutions: u128,
    /// Solutions found in this session.
    pub found: u128,
    /// Time since this session began.
    pub elapsed: Duration,
    /// Time left at the recent rate, by the clock. See [`Pace::remaining`].
    pub remaining: Option<Duration>,
}

impl Status {
    /// Solutions per second, on average over this session.
    #[must_use]
    pub fn solutions_per_second(&self) -> f64 {
        self.found as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Follows how a session goes.
pub trait Watch {
    /// Called often, several times a second and at the end.
    fn status(&mut self, status: &Status);

    /// Something the user should know.
    fn notice(&mut self, text: &str);
}

/// Follows nothing.
pub struct Unwatched;

impl Watch for Unwatched {
    fn status(&mut self, _: &Status) {}
    fn notice(&mut self, _: &str) {}
}

/// The outcome of a session.
pub struct Outcome {
    /// The sums, earlier sessions included.
    pub tally: Tally,
    /// The run directory, if there is one.
    pub directory: Option<RunDirectory>,
    /// Whether every unit is counted; if not, the session was stopped.
    pub complete: bool,
    /// Units that earlier sessions had finished.
    pub resumed: u64,
    /// Wall time of this session.
    pub elapsed: Duration,
}

/// Why a session failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The run directory cannot be used.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// The threads could not be started, or a counter failed.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// A run that turned out to be long finds its directory in use by then.
    #[error("another process has begun this run in {path} in the meantime", path = .0.display())]
    BegunElsewhere(PathBuf),
    /// The sums cannot be trusted.
    #[error(transparent)]
    Tally(#[from] TallyError),
}

impl Error {
    /// What this error means.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Run(error) => error.kind(),
            Self::Tally(_) => ErrorKind::Wrong,
            Self::Schedule(_) | Self::BegunElsewhere(_) => ErrorKind::Obstacle,
        }
    }
}

/// Counts the units that `tally` lacks with `counters`, saves them in `keep`, and reports to
/// `watch`.
///
/// # Errors
/// See [`Error`]. Units appended to a run directory before stay there.
pub fn count(
    job: &Job<'_>,
    mut counters: Vec<Box<dyn Counter + '_>>,
    tally: Tally,
    keep: Keep,
    watch: &mut dyn Watch,
) -> Result<Outcome, Error> {
    let before = tally.finished().clone();
    let order = job.shard.order(job.plan.units());
    // More threads than units would only wait for each other.
    let left = (job.units() - before.len()).max(1);
    counters.truncate(left as usize);
    let mut aggregator = Aggregator::new(job, schedule::in_flight(&counters, left), tally, keep, watch);
    aggregator.show();
    let schedule =
        Schedule { walk: &|place| order.unit_at(place), skip: &|unit| before.contains(unit), stop: job.stop };
    let outcome = schedule.run(counters, |event| match event {
        Event::Finished(unit) => aggregator.add(&unit),
        Event::Tick => aggregator.tick(),
    });
    aggregator.close(outcome)
}
