//! Adds every finished unit of a session to the sums, saves it, and shows the progress.

use std::time::{Duration, Instant};

use super::chosen::Chosen;
use super::keep::Keep;
use super::pace::{Pace, Pauses};
use super::{CountError, Notice, Observer, Outcome, Progress};
use crate::methods::counter::Finished;
use crate::methods::device::Device;
use crate::plan::tally::Tally;
use crate::run::{Entry, Host, RunDirectory, RunResult};

/// A count that is predicted to take longer than this is saved without a request.
const LONG: Duration = Duration::from_secs(30);

/// The time before the prediction counts. With less, the first units would dominate; with more, a
/// killed count would lose more. Set by hand.
const WATCH: Duration = Duration::from_millis(500);

/// Saved units reach the disk within this time, with a second to spare for the disk itself.
const SYNC: Duration = Duration::from_secs(4);

pub(super) struct Aggregator<'a> {
    chosen: &'a Chosen,
    /// When the count began, its preparation included.
    prepared: Instant,
    observer: &'a mut dyn Observer,
    tally: Tally,
    keep: Keep,
    pace: Pace,
    pauses: Pauses,
    began: Instant,
    /// Units and solutions of earlier sessions.
    resumed: (u64, u128),
    unsynced_since: Option<Instant>,
    /// Fractions of a millisecond of wall and CPU time that are in no entry yet, so that the sums
    /// over the ledger are right even if units are short.
    spare: [Duration; 2],
}

impl<'a> Aggregator<'a> {
    pub fn new(
        (chosen, prepared): (&'a Chosen, Instant),
        counters: u64,
        in_flight: u64,
        tally: Tally,
        keep: Keep,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let plan = &chosen.plan;
        // Not `sum`: the sum of nothing is -0.0.
        let resumed_cost = tally.finished().iter().fold(0.0, |sum, unit| sum + plan.cost(unit));
        let pace = Pace::new(chosen.cost(), resumed_cost, counters, in_flight);
        let began = Instant::now();
        let pauses = Pauses::new(began);
        let resumed = (tally.finished().len(), tally.solutions());
        let (unsynced_since, spare) = (None, [Duration::ZERO; 2]);
        Self { chosen, prepared, observer, tally, keep, pace, pauses, began, resumed, unsynced_since, spare }
    }

    /// Adds a unit and saves it.
    pub fn add(&mut self, unit: &Finished) -> Result<(), CountError> {
        self.pauses.awake(Instant::now());
        let wall = self.pauses.without(unit.wall);
        let unit = &Finished { wall, ..*unit };
        let [wall_ms, cpu_ms] = [0, 1].map(|clock| {
            // Clocks that jump must not end a count.
            let time = [unit.wall, unit.cpu][clock].saturating_add(self.spare[clock]);
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            self.spare[clock] = time.saturating_sub(Duration::from_millis(ms));
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
        self.tally.add(&entry)?;
        self.pace.advance(self.chosen.plan.cost(unit.unit), wall);
        self.keep.put(entry)?;
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.observer.finished(unit);
        Ok(())
    }

    /// Syncs, saves or shows whatever is due.
    pub fn tick(&mut self) -> Result<(), CountError> {
        self.pauses.awake(Instant::now());
        let elapsed = self.began.elapsed();
        let left_s = self.pace.remaining_s().map_or(0.0, |left| left.mean);
        if elapsed >= WATCH
            && elapsed.as_secs_f64() + left_s > LONG.as_secs_f64()
            && let Keep::WhenLong { path, .. } = &self.keep
        {
            let path = path.clone();
            self.begin_to_save()?;
            self.observer.notice(&Notice::Saving { path });
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC) {
            self.sync()?;
        }
        self.show();
        Ok(())
    }

    /// Creates the run directory and saves all units counted so far.
    fn begin_to_save(&mut self) -> Result<(), CountError> {
        if let Some(saved) = self.keep.begin()? {
            for notice in saved.notices {
                self.observer.notice(&Notice::Directory(notice));
            }
            self.sync()?;
        }
        Ok(())
    }

    /// Saves a count that was stopped before it turned out to be long, if requested and if a unit
    /// is finished.
    fn save_if_stopped(&mut self) -> Result<(), CountError> {
        match &self.keep {
            Keep::WhenLong { or_stopped: true, pending, .. }
                if !self.is_complete() && !pending.is_empty() =>
            {
                self.begin_to_save()
            }
            _ => Ok(()),
        }
    }

    fn is_complete(&self) -> bool {
        self.tally.finished().len() == self.chosen.len()
    }

    fn sync(&mut self) -> Result<(), CountError> {
        self.unsynced_since = None;
        Ok(self.keep.sync()?)
    }

    /// Shows how far the count is.
    pub fn show(&mut self) {
        self.observer.progress(&Progress {
            units_done: self.tally.finished().len(),
            units: self.chosen.len(),
            done: self.pace.done(),
            solutions: self.tally.solutions(),
            found: self.tally.solutions() - self.resumed.1,
            elapsed: self.began.elapsed(),
            remaining_s: self.pace.remaining_s(),
        });
    }

    /// Ends the session after `outcome`. Finished units reach the disk even if something else
    /// failed; then that failure is reported. The result of a complete count is saved as well.
    pub fn close(mut self, outcome: Result<(), CountError>) -> Result<Outcome, CountError> {
        let saved = self.save_if_stopped();
        let synced = self.sync();
        outcome.and(saved).and(synced)?;
        self.show();
        let (complete, elapsed) = (self.is_complete(), self.prepared.elapsed());
        let result = self.result(complete, elapsed);
        let mut directory = None;
        if let Keep::Directory(run) = &mut self.keep {
            if let Some(result) = &result {
                run.finish(result)?;
            }
            directory = Some(RunDirectory::path(run).to_owned());
        }
        Ok(Outcome { tally: self.tally, complete, result, directory, resumed: self.resumed.0, elapsed })
    }

    /// The result of a complete count of a board or shard.
    fn result(&self, complete: bool, elapsed: Duration) -> Option<RunResult> {
        let chosen = self.chosen;
        let of_plan = complete && chosen.units.is_none();
        of_plan.then(|| RunResult {
            kernel: chosen.kernel.to_string(),
            threads: Some(chosen.threads),
            wall_s: Some(elapsed.as_secs_f64()),
            resumed: Some(self.resumed.0),
            host: Some(Host::this()),
            device: chosen.device.as_deref().map(Device::info).cloned(),
            ..RunResult::of(&chosen.manifest(), &self.tally)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::board::BoardSize;
    use crate::count::Silent;
    use crate::methods::{Kernel, Method};
    use crate::plan::{Plan, Shard};
    use crate::run::{self, Options};

    /// Calls `act` with the aggregator of a run with one finished unit, whose directory has been
    /// moved away since: the next sync will fail. If `late`, only the unit makes the run a long
    /// one.
    fn after_a_move<T>(
        late: bool,
        act: impl FnOnce(Aggregator<'_>) -> Result<T, CountError>,
    ) -> Result<T, CountError> {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::standard(BoardSize::new(12).unwrap(), Method::Cross);
        let path = folder.path().join("run");
        let kernel = Kernel::Scalar;
        let chosen = Chosen { plan, shard: Shard::WHOLE, units: None, kernel, threads: 1, device: None };
        let manifest = chosen.manifest();
        let keep = if late {
            let (path, pending) = (path.clone(), Vec::new());
            Keep::WhenLong { path, manifest, or_stopped: false, pending }
        } else {
            Keep::Directory(RunDirectory::open(&path, &manifest, Options::default()).unwrap().0)
        };
        let mut observer = Silent;
        let tally = Tally::new(chosen.plan.units());
        let mut aggregator = Aggregator::new((&chosen, Instant::now()), 1, 1, tally, keep, &mut observer);
        aggregator.add(&Finished { unit: 0, solutions: 1, nodes: 1, wall: SYNC, cpu: SYNC, kernel }).unwrap();
        if !late {
            fs::rename(&path, folder.path().join("moved")).unwrap();
        }
        act(aggregator)
    }

    #[test]
    fn syncs_saved_units_every_few_seconds() {
        assert!(after_a_move(false, |mut aggregator| aggregator.tick()).is_ok());
        let late = after_a_move(false, |mut aggregator| {
            aggregator.unsynced_since = Instant::now().checked_sub(SYNC);
            aggregator.tick()
        });
        assert!(matches!(late, Err(CountError::Run(run::Error::Moved { .. }))), "{late:?}");
    }

    #[test]
    fn syncs_saved_units_at_the_end() {
        let stopped = after_a_move(false, |aggregator| aggregator.close(Ok(())));
        assert!(matches!(stopped, Err(CountError::Run(run::Error::Moved { .. }))));
    }

    #[test]
    fn syncs_units_when_a_count_turns_long() {
        after_a_move(true, |mut aggregator| {
            assert!(aggregator.unsynced_since.is_some());
            aggregator.begin_to_save()?;
            assert!(aggregator.unsynced_since.is_none() && matches!(aggregator.keep, Keep::Directory(_)));
            Ok(())
        })
        .unwrap();
    }
}
