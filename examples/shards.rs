//! Counts a board in shards, as several machines would, and merges them:
//! `cargo run --release --example shards a-new-folder 16 4`
#![expect(clippy::print_stdout, reason = "a program shows what it does")]

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use queens::board::BoardSize;
use queens::cluster::{Merged, PlanFile, Sites};
use queens::{Count, Method, Plan, Silent};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a folder for the plan and its shards")?);
    let n = arguments.next().map_or(Ok(16), |n| n.parse())?;
    let shards = arguments.next().map_or(Ok(4), |shards| shards.parse())?;
    fs::create_dir_all(&folder)?;

    // Once, on any machine.
    let size = BoardSize::new(n)?;
    let path = folder.join("plan.json");
    PlanFile::new(&Plan::standard(size, Method::fastest(size, None)), shards)?.write(&path)?;

    // On each machine, some of the shards; one that is finished is not counted again.
    let file = PlanFile::read(&path)?;
    let plan = file.plan(&path)?;
    for number in 0..file.sharded.shards {
        let count = Count::of_shard(&plan, file.sharded.shard(number)?)
            .saved_in(Sites::shard_directory(&folder, number));
        let outcome = count.prepare()?.run(&mut Silent)?;
        println!("shard {number}: {} solutions", outcome.solutions());
    }

    // Once all are in one place.
    let merged = Merged::of(&file.sharded, &Sites::scan(file.sharded.shards, &[folder])?)?;
    assert!(merged.is_complete());
    println!("{} solutions of N = {n}", merged.tally.solutions());
    Ok(())
}
