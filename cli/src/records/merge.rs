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

/// Appends the record of a merge with this `result`, which the run directory at `directory` holds, unless the
/// file has the same record.
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
    recorder.append(MergeRecord::FILE, &record, |other| *other == record)
}
