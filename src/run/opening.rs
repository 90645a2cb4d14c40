//! The steps of opening a run directory.

use std::io;
use std::io::ErrorKind::{self, PermissionDenied, ReadOnlyFilesystem};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::check::SavedUnits;
use super::error::{Action, RunError};
use super::file::{LEDGER, LOCK, MANIFEST, MOVED_ASIDE_SUFFIX, RESULT, TEMPORARY_SUFFIX};
use super::ledger::LedgerContents;
use super::storage::{OutputFile, PathKind, Storage};
use super::{Manifest, Notice, check, lock, replace_file};
use crate::files;
use crate::os;

/// A lock, held until it is dropped.
type HeldLock = Box<dyn Send>;

/// The directory at a path that is being opened.
pub(super) struct Opening<'a> {
    pub storage: &'a dyn Storage,
    pub path: &'a Path,
    pub stop: &'a AtomicBool,
}

/// A directory that may be counted in, or is finished.
pub(super) struct Opened {
    pub manifest: Manifest,
    pub units: SavedUnits,
    pub locks: Vec<Box<dyn Send>>,
    /// The notice that another run was moved aside.
    pub moved: Option<Notice>,
}

impl Opening<'_> {
    /// The run in the directory, which has the manifest `found`, if it is finished. It is read without the
    /// lock: the directory may be read-only, or others may read it, too.
    ///
    /// # Errors
    /// If it is not the run `wanted`, or as [`SavedUnits::read`].
    pub fn finished(
        &self,
        found: Option<Manifest>,
        wanted: &Manifest,
    ) -> Result<Option<(Manifest, SavedUnits)>, RunError> {
        let Some(manifest) = found else { return Ok(None) };
        self.check_same(&manifest, wanted)?;
        let file = self.path.join(RESULT);
        if self.storage.kind(&file).map_err(RunError::io(Action::Open, &file))?.is_none() {
            return Ok(None);
        }
        let units = self.units(&manifest)?;
        if units.total.is_none() {
            return Ok(None);
        }
        // The process that finished it may have been killed before it did so.
        self.make_durable()?;
        Ok(Some((manifest, units)))
    }

    /// Takes the directory for the run `wanted`: locks it, and creates what is missing. If `fresh`, an existing
    /// run is first moved aside.
    pub fn take(&self, wanted: Manifest, fresh: bool) -> Result<Opened, RunError> {
        self.create_directory()?;
        let lock = self.lock()?;
        // Under the lock: another process may have started the run since the first look.
        let is_moved = fresh && self.has_run()?;
        let (locks, moved) = if is_moved { self.begin_anew(lock)? } else { (vec![lock], None) };
        let manifest = self.manifest(wanted)?;
        let units = self.units(&manifest)?;
        Ok(Opened { manifest, units, locks, moved })
    }

    fn units(&self, manifest: &Manifest) -> Result<SavedUnits, RunError> {
        SavedUnits::read(self.storage, self.path, manifest, self.stop, &mut |_| ())
    }

    /// Moves the directory aside and makes it again. Returns its new lock, and the old one, because
    /// another process may have opened the lock file before the move. Where open files cannot be
    /// moved, such a process is an error, and the old lock cannot be kept.
    fn begin_anew(&self, lock: HeldLock) -> Result<(Vec<HeldLock>, Option<Notice>), RunError> {
        let old = Some(lock).filter(|_| os::MOVES_OPEN_FILES);
        let to = rename_aside(self.storage, self.path)?;
        let notice = Notice::MovedAside { from: self.path.to_owned(), to };
        self.create_directory()?;
        Ok((old.into_iter().chain([self.lock()?]).collect(), Some(notice)))
    }

    /// Returns whether a run was started in the directory, even one that this version cannot resume.
    fn has_run(&self) -> Result<bool, RunError> {
        match check::manifest_if_begun(self.storage, self.path) {
            Err(error) if error.is_of_a_run() => Ok(true),
            found => Ok(found?.is_some()),
        }
    }

    fn create_directory(&self) -> Result<(), RunError> {
        let above = files::parent(self.path);
        let there = self.storage.kind(self.path).map_err(RunError::io(Action::Open, self.path))?;
        if there.is_none() && check::is_a_run(self.storage, above)? {
            let found = format!("would be inside the run directory {}", above.display());
            return Err(RunError::NotARun { path: self.path.to_owned(), found });
        }
        match self.storage.create_directory(self.path) {
            // Another process was faster; the lock decides.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(RunError::io(Action::Create, self.path)),
        }
    }

    fn lock(&self) -> Result<HeldLock, RunError> {
        let file = self.path.join(LOCK);
        let lock = self.storage.lock(&file, &lock::this_process());
        lock.map_err(RunError::io(Action::Lock, &file))?.ok_or_else(|| RunError::Locked {
            path: self.path.to_owned(),
            holder: check::holder(self.storage, &file),
        })
    }

    /// Checks that the directory, which has the manifest `found`, belongs to the run `wanted`.
    fn check_same(&self, found: &Manifest, wanted: &Manifest) -> Result<(), RunError> {
        let difference = found.difference(&wanted.identity, wanted.shard());
        difference.map_or(Ok(()), |difference| Err(found.mismatch(wanted, self.path, difference)))
    }

    /// The manifest of the locked directory, which must belong to the run `wanted`. Begins that run if there
    /// is none.
    fn manifest(&self, wanted: Manifest) -> Result<Manifest, RunError> {
        if let Some(found) = check::manifest_if_begun(self.storage, self.path)? {
            self.check_same(&found, &wanted)?;
            // An earlier process may have been killed before it did so.
            self.make_durable()?;
            return Ok(found);
        }
        let ledger = self.path.join(LEDGER);
        self.storage.append(&ledger).map(drop).map_err(RunError::io(Action::Create, &ledger))?;
        self.make_durable()?;
        let bytes = wanted.to_bytes();
        let bytes = bytes.map_err(|reason| RunError::Refused { path: self.path.to_owned(), reason })?;
        let file = self.path.join(MANIFEST);
        replace_file::replace_durably(self.storage, &file, &bytes)
            .map_err(RunError::io(Action::Write, &file))?;
        Ok(wanted)
    }

    /// Makes the name of the directory durable, and the names in it.
    fn make_durable(&self) -> Result<(), RunError> {
        [files::parent(self.path), self.path].into_iter().try_for_each(|directory| {
            sync_names(self.storage, directory).map_err(RunError::io(Action::Sync, directory))
        })
    }

    /// Opens the ledger for appending, if nothing is in the way of the result. Returns it with its length.
    pub fn ledger(&self, contents: &LedgerContents) -> Result<(Box<dyn OutputFile>, u64), RunError> {
        let temporary = replace_file::with_suffix(&self.path.join(RESULT), TEMPORARY_SUFFIX);
        let in_the_way = self.storage.kind(&temporary).map_err(RunError::io(Action::Open, &temporary))?;
        if in_the_way == Some(PathKind::Directory) {
            return Err(RunError::io(Action::Write, &temporary)(ErrorKind::IsADirectory.into()));
        }
        let ledger = self.path.join(LEDGER);
        let mut output = self.storage.append(&ledger).map_err(RunError::io(Action::Open, &ledger))?;
        // The next line must not continue a torn one.
        let end: &[u8] = if contents.lacks_newline { b"\n" } else { b"" };
        output.write_all(end).map_err(RunError::io(Action::AppendTo, &ledger))?;
        // An earlier process may have been killed before it did so.
        output.sync().map_err(RunError::io(Action::Sync, &ledger))?;
        Ok((output, contents.length + end.len() as u64))
    }
}

/// Makes the names in a directory durable, unless it may only be used but not read, as /home often is, or not written.
fn sync_names(storage: &dyn Storage, directory: &Path) -> io::Result<()> {
    match storage.sync_directory(directory) {
        Err(cause) if matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem) => Ok(()),
        other => other,
    }
}

/// Renames the directory at `path` to the first free name made of it and a number. The rename is made durable
/// before anything new is written, because names may reach the disk in any order.
fn rename_aside(storage: &dyn Storage, path: &Path) -> Result<PathBuf, RunError> {
    let rename = || -> io::Result<PathBuf> {
        for number in 1u64.. {
            let aside = replace_file::with_suffix(path, &format!("{MOVED_ASIDE_SUFFIX}{number}"));
            if storage.kind(&aside)?.is_none() {
                storage.rename(path, &aside)?;
                sync_names(storage, files::parent(path))?;
                return Ok(aside);
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    };
    rename().map_err(RunError::io(Action::MoveAside, path))
}
