//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use std::io;
use std::path::PathBuf;

use crate::cli::signals::{Preparation, Signals};
use anyhow::anyhow;
use crate::check::rotations::Unchanged;
use crate::count::choice::Engine;
use crate::count::schedule;
use crate::count::session::{Keep, Watch};
use crate::methods::device::Processors;
use crate::methods::split::Split;
use crate::plan::tally::Tally;
use crate::plan::{Plan, Shard};
use crate::run::{self, Manifest, Options, RunDirectory, Saved};

use super::session::{self, Session};
use super::{Exit, Failure, checks, command_line, options, table};
use crate::cli::options::{CountArgs, Output};
use crate::cli::report;
use crate::cli::report::clock::{Spent, Stopwatch};
use crate::cli::report::event::Event;
use crate::cli::report::record::Recorder;
use crate::cli::report::result::{CountReport, Provenance};

pub fn run(args: &CountArgs, output: &Output) -> Result<Exit, Failure> {
    if args.is_table() {
        return table::run(args, output);
    }
    let recorder = args.record.as_deref().map(Recorder::start).transpose()?;
    let signals = Signals::install()?;
    signals.stop_after(args.max_time)?;
    let processors = options::processors(&args.device, args.kernel)?;
    let split = split(args);
    let mut count =
        Count { args, output, signals: &signals, processors: &processors, recorder, first: split, split };
    if args.double_check {
        // Before the first count, which may take months.
        args.kernel.kernel(count.second())?;
    }
    if args.double_check && args.fresh {
        let _preparation = count.prepare()?;
        // Before the first count, not the second: the command that resumes after a stop has no
        // --fresh.
        count.move_second_aside()?;
    }
    let Some(mut first) = count.run(args.fundamental)? else { return Ok(Exit::Stopped) };
    if args.double_check && first.report.failed_checks().next().is_none() {
        count.change_to_the_other_split();
        let Some(second) = count.run(false)? else { return Ok(Exit::Stopped) };
        first.report.add_double_check(&second.report);
    }
    first.report.print(output)?;
    let verdict = checks::verdict(&first.report);
    if verdict == Exit::Done {
        count.record(&first)?;
    }
    Ok(verdict)
}

/// One count of several: its report, and a record if one was requested. `None` if stopped.
pub(super) fn once(
    args: &CountArgs,
    output: &Output,
    signals: &Signals,
    processors: &Processors,
) -> Result<Option<CountReport>, Failure> {
    let recorder = args.record.as_deref().map(Recorder::start).transpose()?;
    let split = split(args);
    let count = Count { args, output, signals, processors, recorder, first: split, split };
    let Some(finished) = count.run(false)? else { return Ok(None) };
    if finished.report.failed_checks().next().is_none() {
        count.record(&finished)?;
    }
    Ok(Some(finished.report))
}

/// The run directory of a count.
fn path(args: &CountArgs) -> PathBuf {
    let folder = || args.run_dir.clone().unwrap_or_default();
    args.run.clone().unwrap_or_else(|| folder().join(format!("queens-{}.run", args.n())))
}

/// The requested split; without one, that of the run to be resumed.
fn split(args: &CountArgs) -> Split {
    let begun = (!args.no_checkpoint && !args.fresh).then(|| path(args));
    args.split.split_or_begun(args.n(), args.kernel, args.device.has_devices(), begun.as_deref())
}

/// A count of the board by one split.
struct Count<'a> {
    args: &'a CountArgs,
    output: &'a Output,
    signals: &'a Signals,
    /// The processors to count on; the second count of --double-check uses the CPU.
    processors: &'a Processors,
    recorder: Option<Recorder>,
    /// The split of the first count.
    first: Split,
    /// The split of this one.
    split: Split,
}

/// A finished count.
struct Finished {
    report: CountReport,
    directory: Option<RunDirectory>,
    /// The time it took, unless an earlier result was printed again.
    spent: Option<Spent>,
}

impl Count<'_> {
    /// Counts, resumes, or prints the result of a finished run again. `None` if stopped.
    fn run(&self, fundamental: bool) -> Result<Option<Finished>, Failure> {
        let stopwatch = Stopwatch::start();
        let mut preparation = self.prepare()?;
        let plan = options::plan(self.args.n(), self.split, self.args.depth)?;
        let mut engine = Engine::new(&plan, self.args.kernel, options::threads(self.args.threads))?;
        if self.split == self.first {
            engine = engine.on(self.processors)?;
        }
        let mut session = Session::new(self.output, self.signals, None);
        let (keep, saved) = self.keep(&plan)?;
        if self.args.fresh {
            preparation = options::prepare(self.signals, self.output, command_line::to_go_on())?;
        }
        let mut tally = Tally::new(plan.units());
        if let Some(saved) = saved {
            session.announce(&saved, Shard::WHOLE, plan.units());
            if let Some(result) = &saved.result {
                session.progress.notice("this run was already finished; printing its result again");
                drop(preparation);
                return self.repeat(&plan, &saved.tally, result, fundamental);
            }
            tally = saved.tally;
        }
        if let Some(text) = self.args.depth.and_then(|_| options::depth_notice(&plan)) {
            session.progress.notice(&text);
        }
        let found_before = tally.solutions();
        let Some(outcome) = session.count(&engine, Shard::WHOLE, tally, keep, preparation)? else {
            return Ok(None);
        };
        session.progress.finish();
        let spent = stopwatch.spent()?;
        let provenance = Provenance::of(&engine, spent.wall_s);
        let mut report = CountReport::new(&plan, &provenance, &outcome);
        if !self.complete(&mut report, fundamental)? {
            return Ok(None);
        }
        let mut directory = outcome.directory;
        if let Some(directory) = &mut directory {
            directory.finish(&report::Numbered::new(&report))?;
        }
        self.say_finished(&report, Some(outcome.tally.solutions() - found_before));
        Ok(Some(Finished { report, directory, spent: Some(spent) }))
    }

    /// Lets a stop end the program until counting begins.
    fn prepare(&self) -> io::Result<Preparation> {
        let is_first = self.split == self.first;
        let command = if is_first { command_line::again() } else { command_line::to_go_on() };
        options::prepare(self.signals, self.output, command)
    }

    /// Where to save the run, and what is saved there already.
    fn keep(&self, plan: &Plan) -> Result<(Keep, Option<Saved>), Failure> {
        let args = self.args;
        if args.no_checkpoint {
            return Ok((Keep::Nothing, None));
        }
        let manifest = Manifest::of(plan, Shard::WHOLE);
        let path = self.path(self.split);
        if args.run.is_none() && !path.exists() {
            return Ok((Keep::WhenLong { path, manifest, or_stopped: args.max_time.is_some() }, None));
        }
        let options = Options { fresh: args.fresh && self.split == self.first, repair: args.repair };
        let (directory, saved) = RunDirectory::open(&path, &manifest, options)?;
        Ok((Keep::Directory(directory), Some(saved)))
    }

    /// The run directory of a count with `split`: the second count of --double-check has its own
    /// beside the first.
    fn path(&self, split: Split) -> PathBuf {
        let mut path = path(self.args);
        if split != self.first {
            path = path.components().collect();
            path.as_mut_os_string().push(format!(".{split}"));
        }
        path
    }

    /// The split of the second count of --double-check. If an earlier version began it with rows,
    /// that run is resumed.
    fn second(&self) -> Split {
        match self.first == Split::CROSS && self.path(Split::ROWS).exists() {
            true => Split::ROWS,
            false => self.first.checked_by(),
        }
    }

    /// Moves what was saved of the second count of --double-check aside.
    fn move_second_aside(&self) -> Result<(), Failure> {
        let split = self.second();
        let path = self.path(split);
        if path.exists() {
            let manifest = Manifest::of(&options::plan(self.args.n(), split, self.args.depth)?, Shard::WHOLE);
            session::begin_anew(&path, &manifest, self.output)?;
        }
        Ok(())
    }

    /// The result of a run that was finished before, with `result` in its `result.json`.
    fn repeat(
        &self,
        plan: &Plan,
        tally: &Tally,
        result: &serde_json::Value,
        fundamental: bool,
    ) -> Result<Option<Finished>, Failure> {
        if self.recorder.is_some() {
            let text = "no record is written: this run was already finished, and its exact time is no longer known; count it \
                        again with --fresh";
            return Err(anyhow!(text).into());
        }
        let mut report = CountReport::repeated(result, plan, tally)
            .map_err(|error| run::Error::unusable_result(&self.path(self.split), &error))?;
        let complete = self.complete(&mut report, fundamental)?;
        if complete {
            self.say_finished(&report, (report.resumed == 0).then_some(tally.solutions()));
        }
        Ok(complete.then_some(Finished { report, directory: None, spent: None }))
    }

    /// Adds what was requested and is missing to a report. `false` if stopped meanwhile.
    fn complete(&self, report: &mut CountReport, fundamental: bool) -> Result<bool, Failure> {
        if fundamental && report.fundamental.is_none() {
            let pool = schedule::pool(options::threads(self.args.threads))?;
            let Some(unchanged) = pool.install(|| Unchanged::count(report.n, self.signals.stop())) else {
                let again = command_line::to_go_on();
                let text = format!("stopped while counting the symmetric solutions; resume with {again}");
                report::say(self.output, &text);
                return Ok(false);
            };
            report.add_fundamental(unchanged);
        }
        checks::against_estimate(report)?;
        Ok(true)
    }

    /// Switches to the second count: with the other method, whose kernels share no line of code
    /// with those of the first.
    fn change_to_the_other_split(&mut self) {
        self.split = self.second();
        let on_cpu = if self.processors.devices.is_empty() { "" } else { ", on the CPU" };
        report::say(self.output, &format!("counting again with the {} split{on_cpu}", self.split));
    }

    /// Writes a record if one was requested.
    fn record(&self, finished: &Finished) -> Result<(), Failure> {
        if let (Some(recorder), Some(spent)) = (&self.recorder, &finished.spent) {
            let directory = finished.directory.as_ref();
            let path = recorder.keep(&finished.report, spent, command_line::for_record(), directory)?;
            let busy = if finished.report.machine_was_busy() { ", marked as busy" } else { "" };
            report::say(self.output, &format!("recorded in {}{busy}", path.display()));
        }
        Ok(())
    }

    /// Prints how long a count took, unless its total failed a check.
    fn say_finished(&self, report: &CountReport, found: Option<u128>) {
        if !self.output.quiet && report.failed_checks().next().is_none() {
            Event::finished(report, found).say();
        }
    }
}
