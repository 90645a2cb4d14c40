//! Loads the code around the counting like a large cluster: 1,024 counters that finish a unit every
//! millisecond, and a plan of tens of millions of units in 10,000 shards.
//!
//! `cargo bench --bench scale` measures both: it needs 5 GB in the directory for temporary files,
//! and some minutes. `-- --test` runs the same with fewer counters and a small board.
#![expect(clippy::print_stdout, reason = "its results are for whoever runs it")]

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use queens::board::BoardSize;
use queens::check::estimate;
use queens::cluster::{PlanFile, shard_directory};
use queens::count::session::{self, Job, Keep, Unwatched};
use queens::methods::Method;
use queens::methods::counter::{Claims, Counter, CounterError, Finished};
use queens::methods::kernel::Kernel;
use queens::plan::{Plan, Shard};
use queens::run::{Entry, Manifest, Options, RunDirectory};

/// What is measured: the whole, or a small copy that shows that it runs.
struct Scale {
    counters: usize,
    time: Duration,
    n: usize,
    shards: u64,
}

const WHOLE: Scale = Scale { counters: 1_024, time: Duration::from_secs(10), n: 28, shards: 10_000 };
const TEST: Scale = Scale { counters: 64, time: Duration::from_millis(500), n: 17, shards: 20 };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo bench` passes --bench; `cargo test --benches` does not.
    let asked = |name| std::env::args().any(|argument| argument == name);
    let scale = if asked("--bench") && !asked("--test") { WHOLE } else { TEST };
    let directory = tempfile::tempdir()?;
    let plan = Plan::standard(BoardSize::new(scale.n)?, Method::Halves);
    many_counters(&scale, &plan, directory.path())?;
    many_units(&scale, &plan, directory.path())
}

/// Finishes a unit every millisecond.
struct Metronome;

impl Counter for Metronome {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError> {
        const BEAT: Duration = Duration::from_millis(1);
        for unit in claims {
            thread::sleep(BEAT);
            done(Finished {
                unit,
                solutions: u128::from(unit),
                nodes: 1,
                wall: BEAT,
                cpu: BEAT,
                kernel: Kernel::Portable,
            });
        }
        Ok(())
    }
}

fn many_counters(scale: &Scale, plan: &Plan, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let path = folder.join("run");
    let manifest = Manifest::of(plan, Shard::WHOLE);
    let (directory, saved) = RunDirectory::open(&path, &manifest, Options::default())?;
    let stop = AtomicBool::new(false);
    let counters = (0..scale.counters).map(|_| Box::new(Metronome) as Box<dyn Counter>).collect();
    let job = Job { plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
    let began = Instant::now();
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(scale.time);
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        session::count(&job, counters, saved.tally, Keep::Directory(directory), &mut Unwatched)
    })?;
    let (elapsed, units) = (began.elapsed().as_secs_f64(), outcome.tally.finished().len());
    let processor = getrusage(UsageWho::RUSAGE_SELF)?;
    let processor_s = (processor.user_time().tv_sec() + processor.system_time().tv_sec()) as f64;
    drop(outcome);
    let again = Instant::now();
    let (_, saved) = RunDirectory::open(&path, &manifest, Options::default())?;
    assert_eq!(saved.tally.finished().len(), units, "the ledger has every unit");
    let sum: u128 = saved.tally.finished().iter().map(u128::from).sum();
    assert_eq!(saved.tally.solutions(), sum, "every unit once");
    println!(
        "{} counters: {units} units in {elapsed:.1} s, {:.0} a second, {:.0} MB at most, ledger {:.1} MB, {processor_s:.0} s of \
         processor, read again in {:.2} s",
        scale.counters,
        units as f64 / elapsed,
        processor.max_rss() as f64 / 1024.0,
        fs::metadata(path.join("ledger.jsonl"))?.len() as f64 / 1e6,
        again.elapsed().as_secs_f64(),
    );
    Ok(())
}

fn many_units(scale: &Scale, plan: &Plan, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let text = |path: &Path| path.display().to_string();
    let (file, site, merged) = (folder.join("plan"), folder.join("site"), folder.join("merged.run"));
    let (n, shards) = (scale.n.to_string(), scale.shards.to_string());
    queens(&["plan", &n, "--shards", &shards, "--method", "halves", "-o", &text(&file)])?;
    let plan_file = PlanFile::read(&file)?;
    fs::create_dir(&site)?;
    let began = Instant::now();
    // Any total that a merge finds plausible.
    let total = estimate::solutions(plan.size(), 1, 1)?.mean as u128 / 8 * 8;
    fabricate(&plan_file, &site, total)?;
    println!("{} units fabricated in {:.1} s", plan_file.units, began.elapsed().as_secs_f64());
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

/// The directories of all shards as if they had been worked, with `total` dealt to the units.
fn fabricate(plan: &PlanFile, site: &Path, total: u128) -> Result<(), Box<dyn std::error::Error>> {
    let (each, rest) = (total / u128::from(plan.units), total % u128::from(plan.units));
    for number in 0..plan.shards {
        let (shard, directory) = (plan.shard(number)?, shard_directory(site, number));
        fs::create_dir(&directory)?;
        let manifest = plan.manifest(shard);
        let mut ledger = BufWriter::new(fs::File::create(directory.join("ledger.jsonl"))?);
        let mut solutions = 0;
        for unit in shard.order(plan.units).iter() {
            let entry = Entry {
                unit,
                solutions: each + if unit == 0 { rest } else { 0 },
                nodes: 1,
                wall_ms: Some(1),
                cpu_ms: Some(1),
                kernel: "scalar".to_owned(),
            };
            solutions += entry.solutions;
            ledger.write_all(entry.to_line(manifest.form()).as_bytes())?;
        }
        ledger.flush()?;
        fs::write(directory.join("manifest.json"), sealed(&manifest)?)?;
        let result = serde_json::json!({ "solutions": solutions.to_string() });
        fs::write(directory.join("result.json"), sealed(&result)?)?;
    }
    Ok(())
}

/// `object` as the program seals its files: see docs/run-directory.md.
fn sealed(object: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string_pretty(object)?;
    let body = text.strip_suffix("\n}").unwrap_or(&text);
    Ok(format!("{body},\n  \"crc\": \"{:08x}\"\n}}\n", crc32fast::hash(body.as_bytes())))
}
