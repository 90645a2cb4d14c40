//! Records a merge.

use std::path::{Path, PathBuf};

use queens::run::SavedRun;
use queens_publish::records::merge::{FILE, MergeRecord};
use queens_publish::records::rules::FORMAT;

use super::recorder::Recorder;
use crate::failure::Failure;
use crate::report::result::CountReport;

/// Prepares the record of a merge, in a directory of records.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    Ok(Recorder::start(folder, FILE)?)
}

/// Appends the record of a merge with this `result`, which the run directory at `directory` holds.
pub fn keep(
    recorder: &Recorder,
    plan_hash: &str,
    count: &CountReport,
    directory: &Path,
) -> Result<PathBuf, Failure> {
    let record = MergeRecord {
        format: FORMAT,
        place: String::new(),
        result: count.object(),
        plan_hash: plan_hash.to_owned(),
        ledger_sha256: SavedRun::at(directory).ledger_sha256()?,
    };
    Ok(recorder.append(FILE, &record)?)
}
