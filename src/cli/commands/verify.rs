//! `queens verify`: recounts a sample of a run's finished units.

use super::{Exit, Failure};
use crate::check::verify::Verification;
use crate::cli::options::VerifyArgs;
use crate::cli::report::progress::Screen;
use crate::cli::report::verify::VerifyReport;
use crate::cli::settings::Output;
use crate::cli::signals::Signals;
use crate::plan::UnitSet;
use crate::run;

pub fn run(args: &VerifyArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let inspection = run::inspect(&args.dir, |_| ())?;
    let (manifest, finished) = (&inspection.manifest, inspection.saved.tally.finished());
    let plan = manifest.plan(&args.dir)?;
    if finished.is_empty() {
        let text = format!("{} has no finished units to verify yet", args.dir.display());
        return Err(Failure::obstacle(text));
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000));
    let sample = UnitSet::new(plan.units());
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
    let mut screen = Screen::new(output, &signals);
    let (threads, kernel) = (args.threads.count(), args.kernel.0);
    let verification = Verification { plan: &plan, kernel, threads, stop: signals.stop() };
    let findings = verification.run(entries, &mut screen)?;
    screen.finish();
    let report = VerifyReport::new(&args.dir, &inspection, seed, sample.len(), threads, &findings);
    report.print(output)?;
    report.explain(&args.dir);
    Ok(match (findings.mismatches.is_empty(), findings.complete) {
        (false, _) => Exit::Wrong,
        (true, false) => Exit::Stopped,
        (true, true) => Exit::Done,
    })
}
