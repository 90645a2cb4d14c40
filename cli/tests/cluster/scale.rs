//! A plan of ten thousand shards, in little memory.
#![cfg(target_os = "linux")]

use super::*;
use crate::support::{finished_unit, make_run, shell};

const SHARDS: u64 = 10_000;

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

#[test]
fn merges_ten_thousand_shards_in_little_memory() {
    // Forty thousand files: in memory where there is a file system for that.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempdir()).unwrap();
    let place = Workplace::of(folder, &format!("21 --shards {SHARDS}"));
    synthesise(&place, &place.read_plan(), known(21).parse().unwrap());
    let in_little_memory =
        |words: &str| shell(&place.0, &format!("ulimit -v 204800 && exec $queens {words}"));
    in_little_memory("merge plan.json --dir d --run merged.run").prints_total(21).says(&["matches A000170"]);
    fs::remove_dir_all(place.shard("d", 1234)).unwrap();
    in_little_memory("missing plan.json --dir d").prints("1234\n");
}
