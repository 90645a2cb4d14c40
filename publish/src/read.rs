//! Reads the records to publish. Every file is untrusted.

use std::collections::BTreeMap;
use std::path::Path;

use minijinja::{Value, context};
use queens::board::BoardSize;
use queens::run::Total;
use queens_format::wire::comparison::Comparison;
use queens_format::wire::estimate::EstimateRecord;
use queens_format::wire::merge::MergeRecord;
use queens_format::wire::record::Record;

use crate::files::{Placed, RecordError, read_file, read_folder, relative};

/// The smallest board to publish. On smaller boards, starting the process takes most of the time.
pub const SMALLEST_BOARD: usize = 12;

/// The shortest estimate to publish, in seconds. Estimates do not include the start of a count, and a shorter
/// count can simply be run.
const SHORTEST_ESTIMATE_S: f64 = 1.0;

/// The records to publish.
pub struct RecordSet {
    /// Counts, in the order of their files.
    pub counts: Vec<Placed<Record>>,
    /// Merges, oldest first.
    pub merges: Vec<Placed<MergeRecord>>,
    /// Comparisons with other programs, oldest first.
    pub comparisons: Vec<Placed<Comparison>>,
    /// Estimates of at least `SHORTEST_ESTIMATE_S` seconds, for boards of at least [`SMALLEST_BOARD`] rows.
    pub estimates: Vec<EstimateRecord>,
    /// The number of counts and merges left out because the board is smaller than [`SMALLEST_BOARD`].
    pub too_small: usize,
    /// The relative paths from the document to the records and comparisons.
    pub(crate) links: Value,
}

impl RecordSet {
    /// Reads the records in `counted`, the comparisons in `compared`, and the estimates in `folder`, where
    /// the document will be written.
    ///
    /// # Errors
    /// Fails if a file cannot be read or breaks a rule, if two records disagree, or if there is nothing to
    /// publish.
    pub fn read(folder: &Path, counted: &Path, compared: &Path) -> Result<Self, RecordError> {
        let is_large = |n: BoardSize| n.get() >= SMALLEST_BOARD;
        let is_count = |name: &str| name.ends_with(".jsonl") && name != MergeRecord::FILE;
        let mut counts = read_folder::<Record>(counted, is_count)?;
        let mut merges = read_folder::<MergeRecord>(counted, |name| name == MergeRecord::FILE)?;
        keep_one_of_a_ledger(&mut counts);
        let found = counts.len() + merges.len();
        counts.retain(|count| is_large(count.object.result.total.n));
        merges.retain(|merge| is_large(merge.object.result.total.n));
        let kept = counts.len() + merges.len();
        if kept == 0 {
            return Err(RecordError::None { path: counted.to_owned(), smallest: SMALLEST_BOARD });
        }
        one_total_a_board(
            (counts.iter().map(|count| (&count.place, &count.object.result.total)))
                .chain(merges.iter().map(|merge| (&merge.place, &merge.object.result.total))),
        )?;
        let mut comparisons = read_folder::<Comparison>(compared, |name| name.ends_with(".json"))?;
        comparisons.sort_by(|a, b| a.object.started.cmp(&b.object.started));
        let estimates = read_file::<EstimateRecord>(&folder.join("estimate.json"))?;
        let estimates = estimates.into_iter().map(|estimate| estimate.object);
        Ok(Self {
            counts,
            merges,
            comparisons,
            estimates: estimates
                .filter(|estimate| {
                    is_large(estimate.n)
                        && estimate.wall().is_some_and(|wall| wall.mean >= SHORTEST_ESTIMATE_S)
                })
                .collect(),
            too_small: found - kept,
            links: context! {
                records => relative(folder, counted), comparisons => relative(folder, compared),
            },
        })
    }

    /// Returns the totals of all counts and merges.
    pub(crate) fn totals(&self) -> impl Iterator<Item = &Total> {
        let counts = self.counts.iter().map(|count| &count.object.result.total);
        counts.chain(self.merges.iter().map(|merge| &merge.object.result.total))
    }
}

/// Keeps only one record per ledger. Repeating a count with `--double-check` adds a second record for the
/// same ledger. The most complete record is kept, or the first of several that are equally complete.
fn keep_one_of_a_ledger(counts: &mut Vec<Placed<Record>>) {
    let extras = |record: &Record| record.result.extras().into_iter().filter(|has| *has).count();
    let mut fullest: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for Placed { place, object } in &*counts {
        let Some(ledger) = &object.ledger_sha256 else { continue };
        let found = (extras(object), place.clone());
        let kept = fullest.entry(ledger.clone()).or_insert_with(|| found.clone());
        if kept.0 < found.0 {
            *kept = found;
        }
    }
    counts.retain(|Placed { place, object }| {
        let kept = object.ledger_sha256.as_ref().map(|ledger| &fullest[ledger].1);
        kept.is_none_or(|kept| kept == place)
    });
}

/// Checks that all totals for the same board are equal.
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
