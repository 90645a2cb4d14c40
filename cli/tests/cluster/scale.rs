//! A plan of ten thousand shards, in little memory.
#![cfg(target_os = "linux")]

use super::*;
use crate::support::{fabricate, shell};

#[test]
fn merges_ten_thousand_shards_in_little_memory() {
    // Forty thousand files: in memory where there is a file system for that.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempdir()).unwrap();
    let place = Workplace::of(folder, "21 --method halves --shards 10000");
    fabricate(&place.read_plan(), &place.path("d"), known(21).parse().unwrap());
    let in_little_memory =
        |words: &str| shell(&place.0, &format!("ulimit -v 204800 && exec $queens {words}"));
    in_little_memory("merge plan.json --dir d --run merged.run").prints_total(21).says(&["matches A000170"]);
    fs::remove_dir_all(place.shard("d", 1234)).unwrap();
    in_little_memory("missing plan.json --dir d").prints("1234\n");
}
