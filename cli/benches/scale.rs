//! Loads the code around the counting like a large cluster: a plan of tens of millions of units in
//! 10,000 shards. `src/count/tests/scale.rs` has the other load, a thousand counters.
//!
//! `cargo bench --bench scale` needs 5 GB in the directory for temporary files, and some minutes.
//! `-- --test` runs the same with a small board.
#![expect(clippy::print_stdout, reason = "its results are for whoever runs it")]

use std::fs;
use std::path::Path;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::cluster::PlanFile;

use support::{fabricate, run};

#[path = "../tests/support/mod.rs"]
mod support;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo bench` passes --bench; `cargo test --benches` does not.
    let asked = |name| std::env::args().any(|argument| argument == name);
    let is_whole = asked("--bench") && !asked("--test");
    // The whole, or a small copy that shows that it runs.
    let (n, shards) = if is_whole { (28, 10_000) } else { (17, 20) };
    let folder = tempfile::tempdir()?;
    let place = folder.path();
    queens(place, &format!("plan {n} --shards {shards} --method halves -o plan"))?;
    let plan = PlanFile::read(&place.join("plan"))?;
    fs::create_dir(place.join("site"))?;
    let began = Instant::now();
    // No total of N = 28 is known, and a merge does not refuse this one for its size.
    let total = Sequence::Solutions.known(BoardSize::new(n)?).unwrap_or(2_567_000_000_000_000_000);
    fabricate(&plan, &place.join("site"), total);
    let units = plan.sharded.identity.units;
    println!("{units} units fabricated in {:.1} s", began.elapsed().as_secs_f64());
    queens(place, "missing plan --dir site")?;
    queens(place, "merge plan --dir site --run merged.run --json")
}

/// Runs the program, and says how long it took and the memory of the largest call so far.
fn queens(folder: &Path, words: &str) -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let finished = run(folder, words);
    let elapsed = began.elapsed().as_secs_f64();
    let peak_mb = getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as f64 / 1024.0;
    let code = finished.code();
    println!("{words}: {elapsed:.2} s, {peak_mb:.0} MB at most so far, exit code {code}");
    // A total of a board that nobody has counted is compared with an estimate, and this one is made
    // up.
    assert!([0, 4].contains(&code), "{}", finished.stderr());
    Ok(())
}
