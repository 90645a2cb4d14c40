//! A record: one finished count with everything needed to judge it, kept for publishing.
//!
//! A directory of records has a JSON Lines file per machine, and one of merges ([`super::merged`]).
//! Every record appends a line, and no line is ever changed. Versions up to 0.2.0 wrote a JSON file
//! per record instead. Both are read.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use queens::check::known;
use queens::methods::kernel::Kernel;
use queens::run::manifest::writable;
use queens::run::{RunDirectory, ledger_sha256};
use serde::{Deserialize, Serialize};

use super::clock::{Spent, machine_was_busy};
use super::files::{
    Action, RecordError, Rule, Sound, file_name, files_in, io_error, read, read_file, read_json,
};
use super::merged;
use super::result::{Check, CountReport};

/// The version of the format that this program writes. It reads format 1 too, in which
/// `result` has `elapsed_s` for `wall_s` and `core_s` for the time in units.
const FORMAT: u32 = 2;

/// A finished count and how it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Version of this format: 1 or 2.
    pub format: u32,
    /// Its file, with the line, as in `name.jsonl#L7`, if the file has several.
    #[serde(skip)]
    pub place: String,
    /// The result object, as `queens count --json` prints it.
    pub result: CountReport,
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
    started: SystemTime,
}

impl Recorder {
    /// Notes the time and creates `folder`, so that an unusable one fails before the count.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn start(folder: &Path) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(io_error(Action::MakeFolder, folder))?;
        Ok(Self { folder: folder.to_owned(), started: writable(SystemTime::now()) })
    }

    /// Appends the record of a finished, checked count that took what was `spent` to the file of
    /// this machine and returns its path.
    ///
    /// # Errors
    /// If the ledger cannot be read, or if the record cannot be written.
    pub fn keep(
        &self,
        result: &CountReport,
        spent: &Spent,
        command: String,
        directory: Option<&RunDirectory>,
    ) -> anyhow::Result<PathBuf> {
        let ledger_sha256 = match directory {
            Some(directory) => Some(ledger_sha256(directory.path())?),
            None => None,
        };
        let record = Record {
            format: FORMAT,
            place: String::new(),
            result: result.clone(),
            cores: queens::count::choice::cores(),
            compiler: env!("QUEENS_COMPILER").to_owned(),
            command,
            started: humantime::format_rfc3339_millis(self.started).to_string(),
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
        append().map_err(io_error(Action::Write, &path))?;
        Ok(path)
    }
}

impl Record {
    /// The time of the whole count in seconds: wall time, or for a resumed run the time of its
    /// units divided by its threads, which leaves out the breaks.
    pub fn seconds(&self) -> f64 {
        let CountReport { threads, cpu_s, thread_wall_s, .. } = self.result;
        let in_units_s = thread_wall_s.or(cpu_s).filter(|_| self.is_resumed());
        in_units_s.map_or(self.wall_s, |seconds| seconds / threads as f64)
    }

    /// Whether the count was made in several sessions.
    pub fn is_resumed(&self) -> bool {
        self.result.resumed > 0
    }

    /// Whether other work took cores from the count. Records of format 1 lack one of the two times
    /// of their units, so the times of the process are used.
    pub fn machine_was_busy(&self) -> bool {
        match (self.result.cpu_s, self.result.thread_wall_s) {
            (Some(_), Some(_)) => self.result.machine_was_busy(),
            _ => machine_was_busy(self.wall_s * self.result.threads as f64, self.cpu_s),
        }
    }

    /// The file of its machine.
    fn file_name(&self) -> String {
        let machine = format!("{} {} cores {}", self.result.host.cpu, self.cores, self.result.host.os);
        let words = machine.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase() + ".jsonl"
    }
}

impl Sound for Record {
    fn rules(&self) -> Vec<Rule> {
        let result = &self.result;
        let solutions = result.solutions.parse::<u128>().ok();
        let known = known::solutions(result.n);
        let again = result.double_check.as_ref().map(|again| &again.solutions);
        let mut kernels = result.kernel.split('+');
        let time = |seconds: f64| !(seconds.is_finite() && seconds > 0.0);
        let sum = |seconds: Option<f64>| seconds.is_some_and(|sum| !(sum.is_finite() && sum >= 0.0));
        vec![
            ("format", "only formats 1 and 2 are known", !(1..=FORMAT).contains(&self.format)),
            ("result.program", "not this program", result.program != "queens"),
            ("result.version", "empty", result.version.is_empty()),
            ("result.commit", "empty", result.commit.is_empty()),
            ("result.solutions", "not a whole number", solutions.is_none()),
            ("result.solutions", "not the known number", known.is_some() && known != solutions),
            ("result.check", "a wrong total", result.check == Check::Mismatch),
            ("result.check", "does not fit N", (result.check == Check::Oeis) != known.is_some()),
            ("result.checks", "a check failed", result.failed_checks().next().is_some()),
            ("result.checks", "there are none", result.checks.is_empty()),
            (
                "result.double_check",
                "a different total",
                again.is_some_and(|again| again != &result.solutions),
            ),
            ("result.nodes", "not a whole number", result.nodes.parse::<u128>().is_err()),
            (
                "result.kernel",
                "not a kernel of this program",
                kernels.any(|name| name.parse::<Kernel>().is_err()),
            ),
            ("result.threads", "none", result.threads == 0),
            ("result.merged", "a merge is no count of a machine", result.merged.is_some()),
            ("result.units", "none", result.units == 0),
            ("result.resumed", "more than all units", result.resumed > result.units),
            ("result.wall_s", "not a time", time(result.wall_s)),
            ("result.cpu_s", "not a time", sum(result.cpu_s)),
            ("result.thread_wall_s", "not a time", sum(result.thread_wall_s)),
            (
                "result.cpu_s",
                "both times of the units are missing",
                result.cpu_s.or(result.thread_wall_s).is_none(),
            ),
            ("result.host.cpu", "empty", result.host.cpu.is_empty()),
            ("result.host.os", "empty", result.host.os.is_empty()),
            ("cores", "none", self.cores == 0),
            ("compiler", "empty", self.compiler.is_empty()),
            ("command", "empty", self.command.is_empty()),
            ("started", "not a time in UTC (RFC 3339)", humantime::parse_rfc3339(&self.started).is_err()),
            ("wall_s", "not a time", time(self.wall_s)),
            ("cpu_s", "not a time", sum(Some(self.cpu_s))),
            ("peak_memory_bytes", "none", self.peak_memory_bytes == 0),
            (
                "ledger_sha256",
                "not 64 hexadecimal digits",
                self.ledger_sha256.as_ref().is_some_and(|hash| !is_hash(hash, 64)),
            ),
        ]
    }
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
    let text = read(path).map_err(io_error(Action::Read, path))?;
    let mut records = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        let found = read_json::<T>(line, &format!("{}:{number}", path.display()))?;
        let place = format!("{}#L{number}", file_name(path));
        records.extend(found.into_iter().map(|record| (place.clone(), record)));
    }
    Ok(records)
}

/// The records in `folder` of counts of boards from N = 12 on, sorted by N, kernel, threads and
/// time. Files ending in `.jsonl` have one record per line, files ending in `.json` one per file.
///
/// # Errors
/// If there are none, if one is wrong, or if one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Record>, RecordError> {
    let mut records: Vec<Record> = Vec::new();
    for path in files_in(folder, "jsonl")?.into_iter().filter(|path| !path.ends_with(merged::FILE)) {
        let found = read_lines::<Record>(&path)?.into_iter();
        records.extend(found.map(|(place, record)| Record { place, ..record }));
    }
    for path in files_in(folder, "json")? {
        let found = read_file::<Record>(&path)?;
        records.extend(found.into_iter().map(|record| Record { place: file_name(&path), ..record }));
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
