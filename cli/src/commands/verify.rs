//! `queens verify`: recounts a sample of a run's finished units.

use std::sync::atomic::Ordering;

use queens::ErrorKind;
use queens::check::verify::Verification;
use queens::run::{RunError, SavedRun};

use super::{Exit, Failure, counting};
use crate::advice::{self, Doing};
use crate::options::VerifyArgs;
use crate::output::Output;
use crate::report;
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
                "{directory} is counted by {method}, but only colours can count units upside down"
            ))
            .advised(advice::NO_UPSIDE_DOWN)
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
