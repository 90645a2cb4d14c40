//! The record of a count: its result, with everything needed to judge it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{RecordError, Rule, Sound, files_in, is_utc};
use super::host::Site;
use super::lines::{FORMAT, Recorder, read_lines};
use super::merge;
use super::rules::{NO_TIME, SMALLEST, is_hash, is_sum, is_time, rules_of_total};
use super::stopwatch::Spent;
use crate::check::sample::machine_was_busy;
use crate::cli::failure::Failure;
use crate::count;
use crate::methods::Kernel;
use crate::run::{Host, RunResult, ledger_sha256};

/// A finished count and how it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Version of this format: [`FORMAT`].
    pub format: u32,
    /// Its file, with the line, as in `name.jsonl#L7`, if the file has several.
    #[serde(skip)]
    pub place: String,
    /// The result object, as `queens count --json` prints it.
    pub result: RunResult,
    /// Cores that the process could use.
    pub cores: usize,
    /// The compiler that built the program.
    pub compiler: String,
    pub command: String,
    /// When the count began, or its last session: RFC 3339, UTC.
    pub started: String,
    /// Wall time from the start of the count to its result, in seconds; of a resumed run, that of
    /// its last session. Devices are opened before.
    pub wall_s: f64,
    /// CPU time of the process in that time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory of the process, in bytes.
    pub peak_memory_bytes: u64,
    /// SHA-256 of the ledger, where one was kept. The total is its sum, read back from the disk.
    pub ledger_sha256: Option<String>,
}

impl Record {
    /// Appends the record of a finished, checked count that took what was `spent` to the file of
    /// this machine and returns its path.
    ///
    /// # Errors
    /// If the ledger cannot be read, or if the record cannot be written.
    pub fn keep(
        recorder: &Recorder,
        result: &RunResult,
        spent: &Spent,
        command: String,
        directory: Option<&Path>,
    ) -> Result<PathBuf, Failure> {
        let record = Self {
            format: FORMAT,
            place: String::new(),
            result: result.clone(),
            cores: count::cores(),
            compiler: env!("QUEENS_COMPILER").to_owned(),
            command,
            started: format!("{:.3}", recorder.started),
            wall_s: spent.wall_s,
            cpu_s: spent.cpu_s,
            peak_memory_bytes: spent.peak_memory_bytes,
            ledger_sha256: directory.map(ledger_sha256).transpose()?,
        };
        Ok(recorder.append(&record.file_name(), &record)?)
    }

    /// The time of the whole count in seconds: wall time, or for a resumed run the time of its
    /// units divided by its threads, which leaves out the breaks.
    pub fn seconds(&self) -> f64 {
        let RunResult { cpu_s, thread_wall_s, .. } = self.result;
        let in_units_s = thread_wall_s.or(cpu_s).filter(|_| self.is_resumed());
        in_units_s.map_or(self.wall_s, |seconds| seconds / self.threads() as f64)
    }

    /// The threads that counted.
    pub fn threads(&self) -> usize {
        self.result.threads.unwrap_or(1)
    }

    /// The machine that counted.
    ///
    /// # Panics
    /// If the record is not sound.
    pub fn host(&self) -> &Host {
        self.result.host.as_ref().expect("the record of a count has its machine")
    }

    /// Where it was measured.
    ///
    /// # Panics
    /// If the record is not sound.
    pub fn site(&self) -> Site<'_> {
        Site { host: self.host(), cores: self.cores }
    }

    /// Whether the count was made in several sessions.
    pub fn is_resumed(&self) -> bool {
        self.result.resumed > Some(0)
    }

    /// Whether other work took cores from the count. Where a time of its units is not known, those
    /// of the process are used.
    pub fn machine_was_busy(&self) -> bool {
        let in_units = self.result.thread_wall_s.zip(self.result.cpu_s);
        let (wall_s, cpu_s) = in_units.unwrap_or((self.wall_s * self.threads() as f64, self.cpu_s));
        machine_was_busy(wall_s, cpu_s)
    }

    /// The file of its machine.
    fn file_name(&self) -> String {
        let machine = format!("{} {} cores {}", self.host().cpu, self.cores, self.host().os);
        let words = machine.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase() + ".jsonl"
    }
}

impl Sound for Record {
    const FORMAT: Option<u64> = Some(FORMAT as u64);

    fn rules(&self) -> Vec<Rule> {
        let RunResult { threads, wall_s, cpu_s, thread_wall_s, resumed, units, host, merged, .. } =
            &self.result;
        let is_empty = |field: fn(&Host) -> &String| host.as_ref().is_none_or(|host| field(host).is_empty());
        let known_kernels = self.result.kernel.split('+').all(|name| name.parse::<Kernel>().is_ok());
        let valid_resumed = resumed.is_some_and(|resumed| resumed <= *units);
        let valid_hash = self.ledger_sha256.as_ref().is_none_or(|hash| is_hash(hash, 64));
        let mut rules = vec![("format", "only format 4 is known", self.format != FORMAT)];
        rules.extend(rules_of_total(&self.result));
        rules.extend([
            ("result.kernel", "not a kernel of this program", !known_kernels),
            ("result.threads", "none", threads.is_none_or(|threads| threads == 0)),
            ("result.merged", "a merge is no count of a machine", merged.is_some()),
            ("result.resumed", "missing, or more than all units", !valid_resumed),
            ("result.wall_s", NO_TIME, !wall_s.is_some_and(is_time)),
            ("result.cpu_s", "both times of the units are missing", cpu_s.or(*thread_wall_s).is_none()),
            ("result.host.cpu", "empty", is_empty(|host| &host.cpu)),
            ("result.host.os", "empty", is_empty(|host| &host.os)),
            ("cores", "none", self.cores == 0),
            ("compiler", "empty", self.compiler.is_empty()),
            ("command", "empty", self.command.is_empty()),
            ("started", "not a time in UTC (RFC 3339)", !is_utc(&self.started)),
            ("wall_s", NO_TIME, !is_time(self.wall_s)),
            ("cpu_s", NO_TIME, !is_sum(self.cpu_s)),
            ("peak_memory_bytes", "none", self.peak_memory_bytes == 0),
            ("ledger_sha256", "not 64 hexadecimal digits", !valid_hash),
        ]);
        rules
    }
}

/// The records in `folder` of counts of boards from N = 12 on, sorted by N, kernel, threads and
/// time: one per line of the files ending in `.jsonl`.
///
/// # Errors
/// If one is wrong or cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Record>, RecordError> {
    let mut records: Vec<Record> = Vec::new();
    for path in files_in(folder, "jsonl")?.into_iter().filter(|path| !path.ends_with(merge::FILE)) {
        let found = read_lines::<Record>(&path)?.into_iter();
        records.extend(found.map(|(place, record)| Record { place, ..record }));
    }
    records.retain(|record| record.result.n.get() >= SMALLEST);
    records.sort_by_cached_key(|Record { result, started, .. }| {
        (result.n, result.kernel.clone(), result.threads, started.clone())
    });
    Ok(records)
}
