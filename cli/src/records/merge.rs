//! Records a merge.

use std::path::Path;

use queens::run::SavedRun;
use queens_format::wire::merge::MergeRecord;

use super::recorder::{Recorded, Recorder};
use crate::failure::Failure;
use crate::report::result::CountReport;

/// Prepares the record of a merge, in a directory of records.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    Recorder::start(folder, MergeRecord::FILE)
}

/// Appends the record of a merge whose result the run directory at `directory` holds. Appends nothing if the
/// file has this total of this ledger, even by another version of the program.
pub fn append_record(
    recorder: &Recorder,
    plan_hash: &str,
    count: &CountReport,
    directory: &Path,
) -> Result<Recorded, Failure> {
    let record = MergeRecord {
        format: MergeRecord::FORMAT,
        result: count.object(),
        plan_hash: plan_hash.to_owned(),
        ledger_sha256: SavedRun::at(directory).ledger_sha256()?,
    };
    recorder.append(MergeRecord::FILE, &record, |other: &MergeRecord| {
        let of = |record: &MergeRecord| record.result.total.solutions;
        (&other.plan_hash, &other.ledger_sha256, of(other))
            == (&record.plan_hash, &record.ledger_sha256, of(&record))
    })
}
