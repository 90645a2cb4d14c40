//! `queens verify`: recounts a sample of a run's finished units.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use queens::ErrorKind;
use queens::check::verify::Verification;
use queens::cluster::{ShardDirectories, ShardedPlan};
use queens::run::{RunError, SavedRun};

use super::{Exit, Failure, counting};
use crate::options::VerifyArgs;
use crate::output::Output;
use crate::report;
use crate::report::cluster::shortened_list;
use crate::report::progress::ProgressDisplay;
use crate::report::verify::VerifyReport;
use crate::signals::Signals;

pub fn run(args: &VerifyArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let VerifyArgs { dir: directory, sample: size, time, seed, threads, kernel, .. } = args;
    let run = SavedRun::at(directory);
    let mut found = run.sample(signals.stop(), |units| size.of(units), *seed);
    let mut contradicted = 0;
    if args.drop {
        // A unit with two counts cannot be sampled.
        while let Err(RunError::Contradiction { unit, .. }) = found {
            let lines = run.drop_units(&[unit])?;
            contradicted += 1;
            report::say(
                output,
                &format!("dropped unit {unit}, which had {lines} lines with different solutions"),
            );
            found = run.sample(signals.stop(), |units| size.of(units), *seed);
        }
    }
    let (inspection, entries) = match found {
        Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
            counting::print_stopped_between(&stopped.to_string(), false, output);
            return Ok(Exit::Stopped);
        }
        found => found.map_err(|error| not_a_run(directory, error))?,
    };
    let manifest = &inspection.manifest;
    inspection.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    let finished = inspection.sums().units;
    let plan = manifest.plan(directory)?;
    let mut verification = Verification::of(&plan);
    if args.upside_down {
        verification = verification.upside_down().ok_or_else(|| {
            let directory = directory.display();
            let (n, method) = (manifest.identity.n, manifest.identity.method);
            Failure::failed(format!(
                "{directory} is counted by {method}, but only colours can count units upside down: omit \
                 --upside-down, or compare it with another method by `queens count {n} --method {method} --double-check`"
            ))
        })?;
    }
    if finished == 0 {
        let text = format!("{} has no finished units to verify yet", directory.display());
        return Err(Failure::failed(text));
    }
    let sample = entries.len() as u64;
    let mut display = ProgressDisplay::new(output, &signals);
    let verification = verification.kernel(*kernel).threads(threads.count()).stop_flag(signals.stop());
    let findings = verification.run(entries, time.map(|time| (time, *seed)), &mut display)?;
    display.remove_bar();
    let is_stopped = !findings.complete && signals.stop().load(Ordering::Relaxed);
    let wrong: Vec<u64> = findings.mismatches.iter().map(|(entry, _)| entry.unit).collect();
    // Printed first, because dropping removes the lines from the ledger.
    let report =
        VerifyReport { args, inspection: &inspection, is_stopped, findings: &findings, sample, contradicted };
    report::print(&report.object(), &report, output);
    if args.drop && !wrong.is_empty() {
        run.drop_units(&wrong)?;
    }
    report.explain();
    Ok(match (wrong.len() + contradicted, is_stopped) {
        (1.., _) => Exit::Wrong,
        (0, true) => Exit::Stopped,
        (0, false) => Exit::Done,
    })
}

/// The failure of a directory that is no run, with what may have been meant.
fn not_a_run(directory: &Path, error: RunError) -> Failure {
    if let Some(shards) = shards_in(directory) {
        return shards;
    }
    if let RunError::Contradiction { .. } = error {
        return counting::with_drop(error, directory);
    }
    let below = SavedRun::names_in(directory, |_| false).unwrap_or_default();
    let is_readable = |name: &&PathBuf| SavedRun::at(&directory.join(name)).manifest().is_ok();
    match below.iter().find(is_readable).filter(|_| matches!(error, RunError::NotARun { .. })) {
        Some(run) => Failure::from(error)
            .with_remedy(format!("name a run in it, as in {}", directory.join(run).display())),
        None => error.into(),
    }
}

/// The failure if `directory` has the shards of a plan instead of a run.
fn shards_in(directory: &Path) -> Option<Failure> {
    let sharded = ShardedPlan::found_in(directory)?;
    let shards = ShardDirectories::scan(&sharded, &[directory.to_owned()]).ok()?.list();
    let first = ShardDirectories::shard_directory(directory, shards.iter().next()?);
    let shards = shortened_list(&shards);
    Some(Failure::failed(format!(
        "{} has the shards {shards} of a plan: verify one at a time, as in {}",
        directory.display(),
        first.display()
    )))
}
