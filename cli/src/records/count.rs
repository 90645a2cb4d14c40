//! Records a count.

use std::path::Path;

use queens::run::{Host, SavedRun, Total};
use queens_format::utc;
use queens_format::wire::computer::Computer;
use queens_format::wire::record::Record;

use super::recorder::{Recorded, Recorder};
use crate::advice;
use crate::failure::Failure;
use crate::program::PROGRAM;
use crate::report::result::CountReport;

/// Prepares to record a count on this machine in `folder`.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    let here = Computer { host: &Host::this(), cores: Some(Host::cores()) };
    Recorder::start(folder, &here.file_name())
}

/// Appends a record of a finished, checked count to the counting computer's file. If the run had already
/// finished before, the record contains only what the run directory stores. Appends nothing if the file
/// already contains an equally complete record for the same ledger.
pub fn append_record(
    recorder: &Recorder,
    count: &CountReport,
    is_repeated: bool,
) -> Result<Recorded, Failure> {
    let result = count.object();
    let directory = count.directory.as_deref();
    if result.total.merged.is_some() {
        return Err(Failure::failed(
            "this run was made by queens merge, and only queens merge can record it",
        )
        .advised(advice::RECORD_THE_MERGE));
    }
    let is_here = !is_repeated || result.total.host == Some(Host::this());
    let is_this_build = !is_repeated || result.total.commit == PROGRAM.commit;
    let started = match directory.filter(|_| is_repeated) {
        Some(directory) => SavedRun::at(directory).manifest()?.started,
        None => utc(recorder.started, 3),
    };
    let record = Record {
        format: Record::FORMAT,
        cores: is_here.then(Host::cores),
        compiler: is_this_build.then(|| env!("QUEENS_COMPILER").to_owned()),
        command: command(&result.total),
        started,
        ledger_sha256: directory.map(|directory| SavedRun::at(directory).ledger_sha256()).transpose()?,
        result,
    };
    recorder.append(&record.computer().file_name(), &record, |other: &Record| {
        let mut extras = other.result.extras().into_iter().zip(record.result.extras());
        record.ledger_sha256.is_some()
            && other.ledger_sha256 == record.ledger_sha256
            && extras.all(|(theirs, ours)| theirs >= ours)
    })
}

/// Returns a command that repeats the count. The command that the user typed is not recorded, because it may
/// contain private names.
fn command(Total { n, method, threads, .. }: &Total) -> String {
    let threads = threads.map_or_else(String::new, |threads| format!(" --threads {threads}"));
    format!("queens count {n} --method {method}{threads}")
}
