//! A record: one finished count with everything needed to judge it, kept for publishing.
//!
//! A directory of records has a JSON Lines file per machine, and one of merges ([`super::merged`]).
//! Every record appends a line, and no line is ever changed.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::clock::{Spent, machine_was_busy};
use super::files::{RecordError, Rule, Sound, file_name, files_in, io_error, is_utc, read, read_json};
use super::host::Site;
use super::{merged, result};
use crate::check::known;
use crate::cli::failure::Failure;
use crate::count;
use crate::methods::Kernel;
use crate::run::manifest::timestamp;
use crate::run::{Host, RunResult, ledger_sha256};

/// The version of the format of records. Lower numbers belong to development builds.
pub const FORMAT: u32 = 4;

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
    /// The command line.
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

/// The smallest board whose records are published: below it the time is that of starting a process.
pub const SMALLEST: usize = 12;

/// The start of a count that is to be recorded.
pub struct Recorder {
    folder: PathBuf,
    started: Timestamp,
}

impl Recorder {
    /// Notes the time and creates `folder`, so that an unusable one fails before the count.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn start(folder: &Path) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(io_error("create the directory", folder))?;
        Ok(Self { folder: folder.to_owned(), started: timestamp(SystemTime::now()) })
    }

    /// Appends the record of a finished, checked count that took what was `spent` to the file of
    /// this machine and returns its path.
    ///
    /// # Errors
    /// If the ledger cannot be read, or if the record cannot be written.
    pub fn keep(
        &self,
        result: &RunResult,
        spent: &Spent,
        command: String,
        directory: Option<&Path>,
    ) -> Result<PathBuf, Failure> {
        let ledger_sha256 = directory.map(ledger_sha256).transpose()?;
        let record = Record {
            format: FORMAT,
            place: String::new(),
            result: result.clone(),
            cores: count::cores(),
            compiler: env!("QUEENS_COMPILER").to_owned(),
            command,
            started: format!("{:.3}", self.started),
            wall_s: spent.wall_s,
            cpu_s: spent.cpu_s,
            peak_memory_bytes: spent.peak_memory_bytes,
            ledger_sha256,
        };
        Ok(self.append(&record.file_name(), &record)?)
    }

    /// Appends `record` to the file `name` and returns its path. On failure the file is unchanged.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn append(&self, name: &str, record: &impl Serialize) -> Result<PathBuf, RecordError> {
        let path = self.folder.join(name);
        let append = || -> io::Result<()> {
            let mut file = File::options().create(true).read(true).append(true).open(&path)?;
            // Several counts may end at the same time.
            file.lock()?;
            let end = file.seek(SeekFrom::End(0))?;
            let line = after_line_break(&mut file, end)? + &serde_json::to_string(record)? + "\n";
            let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_all());
            written.or_else(|error| file.set_len(end).and(Err(error)))
        };
        append().map_err(io_error("write the record", &path))?;
        Ok(path)
    }
}

impl Record {
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
        match (self.result.cpu_s, self.result.thread_wall_s) {
            (Some(_), Some(_)) => result::machine_was_busy(&self.result),
            _ => machine_was_busy(self.wall_s * self.threads() as f64, self.cpu_s),
        }
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
        let is_no_kernel = self.result.kernel.split('+').any(|name| name.parse::<Kernel>().is_err());
        let is_no_number = resumed.is_none_or(|resumed| resumed > *units);
        let is_no_hash = self.ledger_sha256.as_ref().is_some_and(|hash| !is_hash(hash, 64));
        let mut rules = vec![("format", "only format 4 is known", self.format != FORMAT)];
        rules.extend(rules_of_total(&self.result));
        rules.extend([
            ("result.kernel", "not a kernel of this program", is_no_kernel),
            ("result.threads", "none", threads.is_none_or(|threads| threads == 0)),
            ("result.merged", "a merge is no count of a machine", merged.is_some()),
            ("result.resumed", "missing, or more than all units", is_no_number),
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
            ("ledger_sha256", "not 64 hexadecimal digits", is_no_hash),
        ]);
        rules
    }
}

/// Why a time is refused.
pub const NO_TIME: &str = "not a time from 1 us to 1,000 years";

/// 1,000 years, in seconds.
pub const LONGEST_S: f64 = 1000.0 * 365.25 * 86_400.0;

/// Whether this is a time in seconds that a count can take.
pub fn is_time(seconds: f64) -> bool {
    (1e-6..=LONGEST_S).contains(&seconds)
}

/// Whether this is a sum of times of units, which may be too short to be measured.
fn is_sum(seconds: f64) -> bool {
    seconds == 0.0 || is_time(seconds)
}

/// What the result of any record must be, of a count or of a merge.
pub fn rules_of_total(result: &RunResult) -> Vec<Rule> {
    let known = known::solutions(result.n);
    let again = result.double_check.as_ref().map(|again| again.solutions);
    let is_no_sum = |seconds: Option<f64>| seconds.is_some_and(|seconds| !is_sum(seconds));
    vec![
        ("result.program", "not this program", result.program != "queens"),
        ("result.version", "empty", result.version.is_empty()),
        ("result.commit", "empty", result.commit.is_empty()),
        ("result.solutions", "not the known number", known.is_some_and(|known| known != result.solutions)),
        ("result.shard", "a part of a board", result.shard.is_some()),
        ("result.checks", "a check failed", result.failed_checks().next().is_some()),
        ("result.checks", "there are none", result.checks.is_empty()),
        ("result.double_check", "a different total", again.is_some_and(|again| again != result.solutions)),
        ("result.units", "none", result.units == 0),
        ("result.cpu_s", NO_TIME, is_no_sum(result.cpu_s)),
        ("result.thread_wall_s", NO_TIME, is_no_sum(result.thread_wall_s)),
    ]
}

/// Whether `text` is a hash of so many hexadecimal digits.
pub fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The prefix of a new line at the `end` of a file: a line break if the last line was truncated.
fn after_line_break(file: &mut File, end: u64) -> io::Result<String> {
    let mut last = [b'\n'];
    if end > 0 {
        file.seek(SeekFrom::Start(end - 1))?;
        file.read_exact(&mut last)?;
    }
    Ok(if last == [b'\n'] { String::new() } else { "\n".to_owned() })
}

/// The records in a file, one per line, each with its place, as in `name.jsonl#L7`.
///
/// # Errors
/// If one is wrong or cannot be read.
pub fn read_lines<T: Sound>(path: &Path) -> Result<Vec<(String, T)>, RecordError> {
    let text = read(path)?;
    let mut records = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        let found = read_json::<T>(line, &format!("{}:{number}", path.display()))?;
        let place = format!("{}#L{number}", file_name(path));
        records.extend(found.into_iter().map(|record| (place.clone(), record)));
    }
    Ok(records)
}

/// The records in `folder` of counts of boards from N = 12 on, sorted by N, kernel, threads and
/// time: one per line of the files ending in `.jsonl`.
///
/// # Errors
/// If there are none, if one is wrong, or if one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Record>, RecordError> {
    let mut records: Vec<Record> = Vec::new();
    for path in files_in(folder, "jsonl")?.into_iter().filter(|path| !path.ends_with(merged::FILE)) {
        let found = read_lines::<Record>(&path)?.into_iter();
        records.extend(found.map(|(place, record)| Record { place, ..record }));
    }
    records.retain(|record| record.result.n.get() >= SMALLEST);
    if records.is_empty() {
        return Err(RecordError::None { path: folder.to_owned(), smallest: SMALLEST });
    }
    records.sort_by_cached_key(|Record { result, started, .. }| {
        (result.n, result.kernel.clone(), result.threads, started.clone())
    });
    Ok(records)
}
