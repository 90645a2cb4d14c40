//! Adds finished units to the sums, saves them, and reports progress.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{panic, thread};

use super::observer::GuardedObserver;
use super::saving::UnitSink;
use super::{CountError, Outcome, PreparedCount, Progress, SavePolicy};
use crate::methods::FinishedUnit;
use crate::plan::pace::Pace;
use crate::plan::{Entry, Tally};
use crate::run::{Host, Notice, Total};

/// How long a count runs before its predicted duration decides whether it is saved. With a shorter delay, the
/// first units would dominate the prediction. With a longer one, a killed count would lose more. Not tuned.
const SAVE_DECISION_DELAY: Duration = Duration::from_millis(500);

/// How long a saved unit may wait to be synced. A unit is guaranteed to be synced within five seconds, so
/// this leaves one second for the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(4);

pub(super) struct Aggregator<'a> {
    prepared: &'a PreparedCount,
    /// When `Count::prepare` was called.
    count_began: Instant,
    observer: GuardedObserver<'a>,
    tally: Tally,
    sink: UnitSink,
    pace: Pace,
    counting_began: Instant,
    /// The number of units and solutions from earlier sessions.
    resumed: (u64, u128),
    unsynced_since: Option<Instant>,
    /// The error that ended automatic saving, and the directory with the units saved until then.
    unsaved: Option<(CountError, Option<PathBuf>)>,
    /// Fractions of a millisecond of wall and CPU time, to be added to the next entry. If they were dropped,
    /// many short units would make the times in the ledger too small.
    carried_over: [Duration; 2],
}

impl<'a> Aggregator<'a> {
    /// Starts a session of `prepared` with this many counters. `tally` contains the units from earlier
    /// sessions.
    pub fn new(
        prepared: &'a PreparedCount,
        counters: usize,
        tally: Tally,
        sink: UnitSink,
        observer: GuardedObserver<'a>,
    ) -> Self {
        let plan = &prepared.plan;
        // We can't use `sum` here, since it returns -0.0 if there are no units.
        let resumed_cost = tally.finished().iter().fold(0.0, |sum, unit| sum + plan.cost(unit));
        let sums = tally.sums();
        Self {
            prepared,
            count_began: prepared.count_began,
            observer,
            tally,
            sink,
            pace: Pace::new(prepared.cost(), resumed_cost, counters),
            counting_began: Instant::now(),
            resumed: (sums.units, sums.solutions),
            unsynced_since: None,
            unsaved: None,
            carried_over: [Duration::ZERO; 2],
        }
    }

    /// Adds a unit and saves it.
    pub fn add(&mut self, unit: &FinishedUnit) -> Result<(), CountError> {
        let [wall_ms, cpu_ms] = [0, 1].map(|clock| {
            // Saturate, because a clock that jumps must not end the count.
            let time = [unit.wall, unit.cpu][clock].saturating_add(self.carried_over[clock]);
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            self.carried_over[clock] = time.saturating_sub(Duration::from_millis(ms));
            ms
        });
        let entry = Entry {
            unit: unit.unit,
            solutions: unit.solutions,
            nodes: unit.nodes,
            wall_ms,
            cpu_ms,
            kernel: unit.kernel.name().into(),
        };
        if !self.tally.add(&entry) {
            return Err(CountError::Tally(unit.unit));
        }
        self.pace.advance(self.prepared.plan.cost(unit.unit), unit.wall);
        let saved = self.sink.put(entry).map_err(CountError::from);
        self.needs(saved)?;
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.observer.call(|observer| observer.finished(unit));
        Ok(())
    }

    /// Starts saving and syncs if due, and reports progress.
    pub fn tick(&mut self) -> Result<(), CountError> {
        let elapsed = self.counting_began.elapsed();
        // If the units are too long for a prediction, assume that the count is long.
        let left_s = self.pace.remaining_s().map_or(f64::INFINITY, |left| left.mean);
        if elapsed >= SAVE_DECISION_DELAY
            && let UnitSink::Waiting(_) = &self.sink
            && let SavePolicy::WhenLong { path, longer_than, .. } = &self.prepared.saving
            && elapsed.as_secs_f64() + left_s > longer_than.as_secs_f64()
        {
            let saved = self.start_saving(path);
            self.needs(saved)?;
            if self.unsaved.is_none() {
                self.observer.call(|observer| observer.notice(&Notice::Saving { path: path.clone() }));
            }
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC_INTERVAL) {
            let synced = self.sync();
            self.needs(synced)?;
        }
        self.show();
        Ok(())
    }

    /// Handles a save's outcome. A failure is returned only if the caller requested saving. If saving was
    /// automatic, the user is told once, and the count goes on unsaved.
    fn needs(&mut self, saved: Result<(), CountError>) -> Result<(), CountError> {
        match saved {
            Err(error) if matches!(self.prepared.saving, SavePolicy::WhenLong { .. }) => {
                let notice = Notice::NotSaved { reason: error.to_string() };
                self.unsaved = Some((error, self.sink.close()));
                self.observer.call(|observer| observer.notice(&notice));
                Ok(())
            }
            other => other,
        }
    }

    /// Creates the run directory and saves all units counted so far.
    fn start_saving(&mut self, path: &Path) -> Result<(), CountError> {
        for notice in self.sink.begin(path, &self.prepared.manifest())? {
            self.observer.call(|observer| observer.notice(&notice));
        }
        self.sync()
    }

    /// Saves a count stopped before automatic saving began, if it took at least `stopped_after` and
    /// finished a unit.
    fn save_if_stopped(&mut self) -> Result<(), CountError> {
        if let UnitSink::Waiting(pending) = &self.sink
            && let SavePolicy::WhenLong { path, stopped_after, .. } = &self.prepared.saving
            && !self.is_complete()
            && !pending.is_empty()
            // Include the preparation, because it takes seconds on a large board and the user waits for it.
            && self.count_began.elapsed() >= *stopped_after
        {
            self.start_saving(path)?;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.tally.finished().len() == self.prepared.len()
    }

    fn sync(&mut self) -> Result<(), CountError> {
        self.unsynced_since = None;
        Ok(self.sink.sync()?)
    }

    /// Reports progress to the observer.
    pub fn show(&mut self) {
        let sums = self.tally.sums();
        let progress = Progress {
            units_done: sums.units,
            units: self.prepared.len(),
            share_done: self.pace.done(),
            solutions: sums.solutions,
            solutions_this_session: sums.solutions - self.resumed.1,
            elapsed: self.counting_began.elapsed(),
            remaining_s: self.pace.remaining_s(),
        };
        self.observer.call(|observer| observer.progress(&progress));
    }

    /// Ends the session after `outcome`. Finished units are synced first, even if `outcome` is an error or a
    /// panic. Saves a complete count's result, and returns its total even if saving fails.
    pub fn close(mut self, outcome: thread::Result<Result<(), CountError>>) -> Result<Outcome, CountError> {
        let saved = self.save_if_stopped();
        let saved = self.needs(saved);
        let synced = self.sync();
        let synced = self.needs(synced);
        let outcome = outcome.unwrap_or_else(|panic| panic::resume_unwind(panic));
        self.observer.resume_panic();
        let complete = self.is_complete();
        let mut save_error = None;
        match outcome.and(saved).and(synced) {
            Err(CountError::Run(error)) if complete => save_error = Some(CountError::Run(error)),
            other => other?,
        }
        self.show();
        let elapsed = self.count_began.elapsed();
        let total = if complete { self.total(elapsed) } else { None };
        if save_error.is_none()
            && let Some(total) = &total
        {
            let finished = self.sink.finish(total).map_err(CountError::from);
            save_error = self.needs(finished).err();
        }
        let mut directory = self.sink.close();
        if let Some((error, before)) = self.unsaved.take() {
            (save_error, directory) = (Some(error), before);
        }
        self.observer.resume_panic();
        let resumed = self.resumed.0;
        Ok(Outcome { tally: self.tally, complete, total, directory, save_error, resumed, elapsed })
    }

    /// Returns the total for a board or shard, or `None` if only some of a plan's units were requested.
    fn total(&self, elapsed: Duration) -> Option<Total> {
        let PreparedCount { program, units: None, kernel, threads, .. } = self.prepared else {
            return None;
        };
        Some(Total {
            threads: Some(*threads),
            wall_s: Some(elapsed.as_secs_f64()),
            resumed: Some(self.resumed.0),
            host: self.sink.is_directory().then(Host::this),
            ..Total::of(*program, &self.prepared.manifest(), &self.tally, kernel.to_string())
        })
    }
}

#[cfg(test)]
mod tests;
