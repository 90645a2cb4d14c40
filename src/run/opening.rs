//! Opens a run directory for counting, and creates it if necessary.
//!
//! The order of the steps makes every interruption harmless. A new run creates the directory, takes the lock,
//! and writes an empty ledger, then the manifest. So a directory without a manifest has no finished units,
//! and a directory with a manifest always has a ledger.

use std::io;
use std::io::ErrorKind::{self, PermissionDenied, ReadOnlyFilesystem};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::directory::{LedgerState, RunDirectory};
use super::disk::DiskStorage;
use super::error::{Action, RunError};
use super::ledger_contents::LedgerContents;
use super::names::{self, RunFile};
use super::run_files::RunFiles;
use super::saved_units::SavedUnits;
use super::storage::{HeldLock, OutputFile, PathKind, Storage};
use super::{Inspection, Manifest, NEVER_STOP, Notice, replace_file};
use crate::files;
use crate::os;

impl RunDirectory {
    /// Opens the run directory at `path` for the run of `manifest`, and creates it if necessary. If `fresh`,
    /// an existing run is first moved aside.
    ///
    /// If [`Inspection::total`] is `Some`, the run is finished and nothing can be appended.
    ///
    /// # Errors
    /// Any [`RunError`]. Saved data has not been touched, unless a run was moved aside.
    pub fn open(path: &Path, manifest: &Manifest, fresh: bool) -> Result<(Self, Inspection), RunError> {
        Opening::on_disk(path, fresh, &NEVER_STOP)?.open(manifest.clone())
    }
}

/// A run directory that is being opened. So far it was only read.
pub(crate) struct Opening<'a> {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    fresh: bool,
    stop: &'a AtomicBool,
    found: Option<Manifest>,
}

impl<'a> Opening<'a> {
    /// Starts opening the directory at `path` on the disk. If `fresh`, an existing run is to be moved aside.
    /// Reading a long ledger ends with [`RunError::Stopped`] soon after `stop` is set.
    ///
    /// # Errors
    /// As [`RunFiles::manifest_if_started`]; a run that is moved aside need not be one that this version can
    /// resume.
    pub fn on_disk(path: &Path, fresh: bool, stop: &'a AtomicBool) -> Result<Self, RunError> {
        Self::of(Arc::new(DiskStorage), path, fresh, stop)
    }

    /// Like [`Opening::on_disk`], in any storage.
    pub fn of(
        storage: Arc<dyn Storage>,
        path: &Path,
        fresh: bool,
        stop: &'a AtomicBool,
    ) -> Result<Self, RunError> {
        // A trailing separator is dropped, so that suffixes can be appended.
        let path: PathBuf = path.components().collect();
        let mut opening = Self { storage, path, fresh, stop, found: None };
        opening.found = match opening.files().manifest_if_started() {
            Err(error) if fresh && error.is_of_a_run() => None,
            found => found?.filter(|_| !fresh),
        };
        Ok(opening)
    }

    /// The manifest of the existing run; `None` if there is none, or if it is to be moved aside.
    pub fn found(&self) -> Option<&Manifest> {
        self.found.as_ref()
    }

    /// Opens the directory for the run `wanted`. A finished run is only read, without the lock, because the
    /// directory may be read-only, and other processes may read it, too.
    ///
    /// # Errors
    /// Any [`RunError`]. Saved data has not been touched, unless a run was moved aside.
    pub fn open(mut self, wanted: Manifest) -> Result<(RunDirectory, Inspection), RunError> {
        let (mut locks, mut moved) = (Vec::new(), None);
        let (manifest, units) = match self.finished(&wanted)? {
            Some(finished) => finished,
            None => {
                (locks, moved) = self.take()?;
                let manifest = self.manifest(wanted)?;
                let units = SavedUnits::read(self.files(), &manifest, &mut |_| ())?;
                (manifest, units)
            }
        };
        let ledger = match units.total {
            Some(_) => LedgerState::Finished,
            None => self.ledger(&units.contents)?,
        };
        let (mut inspection, _) = Inspection::of(units, &self.path, manifest.clone(), None);
        inspection.notices.splice(..0, moved);
        let saved = inspection.sums().units;
        let directory = RunDirectory::new(self.storage, self.path, manifest, saved, ledger, locks);
        Ok((directory, inspection))
    }

    fn files(&self) -> RunFiles<'_> {
        RunFiles { storage: &*self.storage, path: &self.path, stop: self.stop }
    }

    /// The existing run, if it is finished.
    ///
    /// # Errors
    /// If it is not the run `wanted`, or as [`SavedUnits::read`].
    fn finished(&mut self, wanted: &Manifest) -> Result<Option<(Manifest, SavedUnits)>, RunError> {
        let Some(manifest) = self.found.take() else { return Ok(None) };
        self.check_same(&manifest, wanted)?;
        let file = self.path.join(RunFile::Result);
        if self.storage.kind(&file).map_err(RunError::io(Action::Open, &file))?.is_none() {
            return Ok(None);
        }
        let units = SavedUnits::read(self.files(), &manifest, &mut |_| ())?;
        if units.total.is_none() {
            return Ok(None);
        }
        // Its creator may not have synced it (see `crate::files`).
        self.make_durable()?;
        Ok(Some((manifest, units)))
    }

    /// Creates the directory if it is missing, locks it, and moves an existing run aside if this was
    /// requested. Returns the locks, and the notice that a run was moved.
    fn take(&self) -> Result<(Vec<HeldLock>, Option<Notice>), RunError> {
        self.create_directory()?;
        let lock = self.files().lock()?;
        // Under the lock: another process may have started the run since the first look.
        if self.fresh && self.has_run()? { self.start_over(lock) } else { Ok((vec![lock], None)) }
    }

    /// Moves the directory aside and creates it again. Returns its new lock as well as the old one, because
    /// another process may have opened the lock file before the move. Where open files cannot be
    /// moved, such a process is an error, and the old lock cannot be kept.
    fn start_over(&self, lock: HeldLock) -> Result<(Vec<HeldLock>, Option<Notice>), RunError> {
        let old = Some(lock).filter(|_| os::CAN_MOVE_OPEN_FILES);
        let to = rename_aside(&*self.storage, &self.path)?;
        let notice = Notice::MovedAside { from: self.path.clone(), to };
        self.create_directory()?;
        Ok((old.into_iter().chain([self.files().lock()?]).collect(), Some(notice)))
    }

    /// Returns whether a run was started in the directory, even one that this version cannot resume.
    fn has_run(&self) -> Result<bool, RunError> {
        match self.files().manifest_if_started() {
            Err(error) if error.is_of_a_run() => Ok(true),
            found => Ok(found?.is_some()),
        }
    }

    fn create_directory(&self) -> Result<(), RunError> {
        let above = files::parent(&self.path);
        let kind = self.storage.kind(&self.path).map_err(RunError::io(Action::Open, &self.path))?;
        if kind.is_none() && (RunFiles { path: above, ..self.files() }).is_a_run()? {
            let found = format!("would be inside the run directory {}", above.display());
            return Err(RunError::NotARun { path: self.path.clone(), found });
        }
        match self.storage.create_directory(&self.path) {
            // Another process was faster; the lock decides.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(RunError::io(Action::Create, &self.path)),
        }
    }

    /// Checks that the directory, which has the manifest `found`, belongs to the run `wanted`.
    fn check_same(&self, found: &Manifest, wanted: &Manifest) -> Result<(), RunError> {
        let difference = found.difference(&wanted.identity, wanted.shard());
        difference.map_or(Ok(()), |difference| Err(found.mismatch(wanted, &self.path, difference)))
    }

    /// The manifest of the locked directory, which must belong to the run `wanted`. Starts that run if there
    /// is no manifest.
    fn manifest(&self, wanted: Manifest) -> Result<Manifest, RunError> {
        if let Some(found) = self.files().manifest_if_started()? {
            self.check_same(&found, &wanted)?;
            // Its creator may not have synced it (see `crate::files`).
            self.make_durable()?;
            return Ok(found);
        }
        let ledger = self.path.join(RunFile::Ledger);
        self.storage.append(&ledger).map(drop).map_err(RunError::io(Action::Create, &ledger))?;
        self.make_durable()?;
        let bytes = wanted.to_bytes();
        let bytes = bytes.map_err(|reason| RunError::Refused { path: self.path.clone(), reason })?;
        let file = self.path.join(RunFile::Manifest);
        replace_file::replace_durably(&*self.storage, &file, &bytes)
            .map_err(RunError::io(Action::Write, &file))?;
        Ok(wanted)
    }

    /// Makes the name of the directory durable, and the names in it.
    fn make_durable(&self) -> Result<(), RunError> {
        [files::parent(&self.path), &self.path].into_iter().try_for_each(|directory| {
            sync_names(&*self.storage, directory).map_err(RunError::io(Action::Sync, directory))
        })
    }

    /// Opens the ledger for appending, unless something blocks the result file.
    fn ledger(&self, contents: &LedgerContents) -> Result<LedgerState, RunError> {
        let temporary = names::temporary(&self.path.join(RunFile::Result));
        let blocked_by = self.storage.kind(&temporary).map_err(RunError::io(Action::Open, &temporary))?;
        if blocked_by == Some(PathKind::Directory) {
            return Err(RunError::io(Action::Write, &temporary)(ErrorKind::IsADirectory.into()));
        }
        let path = self.path.join(RunFile::Ledger);
        let mut output: Box<dyn OutputFile> =
            self.storage.append(&path).map_err(RunError::io(Action::Open, &path))?;
        // The next line must not continue a torn one.
        let end: &[u8] = if contents.lacks_newline { b"\n" } else { b"" };
        output.write_all(end).map_err(RunError::io(Action::AppendTo, &path))?;
        // Its creator may not have synced it (see `crate::files`).
        output.sync().map_err(RunError::io(Action::Sync, &path))?;
        Ok(LedgerState::Counting { output, length: contents.length + end.len() as u64 })
    }
}

/// Makes the names in a directory durable, unless the directory is not readable, as /home often is, or on a
/// read-only file system.
fn sync_names(storage: &dyn Storage, directory: &Path) -> io::Result<()> {
    match storage.sync_directory(directory) {
        Err(cause) if matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem) => Ok(()),
        other => other,
    }
}

/// Moves the directory at `path` aside, to the first free number. The rename is made durable before anything
/// new is written, because names may reach the disk in any order.
fn rename_aside(storage: &dyn Storage, path: &Path) -> Result<PathBuf, RunError> {
    let rename = || -> io::Result<PathBuf> {
        for number in 1u64.. {
            let aside = names::moved_aside(path, number);
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
