//! Merges and inspects 2,500 shards in 200 MiB of address space.
#![cfg(target_os = "linux")]

use super::*;
use crate::support::{fabricate, shell};

#[test]
fn merges_thousands_of_shards_in_little_memory() {
    // Keep these five thousand files in memory if possible.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempdir()).unwrap();
    let place = Workplace::of(folder, "21 --method cross --shards 2500");
    fabricate(&place.read_plan(), &place.path("d"), known(21).parse().unwrap());
    let in_little_memory =
        |words: &str| shell(&place.0, &format!("ulimit -v 204800 && exec $queens {words}"));
    in_little_memory("merge plan.json --dir d --run merged.run").prints_total(21).says(&["matches A000170"]);
    // The merge accepted shards without a result.json, because they contain all their units. Delete six
    // shards, including the first and the last, and truncate a seventh.
    let not_begun = [0, 6, 1024, 1234, 1235, 2499];
    not_begun.iter().for_each(|&number| fs::remove_dir_all(place.shard("d", number)).unwrap());
    let mut lacking = 0;
    change_ledger(&place.shard("d", 1777), |entries| lacking = entries.split_off(1).len() as u64);
    in_little_memory("status d --plan plan.json --missing").prints("0,6,1024,1234-1235,1777,2499\n");
    let looked = in_little_memory("status d --plan plan.json --json").json();
    let units = place.read_plan().identity().units;
    lacking += not_begun.map(|number| (units - number).div_ceil(2_500)).iter().sum::<u64>();
    has(
        &looked,
        json!({ "shards": 2_500, "shards_finished": 2493, "shards_stopped": 1, "shards_not_begun": 6 }),
    );
    has(&looked, json!({ "stopped_shards": "1777", "units_done": units - lacking }));
    in_little_memory("status d --plan plan.json").shows(&["2,493 finished, 1 stopped, 6 not started\n"]);
}
