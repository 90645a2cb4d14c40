//! Plans of large boards: ten thousand shards in little memory, and shards of a hundred thousand
//! units.

use std::fs;

use super::*;
use crate::support::{finished_unit, make_run};

const SHARDS: u64 = 10_000;

/// The program's limit of memory, in kB.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 200 * 1024;

/// Makes the directories of all shards as if they had been counted, with the known total dealt to
/// the units.
fn synthesise(place: &Workplace, plan: &PlanFile, total: u128) {
    let ShardedPlan { identity, shards, .. } = &plan.sharded;
    let each = total / u128::from(identity.units);
    let rest = total % u128::from(identity.units);
    let described = serde_json::to_value(plan).unwrap();
    for number in 0..*shards {
        let units = (number..identity.units).step_by(*shards as usize);
        let solutions = |unit| each + if unit == 0 { rest } else { 0 };
        let entries: Vec<Entry> = units.map(|unit| finished_unit(unit, solutions(unit))).collect();
        let shard = plan.sharded.shard(number).unwrap();
        make_run(&place.shard("d", number), &described, Some(shard), &entries);
    }
}

/// The program, with limited memory.
#[cfg(target_os = "linux")]
fn in_little_memory(arguments: &[&str]) -> Finished {
    let script = format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\"");
    let mut limited = support::command("sh");
    Finished(limited.args(["-c", &script, support::PROGRAM]).args(arguments).output().unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn merges_ten_thousand_shards_in_little_memory() {
    // Forty thousand files: in memory where there is a file system for that.
    let directory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let place = Workplace::in_directory(directory, 21, SHARDS, None);
    let plan = place.read_plan();
    let total = queens::check::known::Sequence::Solutions.known(plan.sharded.identity.n).unwrap();
    synthesise(&place, &plan, total);
    let file = &place.plan;
    let directory = place.path("d");
    let run = place.path("merged.run");
    let directory = directory.to_str().unwrap();
    let run = run.to_str().unwrap();
    let merge = in_little_memory(&["merge", file, "--dir", directory, "--run", run, "--json"]).json();
    assert_eq!(
        (merge["solutions"].as_str(), &merge["checks"][0]["name"]),
        (Some(total.to_string().as_str()), &"oeis".into())
    );
    fs::remove_dir_all(place.shard("d", 1234)).unwrap();
    let missing = in_little_memory(&["missing", file, "--dir", directory]);
    assert_eq!(missing.printed(), "1234");
}

/// Shard 0 of a plan for N = 28, with 200,000 units, in two directories.
#[test]
fn finds_every_gap_and_conflict_in_a_large_shard() {
    let place = Workplace::new(28, 200);
    let plan = place.read_plan();
    let described = serde_json::to_value(&plan).unwrap();
    let make = |site: &str, solutions: u128, units: std::ops::Range<u64>| {
        let entries: Vec<Entry> = units.map(|unit| finished_unit(200 * unit, solutions)).collect();
        make_run(&place.shard(site, 0), &described, Some(plan.sharded.shard(0).unwrap()), &entries);
    };
    make("d", 8, 1..200_000);
    assert_eq!(place.missing(&["d"]).printed(), "0-199");
    place.merge(&["d"]).fails(1, &["200 of 200 shards are not finished", "199,999 of 40,000,000 units"]);
    make("d", 8, 0..200_000);
    assert_eq!(place.missing(&["d"]).printed(), "1-199");
    make("other", 16, 1..200_000);
    place.merge(&["d", "other"]).fails(4, &["unit 200 ", "and 199,998 more contradictions"]);
}
