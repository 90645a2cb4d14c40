//! `queens work`: shards of a plan, one after the other, each in its own run directory.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::mem;
use std::path::Path;

use crate::cli::signals::Signals;
use queens::cluster::{Error, PlanFile, gather, shard_directory};
use queens::count::choice::KernelChoice;
use queens::count::session::{self, Job, Keep, Outcome, Watch};
use queens::methods::kernel::Kernel;
use queens::plan::{Plan, Shard};
use queens::run::storage::{DiskStorage, Storage};
use queens::run::{self, Options, RunDirectory, Saved};

use super::{Exit, Failure, command_line, options};
use crate::cli::options::{Output, WorkArgs};
use crate::cli::report;
use crate::cli::report::event::Event;
use crate::cli::report::progress::Progress;
use crate::cli::report::shard::ShardReport;

pub fn run(args: &WorkArgs, output: &Output) -> Result<Exit, Failure> {
    let file = PlanFile::read(&args.plan)?;
    file.check(&args.shards)?;
    make_directory(&args.dir)?;
    let signals = Signals::install()?;
    if let Some(time) = args.max_time {
        signals.stop_after(time)?;
    }
    let progress = Progress::new(output, &signals);
    let options = Options { fresh: args.fresh, repair: args.repair };
    let (kernel, threads) = (options::kernel(args.kernel, file.split)?, options::threads(args.threads));
    let mut worker = Worker {
        args,
        file,
        plan: None,
        begun: false,
        expected_s: None,
        options,
        kernel,
        threads,
        signals,
        progress,
        output,
    };
    let exit = worker.work();
    worker.progress.finish();
    exit
}

/// What the shards of a call have in common.
struct Worker<'a> {
    args: &'a WorkArgs,
    file: PlanFile,
    /// The units, made when the first shard needs them.
    plan: Option<Plan>,
    /// Whether a shard was counted in this call.
    begun: bool,
    /// Seconds that the whole plan would take here.
    expected_s: Option<f64>,
    options: Options,
    kernel: Kernel,
    threads: usize,
    signals: Signals,
    progress: Progress,
    output: &'a Output,
}

impl Worker<'_> {
    /// Works every shard that was asked for. What is wrong with one shard's directory does not keep
    /// the others waiting.
    fn work(&mut self) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        let mut left_out = BTreeSet::new();
        let args = self.args;
        if mem::take(&mut self.options.fresh) {
            // All of them before the first is worked: the command that goes on after a stop has no
            // --fresh. And none if these are not the units of this version.
            let _preparation = options::prepare(&self.signals, self.output, command_line::again())?;
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

    /// Moves what was saved of a shard aside.
    fn move_aside(&mut self, number: u64) -> Result<(), Failure> {
        let (shard, path) = (self.file.shard(number)?, shard_directory(&self.args.dir, number));
        if path.exists() {
            for notice in super::begin_anew(&path, &self.file.manifest(shard)).map_err(Error::from)? {
                self.progress.notice(&notice);
            }
        }
        Ok(())
    }

    fn work_on(&mut self, shard: Shard) -> Result<Exit, Failure> {
        let preparation = options::prepare(&self.signals, self.output, command_line::to_go_on())?;
        let path = shard_directory(&self.args.dir, shard.number);
        if let Some(saved) = self.look(shard, &path)?
            && repeat(&self.file, shard, &path, &saved, self.output)?
        {
            return Ok(Exit::Done);
        }
        let plan = match &mut self.plan {
            Some(plan) => plan,
            none => none.insert(self.file.plan(&self.args.plan)?),
        };
        let engine = options::engine(plan, KernelChoice::One(self.kernel), self.threads)?;
        let (directory, saved) =
            RunDirectory::open(&path, &self.file.manifest(shard), self.options).map_err(Error::from)?;
        for notice in &saved.notices {
            self.progress.notice(notice);
        }
        if repeat(&self.file, shard, &path, &saved, self.output)? {
            // Finished by another process since we looked.
            return Ok(Exit::Done);
        }
        if !saved.tally.finished().is_empty() {
            let (number, done, units) = (shard.number, saved.tally.finished().len(), shard.len(plan.units()));
            self.progress.notice(&format!("shard {number}: going on with {done} of {units} units finished"));
        }
        if !mem::replace(&mut self.begun, true) {
            if let Some(text) = options::memory_notice(&engine) {
                self.progress.notice(&text);
            }
            self.expected_s = options::expected_s(&engine, &self.progress)?;
        }
        let expected_s = self.expected_s.map(|seconds| seconds * plan.cost_of(shard));
        let job = Job { plan, shard, stop: self.signals.stop(), expected_s };
        let keep = Keep::Directory(directory);
        let counters = engine.counters()?;
        drop(preparation);
        let outcome =
            session::count(&job, counters, saved.tally, keep, &mut self.progress).map_err(of_a_shard)?;
        match outcome.complete {
            true => self.finish(shard, outcome),
            false => Ok(self.stopped(shard, &outcome)),
        }
    }

    /// What is saved of a shard. A finished one is seen without the lock, and without the plan's
    /// units.
    fn look(&self, shard: Shard, path: &Path) -> Result<Option<Saved>, Error> {
        if self.options.repair {
            return Ok(None);
        }
        Ok(gather::look(&self.file, shard, path, |_| ())?.map(|inspection| inspection.saved))
    }

    fn finish(&self, shard: Shard, mut outcome: Outcome) -> Result<Exit, Failure> {
        let directory = outcome.directory.take();
        let report = ShardReport::new(&self.file, shard, self.kernel, self.threads, &outcome);
        if let Some(mut directory) = directory {
            directory.finish(&report::Numbered::new(&report)).map_err(Error::from)?;
        }
        report.print(self.output)?;
        Ok(Exit::Done)
    }

    /// Says what was saved and how to resume.
    fn stopped(&self, shard: Shard, outcome: &Outcome) -> Exit {
        if !self.output.quiet {
            Event::Stopped {
                shard: Some(shard.number),
                units_done: outcome.tally.finished().len(),
                units: shard.len(self.file.units),
                directory: Some(self.args.dir.display().to_string()),
                go_on_with: Some(command_line::to_go_on()),
            }
            .say();
        }
        Exit::Stopped
    }
}

/// Prints the result of a shard that was finished before; `false` when it was not.
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

/// Whether all is well with a shard. What is wrong with this one alone is reported, and makes
/// `exit` worse.
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

/// Whether the other shards may fare better.
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

/// A session's trouble with its directory, which is a shard's here.
fn of_a_shard(error: session::Error) -> Failure {
    match error {
        session::Error::Run(error) => Error::from(error).into(),
        other => other.into(),
    }
}

/// Makes the directory for the shards in an existing one. Other processes may be doing the same.
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
