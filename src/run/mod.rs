//! The run directory: saves finished units so that they survive a crash of the process or machine,
//! and a power cut.
//!
//! ```text
//! manifest.json   what is being counted                      sealed JSON, written once
//! ledger.jsonl    one line per finished unit                 only ever appended to
//! lock            held while a process counts here
//! result.json     written last; the run is finished          sealed JSON, written once
//! ```
//!
//! The session passes every finished unit to `RunDirectory::append` and asks for a
//! `RunDirectory::sync` every few seconds; `directory::open` returns the finished units
//! to the next session. Totals are always summed over the ledger, never stored.
//! `docs/run-directory.md` lists the guarantees, `docs/internals/run-directory.md` has the formats to the
//! byte, the assumptions about the medium, and the reaction to damage.
//!
//! * `ledger`: all lines of the ledger
//! * `manifest`: what is counted; `sealed`: JSON with a checksum
//! * `directory`: a directory that is open, by the steps in `opening`; `inspect`: reads one without
//!   its lock and without changing it; [`SavedRun`]: where runs and their files are
//! * [`Total`]: the total, and who counted; `result`: its file; `host`: the machine; `notice`: what a
//!   user should know
//! * `decimal`: whole numbers as strings in JSON
//! * `drop_units`: removes units that were found wrong
//! * `check`: what opening, finishing and inspecting read and check; `replace_file`: files that appear complete
//! * `storage`: the file system below; `lock`: one process at a time; `file`: the names of the
//!   files, which are regular files only

use std::sync::atomic::AtomicBool;

mod check;
mod decimal;
pub(crate) mod directory;
mod drop_units;
mod error;
mod file;
mod host;
mod inspect;
mod ledger;
mod lock;
pub(crate) mod manifest;
mod notice;
mod opening;
mod replace_file;
mod result;
mod saved_run;
pub(crate) mod sealed;
pub(crate) mod storage;
#[cfg(test)]
pub(crate) mod tests;
mod total;

pub(crate) use crate::plan::Entry;
pub(crate) use check::manifest_if_begun;
pub(crate) use directory::RunDirectory;
pub(crate) use error::Action;
pub use error::RunError;
pub(crate) use file::LEDGER;
pub use host::Host;
pub use inspect::Inspection;
pub(crate) use inspect::inspect;
pub(crate) use ledger::Ledger;
pub use manifest::Manifest;
pub use notice::Notice;
pub use saved_run::SavedRun;
pub use total::{MergeSources, Program, Total};

/// A stop flag that is never set.
pub(crate) static NEVER_STOP: AtomicBool = AtomicBool::new(false);
