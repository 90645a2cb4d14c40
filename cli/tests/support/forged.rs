//! Creates forged run directories, and files sealed with a checksum.

use std::fs;
use std::path::Path;

use queens::Method;
use queens::board::BoardSize;
use queens::cluster::{ShardDirectories, ShardedPlan};
pub use queens::plan::Entry;
use queens::plan::{Plan, Shard};
use serde::Serialize;
use serde_json::{Value, json};

use super::read_json;

/// Returns a finished unit that took a millisecond.
pub fn finished_unit(unit: u64, solutions: u128) -> Entry {
    Entry { unit, solutions, nodes: 1, wall_ms: 1, cpu_ms: 1, kernel: "scalar".into() }
}

/// Changes a run directory's ledger entries and keeps their checksums valid.
pub fn change_ledger(directory: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
    let path = directory.join("ledger.jsonl");
    let manifest = read_json(&directory.join("manifest.json"));
    let text = fs::read_to_string(&path).unwrap();
    let mut entries: Vec<Entry> = text.lines().map(entry).collect();
    change(&mut entries);
    let plan_hash = manifest["plan_hash"].as_str().unwrap();
    fs::write(&path, entries.iter().map(|entry| line(entry, plan_hash)).collect::<String>()).unwrap();
}

/// Creates the run directory `name` in `folder`, in which every unit is finished. `solutions` returns each
/// unit's count.
pub fn forged_run(
    folder: &Path,
    name: &str,
    (n, method, depth): (usize, Method, usize),
    solutions: impl Fn(u64) -> u128,
) {
    let plan = Plan::new(BoardSize::new(n).unwrap(), method, depth).unwrap();
    let entries: Vec<_> = (0..plan.units()).map(|unit| finished_unit(unit, solutions(unit))).collect();
    make_run(&folder.join(name), &described(&plan), None, &entries);
}

/// Parses a ledger line.
fn entry(line: &str) -> Entry {
    let value: Value = serde_json::from_str(line).unwrap();
    let number = |field| value[field].as_u64().unwrap();
    let text = |field| value[field].as_str().unwrap();
    Entry {
        unit: number("unit"),
        solutions: text("solutions").parse().unwrap(),
        nodes: text("nodes").parse().unwrap(),
        wall_ms: number("wall_ms"),
        cpu_ms: number("cpu_ms"),
        kernel: text("kernel").to_owned().into(),
    }
}

/// Formats an entry as a ledger line, as specified in docs/internals/run-directory-format.md.
pub fn line(entry: &Entry, plan_hash: &str) -> String {
    let Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel } = entry;
    let body = format!(
        r#"{{"unit":{unit},"solutions":"{solutions}","nodes":"{nodes}","wall_ms":{wall_ms},"cpu_ms":{cpu_ms},"kernel":"{kernel}""#
    );
    let crc = crc32fast::hash(format!("{plan_hash}{body}").as_bytes());
    format!("{body},\"crc\":\"{crc:08x}\"}}\n")
}

/// Returns the fields of a plan that manifests and plan files have in common.
pub fn described(plan: &Plan) -> Value {
    json!({
        "n": plan.size(),
        "method": plan.method(),
        "depth": plan.depth(),
        "units": plan.units(),
        "plan_hash": plan.hash(),
    })
}

/// Creates a run directory with these finished `entries`, for `shard` or for the whole plan. `plan` is the
/// value of [`described`] or was read from a plan file.
pub fn make_run(directory: &Path, plan: &Value, shard: Option<Shard>, entries: &[Entry]) {
    let mut manifest = json!({ "format": 4, "program_version": "1.0.0", "started": "2026-01-01T00:00:00Z" });
    for field in ["n", "method", "depth", "units", "plan_hash"] {
        manifest[field] = plan[field].clone();
    }
    if let Some(shard) = shard {
        manifest["shard"] = json!(shard);
    }
    fs::create_dir_all(directory).unwrap();
    let plan_hash = plan["plan_hash"].as_str().unwrap();
    let lines: String = entries.iter().map(|entry| line(entry, plan_hash)).collect();
    fs::write(directory.join("ledger.jsonl"), lines).unwrap();
    fs::write(directory.join("manifest.json"), sealed(&manifest)).unwrap();
}

/// Creates all shards' run directories in `site` as if they had been counted, dividing `total` among the
/// units.
pub fn fabricate(plan: &ShardedPlan, site: &Path, total: u128) {
    let (identity, shards) = (plan.identity(), plan.shards());
    let each = total / u128::from(identity.units);
    let rest = total % u128::from(identity.units);
    let described = serde_json::to_value(plan).unwrap();
    for number in 0..shards {
        let units = (number..identity.units).step_by(shards as usize);
        let solutions = |unit| each + if unit == 0 { rest } else { 0 };
        let entries: Vec<_> = units.map(|unit| finished_unit(unit, solutions(unit))).collect();
        let shard = plan.shard(number).unwrap();
        make_run(&ShardDirectories::shard_directory(site, number), &described, Some(shard), &entries);
    }
}

/// Changes a sealed file and updates its checksum, as a forger would.
pub fn forge(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = read_json(path);
    value.as_object_mut().unwrap().remove("crc");
    change(&mut value);
    fs::write(path, sealed(&value)).unwrap();
}

/// Serializes `object` and seals it with a checksum, as the program does with its files.
pub fn sealed(object: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string_pretty(object).unwrap();
    let body = text.strip_suffix("\n}").unwrap();
    let crc = crc32fast::hash(body.as_bytes());
    format!("{body},\n  \"crc\": \"{crc:08x}\"\n}}\n").into_bytes()
}
