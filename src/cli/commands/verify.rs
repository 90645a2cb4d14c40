//! `queens verify`: recounts a sample of a run's finished units.

use crate::cli::signals::Signals;
use anyhow::anyhow;
use crate::check::verify::{self, Verification};
use crate::plan::UnitSet;
use crate::run;

use super::{Exit, Failure, command_line, options};
use crate::cli::options::{Output, VerifyArgs};
use crate::cli::report::progress::Progress;
use crate::cli::report::verify::VerifyReport;

pub fn run(args: &VerifyArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let preparation = options::prepare(&signals, output, command_line::again())?;
    let inspection = run::inspect(&args.dir, |_| ())?;
    let (manifest, finished) = (&inspection.manifest, inspection.saved.tally.finished());
    let plan = verify::plan(manifest)?;
    if finished.is_empty() {
        return Err(anyhow!("{} has no finished units to verify yet", args.dir.display()).into());
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    let mut sample = UnitSet::new(plan.units());
    for unit in args.sample.choose(finished, seed) {
        sample.insert(unit);
    }
    // Read again for the entries of the sample: a long run has too many to keep all.
    let mut entries = Vec::new();
    run::inspect(&args.dir, |entry| {
        if sample.contains(entry.unit) {
            entries.push(entry.clone());
        }
    })?;
    let mut progress = Progress::new(output, &signals);
    let threads = options::threads(args.threads);
    let verification = Verification { plan: &plan, kernel: args.kernel, threads, stop: signals.stop() };
    drop(preparation);
    let findings = verification.run(entries, &mut progress)?;
    progress.finish();
    let report = VerifyReport::new(&args.dir, &inspection, seed, sample.len(), threads, &findings);
    report.print(output)?;
    report.explain(&args.dir);
    Ok(match (findings.mismatches.is_empty(), findings.complete) {
        (false, _) => Exit::Wrong,
        (true, false) => Exit::Stopped,
        (true, true) => Exit::Done,
    })
}
