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
    // Lock the run before recounting, which may take hours. Otherwise, a count started in the meantime would
    // prevent dropping.
    let locked = match args.drop.then(|| run.lock()) {
        None => None,
        Some(Ok(locked)) => Some(locked),
        // Without the lock, verify the units but drop nothing.
        Some(Err(error @ (RunError::Locked { .. } | RunError::Io { .. }))) => {
            exit = report::report_failure(&Failure::from(error).advised("nothing will be dropped"));
            None
        }
        Some(Err(error)) => return Err(Failure::when(Doing::Verifying(&args.dir))(error)),
    };
    let mut dropped = Vec::new();
    let verified = verify(args, run, locked.as_ref(), &mut dropped, &mut exit, &signals, output);
    if !dropped.is_empty() {
        exit = Exit::Wrong;
        let (units, count) = (counted(dropped.len() as u64, "unit"), advice::counting_again(&args.dir, None));
        let list = shortened_list(&dropped.into_iter().collect::<ShardList>());
        report::print_error(&format!(
            "dropped {units} with two different counts: {list}; {count} counts what is missing"
        ));
    }
    verified.map(|()| exit).map_err(|failure| failure.after(exit))
}

/// Verifies a sample of `run`. If `locked`, drops wrong units or a wrong result. Adds the dropped units to
/// `dropped`, and raises `exit` to match the findings.
fn verify(
    args: &VerifyArgs,
    run: SavedRun<'_>,
    locked: Option<&LockedRun<'_>>,
    dropped: &mut Vec<u64>,
    exit: &mut Exit,
    signals: &Signals,
    output: &Output,
) -> Result<(), Failure> {
    let VerifyArgs { dir: directory, time, seed, threads, kernel, .. } = args;
    let (inspection, entries) = match sample(args, run, locked, dropped) {
        Err(stopped) if stopped.kind() == ErrorKind::Stopped => {
            counting::print_stopped_between(&stopped.to_string(), output);
            *exit = (*exit).max(Exit::Stopped);
            return Ok(());
        }
        found => found.map_err(Failure::when(Doing::Verifying(directory)))?,
    };
    let manifest = &inspection.manifest;
    inspection.notices.iter().for_each(|notice| report::say(output, &notice.to_string()));
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
    // Even without finished units, a result that disagrees with the ledger must be reported.
    if finished == 0 && inspection.disagreement.is_none() {
        let text = format!("{} has no finished units to verify", directory.display());
        return Err(
            Failure::failed(text).advised(format!("{} counts them", advice::counting_again(directory, None)))
        );
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
    // Dropping wrong units also removes the result.
    let drop_result =
        locked.filter(|_| !wrong.is_empty() || is_result_wrong).map(|locked| locked.drop_units(&wrong));
    let is_dropped = matches!(drop_result, Some(Ok(_)));
    if is_dropped {
        dropped.extend(&wrong);
    }
    let report = VerifyReport {
        args,
        inspection: &inspection,
        is_stopped,
        findings: &findings,
        sample,
        dropped: dropped.len(),
    };
    report::print(&report.object(), &report, output);
    let remedy = if !is_dropped {
        let kernel = kernel.map_or_else(String::new, |kernel| format!(" --kernel {kernel}"));
        let upside_down = if args.upside_down { " --upside-down" } else { "" };
        format!("; {}", advice::of_wrong_count(directory, &format!("{kernel}{upside_down}"), None))
    } else if is_result_wrong {
        let count = advice::counting_again(directory, None);
        format!("; every unit agrees, so the result was wrong and was dropped; {count} writes it again")
    } else {
        String::new()
    };
    if let Some(reason) = inspection.disagreement.clone() {
        let error = RunError::Disagreement { path: run.result(), reason };
        report::print_error(&format!("{error}{remedy}"));
        *exit = Exit::Wrong;
    }
    if !wrong.is_empty() && !is_dropped {
        report::print_error(&format!(
            "for each unit above, one of the two counts is wrong, so the total may be wrong too{remedy}"
        ));
        *exit = Exit::Wrong;
    }
    if is_stopped {
        *exit = (*exit).max(Exit::Stopped);
    } else if findings.checked() == 0 && sample > 0 {
        report::print_error("no unit was recounted in this time; allow more with --time");
        *exit = (*exit).max(Exit::Failed);
    }
    drop_result.transpose()?;
    Ok(())
}

/// Samples `run`. Sampling fails if a unit has contradictory counts. If `locked`, all such units are then
/// dropped and added to `dropped`, and sampling starts again.
fn sample(
    args: &VerifyArgs,
    run: SavedRun<'_>,
    locked: Option<&LockedRun<'_>>,
    dropped: &mut Vec<u64>,
) -> Result<(Inspection, Vec<Entry>), RunError> {
    let sample = || run.sample(|units| args.sample.of(units), args.seed);
    match (sample(), locked) {
        (Err(RunError::Contradiction { .. }), Some(locked)) => {
            dropped.extend(locked.drop_contradicted()?);
            sample()
        }
        (found, _) => found,
    }
}
