//! Records a merge.

use std::path::{Path, PathBuf};

use queens::run::ledger_sha256;
use queens_publish::records::merge::{FILE, MergeRecord};
use queens_publish::records::rules::FORMAT;

use super::recorder::Recorder;
use crate::failure::Failure;
use crate::report::result::CountReport;

/// Appends the record of a merge with this `result`, which the run directory at `directory`
/// holds, and returns its path.
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
        ledger_sha256: ledger_sha256(directory)?,
    };
    Ok(recorder.append(FILE, &record)?)
}
