//! `queens work`: counts shards of a plan, one after the other, each in its own run directory.

use std::collections::BTreeSet;

use queens::cluster::{ClusterError, PlanFile, Sites};
use queens::plan::Plan;
use queens::run::RunError;
use queens::{Count, CountError, Ready};

use super::{Exit, Failure, command_line, counting};
use crate::choice::How;
use crate::options::{PlanningArgs, WorkSettings};
use crate::output::Output;
use crate::report;
use crate::report::progress::Screen;
use crate::report::result;
use crate::report::series::ShardPlace;
use crate::signals::Signals;

pub fn run(settings: &WorkSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let file = PlanFile::read(&settings.plan)?;
    settings.shards.last().map_or(Ok(()), |last| file.sharded.shard(last).map(drop))?;
    let (mut how, processor) = settings.processor.how(PlanningArgs::default())?;
    how.device = processor.open()?;
    file.sharded.identity.method.kernel(how.kernel)?;
    signals.stop_after(settings.max_time)?;
    let plan = file.plan(&settings.plan)?;
    Sites::create_directory(&settings.dir)?;
    let screen = Screen::new(output, &signals);
    let mut worker = Worker { settings, how, file, plan, signals: &signals, output, screen };
    let exit = worker.work();
    worker.screen.finish();
    exit
}

/// What the shards of one call share.
struct Worker<'a> {
    settings: &'a WorkSettings,
    how: How,
    file: PlanFile,
    plan: Plan,
    signals: &'a Signals,
    output: &'a Output,
    screen: Screen,
}

impl<'a> Worker<'a> {
    /// Counts every requested shard. A problem with the directory of one shard does not hold up the
    /// others.
    fn work(&mut self) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        let mut left_out = BTreeSet::new();
        let shards = &self.settings.shards;
        if self.settings.fresh {
            // All of them before the first is counted: the command that resumes after a stop has no
            // --fresh.
            for number in shards.iter() {
                match self.move_aside(number)? {
                    Exit::Done => {}
                    Exit::Stopped => return Ok(exit.max(Exit::Stopped)),
                    problem => {
                        exit = exit.max(problem);
                        left_out.insert(number);
                    }
                }
            }
        }
        let numbers = shards.iter().filter(|number| !left_out.contains(number));
        for (shard, shards_done) in numbers.zip(0..) {
            let shards = shards.len() - left_out.len() as u64;
            self.screen.of_shard(ShardPlace { shard, shards_done, shards });
            match self.work_on(shard)? {
                Exit::Stopped => return Ok(exit.max(Exit::Stopped)),
                other => exit = exit.max(other),
            }
        }
        Ok(exit)
    }

    /// The count of a shard.
    fn count(&self, number: u64) -> Result<Count<'a>, Failure> {
        let WorkSettings { dir, repair, .. } = self.settings;
        let count = self.how.apply(Count::of_shard(&self.plan, self.file.sharded.shard(number)?));
        Ok(count.saved_in(Sites::shard_directory(dir, number)).repair(*repair).stop(self.signals.stop()))
    }

    /// Moves the saved directory of a shard aside, if there is one.
    fn move_aside(&mut self, number: u64) -> Result<Exit, Failure> {
        if Sites::shard_directory(&self.settings.dir, number).try_exists().unwrap_or(true) {
            match self.prepare(self.count(number)?.fresh(true), command_line::again())? {
                Ok(ready) => ready.tell(&mut self.screen),
                Err(exit) => return Ok(exit),
            }
        }
        Ok(Exit::Done)
    }

    fn work_on(&mut self, number: u64) -> Result<Exit, Failure> {
        let ready = match self.prepare(self.count(number)?, command_line::resume())? {
            Ok(ready) => ready,
            Err(exit) => return Ok(exit),
        };
        let outcome = match ready.run(&mut self.screen) {
            Ok(outcome) => outcome,
            Err(error) => return self.after(error),
        };
        let Some(total) = &outcome.total else {
            self.screen.finish();
            let units = self.file.sharded.shard(number)?.len(self.plan.units());
            let place = Some((number, &*self.settings.dir));
            counting::print_stopped(&outcome, units, place, "", self.output)?;
            return Ok(Exit::Stopped);
        };
        self.screen.beside(|| result::print_shard(total, self.output))?;
        Ok(Exit::Done)
    }

    /// The first step of `count`, whose messages leave the bar alone, or how the shard ends without it.
    fn prepare(&self, count: Count<'a>, command: String) -> Result<Result<Ready<'a>, Exit>, Failure> {
        match count.prepare() {
            Ok(ready) => Ok(Ok(ready)),
            Err(CountError::Stopped) => {
                let when = "before counting began";
                self.screen.beside(|| counting::print_stopped_between(when, &command, self.output));
                Ok(Err(Exit::Stopped))
            }
            Err(error) => self.after(error).map(Err),
        }
    }

    /// What follows from an error of a shard: one that is about this shard alone is reported here,
    /// and its remedy names `--dir`.
    fn after(&self, error: CountError) -> Result<Exit, Failure> {
        let CountError::Run(error) = error else { return Err(error.into()) };
        let error = ClusterError::from(error);
        // About the directory of one shard: others may still be counted.
        let others_may_succeed = matches!(
            error,
            ClusterError::Foreign { .. }
                | ClusterError::Run(
                    RunError::Locked { .. }
                        | RunError::Corrupt { .. }
                        | RunError::Newer { .. }
                        | RunError::Development { .. }
                )
        );
        let failure = error.into();
        if others_may_succeed { Ok(self.screen.beside(|| report::failed(&failure))) } else { Err(failure) }
    }
}
