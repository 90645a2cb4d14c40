//! A session of a count, from its start to its end or a stop: counters count, the tally adds up,
//! and the run directory saves.
//!
//! The aggregator works on the caller's thread and keeps this order: it adds a unit to the sums,
//! saves it, and shows it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::aggregator::Aggregator;
use super::chosen::Chosen;
use super::keep::Keep;
use super::schedule::{self, Event, Schedule};
use super::{CountError, Observer, Outcome};
use crate::methods::counter::Counter;
use crate::plan::tally::Tally;

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
    let finished = saved.shared();
    let order = chosen.shard.order(chosen.plan.units());
    let unit_at = |place: u64| match &chosen.units {
        Some(_) if session.enough.load(Ordering::Relaxed) => None,
        Some(units) => units.get(place as usize).copied(),
        None => order.unit_at(place),
    };
    // More threads than units would only wait for each other.
    let left = (chosen.len() - finished.len()).max(1);
    counters.truncate(left as usize);
    let working = counters.len() as u64;
    let in_flight = schedule::in_flight(&counters, left);
    let schedule = Schedule { walk: &unit_at, skip: &|unit| finished.contains(unit), stop: session.stop };
    let mut aggregator = Aggregator::new((chosen, session.began), working, in_flight, saved, keep, observer);
    aggregator.show();
    let outcome = schedule.run(counters, |event| match event {
        Event::Finished(unit) => aggregator.add(&unit),
        Event::Tick => aggregator.tick(),
    });
    aggregator.close(outcome)
}
