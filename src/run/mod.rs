//! The run directory: finished units survive a crash of the process, of the machine, and a power
//! cut.
//!
//! ```text
//! manifest.json   what is being counted                      sealed JSON, written once
//! ledger.jsonl    one line per finished unit                 only ever appended to
//! lock            held while a process counts here
//! result.json     written last; the run is over              sealed JSON, written once
//! ```
//!
//! The session passes every finished unit to [`RunDirectory::append`] and asks for a
//! [`RunDirectory::sync`] every few seconds; [`RunDirectory::open`] gives the finished units back
//! to the next run of the same command. Totals are always summed over the ledger, never stored. The
//! formats to the byte, what is promised, what is assumed of the medium, and what happens on each
//! kind of damage: `docs/run-directory.md`.
//!
//! * [`entry`]: one line of the ledger; `ledger`: all of them
//! * [`manifest`]: what is counted; `sealed`: JSON with a checksum
//! * `open`: from whatever lies at a path to a directory that can be counted in; `inspect`: looking
//!   without touching
//! * `ours`: whose directory it is
//! * [`storage`]: the file system below; `lock`: one process at a time; `file`: regular files only

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

pub mod atomic;
mod check;
pub mod entry;
mod error;
pub(crate) mod file;
mod inspect;
mod ledger;
mod lock;
pub mod manifest;
mod open;
mod ours;
pub(crate) mod sealed;
pub mod storage;

pub use crate::plan::tally::Entry;
pub use error::{Action, Damage, Error, ErrorKind};
pub use inspect::{Inspection, inspect, inspect_on, read_manifest};
pub use manifest::Manifest;

use crate::plan::UnitSet;
use crate::plan::tally::Tally;
use storage::{DiskStorage, Output, Place, Storage};

const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
const REJECTED: &str = "ledger.rejected";
const LOCK: &str = "lock";
pub(crate) const RESULT: &str = "result.json";

/// How to open a run directory other than to begin or resume it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Move what is there aside and start over.
    pub fresh: bool,
    /// Repair what is damaged; the units concerned are counted again.
    pub repair: bool,
}

/// What a run directory holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The finished units and the sums over their ledger entries, each unit once.
    pub tally: Tally,
    /// What the user should know about the state of the directory, one sentence each.
    pub notices: Vec<String>,
    /// The contents of `result.json` when the run is finished, checked against the ledger.
    pub result: Option<serde_json::Value>,
}

/// A run directory open for counting, locked until this value is dropped.
pub struct RunDirectory {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    manifest: Manifest,
    finished: UnitSet,
    /// Bytes of the ledger up to its last line end.
    length: u64,
    state: State,
    _locks: Vec<Box<dyn Send>>,
}

/// What may be done with the ledger.
enum State {
    Counting(Box<dyn Output>),
    /// A write failed: the end of the ledger is uncertain, and what the system still holds of it as
    /// well.
    Failed,
    Finished,
}

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, made when there is none.
    ///
    /// When [`Saved::result`] is there, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`Error`]; nothing that was saved has been touched.
    pub fn open(path: &Path, manifest: &Manifest, options: Options) -> Result<(Self, Saved), Error> {
        Self::open_on(Arc::new(DiskStorage), path, manifest, options)
    }

    /// [`RunDirectory::open`] on another storage than the disk.
    ///
    /// # Errors
    /// As [`RunDirectory::open`].
    pub fn open_on(
        storage: Arc<dyn Storage>,
        path: &Path,
        manifest: &Manifest,
        options: Options,
    ) -> Result<(Self, Saved), Error> {
        open::open(storage, path, manifest, options)
    }

    /// Where the directory is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is counted here, with the version and the start of the run that began it.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The units in the ledger, those appended since the opening included.
    #[must_use]
    pub fn finished(&self) -> &UnitSet {
        &self.finished
    }

    /// Puts a finished unit into the ledger: it outlives this process from now on, and a power cut
    /// once [`RunDirectory::sync`] has been called.
    ///
    /// # Errors
    /// When the unit is not one of this run or is in the ledger already, when the entry cannot be
    /// written down, and when the storage refuses; after that last one the directory takes nothing
    /// more.
    pub fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        let State::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let form = self.manifest.form();
        let line = entry.to_line(form);
        let read = Entry::parse(line.trim_end_matches('\n').as_bytes(), form);
        let readable = read.is_ok_and(|read| read.to_line(form) == line);
        if !readable || !self.manifest.can_have(entry.solutions) {
            return Err(self.refuse(format!("this entry cannot be written into the ledger: {entry:?}")));
        }
        if !self.manifest.has_unit(entry.unit) || self.finished.contains(entry.unit) {
            return Err(self.refuse(format!("unit {} is not one that is left to count", entry.unit)));
        }
        if let Err(cause) = output.write_all(line.as_bytes()) {
            // Should this fail too, the next opening finds a torn line and drops it.
            let _ = output.truncate(self.length);
            self.state = State::Failed;
            return Err(self.storage_error(Action::Append, LEDGER, cause));
        }
        self.length += line.len() as u64;
        self.finished.insert(entry.unit);
        Ok(())
    }

    /// Makes everything appended so far durable, and makes sure that it is still where the next
    /// command looks for it.
    ///
    /// # Errors
    /// When the storage refuses, and when the directory was moved or removed meanwhile. The
    /// directory takes nothing more then: after a failed sync the system may have dropped what it
    /// could not write, and a second sync would succeed.
    pub fn sync(&mut self) -> Result<(), Error> {
        let State::Counting(output) = &mut self.state else { return Err(self.not_counting()) };
        let place = output.sync().and_then(|()| output.place(&self.path.join(LEDGER)));
        if let Ok(Place::There) = place {
            return Ok(());
        }
        self.state = State::Failed;
        let (path, saved) = (self.path.clone(), self.finished.len());
        Err(match place {
            Err(cause) => self.storage_error(Action::Sync, LEDGER, cause),
            Ok(Place::Nowhere) => Error::Removed { path },
            Ok(_) => Error::Moved { path, saved },
        })
    }

    /// Ends the run: makes the ledger durable, then writes `result` as `result.json`.
    ///
    /// `result` must serialise to an object whose `solutions` is the total as a decimal string. It
    /// is compared with the sum over the ledger, read again from the storage for this purpose.
    ///
    /// # Errors
    /// When units are missing, when the total is not the ledger's, and when the storage refuses.
    /// The ledger is complete and untouched then.
    pub fn finish(&mut self, result: &impl Serialize) -> Result<(), Error> {
        self.sync()?;
        let contents = check::read_ledger(&*self.storage, &self.path, &self.manifest, &mut |_| ())?;
        let bytes = sealed::seal(result).map_err(|reason| self.refuse(format!("no result: {reason}")))?;
        check::check_result(&bytes, &self.manifest, &contents)
            .map_err(|reason| self.refuse(format!("this result must not be written: {reason}")))?;
        atomic::replace_on(&*self.storage, &self.path.join(RESULT), &bytes)
            .map_err(|cause| self.storage_error(Action::Write, RESULT, cause))?;
        self.state = State::Finished;
        Ok(())
    }

    fn storage_error(&self, action: Action, file: &str, cause: io::Error) -> Error {
        Error::Io { action, path: self.path.join(file), cause, saved: Some(self.finished.len()) }
    }

    fn refuse(&self, reason: String) -> Error {
        Error::Refused { path: self.path.clone(), reason }
    }

    fn not_counting(&self) -> Error {
        self.refuse(match self.state {
            State::Finished => "the run is finished and takes no more units".to_owned(),
            _ => "an earlier write failed: open the directory again".to_owned(),
        })
    }
}

/// SHA-256 of the ledger in the run directory at `path`, 64 hexadecimal digits: what a published
/// record quotes.
///
/// # Errors
/// When the ledger cannot be read.
pub fn ledger_sha256(path: &Path) -> Result<String, Error> {
    let path = path.join(LEDGER);
    let hash = || -> io::Result<String> {
        let mut input = DiskStorage.read(&path)?;
        let (mut hasher, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match input.read(&mut buffer)? {
                0 => return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
                length => hasher.update(&buffer[..length]),
            }
        }
    };
    hash().map_err(|cause| Error::io(Action::Read, &path, cause))
}
