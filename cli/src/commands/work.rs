//! `queens work`: counts shards of a plan, one after the other, each in its own run directory.

use queens::ErrorKind;
use queens::cluster::{ClusterError, ShardDirectories, ShardedPlan};
use queens::plan::Plan;
use queens::{Count, CountError};

use super::{Exit, Failure, counting};
use crate::choice::PROGRAM;
use crate::options::WorkSettings;
use crate::output::Output;
use crate::report;
use crate::report::progress::ProgressDisplay;
use crate::report::result;
use crate::report::series::ShardPlace;
use crate::signals::Signals;

pub fn run(settings: &WorkSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let sharded = ShardedPlan::read(&settings.plan)?;
    settings.shards.last().map_or(Ok(()), |last| sharded.shard(last).map(drop))?;
    sharded.identity().method.kernel(settings.processor.kernel)?;
    signals.stop_after(settings.max_time)?;
    let plan = sharded.plan(&settings.plan).map_err(ClusterError::Plan)?;
    ShardDirectories::create_directory(&settings.dir)?;
    let display = ProgressDisplay::new(output, &signals);
    let mut worker = Worker { settings, sharded, plan, signals: &signals, output, display };
    let exit = worker.work();
    worker.display.finish();
    exit
}

/// The state that the shards of one call share.
struct Worker<'a> {
    settings: &'a WorkSettings,
    sharded: ShardedPlan,
    plan: Plan,
    signals: &'a Signals,
    output: &'a Output,
    display: ProgressDisplay,
}

impl<'a> Worker<'a> {
    /// Counts every requested shard. A problem with the directory of one shard does not hold up the
    /// others.
    fn work(&mut self) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        let mut left = Vec::new();
        // With --fresh, all of them are moved before the first is counted: after a stop, the same command
        // without it resumes.
        for number in self.settings.shards.iter() {
            match self.move_aside(number)? {
                Exit::Done => left.push(number),
                Exit::Stopped => return Ok(exit.max(Exit::Stopped)),
                problem => exit = exit.max(problem),
            }
        }
        let shards = left.len() as u64;
        for (shard, shards_done) in left.into_iter().zip(0..) {
            self.display.set_shard(ShardPlace { shard, shards_done, shards });
            match self.work_on(shard)? {
                Exit::Stopped => return Ok(exit.max(Exit::Stopped)),
                other => exit = exit.max(other),
            }
        }
        Ok(exit)
    }

    /// The count of a shard.
    fn count(&self, number: u64) -> Result<Count, Failure> {
        let WorkSettings { processor, dir, .. } = self.settings;
        let count = Count::of_shard(&self.plan, self.sharded.shard(number)?);
        let count = count.by(PROGRAM).kernel(processor.kernel).threads(processor.threads.count());
        Ok(count.saved_in(ShardDirectories::shard_directory(dir, number)).stop(self.signals.stop()))
    }

    /// Moves the saved directory of a shard aside with `--fresh`, if there is one.
    fn move_aside(&mut self, number: u64) -> Result<Exit, Failure> {
        let directory = ShardDirectories::shard_directory(&self.settings.dir, number);
        if self.settings.fresh && directory.try_exists().unwrap_or(true) {
            match self.count(number)?.fresh(true).prepare() {
                Ok(ready) => ready.tell(&mut self.display),
                Err(error) => {
                    let elsewhere = |failure: Failure| failure.with("name another directory with --dir");
                    return self.after(error).map_err(elsewhere);
                }
            }
        }
        Ok(Exit::Done)
    }

    fn work_on(&mut self, number: u64) -> Result<Exit, Failure> {
        let counted = self.count(number)?.prepare().and_then(|ready| ready.run(&mut self.display));
        let outcome = match counted {
            Ok(outcome) => outcome,
            Err(error) => return self.after(error),
        };
        let Some(total) = &outcome.total else {
            self.display.finish();
            let units = self.sharded.shard(number)?.len(self.plan.units());
            let saved = Ok((&*self.settings.dir, None));
            counting::print_stopped(&outcome, units, Some(number), saved, self.settings.fresh, self.output)?;
            return Ok(Exit::Stopped);
        };
        self.display.beside(|| result::print_shard(total, self.output))?;
        Ok(Exit::Done)
    }

    /// Handles an error of a shard, with the bar out of the way. An error that concerns the directory of this
    /// shard alone is reported here: others may still be counted.
    fn after(&self, error: CountError) -> Result<Exit, Failure> {
        let error = match error {
            CountError::Run(error) => ClusterError::from(error),
            stopped @ CountError::Stopped => {
                let when = stopped.to_string();
                self.display
                    .beside(|| counting::print_stopped_between(&when, self.settings.fresh, self.output));
                return Ok(Exit::Stopped);
            }
            other => return Err(other.into()),
        };
        let kind = error.kind();
        let failure = Failure::from(error);
        self.display.beside(|| match kind {
            ErrorKind::Corrupt => Ok(report::failed(&failure.with("otherwise start over with --fresh"))),
            ErrorKind::Busy | ErrorKind::Mismatch | ErrorKind::OtherVersion => Ok(report::failed(&failure)),
            _ => Err(failure),
        })
    }
}
