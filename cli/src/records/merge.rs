//! Records a merge.

use std::path::Path;

use queens::run::SavedRun;
use queens_format::wire::merge::MergeRecord;

use super::recorder::{Recorded, Recorder};
use crate::failure::Failure;
use crate::report::result::CountReport;

/// Prepares to record a merge in `folder`.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    Recorder::start(folder, MergeRecord::FILE)
}

/// Appends the record of a merge whose result is saved in `directory`. Appends nothing if the file already
/// contains this ledger's total, even from another program version.
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
