//! Run directories with right checksums that no program made.

use std::fs;

use queens::Shard;
use queens::plan::Entry;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{finished_unit, forge, make_run, run};

/// A plan of N = 8 with four units, which no version makes.
fn plan() -> Value {
    json!({ "n": 8, "method": "cross", "depth": 4, "units": 4, "plan_hash": "0".repeat(32) })
}

/// Makes a finished run of `plan`, or of a shard of it, whose ledger and result agree: 92 solutions
/// in all.
fn finish(folder: &TempDir, name: &str, plan: &Value, shard: Option<Shard>) {
    let directory = folder.path().join(name);
    let units = (0..4).filter(|unit| shard.is_none_or(|Shard { number, of }| unit % of == number));
    let entries: Vec<Entry> = units.map(|unit| finished_unit(unit, 23)).collect();
    make_run(&directory, plan, shard, &entries);
    fs::copy(folder.path().join("good/result.json"), directory.join("result.json")).unwrap();
    forge(&directory.join("result.json"), |result| {
        for field in ["n", "method", "depth"] {
            result[field] = plan[field].clone();
        }
        result["units"] = entries.len().into();
        result["nodes"] = entries.len().to_string().into();
        result["solutions"] = (23 * entries.len()).to_string().into();
        if let Some(shard) = shard {
            result["shard"] = json!(shard);
        }
    });
}

#[test]
fn rejects_a_result_and_shards_of_a_forged_plan() {
    let folder = tempdir().unwrap();
    run(&folder, "count 8 --run good").prints("92\n");
    finish(&folder, "run", &plan(), None);
    for number in 0..2 {
        finish(&folder, &format!("d/shard-0000{number}"), &plan(), Some(Shard { number, of: 2 }));
    }
    for words in ["status run", "verify run", "status d", "status d/shard-00001"] {
        let says = "makes other units than this version: 4 units, not ";
        run(&folder, words).fails(1, &[words.split(' ').nth(1).unwrap(), says, "; use that version"]);
    }
}
