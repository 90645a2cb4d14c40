//! Builds records like the program's, and publishes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use queens::board::BoardSize;
use queens::check::known;
use queens::plan::Plan;
use queens_publish::files::RecordError;
use queens_publish::{Publication, RecordSet};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The paths to read and write, relative to the results folder.
#[derive(Clone, Copy)]
pub struct Publish<'a> {
    pub results: &'a Results,
    pub output: &'a str,
    pub records: &'a str,
    pub readme: Option<&'a str>,
}

impl<'a> Publish<'a> {
    /// The default paths, without a README.
    pub fn of(results: &'a Results) -> Self {
        Self { results, output: ".", records: "records", readme: None }
    }

    /// Publishes the results, and returns the records it read.
    pub fn run(self) -> Result<RecordSet, RecordError> {
        let place = |name: &str| self.results.path(name);
        let (output, records) = (place(self.output), place(self.records));
        let set = RecordSet::read(&output, &records, &place("rivals"))?;
        let publication = Publication::of(&set).unwrap();
        fs::create_dir_all(&output).unwrap();
        for (name, text) in &publication.files {
            fs::write(output.join(name), text).unwrap();
        }
        if let Some(readme) = self.readme.map(place) {
            let text = fs::read_to_string(&readme).unwrap();
            fs::write(&readme, publication.fill(&text).unwrap().text).unwrap();
        }
        Ok(set)
    }
}

/// A folder named `results` in a temporary folder.
pub struct Results(TempDir);

impl Results {
    /// Creates the folder with these counts.
    pub fn of(counts: &[Value]) -> Self {
        let results = Self(TempDir::new().unwrap());
        results.put("records/counts.jsonl", counts);
        results
    }

    /// Returns the path of a file in `results`.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("results").join(name)
    }

    /// Writes objects to a file, one per line. Fills in their plans with [`planned`].
    pub fn put(&self, name: &str, objects: &[Value]) {
        self.put_text(
            name,
            objects.iter().map(|object| format!("{}\n", planned(object))).collect::<String>(),
        );
    }

    pub fn put_text(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn publish(&self) -> RecordSet {
        Publish::of(self).run().unwrap()
    }

    /// Publishes the results, and returns the document.
    pub fn published(&self) -> String {
        self.publish();
        self.text("README.md")
    }

    /// Publishes the results into the README next to `results`, and returns the README.
    pub fn readme(&self) -> String {
        if !self.path("../README.md").exists() {
            self.put_text("../README.md", README);
        }
        Publish { readme: Some("../README.md"), ..Publish::of(self) }.run().unwrap();
        self.text("../README.md")
    }

    /// Publishes the results and expects an error. Returns whether the error is about an invalid record, and
    /// its message.
    pub fn refusal(&self) -> (bool, String) {
        let error = Publish::of(self).run().err().expect("it is published");
        (matches!(error, RecordError::Wrong { .. } | RecordError::NotUtf8 { .. }), error.to_string())
    }

    /// Asserts that publishing fails, with a message that contains all of `says`. `is_wrong` tells whether
    /// the error must be about an invalid record.
    #[track_caller]
    pub fn refuses(&self, is_wrong: bool, says: &[&str]) {
        let (found, message) = self.refusal();
        contains(&message, says);
        assert_eq!(found, is_wrong, "{message}");
    }
}

/// Asserts that `text` contains all of `parts`.
#[track_caller]
pub fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
}

/// Returns a copy of `object` with `value` at this JSON pointer.
pub fn changed(object: &Value, pointer: &str, value: Value) -> Value {
    let mut object = object.clone();
    match object.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => {
            let (around, field) = pointer.rsplit_once('/').unwrap();
            object.pointer_mut(around).unwrap()[field] = value;
        }
    }
    object
}

/// Returns the known number of solutions, in decimal.
pub fn solutions(n: usize) -> String {
    known::solutions(BoardSize::new(n).unwrap()).unwrap().to_string()
}

/// Returns the record of a count with version 2.0.0, on an idle machine with two cores.
pub fn record(n: usize, method: &str, threads: usize) -> Value {
    let check = json!({"name": "oeis", "passed": true, "detail": "the same"});
    json!({
        "format": 5,
        "result": {
            "format": 4, "program": "queens", "version": "2.0.0", "commit": "0123456789ab", "n": n,
            "solutions": solutions(n), "method": method, "depth": 4, "kernel": "scalar", "threads": threads,
            "units": UNITS, "nodes": "1000", "wall_s": 0.002, "cpu_s": 0.002, "thread_wall_s": 0.002, "resumed": 0,
            "checks": [check], "host": {"cpu": "Test CPU", "os": "linux"},
        },
        "cores": 2, "compiler": "rustc 1.89.0", "command": format!("queens count {n} --record"),
        "started": "2026-01-02T03:04:05.678Z", "ledger_sha256": null,
    })
}

/// Like [`record`], but with this processor and wall time. The threads never waited for a core.
pub fn timed(n: usize, threads: usize, cpu: &str, wall_s: f64) -> Value {
    let record = record(n, "cross", threads);
    let all_s = json!(wall_s * threads as f64);
    let fields = [("wall_s", json!(wall_s)), ("cpu_s", all_s.clone()), ("thread_wall_s", all_s)];
    let record = changed(&record, "/result/host/cpu", json!(cpu));
    fields
        .into_iter()
        .fold(record, |record, (field, value)| changed(&record, &format!("/result/{field}"), value))
}

/// A placeholder for the number of units, which [`planned`] replaces.
pub const UNITS: u64 = 232;

/// Sets the depth and units of the standard plan if the number of units is the placeholder [`UNITS`].
pub fn planned(object: &Value) -> Value {
    let mut object = object.clone();
    let total = if object.get("result").is_some() { &mut object["result"] } else { &mut object };
    let n = total["n"].as_u64().and_then(|n| BoardSize::new(n as usize).ok());
    let method = total["method"].as_str().and_then(|method| method.parse().ok());
    if let (Some(n), Some(method), true) = (n, method, total["units"] == UNITS) {
        let plan = Plan::standard(n, method);
        (total["depth"], total["units"]) = (json!(plan.depth()), json!(plan.units()));
    }
    object
}

/// Returns a copy of `object` with these changes. A change is a JSON pointer and a value.
pub fn with(object: &Value, changes: &[(&str, Value)]) -> Value {
    changes.iter().fold(object.clone(), |object, (pointer, value)| changed(&object, pointer, value.clone()))
}

/// Returns a merge record for N = 15 with five shards. The last shard was counted on a different machine.
pub fn merge_record() -> Value {
    let host = |cpu: &str| json!({"cpu": cpu, "os": "linux"});
    let count = record(15, "cross", 1);
    json!({
        "format": 4,
        "result": {
            "format": 4, "program": "queens", "version": "1.0.0", "commit": "0123456789ab", "n": 15,
            "solutions": solutions(15), "method": "cross", "depth": 4, "kernel": "portable+scalar", "units": 444,
            "nodes": "1000", "cpu_s": 2.0, "thread_wall_s": 2.0, "checks": count["result"]["checks"],
            "merged": {
                "shards": 5, "kernels": {"portable": 4, "scalar": 1},
                "machines": [{"host": host("Alpha"), "shards": 4}, {"host": host("Beta 2"), "shards": 1}],
            },
        },
        "plan_hash": "0".repeat(32), "ledger_sha256": "0".repeat(64),
    })
}

/// Returns an estimate for two threads on a machine with two cores.
pub fn estimate(n: usize, cpu: &str, [wall_s, error_s]: [f64; 2]) -> Value {
    json!({
        "format": 4, "program": "queens", "version": "2.0.0", "commit": "0123456789ab",
        "n": n, "method": "colours", "depth": 4, "kernel": "scalar", "threads": 2, "cores": 2, "seed": 1,
        "solutions": solutions(n).parse::<f64>().unwrap(), "solutions_standard_error": 1e12,
        "cpu_s": 2.0 * wall_s, "cpu_standard_error_s": 2.0 * error_s,
        "wall_s": wall_s, "wall_standard_error_s": error_s, "units": UNITS, "units_counted": 5, "complete": false,
        "machine_was_busy": false, "memory_bytes": 1, "host": {"cpu": cpu, "os": "linux"},
        "started": "2026-01-02T03:04:05Z",
    })
}

/// Returns a comparison with a program that takes `factor` times as long as `queens`, on the machine of
/// [`record`].
pub fn comparison(program: &str, factor: f64) -> Value {
    json!({
        "format": 1, "program": program, "version": "1.0", "source": "https://example.org/rival",
        "method": "row by row", "compiler": "cc -O2", "command": "./rival {n}", "threads": 1,
        "host": {"cpu": "Test CPU", "os": "linux"}, "cores": 2, "started": "2026-01-02T03:04:05Z",
        "queens": { "version": "2.0.0", "commit": "abc", "command": "queens count {n}" },
        "boards": [
            { "n": 12, "solutions": "14200", "seconds": [factor * 4.0], "queens_seconds": [4.0] },
            // The shortest times are neither the first nor the medians.
            { "n": 14, "solutions": "365596", "seconds": [factor * 4.0, factor * 2.0, factor * 9.0], "queens_seconds": [9.0, 4.0, 2.0] },
            { "n": 15, "solutions": "2279184", "seconds": [factor * 3.0], "queens_seconds": [3.0] },
        ],
    })
}

/// Returns the files in a folder, with their contents.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// A README with marks for both blocks.
pub const README: &str = "# Title\n<!-- summary:begin -->\nold\n<!-- summary:end -->\n<!-- table:begin -->\n<!-- table:end -->\nend\n";
