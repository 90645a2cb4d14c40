//! The run directory saves finished units, so that they survive a crash of the process or the machine, and
//! a power cut.
//!
//! ```text
//! manifest.json   what is being counted                      sealed JSON, written once
//! ledger.jsonl    one line per finished unit                 only ever appended to
//! lock            held while a process counts here
//! result.json     written last; the run is finished          sealed JSON, written once
//! ```
//!
//! A session passes every finished unit to `RunDirectory::append`, and calls `RunDirectory::sync` every few
//! seconds. `RunDirectory::open` returns these units to the next session. The total is always summed over the
//! ledger. `docs/run-directory.md` lists the guarantees. `docs/internals/run-directory-format.md` specifies
//! the formats to the byte, the assumptions about the medium, and the reaction to damage.
//!
//! * `storage` is the file system interface. `disk` implements it, and refuses links and pipes. `lock` lets
//!   only one process at a time count.
//! * `names` contains the file names. `manifest` describes what is counted. [`Total`] is the total and who
//!   counted it, and `result` reads it from its file. `sealed` is JSON with a checksum. [`Host`] is the
//!   machine.
//! * [`SavedRun`] finds and recognises a run's files. `ledger` reads every line. `ledger_lines` has the
//!   statistics, and the reasons for skipping a line. `inspect` reads everything into an [`Inspection`],
//!   without locking or changing anything. `notice` has messages for users.
//! * `opening` opens a directory for counting, and `directory` is an open one. `drop_units` drops wrong
//!   units.

use std::sync::atomic::AtomicBool;

mod directory;
pub(crate) mod disk;
mod drop_units;
mod error;
mod host;
mod inspect;
mod ledger;
mod ledger_lines;
mod lock;
pub(crate) mod manifest;
mod names;
mod notice;
mod opening;
mod result;
mod saved_run;
pub(crate) mod sealed;
pub(crate) mod storage;
#[cfg(test)]
pub(crate) mod tests;
mod total;

pub(crate) use crate::plan::Entry;
pub(crate) use directory::RunDirectory;
pub use drop_units::LockedRun;
pub use error::{Action, RunError};
pub use host::Host;
pub use inspect::Inspection;
pub(crate) use ledger::Ledger;
pub use manifest::Manifest;
pub use names::RunFile;
pub use notice::Notice;
pub use saved_run::SavedRun;
pub use total::{MergeSources, Program, Total};

/// A stop flag that is never set.
pub(crate) static NEVER_STOP: AtomicBool = AtomicBool::new(false);
