//! Records of other programs, which `scripts/measure.py rival` measured alternating with this one.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use queens::board::BoardSize;
use queens::check::known;
use queens::run::Host;
use queens_format::{as_shown, median};
use serde::{Deserialize, Serialize};

use super::files::{RecordError, read_folder};
use super::host::Site;
use super::rules::{Rule, Validate, is_time, is_utc};

/// Another program on one machine, with one number of threads.
#[derive(Deserialize, Serialize)]
pub struct Rival {
    format: u32,
    /// Its name.
    pub program: String,
    /// Its version, or the commit it was built from.
    version: String,
    /// The address where it is found, if it has one.
    source: Option<String>,
    /// Its way of counting, in a few words.
    method: String,
    /// The compiler that built it, with options.
    compiler: String,
    /// Its command line; `{n}` stands for the board.
    command: String,
    /// Threads of this program, and of `queens` beside it.
    pub threads: usize,
    host: Host,
    cores: usize,
    /// The time when it was measured: RFC 3339, UTC.
    started: String,
    /// The `queens` that alternated with it.
    queens: Beside,
    boards: Vec<Board>,
    /// Every board that it was measured on, by N, from the latest record with this board.
    #[serde(skip)]
    pub pairs: BTreeMap<usize, Pair>,
}

#[derive(Deserialize, Serialize)]
struct Beside {
    version: String,
    commit: String,
    command: String,
}

#[derive(Deserialize, Serialize)]
struct Board {
    n: BoardSize,
    solutions: String,
    /// The time of every run, in seconds.
    seconds: Vec<f64>,
    /// The time of every run of `queens` in between.
    queens_seconds: Vec<f64>,
}

/// A board that both have counted: the median times, in seconds.
#[derive(Serialize)]
pub struct Pair {
    /// The time of the other program.
    pub seconds: f64,
    /// The time of `queens`.
    pub ours: f64,
    /// The factor by which the other program takes longer: the quotient of the times that are
    /// shown.
    pub factor: f64,
    /// The number of runs of the other program.
    runs: usize,
    /// The file of the record with these runs.
    file: String,
}

impl Rival {
    /// The machine on which it was measured, with its cores.
    #[must_use]
    pub fn site(&self) -> Site<'_> {
        Site { host: &self.host, cores: Some(self.cores) }
    }
}

impl Validate for Rival {
    const FORMAT: Option<u64> = Some(1);

    fn rules(&self) -> Vec<Rule> {
        let any = |is_wrong: fn(&Board) -> bool| self.boards.iter().any(is_wrong);
        vec![
            ("threads", "none", self.threads == 0),
            ("started", "not a time in UTC (RFC 3339)", !is_utc(&self.started)),
            ("boards", "none", self.boards.is_empty()),
            ("boards.solutions", "not the known number", any(|board| !board.is_known())),
            ("boards.seconds", NO_TIMES, any(|board| !are_times(&board.seconds))),
            ("boards.queens_seconds", NO_TIMES, any(|board| !are_times(&board.queens_seconds))),
        ]
    }
}

impl Board {
    fn is_known(&self) -> bool {
        known::solutions(self.n).is_some_and(|known| known.to_string() == self.solutions)
    }

    /// The times of both programs, from the record in `file`.
    fn pair(&self, file: String) -> Pair {
        let [seconds, ours] = [&self.seconds, &self.queens_seconds].map(|runs| median(runs));
        let factor = as_shown(seconds) / as_shown(ours);
        Pair { seconds, ours, factor, runs: self.seconds.len(), file }
    }
}

const NO_TIMES: &str = "none, or not times from 1 us to 1,000 years";

fn are_times(runs: &[f64]) -> bool {
    !runs.is_empty() && runs.iter().copied().all(is_time)
}

/// Reads the records in `folder` and joins those of one program, number of threads and machine:
/// larger boards first, then faster programs. The list is empty if there is no such folder.
pub fn read_all(folder: &Path) -> Result<Vec<Rival>, RecordError> {
    let mut records = read_folder::<Rival>(folder, |name| name.ends_with(".json"))?;
    records.sort_by(|(_, a), (_, b)| a.started.cmp(&b.started));
    let mut rivals: BTreeMap<_, Rival> = BTreeMap::new();
    for (file, mut record) in records {
        let key = (record.program.clone(), record.threads, record.host.clone(), record.cores);
        let older = rivals.remove(&key).map(|older| older.pairs).unwrap_or_default();
        let pairs = record.boards.iter().map(|board| (board.n.get(), board.pair(file.clone())));
        record.pairs = older.into_iter().chain(pairs).collect();
        rivals.insert(key, record);
    }
    let mut rivals: Vec<_> = rivals.into_values().collect();
    rivals.sort_by_key(|rival| {
        let largest = rival.pairs.last_key_value();
        largest.map(|(n, pair)| (Reverse(*n), (pair.seconds * 1e9) as u64))
    });
    Ok(rivals)
}
