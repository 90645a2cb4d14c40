//! The steps of opening a run directory.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::{Action, RunError};
use super::file::{ASIDE, LEDGER, LOCK, MANIFEST, REJECTED, RESULT, TEMPORARY};
use super::ledger::{Contents, Ledger};
use super::storage::{FileHandle, Kind, Storage};
use super::{Manifest, RunNotice, Total, atomic, check, lock, ownership, result};
use crate::files;
use crate::os;

/// Options for opening a run directory, besides starting or resuming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Move the existing directory aside and start over.
    pub fresh: bool,
    /// Repair damaged files; the units concerned are recounted.
    pub repair: bool,
}

/// The directory at a path that is being opened.
pub(super) struct Opening<'a> {
    pub storage: &'a dyn Storage,
    pub path: &'a Path,
    pub options: Options,
    pub stop: &'a AtomicBool,
    pub notices: Vec<RunNotice>,
}

/// The ledger of an open directory, by what may be done with it.
pub(super) enum LedgerState {
    Counting(Box<dyn FileHandle>),
    /// A write failed: neither the end of the ledger nor the data that the system still buffers is
    /// certain.
    Failed,
    Finished,
}

/// The manifest of a directory.
pub(super) enum Found {
    Nothing,
    Manifest(Manifest),
    /// The bytes of a file that is no manifest, and the reason why it is none.
    Damaged(Vec<u8>, RunError),
}

/// The decision about a directory that is not refused.
enum Verdict {
    /// Begin a new run.
    Begin,
    /// Resume the run with this manifest.
    Resume(Manifest),
    /// Resume, writing the damaged or missing manifest again.
    Rewrite,
}

impl Found {
    pub fn manifest(&self) -> Option<&Manifest> {
        match self {
            Self::Manifest(manifest) => Some(manifest),
            _ => None,
        }
    }
}

impl Opening<'_> {
    /// The names in the directory, which is ours or empty; `None` if there is none.
    pub fn names(&self) -> Result<Option<Vec<String>>, RunError> {
        let Self { storage, path, .. } = *self;
        match storage.kind(path).map_err(RunError::io(Action::Open, path))? {
            Some(Kind::Directory) => ownership::names(storage, path).map(Some),
            Some(Kind::Other) => Err(RunError::NotADirectory { path: path.to_owned() }),
            None => Ok(None),
        }
    }

    /// Moves the directory aside and makes it again. Returns its new lock, and the old one, because
    /// another process may have opened the lock file before the move. Where open files cannot be
    /// moved, such a process is an error, and the old lock cannot be kept.
    pub fn begin_anew(&mut self, lock: Box<dyn Send>) -> Result<Vec<Box<dyn Send>>, RunError> {
        let old = Some(lock).filter(|_| os::MOVES_OPEN_FILES);
        let aside = rename_aside(self.storage, self.path, ASIDE)?;
        self.notices.push(RunNotice::MovedAside { from: self.path.to_owned(), to: aside, reason: None });
        self.create_directory()?;
        Ok(old.into_iter().chain([self.lock()?]).collect())
    }

    pub fn create_directory(&self) -> Result<(), RunError> {
        match self.storage.create_directory(self.path) {
            // Another process was faster; the lock decides.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(RunError::io(Action::Create, self.path)),
        }
    }

    pub fn lock(&self) -> Result<Box<dyn Send>, RunError> {
        let file = self.path.join(LOCK);
        let lock = self.storage.lock(&file, &lock::this_process());
        lock.map_err(RunError::io(Action::Lock, &file))?.ok_or_else(|| self.in_use(&file))
    }

    fn in_use(&self, lock: &Path) -> RunError {
        RunError::Locked { path: self.path.to_owned(), holder: check::holder(self.storage, lock) }
    }

    pub fn found(&self) -> Result<Found, RunError> {
        let Some(bytes) = check::read_sealed(self.storage, &self.path.join(MANIFEST))? else {
            return Ok(Found::Nothing);
        };
        Ok(match Manifest::parse(self.path, &bytes) {
            Ok(manifest) => Found::Manifest(manifest),
            Err(error) => Found::Damaged(bytes, error),
        })
    }

    /// Decides what to do with the directory that has the manifest `found`, for the run `wanted`.
    /// Changes nothing.
    fn judge(&self, found: Found, wanted: &Manifest) -> Result<Verdict, RunError> {
        match found {
            Found::Nothing => match check::has_no_units(self.storage, self.path) {
                Ok(()) => Ok(Verdict::Begin),
                Err(RunError::Corrupt { .. }) if self.options.repair && self.has_units_of(wanted)? => {
                    Ok(Verdict::Rewrite)
                }
                Err(error) => Err(error),
            },
            Found::Manifest(found) => match found.difference(&wanted.identity, wanted.shard()) {
                None => Ok(Verdict::Resume(found)),
                Some(difference) => Err(RunError::Mismatch { path: self.path.to_owned(), difference }),
            },
            Found::Damaged(bytes, RunError::Corrupt { .. })
                if self.options.repair && wanted.is_recognised_in(&bytes) =>
            {
                Ok(Verdict::Rewrite)
            }
            Found::Damaged(_, error) => Err(error),
        }
    }

    /// Refuses a directory that [`Self::judge`] refuses, before it is locked. If another process
    /// counts there, that is the reason given.
    pub fn refuse(&self, found: Found, wanted: &Manifest) -> Result<(), RunError> {
        let lock = self.path.join(LOCK);
        self.judge(found, wanted).map(drop).map_err(|error| {
            let is_in_use = self.storage.is_locked(&lock).unwrap_or(false);
            if is_in_use { self.in_use(&lock) } else { error }
        })
    }

    /// The manifest of the locked directory, which must belong to the run `wanted`.
    pub fn manifest(&mut self, wanted: Manifest) -> Result<Manifest, RunError> {
        match self.judge(self.found()?, &wanted)? {
            Verdict::Begin => {
                create_empty(self.storage, &self.path.join(LEDGER))?;
                self.make_durable()?;
                self.write_manifest(wanted)
            }
            Verdict::Resume(found) => {
                // An earlier process may have been killed before it did so.
                self.make_durable()?;
                Ok(found)
            }
            Verdict::Rewrite => {
                self.notices.push(RunNotice::ManifestRewritten { path: self.path.join(MANIFEST) });
                self.write_manifest(wanted)
            }
        }
    }

    /// Returns whether the ledger has units of the run `wanted`: the checksum of each line covers
    /// the plan.
    fn has_units_of(&self, wanted: &Manifest) -> Result<bool, RunError> {
        let path = self.path.join(LEDGER);
        let ledger = Ledger { storage: self.storage, path: &path, manifest: wanted, stop: self.stop };
        match ledger.open().and_then(|mut source| ledger.read(&mut *source, &mut |_| ())) {
            Ok(contents) => Ok(!contents.tally.finished().is_empty()),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(false),
            Err(cause) => Err(ledger.failed(Action::Read, cause)),
        }
    }

    /// Makes the name of the directory durable, and the names in it.
    fn make_durable(&self) -> Result<(), RunError> {
        let parent = files::parent(self.path);
        match self.storage.sync_directory(parent) {
            // The parent may be used but not read, as /home often is: then the directory is not
            // new.
            Err(cause) if cause.kind() == ErrorKind::PermissionDenied => {}
            other => other.map_err(RunError::io(Action::Sync, parent))?,
        }
        self.storage.sync_directory(self.path).map_err(RunError::io(Action::Sync, self.path))
    }

    fn write_manifest(&self, manifest: Manifest) -> Result<Manifest, RunError> {
        let bytes = manifest.to_bytes();
        let bytes = bytes.map_err(|reason| RunError::Refused { path: self.path.to_owned(), reason })?;
        let file = self.path.join(MANIFEST);
        atomic::replace_on(self.storage, &file, &bytes).map_err(RunError::io(Action::Write, &file))?;
        Ok(manifest)
    }

    /// The contents of the ledger, repaired if it is damaged and a repair was requested.
    pub fn contents(&mut self, manifest: &Manifest) -> Result<Contents, RunError> {
        let path = self.path.join(LEDGER);
        let ledger = Ledger { storage: self.storage, path: &path, manifest, stop: self.stop };
        let (contents, _) = match check::read_ledger(ledger, &mut |_| ()) {
            Err(RunError::Corrupt { line, reason, .. }) if self.options.repair => {
                self.repair(ledger)?;
                self.notices.push(RunNotice::LedgerRepaired { path: path.clone(), line, reason });
                check::read_ledger(ledger, &mut |_| ())?
            }
            other => other?,
        };
        self.notices.extend(check::repeated_notice(&path, &contents));
        Ok(contents)
    }

    fn repair(&self, ledger: Ledger<'_>) -> Result<(), RunError> {
        let path = ledger.path;
        if self.storage.kind(path).map_err(RunError::io(Action::Open, path))?.is_none() {
            create_empty(self.storage, path)?;
            return self.make_durable();
        }
        let rejected = self.path.join(REJECTED);
        let bad = self.storage.append(&rejected).map_err(RunError::io(Action::Open, &rejected))?;
        ledger.repair(bad).map_err(|cause| ledger.failed(Action::Repair, cause))
    }

    /// The total of a finished run.
    pub fn total(&mut self, manifest: &Manifest, contents: &Contents) -> Result<Option<Total>, RunError> {
        let file = self.path.join(RESULT);
        let found = check::read_sealed(self.storage, &file)?;
        match found.map(|bytes| result::parse(&bytes, manifest, &contents.tally)) {
            None => Ok(None),
            Some(Ok(total)) => Ok(Some(total)),
            Some(Err(error)) if self.options.repair => {
                let aside = rename_aside(self.storage, &file, ".rejected-")?;
                self.notices.push(RunNotice::MovedAside {
                    from: file,
                    to: aside,
                    reason: Some(error.to_string()),
                });
                Ok(None)
            }
            Some(Err(error)) => Err(check::corrupt_result(file, error)),
        }
    }

    /// Opens the ledger for appending, after removing a torn line, if nothing is in the way of the
    /// result.
    pub fn state(&mut self, contents: &Contents) -> Result<LedgerState, RunError> {
        let temporary = atomic::beside(&self.path.join(RESULT), TEMPORARY);
        let in_the_way = self.storage.kind(&temporary).map_err(RunError::io(Action::Open, &temporary))?;
        if in_the_way == Some(Kind::Directory) {
            return Err(RunError::io(Action::Write, &temporary)(ErrorKind::IsADirectory.into()));
        }
        let ledger = self.path.join(LEDGER);
        let failed = RunError::io(Action::Open, &ledger);
        let mut output = self.storage.append(&ledger).map_err(failed)?;
        if contents.torn > 0 {
            output.truncate(contents.length).and_then(|()| output.sync()).map_err(failed)?;
            self.notices.push(check::torn_notice(&ledger, contents));
        }
        Ok(LedgerState::Counting(output))
    }
}

/// Makes an empty ledger if there is none; the caller makes its name durable.
fn create_empty(storage: &dyn Storage, ledger: &Path) -> Result<(), RunError> {
    storage.append(ledger).map(drop).map_err(RunError::io(Action::Create, ledger))
}

/// Renames `path` to the first free name made of it, `suffix` and a number. The rename is made
/// durable before anything new is written, because names may reach the disk in any order.
fn rename_aside(storage: &dyn Storage, path: &Path, suffix: &str) -> Result<PathBuf, RunError> {
    let rename = || -> io::Result<PathBuf> {
        for number in 1u64.. {
            let aside = atomic::beside(path, &format!("{suffix}{number}"));
            if storage.kind(&aside)?.is_none() {
                storage.rename(path, &aside)?;
                storage.sync_directory(files::parent(path))?;
                return Ok(aside);
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    };
    rename().map_err(RunError::io(Action::MoveAside, path))
}
