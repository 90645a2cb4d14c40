//! Adds every finished unit of a session to the sums, saves it, and shows the progress.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{panic, thread};

use super::observer::Guarded;
use super::saving::Sink;
use super::{Count, CountError, Outcome, Progress, Ready, Saving};
use crate::methods::Finished;
use crate::plan::pace::Pace;
use crate::plan::{Entry, Tally};
use crate::run::{Host, Notice, Total};

/// The time before the prediction counts. With less, the first units would dominate; with more, a
/// killed count would lose more. Set by hand.
const WATCH: Duration = Duration::from_millis(500);

/// Saved units reach the disk within this time, with a second to spare for the disk itself.
const SYNC: Duration = Duration::from_secs(4);

pub(super) struct Aggregator<'a> {
    ready: &'a Ready,
    /// The time when the count began, before its preparation.
    count_began: Instant,
    observer: Guarded<'a>,
    tally: Tally,
    sink: Sink,
    pace: Pace,
    counting_began: Instant,
    /// Units and solutions of earlier sessions.
    resumed: (u64, u128),
    unsynced_since: Option<Instant>,
    /// Fractions of a millisecond of wall and CPU time that are in no entry yet, so that the sums
    /// over the ledger are right even if units are short.
    spare: [Duration; 2],
}

impl<'a> Aggregator<'a> {
    /// The session of `ready` by so many counters, on top of the `tally` of earlier ones.
    pub fn new(ready: &'a Ready, counters: usize, tally: Tally, sink: Sink, observer: Guarded<'a>) -> Self {
        let plan = &ready.plan;
        // Not `sum`: the sum of nothing is -0.0.
        let resumed_cost = tally.finished().iter().fold(0.0, |sum, unit| sum + plan.cost(unit));
        let sums = tally.sums();
        Self {
            ready,
            count_began: ready.count_began,
            observer,
            tally,
            sink,
            pace: Pace::new(ready.cost(), resumed_cost, counters),
            counting_began: Instant::now(),
            resumed: (sums.units, sums.solutions),
            unsynced_since: None,
            spare: [Duration::ZERO; 2],
        }
    }

    /// Adds a unit and saves it.
    pub fn add(&mut self, unit: &Finished) -> Result<(), CountError> {
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
        if !self.tally.add(&entry) {
            return Err(CountError::Tally(unit.unit));
        }
        self.pace.advance(self.ready.plan.cost(unit.unit), unit.wall);
        self.sink.put(entry)?;
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.observer.tell(|observer| observer.finished(unit));
        Ok(())
    }

    /// Syncs, saves or shows whatever is due.
    pub fn tick(&mut self) -> Result<(), CountError> {
        let elapsed = self.counting_began.elapsed();
        // A count whose units are so long that nothing is predicted by now is a long one.
        let left_s = self.pace.remaining_s().map_or(f64::INFINITY, |left| left.mean);
        if elapsed >= WATCH
            && let Sink::Waiting(_) = &self.sink
            && let Saving::WhenLong { path, longer_than, .. } = &self.ready.count.saving
            && elapsed.as_secs_f64() + left_s > longer_than.as_secs_f64()
        {
            self.begin_to_save(path)?;
            self.observer.tell(|observer| observer.notice(&Notice::Saving { path: path.clone() }));
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC) {
            self.sync()?;
        }
        self.show();
        Ok(())
    }

    /// Creates the run directory and saves all units counted so far.
    fn begin_to_save(&mut self, path: &Path) -> Result<(), CountError> {
        for notice in self.sink.begin(path, &self.ready.manifest())? {
            self.observer.tell(|observer| observer.notice(&notice));
        }
        self.sync()
    }

    /// Saves a count that was stopped before it turned out to be long, if it took long enough for
    /// that and if a unit is finished.
    fn save_if_stopped(&mut self) -> Result<(), CountError> {
        if let Sink::Waiting(pending) = &self.sink
            && let Saving::WhenLong { path, stopped_after, .. } = &self.ready.count.saving
            && !self.is_complete()
            && !pending.is_empty()
            // Its user waits from its start, of which the prediction of a large board takes seconds.
            && self.count_began.elapsed() >= *stopped_after
        {
            self.begin_to_save(path)?;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.tally.finished().len() == self.ready.len()
    }

    fn sync(&mut self) -> Result<(), CountError> {
        self.unsynced_since = None;
        Ok(self.sink.sync()?)
    }

    /// Shows how far the count is.
    pub fn show(&mut self) {
        let sums = self.tally.sums();
        let progress = Progress {
            units_done: sums.units,
            units: self.ready.len(),
            done: self.pace.done(),
            solutions: sums.solutions,
            found: sums.solutions - self.resumed.1,
            elapsed: self.counting_began.elapsed(),
            remaining_s: self.pace.remaining_s(),
        };
        self.observer.tell(|observer| observer.progress(&progress));
    }

    /// Ends the session after `outcome`. Finished units reach the disk even if something else
    /// failed or panicked; then that failure is reported, or the panic goes on. The result of a
    /// complete count is saved as well.
    pub fn close(mut self, outcome: thread::Result<Result<(), CountError>>) -> Result<Outcome, CountError> {
        let saved = self.save_if_stopped();
        let synced = self.sync();
        let outcome = outcome.unwrap_or_else(|panic| panic::resume_unwind(panic));
        self.observer.go_on();
        outcome.and(saved).and(synced)?;
        self.show();
        let complete = self.is_complete();
        let elapsed = self.count_began.elapsed();
        let total = if complete { self.total(elapsed) } else { None };
        let directory = self.sink.end(total.as_ref())?;
        self.observer.go_on();
        Ok(Outcome { tally: self.tally, complete, total, directory, resumed: self.resumed.0, elapsed })
    }

    /// The total of a board or shard, unless only some units of a plan were asked for.
    fn total(&self, elapsed: Duration) -> Option<Total> {
        let Ready { count: Count { program, .. }, units: None, kernel, threads, .. } = self.ready else {
            return None;
        };
        Some(Total {
            threads: Some(*threads),
            wall_s: Some(elapsed.as_secs_f64()),
            resumed: Some(self.resumed.0),
            host: self.sink.is_directory().then(Host::this),
            ..Total::of(*program, &self.ready.manifest(), &self.tally, kernel.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::{fs, mem};

    use super::*;
    use crate::board::BoardSize;
    use crate::methods::{Kernel, Method};
    use crate::plan::{Plan, Shard};
    use crate::run::{RunDirectory, RunError};

    /// Calls `act` with the aggregator of a run with one finished unit, whose directory has been
    /// moved away since: the next sync will fail. If `late`, the unit waits for a directory, and for
    /// a stop after this time.
    fn after_a_move<T>(
        late: Option<Duration>,
        act: impl FnOnce(Aggregator<'_>) -> Result<T, CountError>,
    ) -> Result<T, CountError> {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::standard(BoardSize::new(12).unwrap(), Method::Cross);
        let path = folder.path().join("run");
        let kernel = Kernel::Scalar;
        let mut count = Count::of_shard(&plan, Shard::WHOLE).kernel(kernel).threads(1);
        if let Some(stopped_after) = late {
            let path = path.clone();
            count = count.saving(Saving::WhenLong { path, longer_than: Duration::MAX, stopped_after });
        }
        let mut ready = count.prepare().unwrap();
        let sink = match late {
            Some(_) => mem::take(&mut ready.sink),
            None => Sink::Directory(RunDirectory::open(&path, &ready.manifest(), false).unwrap().0),
        };
        let observer = Guarded { observer: &mut (), halt: &AtomicBool::new(false), panic: None };
        let tally = Tally::new(plan.units());
        let mut aggregator = Aggregator::new(&ready, 1, tally, sink, observer);
        let unit = Finished { unit: 0, solutions: 1, nodes: 1, wall: SYNC, cpu: SYNC, kernel };
        aggregator.add(&unit).unwrap();
        if late.is_none() {
            fs::rename(&path, folder.path().join("moved")).unwrap();
        }
        act(aggregator)
    }

    #[test]
    fn syncs_saved_units_every_few_seconds() {
        assert!(after_a_move(None, |mut aggregator| aggregator.tick()).is_ok());
        let late = after_a_move(None, |mut aggregator| {
            aggregator.unsynced_since = Instant::now().checked_sub(SYNC);
            aggregator.tick()
        });
        assert!(matches!(late, Err(CountError::Run(RunError::Changed { .. }))), "{late:?}");
        // However many units come in between: those that wait count from the first.
        let busy = after_a_move(None, |mut aggregator| {
            aggregator.unsynced_since = Instant::now().checked_sub(SYNC);
            for unit in 1..5 {
                let (wall, kernel) = (Duration::from_millis(1), Kernel::Scalar);
                aggregator.add(&Finished { unit, solutions: 1, nodes: 1, wall, cpu: wall, kernel })?;
            }
            aggregator.tick()
        });
        assert!(matches!(busy, Err(CountError::Run(RunError::Changed { .. }))), "{busy:?}");
    }

    #[test]
    fn syncs_saved_units_at_the_end() {
        let stopped = after_a_move(None, |aggregator| aggregator.close(Ok(Ok(()))));
        assert!(matches!(stopped, Err(CountError::Run(RunError::Changed { .. }))));
    }

    #[test]
    fn counts_the_preparation_as_time_of_its_user() {
        for (prepared_s, is_saved) in [(0, false), (3, true)] {
            let outcome = after_a_move(Some(Duration::from_secs(2)), |mut aggregator| {
                aggregator.count_began = Instant::now().checked_sub(Duration::from_secs(prepared_s)).unwrap();
                aggregator.close(Ok(Ok(())))
            });
            assert_eq!(outcome.unwrap().directory.is_some(), is_saved, "{prepared_s} s");
        }
    }

    #[test]
    fn adds_up_short_times_and_survives_clock_jumps() {
        let time_of = |time| {
            after_a_move(Some(Duration::MAX), |mut aggregator| {
                for unit in 1..11 {
                    let unit = Finished {
                        unit,
                        solutions: 1,
                        nodes: 1,
                        wall: time,
                        cpu: time,
                        kernel: Kernel::Scalar,
                    };
                    aggregator.add(&unit)?;
                }
                Ok(aggregator.tally.sums())
            })
            .unwrap()
        };
        let first = SYNC.as_millis();
        let sums = time_of(Duration::from_micros(700));
        assert_eq!((sums.wall_ms, sums.cpu_ms), (first + 7, first + 7));
        assert!(time_of(Duration::MAX).wall_ms >= u128::from(u64::MAX));
    }

    #[test]
    fn syncs_units_when_a_count_turns_long() {
        after_a_move(Some(Duration::MAX), |mut aggregator| {
            assert!(aggregator.unsynced_since.is_some());
            let path = aggregator.ready.count.saving.path().unwrap();
            aggregator.begin_to_save(path)?;
            assert!(aggregator.unsynced_since.is_none() && aggregator.sink.is_directory());
            Ok(())
        })
        .unwrap();
    }
}
