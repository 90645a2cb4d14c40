//! Adds every finished unit of a session to the sums, saves it, and shows the progress.

use std::time::{Duration, Instant};

use super::pace::Pace;
use super::{Error, Job, Keep, Outcome, Status, Watch};
use crate::methods::counter::Finished;
use crate::plan::tally::Tally;
use crate::run::{self, Entry, RunDirectory};

/// A run that is predicted to take longer than this is saved unasked.
const LONG: Duration = Duration::from_secs(30);

/// How long a run is watched before the prediction counts. In less time the first units would
/// dominate; in more a killed run would lose more. Set by hand.
const WATCH: Duration = Duration::from_millis(500);

/// Appended units reach the disk within this time, with a second to spare for the disk itself.
const SYNC: Duration = Duration::from_secs(4);

pub(super) struct Aggregator<'a> {
    job: &'a Job<'a>,
    watch: &'a mut dyn Watch,
    tally: Tally,
    keep: Keep,
    /// Units counted before there was a directory.
    pending: Vec<Entry>,
    pace: Pace,
    /// Units and solutions of earlier sessions.
    resumed: (u64, u128),
    unsynced_since: Option<Instant>,
    /// Fractions of a millisecond of wall and CPU time that no entry has yet, so that the sums over
    /// the ledger are right however short its units are.
    spare: [Duration; 2],
}

impl<'a> Aggregator<'a> {
    pub fn new(job: &'a Job<'a>, in_flight: u64, tally: Tally, keep: Keep, watch: &'a mut dyn Watch) -> Self {
        // Not `sum`: an empty one is -0.0, which would be displayed.
        let resumed_cost = tally.finished().iter().fold(0.0, |sum, unit| sum + job.plan.cost(unit));
        let mut pace = Pace::new(job.plan.cost_of(job.shard), resumed_cost);
        pace.hold(in_flight);
        if let Some(seconds) = job.expected_s {
            pace.expect(seconds, job.units());
        }
        Self {
            job,
            watch,
            keep,
            pending: Vec::new(),
            pace,
            resumed: (tally.finished().len(), tally.solutions()),
            unsynced_since: None,
            spare: [Duration::ZERO; 2],
            tally,
        }
    }

    /// Adds a unit and saves it.
    pub fn add(&mut self, unit: &Finished) -> Result<(), Error> {
        let [wall_ms, cpu_ms] = [0, 1].map(|clock| {
            let time = [unit.wall, unit.cpu][clock] + self.spare[clock];
            let ms = time.as_millis() as u64;
            self.spare[clock] = time - Duration::from_millis(ms);
            Some(ms)
        });
        let entry = Entry {
            unit: unit.unit,
            solutions: unit.solutions,
            nodes: unit.nodes,
            wall_ms,
            cpu_ms,
            kernel: unit.kernel.to_string(),
        };
        self.tally.add(&entry)?;
        self.pace.advance(self.job.plan.cost(unit.unit));
        match &mut self.keep {
            Keep::Nothing => {}
            Keep::WhenLong { .. } => self.pending.push(entry),
            Keep::Directory(directory) => {
                directory.append(&entry)?;
                self.unsynced_since.get_or_insert_with(Instant::now);
            }
        }
        Ok(())
    }

    /// Does what is due.
    pub fn tick(&mut self) -> Result<(), Error> {
        let elapsed = self.pace.elapsed();
        let left = self.pace.remaining().unwrap_or_default();
        if elapsed >= WATCH && elapsed.saturating_add(left) > LONG {
            self.keep_long_run()?;
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC) {
            self.sync()?;
        }
        self.show();
        Ok(())
    }

    /// Begins to save a run that turned out to be long.
    fn keep_long_run(&mut self) -> Result<(), Error> {
        let Keep::WhenLong { path, .. } = &self.keep else { return Ok(()) };
        let text = format!("predicted to take over 30 s: progress is saved in {}", path.display());
        self.keep_from_now_on()?;
        self.watch.notice(&text);
        Ok(())
    }

    /// Saves a run that was stopped before it turned out to be long, if requested and if a unit is
    /// finished.
    fn keep_stopped_run(&mut self) -> Result<(), Error> {
        let complete = self.tally.finished().len() == self.job.units();
        match &self.keep {
            Keep::WhenLong { or_stopped: true, .. } if !complete && !self.pending.is_empty() => {
                self.keep_from_now_on()
            }
            _ => Ok(()),
        }
    }

    /// Creates the run directory and saves all units counted so far.
    fn keep_from_now_on(&mut self) -> Result<(), Error> {
        let Keep::WhenLong { path, manifest, .. } = &self.keep else { return Ok(()) };
        let (mut directory, saved) = RunDirectory::open(path, manifest, run::Options::default())?;
        if !saved.tally.finished().is_empty() {
            return Err(Error::BegunElsewhere(path.clone()));
        }
        for notice in &saved.notices {
            self.watch.notice(notice);
        }
        for entry in self.pending.drain(..) {
            directory.append(&entry)?;
        }
        self.keep = Keep::Directory(directory);
        self.sync()
    }

    fn sync(&mut self) -> Result<(), Error> {
        if let Keep::Directory(directory) = &mut self.keep {
            directory.sync()?;
        }
        self.unsynced_since = None;
        Ok(())
    }

    fn status(&self) -> Status {
        Status {
            units_done: self.tally.finished().len(),
            units: self.job.units(),
            done: self.pace.done(),
            solutions: self.tally.solutions(),
            found: self.tally.solutions() - self.resumed.1,
            elapsed: self.pace.elapsed(),
            remaining: self.pace.remaining(),
        }
    }

    /// Shows how far the run is.
    pub fn show(&mut self) {
        let status = self.status();
        self.watch.status(&status);
    }

    /// Ends the session after `outcome`. Finished units reach the disk even when something else
    /// failed; that failure is the one to report.
    pub fn close(mut self, outcome: Result<(), Error>) -> Result<Outcome, Error> {
        let kept = self.keep_stopped_run();
        let synced = self.sync();
        outcome.and(kept).and(synced)?;
        self.show();
        let status = self.status();
        Ok(Outcome {
            complete: status.units_done == status.units,
            tally: self.tally,
            directory: match self.keep {
                Keep::Directory(directory) => Some(directory),
                _ => None,
            },
            resumed: self.resumed.0,
            elapsed: status.elapsed,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::BoardSize;
    use crate::count::session::Unwatched;
    use crate::methods::kernel::Kernel;
    use crate::methods::split::Split;
    use crate::plan::{Plan, Shard};
    use crate::run::{Manifest, Options};

    /// Lets `act` do something to the aggregator of a run with one finished unit, whose directory
    /// was moved away since then: the next sync finds that out.
    fn after_a_move<T>(act: impl FnOnce(Aggregator<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let folder = tempfile::tempdir().unwrap();
        let (plan, path) =
            (Plan::standard(BoardSize::new(12).unwrap(), Split::CROSS), folder.path().join("run"));
        let manifest = Manifest::of(&plan, Shard::WHOLE);
        let (directory, saved) = RunDirectory::open(&path, &manifest, Options::default()).unwrap();
        let (stop, mut watch) = (AtomicBool::new(false), Unwatched);
        let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
        let mut aggregator = Aggregator::new(&job, 1, saved.tally, Keep::Directory(directory), &mut watch);
        let kernel = Kernel::SCALAR;
        aggregator.add(&Finished { unit: 0, solutions: 1, nodes: 1, wall: SYNC, cpu: SYNC, kernel }).unwrap();
        fs::rename(&path, folder.path().join("moved")).unwrap();
        act(aggregator)
    }

    #[test]
    fn an_estimate_of_a_shard_is_weighed_by_the_units_of_the_shard() {
        let plan = Plan::standard(BoardSize::new(12).unwrap(), Split::CROSS);
        let (stop, shard) = (AtomicBool::new(false), Shard { number: 0, of: 2 });
        let job = Job { plan: &plan, shard, stop: &stop, expected_s: Some(600.0) };
        let (units, mut watch) = (job.units() as f64, Unwatched);
        let mut aggregator = Aggregator::new(&job, 1, Tally::new(plan.units()), Keep::Nothing, &mut watch);
        aggregator.pace.advance(plan.cost_of(shard) / units);
        // Four units by the estimate, and one that took no time.
        let left = aggregator.pace.remaining().unwrap().as_secs_f64();
        let expected = 600.0 * (units - 1.0) / units * 4.0 / 5.0;
        assert!(units > 5.0 && (left / expected - 1.0).abs() < 0.1, "{left} s instead of {expected} s");
    }

    #[test]
    fn what_was_appended_is_synced_after_some_seconds_and_not_at_every_tick() {
        assert!(after_a_move(|mut aggregator| aggregator.tick()).is_ok());
        let late = after_a_move(|mut aggregator| {
            aggregator.unsynced_since = Instant::now().checked_sub(SYNC);
            aggregator.tick()
        });
        assert!(matches!(late, Err(Error::Run(run::Error::Moved { .. }))), "{late:?}");
    }

    #[test]
    fn what_was_appended_is_synced_when_the_session_ends() {
        let stopped = after_a_move(|aggregator| aggregator.close(Ok(())));
        assert!(matches!(stopped, Err(Error::Run(run::Error::Moved { .. }))));
    }
}
