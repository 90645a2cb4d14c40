//! Records as the program writes them, and what is published of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens_publish::records::files::{Reader, RecordError};
use queens_publish::{Publication, Published};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What is published, by the names of its places in a folder.
#[derive(Clone, Copy)]
pub struct Publish<'a> {
    pub folder: &'a Path,
    pub output: &'a str,
    pub records: &'a str,
    pub rivals: Option<&'a str>,
    pub readme: Option<&'a str>,
    pub leaves_out_newer: bool,
}

impl<'a> Publish<'a> {
    /// The usual places, without a README.
    pub fn of(folder: &'a Path) -> Self {
        let rivals = Some("results/rivals");
        let [output, records] = ["results", "results/records"];
        Self { folder, output, records, rivals, readme: None, leaves_out_newer: false }
    }

    /// Publishes, and returns what was read.
    pub fn run(self) -> Result<Published, RecordError> {
        let place = |name: &str| self.folder.join(name);
        let reader = Reader { leaves_out_newer: self.leaves_out_newer, ..Reader::default() };
        let [rivals, readme] = [self.rivals, self.readme].map(|name| name.map(place));
        let (output, records) = (place(self.output), place(self.records));
        let published = Published::read(reader, &output, &records, rivals.as_deref(), readme.as_deref())?;
        let publication = Publication::of(&published).unwrap();
        fs::create_dir_all(&output).unwrap();
        for (name, text) in &publication.files {
            fs::write(output.join(name), text).unwrap();
        }
        if let Some(readme) = readme {
            let text = fs::read_to_string(&readme).unwrap();
            fs::write(&readme, publication.fill(&text).unwrap()).unwrap();
        }
        Ok(published)
    }
}

/// Publishes what is in a folder.
pub fn publish(folder: &Path) -> Published {
    Publish::of(folder).run().unwrap()
}

/// The same, with the README there.
pub fn publish_readme(folder: &Path) -> Published {
    Publish { readme: Some("README.md"), ..Publish::of(folder) }.run().unwrap()
}

/// Why the records in a folder are refused, and whether one of them is wrong.
pub fn refusal(folder: &Path) -> (bool, String) {
    let error = Publish::of(folder).run().err().expect("it is published");
    (matches!(error, RecordError::Wrong { .. }), error.to_string())
}

/// Makes sure that the records in a folder are refused, because one is wrong or for another reason,
/// and with these words.
pub fn refuses(folder: &Path, is_wrong: bool, says: &[&str]) {
    let (found, message) = refusal(folder);
    assert!(found == is_wrong && says.iter().all(|part| message.contains(part)), "{says:?}: {message}");
}

/// The document and the page that were published.
pub fn published(folder: &Path) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.join("results").join(name)).unwrap();
    (read("README.md"), read("index.html"))
}

/// The solutions of a board, in decimal.
pub fn solutions(n: usize) -> String {
    Sequence::Solutions.known(BoardSize::new(n).unwrap()).unwrap().to_string()
}

/// The record of a count, of a machine that did nothing else.
pub fn record(n: usize, method: &str, threads: usize) -> Value {
    let check = json!({"name": "oeis", "passed": true, "detail": "the same"});
    json!({
        "format": 4,
        "result": {
            "format": 4, "program": "queens", "version": "1.0.0", "commit": "0123456789ab", "n": n,
            "solutions": solutions(n), "method": method, "depth": 4, "kernel": "scalar", "threads": threads,
            "units": 232, "nodes": "1000", "wall_s": 0.002, "cpu_s": 0.002, "thread_wall_s": 0.002, "resumed": 0,
            "checks": [check], "host": {"cpu": "Test CPU", "os": "linux"},
        },
        "cores": 2, "compiler": "rustc 1.89.0", "command": format!("queens count {n} --record"),
        "started": "2026-01-02T03:04:05.678Z", "wall_s": 0.002, "cpu_s": 0.002, "peak_memory_bytes": 4_000_000,
        "ledger_sha256": null,
    })
}

/// The record of a merge of five shards of N = 15, the last counted elsewhere.
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

/// Writes records as lines of a file in the folder of records.
pub fn write(folder: &Path, name: &str, records: &[Value]) -> PathBuf {
    let place = folder.join("results/records");
    fs::create_dir_all(&place).unwrap();
    let lines = records.iter().map(|record| format!("{record}\n"));
    fs::write(place.join(name), lines.collect::<String>()).unwrap();
    place.join(name)
}

/// A folder with a record of N = 12, and the file with the record.
pub fn recorded() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = write(folder.path(), "test-cpu-2-cores-linux.jsonl", &[record(12, "cross", 1)]);
    (folder, path)
}

/// Paths and contents of the files in a folder.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let paths =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The only record in a file.
pub fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A README with a place for each block.
pub const README: &str = "# Title\n<!-- summary:begin -->\nold\n<!-- summary:end -->\n<!-- table:begin -->\n<!-- table:end -->\nend\n";

/// A record of a program that takes `factor` times as long as `queens`, on the machine of `record`.
pub fn rival(record: &Value, program: &str, factor: f64) -> Value {
    json!({
        "format": 1,
        "program": program,
        "version": "1.0",
        "source": "https://example.org/rival",
        "method": "row by row",
        "compiler": "cc -O2",
        "command": "./rival {n}",
        "threads": 1,
        "host": record["result"]["host"],
        "cores": record["cores"],
        "started": "2026-01-02T03:04:05Z",
        "queens": { "version": "0.1.0", "commit": "abc", "command": "queens count {n}" },
        "boards": [
            { "n": 12, "solutions": "14200", "seconds": [factor * 4.0], "queens_seconds": [4.0] },
            // The medians are 2 s and 3 s; means and extremes differ from them.
            { "n": 14, "solutions": "365596", "seconds": [factor, factor * 2.0, factor * 9.0], "queens_seconds": [9.0, 2.0, 1.0] },
            { "n": 15, "solutions": "2279184", "seconds": [factor * 3.0], "queens_seconds": [3.0] },
        ],
    })
}
