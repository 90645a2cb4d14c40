//! `queens verify`: recounts a sample of a run's finished units.

use std::sync::atomic::Ordering;

use queens::ErrorKind;
use queens::check::verify::Verification;
use queens::cluster::ShardList;
use queens::plan::Entry;
use queens::run::{Inspection, LockedRun, RunError, SavedRun};
use queens_format::counted;

use super::{Exit, Failure, counting};
use crate::advice::{self, Doing};
use crate::options::VerifyArgs;
use crate::output::Output;
use crate::report;
use crate::report::cluster::shortened_list;
use crate::report::progress::ProgressDisplay;
use crate::report::verify::VerifyReport;
use crate::signals::Signals;

pub fn run(args: &VerifyArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let run = SavedRun::at(&args.dir).until(signals.stop());
    let mut exit = Exit::Done;
    // Lock before recounting for hours: a count started meanwhile would prevent dropping.
    let locked = match args.drop.then(|| run.lock()) {
        None => None,
        Some(Ok(locked)) => Some(locked),
        // Verify the units anyway.
        Some(Err(error @ (RunError::Locked { .. } | RunError::Io { .. }))) => {
            exit = report::report_failure(&Failure::from(error).advised("nothing will be dropped"));
            None
        }
        Some(Err(error)) => return Err(Failure::when(Doing::Verifying(&args.dir))(error)),
    };
    let verified = verify(args, run, locked.as_ref(), &mut exit, &signals, output);
    verified.map(|()| exit).map_err(|failure| failure.after(exit))
}

/// Verifies a sample of `run`, and drops anything wrong if `locked`. Raises `exit` to match the findings.
fn verify(
    args: &VerifyArgs,
    run: SavedRun<'_>,
    locked: Option<&LockedRun<'_>>,
    exit: &mut Exit,
    signals: &Signals,
    output: &Output,
) -> Result<(), Failure> {
    let VerifyArgs { dir: directory, time, seed, threads, kernel, .. } = args;
    let mut contradicted = 0;
    let sampled = sample(args, run, locked, &mut contradicted, output);
    if contradicted > 0 {
        *exit = Exit::Wrong;
    }
    let (inspection, entries) = match sampled {
        Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
            counting::print_stopped_between(&stopped.to_string(), output);
            *exit = (*exit).max(Exit::Stopped);
            return Ok(());
        }
        found => found.map_err(Failure::when(Doing::Verifying(directory)))?,
    };
    let manifest = &inspection.manifest;
    inspection.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
    if let Some(reason) = inspection.disagreement.clone() {
        let error = RunError::Disagreement { path: run.result(), reason };
        if args.drop {
            report::print_error(&error.to_string());
        } else {
            report::report_failure(&Failure::when(Doing::Verifying(directory))(error));
        }
        *exit = Exit::Wrong;
    }
    let finished = inspection.sums().units;
    let plan = manifest.plan(directory)?;
    let mut verification = Verification::of(&plan);
    if args.upside_down {
        verification = verification.upside_down().ok_or_else(|| {
            let (directory, method) = (directory.display(), manifest.identity.method);
            Failure::failed(format!(
                "{directory} was counted by {method}, but only colours can count units upside down"
            ))
            .advised(advice::NO_UPSIDE_DOWN)
        })?;
    }
    if finished == 0 {
        let text = format!("{} has no finished units to verify yet", directory.display());
        return Err(Failure::failed(text));
    }
    let sample = entries.len() as u64;
    let mut display = ProgressDisplay::new(output, signals);
    let verification = verification.kernel(*kernel).threads(threads.count()).stop_flag(signals.stop());
    let findings = verification.run(entries, time.map(|time| (time, *seed)), &mut display)?;
    display.remove_bar();
    let is_stopped = !findings.complete && signals.stop().load(Ordering::Relaxed);
    let wrong: Vec<u64> = findings.mismatches.iter().map(|(entry, _)| entry.unit).collect();
    let is_result_wrong =
        inspection.disagreement.is_some() && wrong.is_empty() && findings.checked() == finished;
    let dropped = match locked.filter(|_| !wrong.is_empty() || is_result_wrong) {
        None => Ok(0),
        // Dropping wrong units also removes the result.
        Some(locked) => locked.drop_units(&wrong).map(|_| wrong.len()),
    };
    let report = VerifyReport {
        args,
        inspection: &inspection,
        is_stopped,
        findings: &findings,
        sample,
        dropped: contradicted + *dropped.as_ref().unwrap_or(&0),
    };
    report::print(&report.object(), &report, output);
    report.explain();
    if is_result_wrong && locked.is_some() && dropped.is_ok() {
        report::say(
            output,
            "every unit agrees, so the result was wrong and was dropped; the next count rewrites it",
        );
    }
    if !wrong.is_empty() {
        *exit = Exit::Wrong;
    } else if is_stopped {
        *exit = (*exit).max(Exit::Stopped);
    }
    dropped?;
    Ok(())
}

/// Samples `run`. A unit with contradictory counts cannot be sampled, so if `locked`, all such units are
/// dropped first, and counted in `contradicted`.
fn sample(
    args: &VerifyArgs,
    run: SavedRun<'_>,
    locked: Option<&LockedRun<'_>>,
    contradicted: &mut usize,
    output: &Output,
) -> Result<(Inspection, Vec<Entry>), RunError> {
    let sample = || run.sample(|units| args.sample.of(units), args.seed);
    match (sample(), locked) {
        (Err(RunError::Contradiction { .. }), Some(locked)) => {
            let units = locked.drop_contradicted()?;
            *contradicted = units.len();
            let (count, list) =
                (counted(units.len() as u64, "unit"), units.into_iter().collect::<ShardList>());
            let text = format!("dropped {count} whose lines disagreed: {}", shortened_list(&list));
            report::say(output, &text);
            sample()
        }
        (found, _) => found,
    }
}
