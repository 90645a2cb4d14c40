//! Loads the code around the counting like a large cluster: a plan of tens of millions of units in
//! 10,000 shards. `src/count/tests/scale.rs` has the other load, a thousand counters.
//!
//! `cargo bench --bench scale` needs 5 GB in the directory for temporary files, and some minutes.
//! `-- --test` runs the same with a small board.
#![expect(clippy::print_stdout, reason = "its results are for whoever runs it")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::cluster::{PlanFile, ShardedPlan, Sites};

use support::{Entry, finished_unit, make_run};

#[path = "../tests/support/mod.rs"]
mod support;

/// What is measured: the whole, or a small copy that shows that it runs.
struct Scale {
    n: usize,
    shards: u64,
}

const WHOLE: Scale = Scale { n: 28, shards: 10_000 };
const TEST: Scale = Scale { n: 17, shards: 20 };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo bench` passes --bench; `cargo test --benches` does not.
    let asked = |name| std::env::args().any(|argument| argument == name);
    let scale = if asked("--bench") && !asked("--test") { WHOLE } else { TEST };
    let directory = tempfile::tempdir()?;
    many_units(&scale, directory.path())
}

fn many_units(scale: &Scale, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let text = |path: &Path| path.display().to_string();
    let file = folder.join("plan");
    let site = folder.join("site");
    let merged = folder.join("merged.run");
    let n = scale.n.to_string();
    let shards = scale.shards.to_string();
    queens(&["plan", &n, "--shards", &shards, "--method", "halves", "-o", &text(&file)])?;
    let plan_file = PlanFile::read(&file)?;
    fs::create_dir(&site)?;
    let began = Instant::now();
    // No total of N = 28 is known, and a merge does not refuse this one for its size.
    let total = Sequence::Solutions.known(BoardSize::new(scale.n)?).unwrap_or(2_567_000_000_000_000_000);
    fabricate(&plan_file, &site, total)?;
    let units = plan_file.sharded.identity.units;
    println!("{units} units fabricated in {:.1} s", began.elapsed().as_secs_f64());
    queens(&["missing", &text(&file), "--dir", &text(&site)])?;
    queens(&["merge", &text(&file), "--dir", &text(&site), "--run", &text(&merged), "--json"])
}

/// Runs the program, and says how long it took and the memory of the largest call so far.
fn queens(arguments: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_queens")).args(arguments).output()?;
    let elapsed = began.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    println!(
        "{}: {elapsed:.2} s, {:.0} MB at most so far, {}",
        arguments[0],
        usage.max_rss() as f64 / 1024.0,
        output.status
    );
    let stderr = String::from_utf8_lossy(&output.stderr);
    // A total of a board that nobody has counted is compared with an estimate, and this one is made
    // up.
    assert!(matches!(output.status.code(), Some(0 | 4)), "{stderr}");
    Ok(())
}

/// The directories of all shards as if they had been worked, with `total` spread over the units.
fn fabricate(plan: &PlanFile, site: &Path, total: u128) -> Result<(), Box<dyn std::error::Error>> {
    let ShardedPlan { identity, shards, .. } = &plan.sharded;
    let each = total / u128::from(identity.units);
    let rest = total % u128::from(identity.units);
    let described = serde_json::to_value(plan)?;
    for number in 0..*shards {
        let units = (number..identity.units).step_by(*shards as usize);
        let entries = units.map(|unit| finished_unit(unit, each + if unit == 0 { rest } else { 0 }));
        let entries: Vec<Entry> = entries.collect();
        make_run(
            &Sites::shard_directory(site, number),
            &described,
            Some(plan.sharded.shard(number)?),
            &entries,
        );
    }
    Ok(())
}
