//! Counts a board and saves it in a run directory. Then inspects the directory as another process would,
//! recounts a sample with a different kernel, checks the total, and estimates a larger board.
//!
//! Run it with `cargo run --release --example checks queens-17.run 17`.
#![expect(clippy::print_stdout, reason = "a program shows what it does")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use queens::Count;
use queens::board::BoardSize;
use queens::check::estimate::Estimate;
use queens::check::plausibility::Check;
use queens::check::verify::Verification;
use queens::run::SavedRun;

/// The seed for choosing the units to recount and for the estimate.
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().ok_or("name a run directory, as in queens-17.run")?);
    let n = arguments.next().map_or(Ok(16), |n| n.parse())?;
    Count::new(n)?.saved_in(&directory).prepare()?.run(&mut ())?;

    // Sampling takes no lock, so it works even while another process is counting.
    let sample = |units: u64| units.div_ceil(20);
    let (found, entries) = SavedRun::at(&directory).sample(sample, SEED)?;
    let plan = found.manifest.plan(&directory)?;
    let findings = Verification::of(&plan).run(entries, None, &mut ())?;
    println!("{} units recounted, {} differ", findings.checked(), findings.mismatches.len());

    let solutions = found.sums().solutions;
    for check in Check::of_total(plan.size(), solutions) {
        println!("{}: {}, {check}", check.name(), if check.passed() { "passed" } else { "FAILED" });
    }

    let larger = BoardSize::new(n + 3)?;
    let prepared = Count::new(larger.get())?.prepare()?;
    let estimate = Estimate::of(&prepared, 0.1, Duration::from_secs(5), true, SEED, &mut |_, _| ())?;
    let time = estimate.cpu_s.map_or("not known".to_owned(), |cpu| format!("{:.1} s", cpu.mean));
    println!("N = {larger}: about {:.2e} solutions, CPU time {time}", estimate.solutions.mean);
    Ok(())
}
