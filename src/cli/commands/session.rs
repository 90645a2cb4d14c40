//! A counting session, shared by `queens count` and `queens work`.

use std::path::Path;
use std::time::Duration;

use crate::check::estimate;
use crate::cluster;
use crate::count::choice::{self, Engine};
use crate::count::schedule;
use crate::count::session::{self, Job, Keep, Outcome, Watch};
use crate::plan::Shard;
use crate::plan::tally::Tally;
use crate::run::{self, Manifest, Options, RunDirectory, Saved};

use super::{Failure, command_line, options};
use crate::cli::options::Output;
use crate::cli::report;
use crate::cli::report::event::Event;
use crate::cli::report::progress::Progress;
use crate::cli::signals::{Preparation, Signals};

/// Moves the run at `path` aside and begins the run of `manifest` there.
pub fn begin_anew(path: &Path, manifest: &Manifest, output: &Output) -> Result<(), run::Error> {
    let (_, saved) = RunDirectory::open(path, manifest, Options { fresh: true, repair: false })?;
    saved.notices.iter().for_each(|notice| report::say(output, notice));
    Ok(())
}

/// Counts a whole plan, or shards of one in turn.
pub struct Session<'a> {
    pub output: &'a Output,
    pub signals: &'a Signals,
    /// The directory of the shards; `None` for a whole plan.
    shards: Option<&'a Path>,
    pub progress: Progress,
    /// Seconds that the whole plan would take here, if known; `None` until the first count.
    expected_s: Option<Option<f64>>,
}

impl<'a> Session<'a> {
    pub fn new(output: &'a Output, signals: &'a Signals, shards: Option<&'a Path>) -> Self {
        let progress = Progress::new(output, signals);
        Self { output, signals, shards, progress, expected_s: None }
    }

    /// Prints the notices about what was saved, and the progress of an unfinished run.
    pub fn announce(&mut self, saved: &Saved, shard: Shard, units: u64) {
        for notice in &saved.notices {
            self.progress.notice(notice);
        }
        if saved.result.is_none() && !saved.tally.finished().is_empty() {
            let place = self.shards.map_or_else(String::new, |_| format!("shard {}: ", shard.number));
            let (done, units) = (saved.tally.finished().len(), shard.len(units));
            self.progress.notice(&format!("{place}resuming with {done} of {units} units finished"));
        }
    }

    /// Counts the units of `shard` that `saved` lacks. If stopped, prints how to resume and returns
    /// `None`.
    pub fn count(
        &mut self,
        engine: &Engine<'_>,
        shard: Shard,
        saved: Tally,
        keep: Keep,
        preparation: Preparation,
    ) -> Result<Option<Outcome>, Failure> {
        let plan = engine.plan();
        if self.expected_s.is_none() && saved.finished().len() < shard.len(plan.units()) {
            if let Some(text) = options::memory_notice(engine) {
                self.progress.notice(&text);
            }
            self.expected_s = Some(expected_s(engine, &self.progress)?);
        }
        let expected_s = self.expected_s.flatten().map(|seconds| seconds * plan.cost_of(shard));
        let job = Job { plan, shard, stop: self.signals.stop(), expected_s };
        let counters = engine.counters()?;
        drop(preparation);
        let outcome = session::count(&job, counters, saved, keep, &mut self.progress);
        let outcome = outcome.map_err(|error| match error {
            session::Error::Run(error) if self.shards.is_some() => cluster::Error::from(error).into(),
            other => Failure::from(other),
        })?;
        if outcome.complete {
            return Ok(Some(outcome));
        }
        self.progress.finish();
        if !self.output.quiet {
            let run = outcome.directory.as_ref().map(RunDirectory::path);
            let directory = self.shards.or(run).map(|path| path.display().to_string());
            Event::Stopped {
                shard: self.shards.map(|_| shard.number),
                units_done: outcome.tally.finished().len(),
                units: job.units(),
                go_on_with: directory.as_ref().map(|_| command_line::to_go_on()),
                directory,
            }
            .say();
        }
        Ok(None)
    }
}

/// Seconds that the whole plan is expected to take, for the progress until the first units finish.
///
/// Up to N = 23 the first units finish soon and give a better rate. From N = 24 on they take
/// seconds to a minute, and the whole count takes core-hours, so a second for an estimate does not
/// matter.
fn expected_s(engine: &Engine<'_>, progress: &Progress) -> Result<Option<f64>, schedule::Error> {
    const LARGE: usize = 24;
    const SEED: u64 = 1;
    /// Time to measure the speed: an eighth of that of `queens estimate`, with about three times
    /// the error.
    const MEASURED: Duration = Duration::from_millis(300);
    // Devices are not timed in advance.
    if engine.plan().size().get() < LARGE || !progress.is_shown() || !engine.devices().is_empty() {
        return Ok(None);
    }
    let work = estimate::work(engine, SEED)?;
    let on_a_core_each = estimate::time(engine, &work, SEED, MEASURED)?.wall_s.mean;
    Ok(Some(on_cores(choice::cores(), engine.threads(), on_a_core_each)))
}

/// Seconds that threads take which would take `on_a_core_each` with a core for each: those without
/// one add nothing.
fn on_cores(cores: usize, threads: usize, on_a_core_each: f64) -> f64 {
    on_a_core_each * threads as f64 / threads.min(cores) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_above_the_cores_do_not_make_a_count_faster() {
        assert_eq!(
            [1, 2, 4, 8].map(|threads| on_cores(4, threads, 80.0 / threads as f64)),
            [80.0, 40.0, 20.0, 20.0]
        );
    }
}
