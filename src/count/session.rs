//! A session of a count, from its start to its end or a stop: counters count, the tally adds up,
//! and the run directory saves.
//!
//! The aggregator works on the caller's thread and keeps this order: it adds a unit to the sums,
//! saves it, and shows it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::aggregator::Aggregator;
use super::chosen::Chosen;
use super::keep::Keep;
use super::schedule::{self, Event, Schedule};
use super::{CountError, Observer};
use crate::methods::counter::Counter;
use crate::plan::tally::Tally;
use crate::run::RunResult;

/// A session's units and stop flags.
pub(super) struct Session<'a> {
    pub chosen: &'a Chosen,
    /// When set, the session ends soon; every finished unit is saved.
    pub stop: &'a AtomicBool,
    /// When set, no further unit is begun; the units in progress are finished.
    pub enough: &'a AtomicBool,
    /// When the count began, its preparation included.
    pub began: Instant,
}

/// The outcome of a count.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The sums, earlier sessions included.
    pub tally: Tally,
    /// Whether every unit is counted; if not, the count was stopped.
    pub complete: bool,
    /// The result of a complete count; `None` if it was stopped, or if only some units of a plan
    /// were asked for.
    pub result: Option<RunResult>,
    /// The run directory in which this session saved units; `None` if it saved none, as of a run
    /// that was finished before.
    pub directory: Option<PathBuf>,
    /// Units that earlier sessions had finished.
    pub resumed: u64,
    /// Wall time since [`Count::prepare`](crate::Count::prepare) was called.
    pub elapsed: Duration,
}

impl Outcome {
    /// Solutions of the board; for a shard or a stopped count, the solutions of its finished units.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.tally.solutions()
    }

    /// The outcome of a run that was finished before.
    pub(super) fn of_finished(tally: Tally, result: RunResult, elapsed: Duration) -> Self {
        let (resumed, result) = (tally.finished().len(), Some(result));
        Self { tally, complete: true, result, directory: None, resumed, elapsed }
    }
}

/// Counts the units that `saved` lacks with `counters`, keeps them in `keep`, and tells `observer`.
///
/// # Errors
/// See [`CountError`]. Units saved before stay saved.
pub(super) fn run(
    session: Session<'_>,
    mut counters: Vec<Box<dyn Counter + '_>>,
    saved: Tally,
    keep: Keep,
    observer: &mut dyn Observer,
) -> Result<Outcome, CountError> {
    let chosen = session.chosen;
    let before = saved.finished().clone();
    let order = chosen.shard.order(chosen.plan.units());
    let unit_at = |place: u64| match &chosen.units {
        Some(_) if session.enough.load(Ordering::Relaxed) => None,
        Some(units) => units.get(place as usize).copied(),
        None => order.unit_at(place),
    };
    // More threads than units would only wait for each other.
    let left = (chosen.len() - before.len()).max(1);
    counters.truncate(left as usize);
    let working = counters.len() as u64;
    let in_flight = schedule::in_flight(&counters, left);
    let schedule = Schedule { walk: &unit_at, skip: &|unit| before.contains(unit), stop: session.stop };
    let mut aggregator = Aggregator::new(session, working, in_flight, saved, keep, observer);
    aggregator.show();
    let outcome = schedule.run(counters, |event| match event {
        Event::Finished(unit) => aggregator.add(&unit),
        Event::Tick => aggregator.tick(),
    });
    aggregator.close(outcome)
}
