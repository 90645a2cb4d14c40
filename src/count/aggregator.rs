//! Adds each of a session's finished units to the sums, saves it, and reports progress.

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

/// How long after the start the prediction decides whether to save the count. Any earlier, the first units
/// would dominate the prediction; any later, a killed count would lose more. Not tuned.
const SAVE_DECISION_DELAY: Duration = Duration::from_millis(500);

/// How long saved units may wait to be synced. This leaves one of the five guaranteed seconds for the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(4);

pub(super) struct Aggregator<'a> {
    prepared: &'a PreparedCount,
    /// When the count was started, before its preparation.
    count_began: Instant,
    observer: GuardedObserver<'a>,
    tally: Tally,
    sink: UnitSink,
    pace: Pace,
    counting_began: Instant,
    /// Units and solutions from earlier sessions.
    resumed: (u64, u128),
    unsynced_since: Option<Instant>,
    /// Why automatic saving failed, and the directory containing the units saved by then.
    unsaved: Option<(CountError, Option<PathBuf>)>,
    /// Fractions of a millisecond of wall and CPU time, carried over to the next entry: short units would
    /// otherwise make the ledger's sums wrong.
    carried_over: [Duration; 2],
}

impl<'a> Aggregator<'a> {
    /// Starts a session of `prepared` with this many counters, on top of earlier sessions' `tally`.
    pub fn new(
        prepared: &'a PreparedCount,
        counters: usize,
        tally: Tally,
        sink: UnitSink,
        observer: GuardedObserver<'a>,
    ) -> Self {
        let plan = &prepared.plan;
        // Not `sum`, because an empty sum is -0.0.
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
            // A clock that jumps must not end the count.
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

    /// Syncs, starts saving and reports progress, whichever is due.
    pub fn tick(&mut self) -> Result<(), CountError> {
        let elapsed = self.counting_began.elapsed();
        // If units are too long for a prediction, the count is long.
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

    /// Passes on a failure if saving was requested. If saving was automatic, the count goes on, and the user
    /// is told once that it is not saved.
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

    /// Saves a count stopped before it proved to be long, if it took at least `stopped_after` and finished a
    /// unit.
    fn save_if_stopped(&mut self) -> Result<(), CountError> {
        if let UnitSink::Waiting(pending) = &self.sink
            && let SavePolicy::WhenLong { path, stopped_after, .. } = &self.prepared.saving
            && !self.is_complete()
            && !pending.is_empty()
            // Includes the preparation, because the user waits for that as well: seconds on a large board.
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

    /// Ends the session after `outcome`. Even if something failed or panicked, finished units are synced
    /// first; only then is the failure returned or the panic resumed. Also saves a complete count's result,
    /// and returns its total even if that fails.
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

    /// Returns the total of a board or shard, or `None` if only some of a plan's units were requested.
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
