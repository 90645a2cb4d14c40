//! Other programs as measured beside `queens`, in turn on the same cores: records that `scripts/measure-rival.py` writes.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use queens::board::BoardSize;
use queens::known;
use serde::Deserialize;

use super::study::{Machine, median};
use crate::report::host::Host;
use crate::report::record::{RecordError, json_files, read_json, wrong};

/// One program on one machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    format: u32,
    pub program: String,
    /// Its version, or the commit it was built from.
    pub version: String,
    /// The name of the record's file.
    #[serde(skip)]
    pub file: String,
    /// Where it is found, if anywhere.
    pub source: Option<String>,
    /// How it counts, in a few words.
    pub method: String,
    /// What built it, with options.
    pub compiler: String,
    /// Its command line; `{n}` stands for the board.
    command: String,
    /// Its threads, and those of `queens` beside it.
    pub threads: usize,
    host: Host,
    cores: usize,
    /// When it was measured: RFC 3339, UTC.
    pub started: String,
    /// The `queens` that ran in turn with it.
    queens: Beside,
    boards: Vec<Board>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    version: String,
    commit: String,
    command: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    n: BoardSize,
    solutions: String,
    /// The time of every run, in seconds.
    seconds: Vec<f64>,
    /// The time of every run of `queens` in between.
    queens_seconds: Vec<f64>,
}

/// A board that both have counted: the medians, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub seconds: f64,
    pub ours: f64,
}

impl Pair {
    /// How many times as long the other program takes.
    pub fn factor(self) -> f64 {
        self.seconds / self.ours
    }
}

impl Rival {
    /// What each board took both.
    pub fn pairs(&self) -> BTreeMap<usize, Pair> {
        let pair = |board: &Board| {
            let [seconds, ours] = [&board.seconds, &board.queens_seconds].map(|runs| median(runs.clone()));
            Some((board.n.get(), Pair { seconds: seconds?, ours: ours? }))
        };
        self.boards.iter().filter_map(pair).collect()
    }

    /// Whether it was measured on this machine.
    pub fn is_on(&self, machine: &Machine<'_>) -> bool {
        self.host == *machine.host && self.cores == machine.cores
    }

    /// What each field must be beyond its type, and whether it is not.
    fn faults(&self) -> [(&'static str, &'static str, bool); 10] {
        let sound = |runs: &[f64]| !runs.is_empty() && runs.iter().all(|s| s.is_finite() && *s > 0.0);
        let wrong = |wrong: &dyn Fn(&Board) -> bool| self.boards.iter().any(wrong);
        let known = |board: &Board| known::solutions(board.n).map(|known| known.to_string());
        [
            ("format", "only format 1 is known", self.format != 1),
            ("program", "empty", self.program.is_empty()),
            ("command", "empty", self.command.is_empty()),
            (
                "queens",
                "a field is empty",
                [&self.queens.version, &self.queens.commit, &self.queens.command]
                    .iter()
                    .any(|text| text.is_empty()),
            ),
            ("threads", "none", self.threads == 0),
            ("started", "not a time in UTC (RFC 3339)", humantime::parse_rfc3339(&self.started).is_err()),
            ("boards", "none", self.boards.is_empty()),
            (
                "boards.solutions",
                "not the known number",
                wrong(&|board| known(board).as_ref() != Some(&board.solutions)),
            ),
            ("boards.seconds", "not times", wrong(&|board| !sound(&board.seconds))),
            ("boards.queens_seconds", "not times", wrong(&|board| !sound(&board.queens_seconds))),
        ]
    }
}

/// The latest record of every program, number of threads and machine in `folder`: those of larger boards first, then the
/// faster ones. None where there is no such folder.
///
/// # Errors
/// When one is wrong, and when one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Rival>, RecordError> {
    let mut latest: BTreeMap<_, Rival> = BTreeMap::new();
    for path in json_files(folder)? {
        let mut rival: Rival = read_json(&path)?;
        rival.file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some((field, reason, _)) = rival.faults().into_iter().find(|(.., wrong)| *wrong) {
            return Err(wrong(&path, field, reason));
        }
        let key = (
            rival.program.clone(),
            rival.threads,
            rival.host.cpu.clone(),
            rival.host.os.clone(),
            rival.cores,
        );
        if latest.get(&key).is_none_or(|other| other.started <= rival.started) {
            latest.insert(key, rival);
        }
    }
    let mut rivals: Vec<_> = latest.into_values().collect();
    rivals.sort_by_key(|rival| {
        let largest = rival.pairs().pop_last();
        largest.map(|(n, pair)| (Reverse(n), (pair.seconds * 1e9) as u64))
    });
    Ok(rivals)
}

/// Those that were measured on this machine in one thread, as the charts show them.
pub fn alike<'a>(machine: &Machine<'_>, rivals: &'a [Rival]) -> Vec<&'a Rival> {
    rivals.iter().filter(|rival| rival.threads == 1 && rival.is_on(machine)).collect()
}
