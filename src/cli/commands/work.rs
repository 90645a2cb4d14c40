//! `queens work`: counts shards of a plan, one after the other, each in its own run directory.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::mem;
use std::path::Path;

use crate::cluster::{Error, PlanFile, gather, shard_directory};
use crate::count::choice::{Engine, KernelChoice};
use crate::count::session::{Keep, Outcome};
use crate::methods::device::Processors;
use crate::methods::kernel::Kernel;
use crate::plan::{Plan, Shard};
use crate::run::storage::{DiskStorage, Storage};
use crate::run::{self, Options, RunDirectory, Saved};

use super::session::{self, Session};
use super::{Exit, Failure, command_line, options};
use crate::cli::options::{Output, WorkArgs};
use crate::cli::report;
use crate::cli::report::result::Provenance;
use crate::cli::report::shard::ShardReport;
use crate::cli::signals::Signals;

pub fn run(args: &WorkArgs, output: &Output) -> Result<Exit, Failure> {
    let file = PlanFile::read(&args.plan)?;
    file.check(&args.shards)?;
    make_directory(&args.dir)?;
    let signals = Signals::install()?;
    signals.stop_after(args.max_time)?;
    let session = Session::new(output, &signals, Some(&args.dir));
    let options = Options { fresh: args.fresh, repair: args.repair };
    let (kernel, threads) = (args.kernel.kernel(file.split)?, options::threads(args.threads));
    let processors = options::processors(&args.device, args.kernel)?;
    let mut worker = Worker { args, file, plan: None, options, kernel, threads, processors, session };
    let exit = worker.work();
    worker.session.progress.finish();
    exit
}

/// What the shards of one call share.
struct Worker<'a> {
    args: &'a WorkArgs,
    file: PlanFile,
    /// The units, made when the first shard needs them.
    plan: Option<Plan>,
    options: Options,
    kernel: Kernel,
    threads: usize,
    processors: Processors,
    session: Session<'a>,
}

impl Worker<'_> {
    /// Counts every requested shard. A problem with the directory of one shard does not hold up the
    /// others.
    fn work(&mut self) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        let mut left_out = BTreeSet::new();
        let args = self.args;
        if mem::take(&mut self.options.fresh) {
            // All of them before the first is counted: the command that resumes after a stop has no
            // --fresh. And none if these are not the units of this version.
            let _preparation =
                options::prepare(self.session.signals, self.session.output, command_line::again())?;
            self.plan = Some(self.file.plan(&args.plan)?);
            for number in args.shards.iter() {
                let moved = self.move_aside(number);
                if !carried_on(moved, &mut exit)? {
                    left_out.insert(number);
                }
            }
        }
        for number in args.shards.iter().filter(|number| !left_out.contains(number)) {
            let shard = self.file.shard(number)?;
            let worked = self.work_on(shard);
            if let Ok(Exit::Stopped) = worked {
                return Ok(exit.or_worse(Exit::Stopped));
            }
            carried_on(worked.map(drop), &mut exit)?;
        }
        Ok(exit)
    }

    /// Moves the saved directory of a shard aside.
    fn move_aside(&self, number: u64) -> Result<(), Failure> {
        let (shard, path) = (self.file.shard(number)?, shard_directory(&self.args.dir, number));
        if path.exists() {
            session::begin_anew(&path, &self.file.manifest(shard), self.session.output)
                .map_err(Error::from)?;
        }
        Ok(())
    }

    fn work_on(&mut self, shard: Shard) -> Result<Exit, Failure> {
        let preparation =
            options::prepare(self.session.signals, self.session.output, command_line::to_go_on())?;
        let path = shard_directory(&self.args.dir, shard.number);
        if let Some(saved) = self.look(shard, &path)?
            && repeat(&self.file, shard, &path, &saved, self.session.output)?
        {
            return Ok(Exit::Done);
        }
        let plan = match &mut self.plan {
            Some(plan) => plan,
            none => none.insert(self.file.plan(&self.args.plan)?),
        };
        let engine = Engine::new(plan, KernelChoice::One(self.kernel), self.threads)?.on(&self.processors)?;
        let (directory, saved) =
            RunDirectory::open(&path, &self.file.manifest(shard), self.options).map_err(Error::from)?;
        self.session.announce(&saved, shard, plan.units());
        if repeat(&self.file, shard, &path, &saved, self.session.output)? {
            // Finished by another process since we looked.
            return Ok(Exit::Done);
        }
        let keep = Keep::Directory(directory);
        match self.session.count(&engine, shard, saved.tally, keep, preparation)? {
            Some(outcome) => {
                let provenance = Provenance::of(&engine, outcome.elapsed.as_secs_f64());
                self.finish(shard, &provenance, outcome)
            }
            None => Ok(Exit::Stopped),
        }
    }

    /// What is saved of a shard. A finished one is recognised without the lock and without the
    /// units of the plan.
    fn look(&self, shard: Shard, path: &Path) -> Result<Option<Saved>, Error> {
        if self.options.repair {
            return Ok(None);
        }
        Ok(gather::look(&self.file, shard, path, |_| ())?.map(|inspection| inspection.saved))
    }

    fn finish(&self, shard: Shard, provenance: &Provenance, mut outcome: Outcome) -> Result<Exit, Failure> {
        let directory = outcome.directory.take();
        let report = ShardReport::new(&self.file, shard, provenance, &outcome);
        if let Some(mut directory) = directory {
            directory.finish(&report::Numbered::new(&report)).map_err(Error::from)?;
        }
        report.print(self.session.output)?;
        Ok(Exit::Done)
    }
}

/// Prints the result of a shard that was finished earlier; `false` if it was not.
fn repeat(
    file: &PlanFile,
    shard: Shard,
    path: &Path,
    saved: &Saved,
    output: &Output,
) -> Result<bool, Failure> {
    let Some(result) = &saved.result else { return Ok(false) };
    let report = ShardReport::repeated(result, file, shard, &saved.tally)
        .map_err(|error| Error::from(run::Error::unusable_result(path, &error)))?;
    report.print(output)?;
    Ok(true)
}

/// Whether a shard succeeded. A problem of this shard alone is reported and makes `exit` worse.
fn carried_on(outcome: Result<(), Failure>, exit: &mut Exit) -> Result<bool, Failure> {
    match outcome {
        Ok(()) => Ok(true),
        Err(failure) if is_about_one_shard(&failure) => {
            *exit = exit.or_worse(super::report_one(&failure));
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Whether other shards may still succeed.
fn is_about_one_shard(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Cluster(
            Error::Foreign { .. }
                | Error::Run(
                    run::Error::Locked { .. } | run::Error::Corrupt { .. } | run::Error::Newer { .. }
                )
        )
    )
}

/// Creates the directory for the shards in an existing one. Other processes may do the same.
fn make_directory(path: &Path) -> Result<(), Failure> {
    let refused = |cause| {
        let (action, path) = (run::Action::Create, path.to_owned());
        Error::Run(run::Error::Io { action, path, cause, saved: None })
    };
    match DiskStorage.create_directory(path) {
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(cause) => Err(refused(cause).into()),
        Ok(()) => {
            let path = std::path::absolute(path)?;
            Ok(DiskStorage.sync_directory(path.parent().unwrap_or(&path))?)
        }
    }
}
