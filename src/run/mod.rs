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
//! `RunDirectory::sync` every few seconds; `RunDirectory::open_for` returns the finished units
//! to the next session. Totals are always summed over the ledger, never stored.
//! `docs/run-directory.md` specifies the formats to the byte, the guarantees, the assumptions about
//! the medium, and the reaction to each kind of damage.
//!
//! * `entry`: one line of the ledger; `ledger`: all lines, `ledger_hash`: of its bytes
//! * `manifest`: what is counted; `sealed`: JSON with a checksum
//! * `open`: opens or creates a directory; `inspect`: reads it without changing it
//! * `result`: the total, and who counted; `host`: the machine; `notice`: the state of a directory
//! * `decimal`: whole numbers as strings in JSON
//! * `ours`: whether a directory was made by this program
//! * `storage`: the file system below; `lock`: one process at a time; `file`: regular files only

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) mod atomic;
mod check;
pub(crate) mod decimal;
pub(crate) mod entry;
mod error;
pub(crate) mod file;
mod host;
mod inspect;
mod ledger;
#[cfg(any(feature = "cli", test))]
mod ledger_hash;
mod lock;
pub(crate) mod manifest;
mod notice;
mod open;
mod ours;
pub(crate) mod result;
pub(crate) mod sealed;
pub(crate) mod storage;
#[cfg(test)]
mod tests;

pub(crate) use crate::plan::tally::Entry;
pub use error::{Damage, Error};
pub use host::Host;
pub use inspect::{Inspection, inspect};
pub(crate) use inspect::{inspect_as, read_manifest};
#[cfg(any(feature = "cli", test))]
pub(crate) use ledger_hash::ledger_sha256;
pub use manifest::Manifest;
pub use notice::Notice;
pub use result::{Check, Machine, RunResult, Shards};

use crate::plan::tally::Tally;
use storage::{DiskStorage, Output, Storage, Whereabouts};

const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
const REJECTED: &str = "ledger.rejected";
const LOCK: &str = "lock";
pub(crate) const RESULT: &str = "result.json";

/// Options for opening a run directory, besides starting or resuming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Move the existing directory aside and start over.
    pub fresh: bool,
    /// Repair damaged files; the units concerned are recounted.
    pub repair: bool,
}

/// What a run directory holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The finished units and the sums over their ledger entries, each unit once.
    pub tally: Tally,
    /// Notices about the state of the directory.
    pub notices: Vec<Notice>,
    /// The contents of `result.json` when the run is finished, checked against the ledger.
    pub result: Option<RunResult>,
}

/// A run directory open for counting, locked until this value is dropped.
pub(crate) struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    /// How many units the ledger has.
    units: u64,
    /// Bytes of the ledger up to its last line end.
    length: u64,
    state: LedgerState,
    _locks: Vec<Box<dyn Send>>,
}

/// What may be done with the ledger.
enum LedgerState {
    Counting(Box<dyn Output>),
    /// A write failed: neither the end of the ledger nor the data that the system still buffers is
    /// certain.
    Failed,
    Finished,
}

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, and creates it if necessary.
    ///
    /// If [`Saved::result`] is `Some`, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`Error`]. Without `fresh` or `repair`, saved data has not been touched.
    #[cfg(any(feature = "cli", test))]
    pub fn open(path: &Path, manifest: &Manifest, options: Options) -> Result<(Self, Saved), Error> {
        Self::open_on(Arc::new(DiskStorage), path, manifest, options)
    }

    /// `RunDirectory::open` on a storage other than the disk.
    ///
    /// # Errors
    /// As `RunDirectory::open`.
    #[cfg(any(feature = "cli", test))]
    pub fn open_on(
        storage: Arc<dyn Storage>,
        path: &Path,
        manifest: &Manifest,
        options: Options,
    ) -> Result<(Self, Saved), Error> {
        open::open(storage, path, options, &AtomicBool::new(false), |_| Ok(manifest.clone()))
    }

    /// Opens the run directory at `path` for a run that may depend on what it holds: `wanted` gets
    /// the manifest found there, or `None`, before anything is made or changed. Ends with
    /// [`Error::Stopped`] soon after `stop` is set.
    ///
    /// # Errors
    /// As `RunDirectory::open`, and if `wanted` fails.
    pub fn open_for<E: From<Error>>(
        path: &Path,
        options: Options,
        stop: &AtomicBool,
        wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
    ) -> Result<(Self, Saved), E> {
        open::open(Arc::new(DiskStorage), path, options, stop, wanted)
    }

    /// Where the directory is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is counted here, with the version and the start of the run that began it.
    #[cfg(test)]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Appends a finished unit to the ledger. It survives the end of this process from now on, and
    /// a power cut after the next `RunDirectory::sync`.
    ///
    /// # Errors
    /// If the unit is not of this run, if the entry has no valid form, or if the storage fails;
    /// after such a failure the directory accepts no more units. That a unit is not there already
    /// is for the caller's [`Tally`] to know, which has it: a second set of units would be large.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        let LedgerState::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let form = self.manifest.form();
        let line = entry.to_line(form);
        let read = Entry::parse(line.trim_end_matches('\n').as_bytes(), form);
        let readable = read.is_ok_and(|read| read.to_line(form) == line);
        if !readable || !self.manifest.can_have(entry.solutions) {
            return Err(self.refuse(format!("this entry cannot be written into the ledger: {entry:?}")));
        }
        if !self.manifest.has_unit(entry.unit) {
            return Err(self.refuse(format!("unit {} is not a unit of this run", entry.unit)));
        }
        if let Err(cause) = output.write_all(line.as_bytes()) {
            // If this fails too, the next open finds a torn line and drops it.
            let _ = output.truncate(self.length);
            self.state = LedgerState::Failed;
            return Err(self.storage_error("append to", LEDGER, cause));
        }
        self.length += line.len() as u64;
        self.units += 1;
        Ok(())
    }

    /// Makes everything appended so far durable, and checks that the ledger is still where the next
    /// session looks for it, and as long as this process made it.
    ///
    /// # Errors
    /// If the storage fails, or if the ledger was changed or its directory moved or removed
    /// meanwhile. The directory then accepts no more units: after a failed sync the system may have
    /// dropped what it could not write, and a second sync would succeed.
    pub fn sync(&mut self) -> Result<(), Error> {
        let LedgerState::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let ledger = self.path.join(LEDGER);
        let found = output.sync().and_then(|()| Ok((output.whereabouts(&ledger)?, output.length()?)));
        if let Ok((Whereabouts::There, length)) = found
            && length == self.length
        {
            return Ok(());
        }
        self.state = LedgerState::Failed;
        let saved = self.units;
        Err(match found {
            Err(cause) => self.storage_error("sync", LEDGER, cause),
            Ok((Whereabouts::There, length)) => {
                Error::Changed { path: ledger, length, written: self.length, saved }
            }
            Ok((Whereabouts::Elsewhere, _)) => Error::Moved { path: self.path.clone(), saved },
            Ok((Whereabouts::Nowhere, _)) => match self.storage.kind(&self.path) {
                Ok(None) => Error::Removed { path: self.path.clone() },
                _ => Error::Removed { path: ledger },
            },
        })
    }

    /// Ends the run: makes the ledger durable, then writes `result` as `result.json`. The result is
    /// compared with the ledger, which is read again from the storage.
    ///
    /// # Errors
    /// If units are missing, if the total differs from the ledger's, or if the storage fails. The
    /// ledger stays untouched.
    pub fn finish(&mut self, result: &RunResult) -> Result<(), Error> {
        self.sync()?;
        let never = AtomicBool::new(false);
        let contents = check::read_ledger(&*self.storage, &self.path, &self.manifest, &never, &mut |_| ())?;
        let bytes = sealed::seal(result).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        check::check_result(&bytes, &self.manifest, &contents)
            .map_err(|reason| self.refuse(format!("this result must not be written: {reason}")))?;
        atomic::replace_on(&*self.storage, &self.path.join(RESULT), &bytes)
            .map_err(|cause| self.storage_error("write", RESULT, cause))?;
        self.state = LedgerState::Finished;
        Ok(())
    }

    fn storage_error(&self, action: &'static str, file: &str, cause: io::Error) -> Error {
        Error::Io { action, path: self.path.join(file), cause, saved: Some(self.units) }
    }

    fn refuse(&self, reason: String) -> Error {
        Error::Refused { path: self.path.clone(), reason }
    }

    fn not_counting(&self) -> Error {
        self.refuse(match self.state {
            LedgerState::Finished => "the run is finished and accepts no more units".to_owned(),
            _ => "an earlier write failed: open the directory again".to_owned(),
        })
    }
}
