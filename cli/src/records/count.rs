//! Records a count.

use queens::run::{self, COMMIT, COMPILER, Host, ledger_sha256};
use queens_publish::records::record::Record;
use queens_publish::records::rules::FORMAT;

use super::recorder::{Kept, Recorder};
use super::spent::Spent;
use crate::choice::cores;
use crate::failure::Failure;
use crate::report::clock::utc;
use crate::report::result::CountReport;

/// Appends the record of a finished, checked count to the file of its machine. Without what was
/// `spent`, the run was finished before, and the record has only what the run directory kept.
pub fn keep(
    recorder: &Recorder,
    count: &CountReport,
    spent: Option<&Spent>,
    command: String,
) -> Result<Kept, Failure> {
    let result = count.object();
    let directory = count.directory.as_deref();
    if result.merged.is_some() {
        return Err(Failure::obstacle("a merge is recorded by `queens merge PLAN --run DIR --record`"));
    }
    let is_here = spent.is_some() || result.host == Some(Host::this());
    let is_this_build = spent.is_some() || result.commit == COMMIT;
    let wall_s = result.wall_s.filter(|_| spent.is_some() || result.resumed == Some(0));
    let started = match (spent, directory) {
        (None, Some(directory)) => run::read_manifest(directory)?.started,
        _ => utc(recorder.started, 3),
    };
    let record = Record {
        format: FORMAT,
        place: String::new(),
        cores: is_here.then(cores),
        compiler: is_this_build.then(|| COMPILER.to_owned()),
        command,
        started,
        wall_s,
        cpu_s: spent.map(|spent| spent.cpu_s),
        peak_memory_bytes: spent.map(|spent| spent.peak_memory_bytes),
        ledger_sha256: directory.map(ledger_sha256).transpose()?,
        result,
    };
    Ok(recorder.append(&record.file_name(), &record)?)
}
