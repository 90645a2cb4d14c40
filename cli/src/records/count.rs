//! Records a count.

use std::path::Path;

use queens::run::{Host, SavedRun};
use queens_publish::records::host::Site;
use queens_publish::records::record::Record;
use queens_publish::records::rules::FORMAT;

use super::recorder::{Kept, Recorder};
use crate::choice::{COMPILER, PROGRAM};
use crate::failure::Failure;
use crate::os::ResourceUsage;
use crate::report::clock::utc;
use crate::report::result::CountReport;

/// Prepares the record of a count that begins here, in a directory of records.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    let here = Site { host: &Host::this(), cores: Some(Host::cores()) };
    Ok(Recorder::start(folder, &here.file_name())?)
}

/// Appends the record of a finished, checked count to the file of its machine. Without `usage`, the
/// run was already finished, and the record has only what the run directory kept.
pub fn keep(
    recorder: &Recorder,
    count: &CountReport,
    usage: Option<&ResourceUsage>,
    command: String,
) -> Result<Kept, Failure> {
    let result = count.object();
    let directory = count.directory.as_deref();
    if result.total.merged.is_some() {
        return Err(Failure::obstacle("a merge is recorded by `queens merge PLAN --run DIR --record`"));
    }
    let is_here = usage.is_some() || result.total.host == Some(Host::this());
    let is_this_build = usage.is_some() || result.total.commit == PROGRAM.commit;
    let wall_s = result.total.wall_s.filter(|_| usage.is_some() || result.total.resumed == Some(0));
    let started = match (usage, directory) {
        (None, Some(directory)) => SavedRun::at(directory).manifest()?.started,
        _ => utc(recorder.started, 3),
    };
    let record = Record {
        format: FORMAT,
        place: String::new(),
        cores: is_here.then(Host::cores),
        compiler: is_this_build.then(|| COMPILER.to_owned()),
        command,
        started,
        wall_s,
        cpu_s: usage.map(|usage| usage.cpu_s),
        peak_memory_bytes: usage.map(|usage| usage.peak_memory_bytes),
        ledger_sha256: directory.map(|directory| SavedRun::at(directory).ledger_sha256()).transpose()?,
        result,
    };
    Ok(recorder.append(&record.site().file_name(), &record)?)
}
