//! Reads what is published. Every file may come from anybody.

use std::collections::BTreeMap;
use std::path::Path;

use minijinja::{Value, context};
use queens::methods::Estimated;
use queens::run::{Host, Total};
use queens_format::estimated_time;
use serde::{Deserialize, Serialize};

use crate::records::files::{RecordError, read_file, relative};
use crate::records::merge::{self, MergeRecord};
use crate::records::record::{self, Record};
use crate::records::rival::{self, Rival};
use crate::records::rules::{LONGEST_S, Rule, SMALLEST, Validate};

/// The records to publish, and what was measured beside them.
pub struct Published {
    /// Counts, sorted by N, kernel, threads and time.
    pub records: Vec<Record>,
    /// Merges, the last one last.
    pub merges: Vec<MergeRecord>,
    /// Other programs.
    pub rivals: Vec<Rival>,
    /// The measured ladder, the way from brute force to the engine.
    pub ladder: Option<Ladder>,
    /// Boards that nobody counted here.
    pub estimates: Vec<EstimateRecord>,
    /// The number of records of boards that are too small to be published.
    pub too_small: usize,
    /// Paths from the document to the records.
    pub(crate) links: Value,
}

impl Published {
    /// The counts of one session: their time, threads, kernel and machine are those of the whole board.
    pub(crate) fn timed(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| !record.is_resumed())
    }

    /// Reads the records in the folder `counted`, the records of other programs in `rivals`, and
    /// the ladder and the estimates in `folder`, where the document will be.
    pub fn read(folder: &Path, counted: &Path, rivals: &Path) -> Result<Self, RecordError> {
        let from_document = |path| relative(folder, path);
        let records = record::read_all(counted)?;
        let merges = merge::read_all(counted)?;
        let (records, small) =
            records.into_iter().partition::<Vec<_>, _>(|record| is_large(&record.result.total));
        let (merges, small_merges) =
            merges.into_iter().partition::<Vec<_>, _>(|record| is_large(&record.result.total));
        if records.is_empty() && merges.is_empty() {
            return Err(RecordError::None { path: counted.to_owned(), smallest: SMALLEST });
        }
        let counts = records.iter().map(|record| (&record.place, &record.result.total));
        one_total_a_board(counts.chain(merges.iter().map(|record| (&record.place, &record.result.total))))?;
        Ok(Self {
            too_small: small.len() + small_merges.len(),
            links: context! {
                records => from_document(counted), rivals => from_document(rivals),
            },
            records,
            merges,
            rivals: rival::read_all(rivals)?,
            ladder: read_file(&folder.join("ladder.json"))?.pop().map(|(_, ladder)| ladder),
            estimates: read_file(&folder.join("estimate.json"))?
                .into_iter()
                .map(|(_, estimate): (_, EstimateRecord)| estimate)
                .filter(|estimate| estimate.wall().is_some())
                .collect(),
        })
    }
}

fn is_large(result: &Total) -> bool {
    result.n.get() >= SMALLEST
}

/// Compares all totals of each board, wherever they are.
fn one_total_a_board<'a>(totals: impl Iterator<Item = (&'a String, &'a Total)>) -> Result<(), RecordError> {
    let mut first: BTreeMap<usize, (&String, u128)> = BTreeMap::new();
    for (place, total) in totals {
        let n = total.n.get();
        let (other, solutions) = *first.entry(n).or_insert((place, total.solutions));
        if solutions != total.solutions {
            let (places, totals) = ([other.clone(), place.clone()], [solutions, total.solutions]);
            return Err(RecordError::Conflict { n, places, totals });
        }
    }
    Ok(())
}

/// The output of `queens ladder --json`: rungs from the bottom, and the machine.
#[derive(Deserialize, Serialize)]
pub struct Ladder {
    pub host: Host,
    rungs: Vec<Rung>,
}

/// A rung; one that would take too long has no time.
#[derive(Deserialize, Serialize)]
struct Rung {
    rung: u32,
    name: String,
    idea: String,
    n: u32,
    correct: Option<bool>,
    wall_s: Option<f64>,
    solutions_per_s: Option<f64>,
    compared: Option<Compared>,
}

/// A rung and the one below it on the same board.
#[derive(Deserialize, Serialize)]
struct Compared {
    /// Rows of the board.
    n: usize,
    /// Seconds of this rung.
    wall_s: f64,
    rung_below_wall_s: f64,
}

impl Validate for Ladder {
    fn rules(&self) -> Vec<Rule> {
        let all = |is_right: fn(&Rung) -> bool| self.rungs.iter().all(is_right);
        let valid_times = all(|rung| rung.wall_s.is_none_or(|time| time > 0.0 && time <= LONGEST_S));
        let valid_speeds = all(|rung| rung.wall_s.is_none() || rung.solutions_per_s > Some(0.0));
        vec![
            ("rungs.correct", "a wrong count", !all(|rung| rung.correct != Some(false))),
            ("rungs.wall_s", "not a time of up to 1,000 years", !valid_times),
            ("rungs.solutions_per_s", "none", !valid_speeds),
        ]
    }
}

/// A board in the output of `queens estimate 16..27 --json`.
#[derive(Deserialize, Serialize)]
pub struct EstimateRecord {
    pub n: usize,
    pub method: String,
    pub(crate) kernel: String,
    pub threads: usize,
    solutions: f64,
    solutions_standard_error: f64,
    wall_s: Option<f64>,
    wall_standard_error_s: Option<f64>,
    units: u64,
    memory_bytes: u64,
    pub host: Host,
    version: Option<String>,
    /// The time when it was made; unknown to programs up to 1.0.0.
    started: Option<String>,
    /// True if the machine was busy: then the time is an upper bound for an idle one.
    #[serde(default)]
    pub machine_was_busy: bool,
}

impl EstimateRecord {
    /// The wall time in seconds; `None` if too few units were finished to tell.
    pub fn wall(&self) -> Option<Estimated> {
        let times = self.wall_s.zip(self.wall_standard_error_s);
        times.map(|(mean, standard_error)| Estimated { mean, standard_error })
    }

    /// The wall time with so many cores in words.
    pub fn time(&self, cores: usize) -> Option<String> {
        Some(estimated_time(self.wall_on(cores)?, self.machine_was_busy))
    }

    fn wall_on(&self, cores: usize) -> Option<Estimated> {
        Some(self.wall()?.times(self.threads as f64 / cores as f64))
    }

    pub fn day(&self) -> Option<&str> {
        self.started.as_deref()?.get(..10)
    }
}

impl Validate for EstimateRecord {
    fn rules(&self) -> Vec<Rule> {
        let times = [("wall_s", self.wall_s), ("wall_standard_error_s", self.wall_standard_error_s)];
        let valid = |seconds: Option<f64>| seconds.is_none_or(|seconds| seconds >= 0.0);
        times.map(|(field, seconds)| (field, "not a time in seconds", !valid(seconds))).to_vec()
    }
}
