//! Other programs, measured in turn with `queens` on the same cores: the records of
//! `scripts/measure.py rival`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use queens::board::BoardSize;
use queens::check::known;
use serde::{Deserialize, Serialize};

use super::study::{Site, median, threads};
use crate::cli::report::host::Host;
use crate::cli::report::record::{RecordError, file_name, files_in, read_file, read_json, wrong};

/// One program on one machine, with one number of threads.
pub struct Rival {
    /// Its latest record.
    pub record: RivalRecord,
    /// Every board that it was measured on, as of the latest record with this board.
    pub pairs: BTreeMap<usize, Pair>,
}

/// A program as it was measured on some boards.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RivalRecord {
    format: u32,
    pub program: String,
    /// Its version, or the commit it was built from.
    pub version: String,
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

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    version: String,
    commit: String,
    command: String,
}

#[derive(Deserialize, Serialize)]
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
#[derive(Serialize)]
pub struct Pair {
    pub seconds: f64,
    pub ours: f64,
    /// How often the other program ran.
    pub runs: usize,
    /// The file of the record that says so.
    pub file: String,
}

impl Pair {
    /// How many times as long the other program takes.
    pub fn factor(&self) -> f64 {
        self.seconds / self.ours
    }
}

impl Rival {
    /// Where it was measured.
    pub fn site(&self) -> Site<'_> {
        Site { host: &self.record.host, cores: self.record.cores }
    }

    /// The program, with its threads where they are several.
    pub fn name(&self) -> String {
        let RivalRecord { program, threads: count, .. } = &self.record;
        if *count == 1 { program.clone() } else { format!("{program}, {}", threads(*count)) }
    }
}

impl RivalRecord {
    /// What each board took both.
    fn pairs(&self, file: &str) -> impl Iterator<Item = (usize, Pair)> {
        self.boards.iter().filter_map(move |board| {
            let [seconds, ours] = [&board.seconds, &board.queens_seconds].map(|runs| median(runs.clone()));
            let runs = board.seconds.len();
            Some((board.n.get(), Pair { seconds: seconds?, ours: ours?, runs, file: file.to_owned() }))
        })
    }

    /// Each field's rule beyond its type, and whether the record breaks it.
    fn faults(&self) -> [(&'static str, &'static str, bool); 10] {
        let sound = |runs: &[f64]| !runs.is_empty() && runs.iter().all(|s| s.is_finite() && *s > 0.0);
        let wrong = |wrong: &dyn Fn(&Board) -> bool| self.boards.iter().any(wrong);
        let known = |board: &Board| known::solutions(board.n).map(|known| known.to_string());
        let Beside { version, commit, command } = &self.queens;
        [
            ("format", "only format 1 is known", self.format != 1),
            ("program", "empty", self.program.is_empty()),
            ("command", "empty", self.command.is_empty()),
            ("queens", "a field is empty", [version, commit, command].iter().any(|text| text.is_empty())),
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

/// Every program, number of threads and machine in `folder`: those of larger boards first, then the
/// faster ones. None where there is no such folder.
///
/// # Errors
/// When a record is wrong, and when one cannot be read.
pub fn read_all(folder: &Path) -> Result<Vec<Rival>, RecordError> {
    let mut records = Vec::new();
    for path in files_in(folder, "json")? {
        let place = path.display().to_string();
        let record: RivalRecord = read_json(&read_file(&path)?, &place)?;
        if let Some((field, reason, _)) = record.faults().into_iter().find(|(.., wrong)| *wrong) {
            return Err(wrong(&place, field, reason));
        }
        records.push((record, file_name(&path)));
    }
    records.sort_by(|(a, _), (b, _)| a.started.cmp(&b.started));
    let mut rivals: BTreeMap<_, Rival> = BTreeMap::new();
    for (record, file) in records {
        let key = (record.program.clone(), record.threads, record.host.clone(), record.cores);
        let mut pairs = rivals.remove(&key).map_or_else(BTreeMap::new, |older| older.pairs);
        pairs.extend(record.pairs(&file));
        rivals.insert(key, Rival { record, pairs });
    }
    let mut rivals: Vec<_> = rivals.into_values().collect();
    rivals.sort_by_key(|rival| {
        let largest = rival.pairs.last_key_value();
        largest.map(|(n, pair)| (Reverse(*n), (pair.seconds * 1e9) as u64))
    });
    Ok(rivals)
}
