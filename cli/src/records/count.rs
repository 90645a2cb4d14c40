//! Records a count.

use std::path::{Path, PathBuf};

use queens::run::{Host, SavedRun, Total};
use queens_publish::records::host::Site;
use queens_publish::records::record::Record;
use queens_publish::records::rules::FORMAT;

use super::recorder::Recorder;
use crate::choice::PROGRAM;
use crate::failure::Failure;
use crate::report::clock::utc;
use crate::report::result::CountReport;

/// Prepares the record of a count that begins here, in a directory of records.
pub fn start(folder: &Path) -> Result<Recorder, Failure> {
    let here = Site { host: &Host::this(), cores: Some(Host::cores()) };
    Ok(Recorder::start(folder, &here.file_name())?)
}

/// Appends the record of a finished, checked count to the file of its machine. If the run was finished
/// before, the record has only what the run directory kept.
pub fn keep(recorder: &Recorder, count: &CountReport, is_repeated: bool) -> Result<PathBuf, Failure> {
    let result = count.object();
    let directory = count.directory.as_deref();
    if result.total.merged.is_some() {
        return Err(Failure::obstacle(
            "the run of a merge is recorded by the merge: repeat that command with --record",
        ));
    }
    let is_here = !is_repeated || result.total.host == Some(Host::this());
    let is_this_build = !is_repeated || result.total.commit == PROGRAM.commit;
    let wall_s = result.total.wall_s.filter(|_| !is_repeated || result.total.resumed == Some(0));
    let started = match directory.filter(|_| is_repeated) {
        Some(directory) => SavedRun::at(directory).manifest()?.started,
        None => utc(recorder.started, 3),
    };
    let record = Record {
        format: FORMAT,
        place: String::new(),
        cores: is_here.then(Host::cores),
        compiler: is_this_build.then(|| env!("QUEENS_COMPILER").to_owned()),
        command: command(&result.total),
        started,
        wall_s,
        cpu_s: None,
        peak_memory_bytes: None,
        ledger_sha256: directory.map(|directory| SavedRun::at(directory).ledger_sha256()).transpose()?,
        result,
    };
    Ok(recorder.append(&record.site().file_name(), &record)?)
}

/// A command that repeats the count. That which was typed may name what is its user's business.
fn command(Total { n, method, threads, .. }: &Total) -> String {
    let threads = threads.map_or_else(String::new, |threads| format!(" --threads {threads}"));
    format!("queens count {n} --method {method}{threads}")
}
