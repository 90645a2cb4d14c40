//! A record: one finished count with everything needed to judge it, kept for publishing.
//!
//! Each record is one JSON file with one field per line, never changed after it is written. Its
//! name sorts by N, kernel, threads and time: `N20-avx512-2t-20260102T030405.678Z.json`.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use queens::check::known;
use queens::methods::kernel::Kernel;
use queens::run::manifest::writable;
use queens::run::{RunDirectory, atomic, ledger_sha256};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::files;
use super::result::{Check, CountReport};

/// The version of the format that this program reads and writes.
const FORMAT: u32 = 1;

/// A finished count and how it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Version of this format: 1.
    pub format: u32,
    /// The name of its file, without a folder.
    #[serde(skip)]
    pub file: String,
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
    /// Wall time from `started` to the result, in seconds; of a resumed run, that of its last
    /// session.
    pub wall_s: f64,
    /// Processor time of the process in that time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory of the process, in bytes.
    pub peak_memory_bytes: u64,
    /// SHA-256 of the ledger, where one was kept. The total is its sum, read back from the disk.
    pub ledger_sha256: Option<String>,
}

/// What was tried with a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make the folder of the records.
    MakeFolder,
    /// Read a record.
    Read,
    /// List the records.
    ReadFolder,
    /// Write a record.
    Write,
}

impl fmt::Display for Action {
    /// The verb after "cannot".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MakeFolder => "make the folder",
            Self::Read => "read",
            Self::ReadFolder => "read the folder",
            Self::Write => "write the record",
        })
    }
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A file or a folder cannot be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    Io {
        /// What was tried.
        action: Action,
        /// With what.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// There is nothing to publish.
    #[error("no records in {}: make one with `queens count N --record {}`", path.display(), path.display())]
    None {
        /// Where there is none.
        path: PathBuf,
    },
    /// The record is invalid or contradicts itself.
    #[error("{}: {field}: {reason}; restore the file or remove it", path.display())]
    Wrong {
        /// The record.
        path: PathBuf,
        /// The field's dotted path; if it is missing, that of its object.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The start of a count that is to be recorded.
pub struct Recorder {
    folder: PathBuf,
    started: SystemTime,
    began: Instant,
}

/// The cost of a count, without the checks that follow it.
pub struct Spent {
    /// See [`Record::wall_s`].
    wall_s: f64,
    /// See [`Record::cpu_s`].
    cpu_s: f64,
    /// See [`Record::peak_memory_bytes`].
    peak_memory_bytes: u64,
}

impl Recorder {
    /// Starts the clock and makes `folder`, so that a bad folder fails before the count.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn start(folder: &Path) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(io_error(Action::MakeFolder, folder))?;
        Ok(Self { folder: folder.to_owned(), started: writable(SystemTime::now()), began: Instant::now() })
    }

    /// The cost of the count so far.
    ///
    /// # Errors
    /// When the system reports no resource usage.
    pub fn spent(&self) -> io::Result<Spent> {
        let wall_s = self.began.elapsed().as_secs_f64();
        let usage = getrusage(UsageWho::RUSAGE_SELF)?;
        let cpu = usage.user_time() + usage.system_time();
        let cpu_s = cpu.num_microseconds() as f64 / 1e6;
        Ok(Spent { wall_s, cpu_s, peak_memory_bytes: usage.max_rss() as u64 * RSS_UNIT })
    }

    /// Writes the record of a finished, checked count and returns its path. Never overwrites a
    /// file.
    ///
    /// # Errors
    /// When the ledger cannot be read, and when the record cannot be written.
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
            file: String::new(),
            result: result.clone(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            compiler: env!("QUEENS_COMPILER").to_owned(),
            command,
            started: humantime::format_rfc3339_millis(self.started).to_string(),
            wall_s: spent.wall_s,
            cpu_s: spent.cpu_s,
            peak_memory_bytes: spent.peak_memory_bytes,
            ledger_sha256,
        };
        Ok(record.write(&self.folder)?)
    }
}

/// The unit in which the system reports peak memory, in bytes.
const RSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

impl Record {
    /// The time of the whole count in seconds: wall time, or for a resumed run the time of its
    /// units divided by its threads, which leaves out the breaks.
    pub fn seconds(&self) -> f64 {
        if self.is_resumed() { self.result.core_s / self.result.threads as f64 } else { self.wall_s }
    }

    /// Whether the count was made in several sessions.
    pub fn is_resumed(&self) -> bool {
        self.result.resumed > 0
    }

    /// The beginning of the file name: all but the time.
    fn stem(&self) -> String {
        let CountReport { n, kernel, threads, .. } = &self.result;
        format!("N{:02}-{kernel}-{threads}t-", n.get())
    }

    fn write(&self, folder: &Path) -> Result<PathBuf, RecordError> {
        let time = self.started.replace(['-', ':'], "");
        let path = folder.join(format!("{}{time}.json", self.stem()));
        let mut text = serde_json::to_vec_pretty(self)
            .map_err(io::Error::from)
            .map_err(io_error(Action::Write, &path))?;
        text.push(b'\n');
        atomic::write_new(&path, &text).map_err(io_error(Action::Write, &path))?;
        Ok(path)
    }

    /// Reads the record at `path` and checks every field of it.
    fn read(path: &Path) -> Result<Self, RecordError> {
        let mut record: Self = read_json(path)?;
        if let Some((field, reason, _)) = record.faults().into_iter().find(|(_, _, wrong)| *wrong) {
            return Err(wrong(path, field, reason));
        }
        record.file = file_name(path);
        if !record.file.starts_with(&record.stem()) {
            return Err(wrong(path, "the file's name", &format!("it should begin with {}", record.stem())));
        }
        Ok(record)
    }

    /// Each field's rule beyond its type, and whether the record breaks it.
    fn faults(&self) -> Vec<(&'static str, &'static str, bool)> {
        let result = &self.result;
        let solutions = result.solutions.parse::<u128>().ok();
        let known = known::solutions(result.n);
        let again = result.double_check.as_ref().map(|again| &again.solutions);
        let time = |seconds: f64| !(seconds.is_finite() && seconds > 0.0);
        let hash = |text: &String| text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit());
        vec![
            ("format", "only format 1 is known", self.format != FORMAT),
            ("result.program", "not this program", result.program != "queens"),
            ("result.version", "empty", result.version.is_empty()),
            ("result.commit", "empty", result.commit.is_empty()),
            ("result.solutions", "not a whole number", solutions.is_none()),
            ("result.solutions", "not the known number", known.is_some() && known != solutions),
            ("result.check", "a wrong total", result.check == Check::Mismatch),
            ("result.check", "does not fit N", (result.check == Check::Oeis) != known.is_some()),
            ("result.checks", "one was failed", result.failed_checks().next().is_some()),
            ("result.checks", "none was made", result.checks.is_empty()),
            ("result.double_check", "another total", again.is_some_and(|again| again != &result.solutions)),
            ("result.nodes", "not a whole number", result.nodes.parse::<u128>().is_err()),
            ("result.kernel", "no kernel of this program", result.kernel.parse::<Kernel>().is_err()),
            ("result.threads", "none", result.threads == 0),
            ("result.units", "none", result.units == 0),
            ("result.resumed", "more units than there are", result.resumed > result.units),
            ("result.elapsed_s", "not a time", time(result.elapsed_s)),
            ("result.core_s", "not a time", !(result.core_s.is_finite() && result.core_s >= 0.0)),
            ("result.host.cpu", "empty", result.host.cpu.is_empty()),
            ("result.host.os", "empty", result.host.os.is_empty()),
            ("cores", "none", self.cores == 0),
            ("compiler", "empty", self.compiler.is_empty()),
            ("command", "empty", self.command.is_empty()),
            ("started", "not a time in UTC (RFC 3339)", humantime::parse_rfc3339(&self.started).is_err()),
            ("wall_s", "not a time", time(self.wall_s)),
            ("cpu_s", "not a time", !(self.cpu_s.is_finite() && self.cpu_s >= 0.0)),
            ("peak_memory_bytes", "none", self.peak_memory_bytes == 0),
            ("ledger_sha256", "not 64 hexadecimal digits", self.ledger_sha256.as_ref().is_some_and(hash)),
        ]
    }
}

/// All records in `folder`, by name. Records are the files that end in `.json`.
///
/// # Errors
/// When there is none, when one is wrong, and when one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Record>, RecordError> {
    let paths = json_files(folder)?;
    if paths.is_empty() {
        return Err(RecordError::None { path: folder.to_owned() });
    }
    paths.iter().map(|path| Record::read(path)).collect()
}

/// The name of the file at `path`, without a folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The files in `folder` that end in `.json`, by name; none where there is no such folder.
pub fn json_files(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let list =
        || -> io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    let mut paths = match list() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        paths => paths.map_err(io_error(Action::ReadFolder, folder))?,
    };
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    Ok(paths)
}

/// The parsed file at `path`; an error names the field.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, RecordError> {
    let text = files::read(path).map_err(io_error(Action::Read, path))?;
    let input = &mut serde_json::Deserializer::from_str(&text);
    let value =
        serde_path_to_error::deserialize(&mut *input).map_err(|error| match error.inner().is_data() {
            true => wrong(path, &error.path().to_string(), &error.inner().to_string()),
            false => wrong(path, "the file is not JSON", &error.inner().to_string()),
        })?;
    input.end().map_err(|error| wrong(path, "the end", &error.to_string()))?;
    Ok(value)
}

/// The file at `path` is not what it must be.
pub fn wrong(path: &Path, field: &str, reason: &str) -> RecordError {
    RecordError::Wrong { path: path.to_owned(), field: field.to_owned(), reason: reason.to_owned() }
}

fn io_error(action: Action, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |cause| RecordError::Io { action, path, cause }
}
