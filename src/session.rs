//! A session: one sitting of a run. The schedule counts, the tally sums, the run directory keeps.
//!
//! Everything that must happen in order - a unit is added to the sums, written into the ledger, shown - happens on
//! the caller's thread, here.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::run::{self, Entry, Manifest, RunDirectory};
use crate::schedule::{Event, Finished, PoolError, Schedule};
use crate::tally::{Tally, TallyError};

/// Where finished units go.
pub enum Keep {
    /// Nowhere: the run is short, or its user does not want a directory.
    Nothing,
    /// Into a run directory.
    Directory(RunDirectory),
    /// Into a new run directory as soon as the run turns out to be long.
    WhenLong {
        /// Where to make it.
        path: PathBuf,
        /// What it will say.
        manifest: Manifest,
    },
}

/// A run that is predicted to take longer than this is kept without being asked.
pub const LONG: Duration = Duration::from_secs(30);

/// How long a run is watched before the prediction counts.
const WATCH: Duration = Duration::from_millis(500);

/// What was appended reaches the disk within this time, with a second to spare for the disk itself.
const SYNC: Duration = Duration::from_secs(4);

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// Units finished, those of earlier sessions included.
    pub units_done: u64,
    /// Units of the run.
    pub units: u64,
    /// Share of the estimated cost that is done, 0 to 1.
    pub done: f64,
    /// The part of `done` that earlier sessions did.
    pub resumed: f64,
    /// Solutions found so far.
    pub solutions: u128,
    /// Queens placed in this session.
    pub nodes: u128,
    /// Time since this session began.
    pub elapsed: Duration,
}

impl Status {
    /// Time still needed at the speed of this session, once there is a speed to speak of.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let progress = self.done - self.resumed;
        let seconds = self.elapsed.as_secs_f64() * (1.0 - self.done).max(0.0) / progress;
        (progress > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// Queens placed per second in this session.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Who is told how a session goes.
pub trait Watch {
    /// Called often, several times a second and at the end.
    fn status(&mut self, status: &Status);

    /// Something the user should know.
    fn notice(&mut self, text: &str);
}

/// How a session ended.
pub struct Outcome {
    /// The sums, earlier sessions included.
    pub tally: Tally,
    /// The run directory, if there is one by now.
    pub directory: Option<RunDirectory>,
    /// Whether every unit is counted; otherwise it was stopped.
    pub complete: bool,
    /// Units taken over from earlier sessions.
    pub resumed: u64,
    /// Wall time of this session.
    pub elapsed: Duration,
}

/// Why a session failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The run directory cannot be used, or not any longer.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// The threads could not be started.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A run that turned out to be long finds its directory in use by then.
    #[error(
        "another process has begun this run in {path} in the meantime: run the same command again to go on with it",
        path = .0.display()
    )]
    BegunElsewhere(PathBuf),
    /// The sums are not to be trusted.
    #[error(transparent)]
    Tally(#[from] TallyError),
}

/// Counts what `tally` lacks, puts it into `keep`, and tells `watch`.
///
/// # Errors
/// See [`Error`]. What was appended to a run directory before stays there.
pub fn count(
    schedule: &Schedule<'_>,
    tally: Tally,
    keep: Keep,
    watch: &mut dyn Watch,
) -> Result<Outcome, Error> {
    let before = tally.finished().clone();
    let mut books = Books::new(schedule, tally, keep, watch);
    books.show();
    schedule.run(&|unit| before.contains(unit), |event| match event {
        Event::Finished(unit) => books.enter(&unit),
        Event::Tick => books.tick(),
    })?;
    books.close(before.len())
}

/// The books of a session.
struct Books<'a> {
    schedule: &'a Schedule<'a>,
    watch: &'a mut dyn Watch,
    tally: Tally,
    keep: Keep,
    /// Units counted before there was a directory to put them into.
    pending: Vec<Entry>,
    began: Instant,
    unsynced_since: Option<Instant>,
    /// Time in units that is less than a millisecond and was not written down yet, so that the ledger's sum is right
    /// however short its units are.
    spare: Duration,
    total_cost: f64,
    resumed_cost: f64,
    cost: f64,
    resumed_nodes: u128,
}

impl<'a> Books<'a> {
    fn new(schedule: &'a Schedule<'a>, tally: Tally, keep: Keep, watch: &'a mut dyn Watch) -> Self {
        let plan = schedule.plan;
        let total_cost = schedule.shard.order(plan.units()).iter().map(|unit| plan.cost(unit)).sum();
        let resumed_cost: f64 = tally.finished().iter().map(|unit| plan.cost(unit)).sum();
        Self {
            schedule,
            watch,
            keep,
            pending: Vec::new(),
            began: Instant::now(),
            unsynced_since: None,
            spare: Duration::ZERO,
            total_cost,
            resumed_cost,
            cost: resumed_cost,
            resumed_nodes: tally.nodes(),
            tally,
        }
    }

    fn enter(&mut self, unit: &Finished) -> Result<(), Error> {
        let time = unit.elapsed + self.spare;
        let ms = time.as_millis() as u64;
        self.spare = time - Duration::from_millis(ms);
        let entry = Entry {
            unit: unit.unit,
            solutions: unit.solutions,
            nodes: unit.nodes,
            ms,
            kernel: self.schedule.kernel.to_string(),
        };
        self.tally.add(&entry)?;
        self.cost += self.schedule.plan.cost(unit.unit);
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

    fn tick(&mut self) -> Result<(), Error> {
        let status = self.status();
        if status.elapsed >= WATCH && status.remaining().is_some_and(|left| status.elapsed + left > LONG) {
            self.keep_from_now_on()?;
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC) {
            self.sync()?;
        }
        self.show();
        Ok(())
    }

    /// Makes the run directory of a run that turned out to be long.
    fn keep_from_now_on(&mut self) -> Result<(), Error> {
        let Keep::WhenLong { path, manifest } = &self.keep else { return Ok(()) };
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
        self.watch.notice(&format!("this will take a while: progress is saved in {}", path.display()));
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
            units: self.schedule.shard.len(self.schedule.plan.units()),
            done: self.cost / self.total_cost,
            resumed: self.resumed_cost / self.total_cost,
            solutions: self.tally.solutions(),
            nodes: self.tally.nodes() - self.resumed_nodes,
            elapsed: self.began.elapsed(),
        }
    }

    fn show(&mut self) {
        let status = self.status();
        self.watch.status(&status);
    }

    fn close(mut self, resumed: u64) -> Result<Outcome, Error> {
        self.sync()?;
        self.show();
        let status = self.status();
        Ok(Outcome {
            complete: status.units_done == status.units,
            tally: self.tally,
            directory: match self.keep {
                Keep::Directory(directory) => Some(directory),
                _ => None,
            },
            resumed,
            elapsed: status.elapsed,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::BoardSize;
    use crate::kernel::Kernel;
    use crate::split::{Plan, Shard, Split};

    struct Nobody;

    impl Watch for Nobody {
        fn status(&mut self, _: &Status) {}
        fn notice(&mut self, _: &str) {}
    }

    #[test]
    fn a_run_that_turns_out_to_be_long_leaves_a_directory_alone_that_another_has_begun() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::standard(BoardSize::new(20).unwrap(), Split::Cross);
        let (path, manifest) = (folder.path().join("run"), Manifest::of(&plan, Shard::WHOLE));
        let (mut other, _) = RunDirectory::open(&path, &manifest, run::Options::default()).unwrap();
        other.append(&Entry { unit: 0, solutions: 1, nodes: 1, ms: 1, kernel: "scalar".to_owned() }).unwrap();
        drop(other);
        let ledger = std::fs::read(path.join("ledger.jsonl")).unwrap();

        let stop = AtomicBool::new(false);
        let schedule =
            Schedule { plan: &plan, shard: Shard::WHOLE, kernel: Kernel::Scalar, threads: 1, stop: &stop };
        let keep = Keep::WhenLong { path: path.clone(), manifest };
        let outcome = count(&schedule, Tally::new(plan.units()), keep, &mut Nobody);
        assert!(matches!(outcome, Err(Error::BegunElsewhere(_))));
        assert_eq!(std::fs::read(path.join("ledger.jsonl")).unwrap(), ledger);
    }
}
