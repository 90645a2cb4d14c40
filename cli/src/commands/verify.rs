//! `queens verify`: recounts a sample of a run's finished units.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use queens::ErrorKind;
use queens::check::verify::Verification;
use queens::cluster::{ShardDirectories, ShardedPlan};
use queens::count::{Notice, Observer, Progress};
use queens::run::SavedRun;
use queens_format::{duration, grouped};

use super::{Exit, Failure, counting};
use crate::choice::SampleSize;
use crate::options::VerifySettings;
use crate::output::Output;
use crate::report;
use crate::report::cluster::in_short;
use crate::report::progress::ProgressDisplay;
use crate::report::verify::VerifyReport;
use crate::signals::Signals;

pub fn run(settings: &VerifySettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let VerifySettings { dir: directory, sample: size, time, seed, threads, kernel, .. } = settings;
    let found = SavedRun::at(directory).sample(signals.stop(), |inspection| {
        let finished = inspection.saved.tally.finished();
        finished.choose(size.of(finished.len()), *seed)
    });
    let (inspection, entries) = match found {
        Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
            counting::print_stopped_between(&stopped.to_string(), output);
            return Ok(Exit::Stopped);
        }
        found => found.map_err(|error| match shards_in(directory) {
            Some(shards) => shards,
            None => error.into(),
        })?,
    };
    let manifest = &inspection.manifest;
    inspection.saved.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    let finished = inspection.saved.tally.finished();
    let plan = manifest.plan(directory)?;
    let mut verification = Verification::of(&plan);
    if settings.upside_down {
        verification = verification.upside_down().ok_or_else(|| {
            let directory = directory.display();
            let (n, method) = (manifest.identity.n, manifest.identity.method);
            Failure::obstacle(format!(
                "{directory} is counted by {method}, and only colours can count a unit upside down: leave out \
                 --upside-down, or compare it with another method with `queens count {n} --double-check`"
            ))
        })?;
    }
    if finished.is_empty() {
        let text = format!("{} has no finished units to verify yet", directory.display());
        return Err(Failure::obstacle(text));
    }
    if let SampleSize::Units(wanted) = *size
        && wanted > finished.len()
    {
        let all = match finished.len() {
            1 => "1 unit is".to_owned(),
            units => format!("{} units are", grouped(units.into())),
        };
        report::say(output, &format!("only {all} finished: recounting all of them"));
    }
    let sample = entries.len() as u64;
    let mut display = ProgressDisplay::new(output, &signals);
    let verification = verification.kernel(*kernel).threads(threads.count()).stop(signals.stop());
    let mut live = Live { display: &mut display, output, is_announced: time.is_some() };
    let findings = verification.run_within(time.map(|time| (time, *seed)), entries, &mut live)?;
    display.finish();
    let is_stopped = !findings.complete && signals.stop().load(Ordering::Relaxed);
    let report = VerifyReport { settings, inspection: &inspection, is_stopped, findings: &findings, sample };
    report::print(&report, output)?;
    report.explain();
    Ok(match (findings.mismatches.is_empty(), is_stopped) {
        (false, _) => Exit::Wrong,
        (true, true) => Exit::Stopped,
        (true, false) => Exit::Done,
    })
}

/// The failure if `directory` has the shards of a plan instead of a run.
fn shards_in(directory: &Path) -> Option<Failure> {
    let sharded = ShardedPlan::found_in(directory)?;
    let shards = ShardDirectories::scan(&sharded, &[directory.to_owned()]).ok()?.list();
    let first = ShardDirectories::shard_directory(directory, shards.iter().next()?);
    let shards = in_short(&shards);
    Some(Failure::obstacle(format!(
        "{} has the shards {shards} of a plan: verify one at a time, as in {}",
        directory.display(),
        first.display()
    )))
}

/// Shows the progress, and says once how long a long verification takes.
struct Live<'a> {
    display: &'a mut ProgressDisplay,
    output: &'a Output,
    is_announced: bool,
}

impl Observer for Live<'_> {
    fn progress(&mut self, progress: &Progress) {
        /// The time after which a prediction counts.
        const WATCH: Duration = Duration::from_millis(500);
        /// A shorter verification is not announced, nor is one that ends soon.
        const LONG_S: f64 = 10.0;
        if !self.is_announced
            && progress.elapsed >= WATCH
            && let Some(left) = progress.remaining_s
        {
            let units = progress.units;
            let all_s = progress.elapsed.as_secs_f64() + left.mean;
            // The first units may be quick: a later prediction can be the first long one.
            if all_s >= LONG_S && left.mean >= LONG_S / 2.0 {
                self.is_announced = true;
                let text = format!(
                    "recounting {} units takes about {}; --time and Ctrl-C stop early and keep the findings",
                    grouped(units.into()),
                    duration(all_s)
                );
                self.display.beside(|| report::say(self.output, &text));
            }
        }
        self.display.progress(progress);
    }

    fn notice(&mut self, notice: &Notice) {
        self.display.notice(notice);
    }
}
