//! The files of a run directory, and whether they are those of a run.
//!
//! Opening, inspecting and merging read the same files by the same checks.

use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::disk::DiskStorage;
use super::error::{Action, RunError};
use super::names::{RunFile, TEMPORARY_SUFFIX};
use super::storage::{HeldLock, PathKind, Storage};
use super::{Manifest, holder, sealed};

/// The run directory at `path` in a storage. Reading a long file of it ends soon after `stop` is set.
#[derive(Clone, Copy)]
pub(crate) struct RunFiles<'a> {
    pub storage: &'a dyn Storage,
    pub path: &'a Path,
    pub stop: &'a AtomicBool,
}

impl<'a> RunFiles<'a> {
    /// The directory at `path` on the disk.
    pub fn on_disk(path: &'a Path, stop: &'a AtomicBool) -> Self {
        Self { storage: &DiskStorage, path, stop }
    }

    /// Reads the manifest.
    ///
    /// # Errors
    /// If the path is not a run directory, or if its manifest is missing, damaged or of another format.
    pub fn manifest(self) -> Result<Manifest, RunError> {
        match self.storage.kind(self.path).map_err(RunError::io(Action::Read, self.path))? {
            None => return Err(self.not_a_run("does not exist")),
            Some(PathKind::Other) => return Err(self.not_a_run("is not a directory")),
            Some(PathKind::Directory) => {}
        }
        match self.sealed(RunFile::Manifest)? {
            Some(bytes) => Manifest::parse(self.path, &bytes),
            None if self.may_have_units()? => Err(self.incomplete()),
            None => Err(self.not_a_run("is not a run directory: it has no manifest.json")),
        }
    }

    /// Reads the manifest; `None` if a count would start a run here.
    ///
    /// # Errors
    /// If the path is not a directory, or is the directory of another program, if the manifest is damaged, or
    /// if it is missing although there are finished units.
    pub fn manifest_if_started(self) -> Result<Option<Manifest>, RunError> {
        match self.storage.kind(self.path).map_err(RunError::io(Action::Open, self.path))? {
            Some(PathKind::Directory) => {}
            Some(PathKind::Other) => return Err(self.not_a_run("is not a directory")),
            None => return Ok(None),
        }
        let found = || {
            let bytes = self.sealed(RunFile::Manifest)?;
            bytes.map(|bytes| Manifest::parse(self.path, &bytes)).transpose()
        };
        match found() {
            Ok(None) | Err(RunError::Corrupt { .. }) => {}
            found => return found,
        }
        self.check_names()?;
        let may_have_units = self.may_have_units()?;
        // Another process may have started the run since.
        match found()? {
            None if may_have_units => Err(self.incomplete()),
            found => Ok(found),
        }
    }

    /// Returns whether the directory has an intact manifest and a ledger.
    pub(super) fn is_a_run(self) -> Result<bool, RunError> {
        let file = self.path.join(RunFile::Manifest);
        let is_other = |cause: &io::Error| {
            use ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
            matches!(cause.kind(), NotFound | PermissionDenied | InvalidInput | IsADirectory | NotADirectory)
        };
        let manifest = match self.storage.read(&file).and_then(sealed::read_from) {
            // A link or a directory of this name, or one that may not be read, is not ours.
            Err(cause) if is_other(&cause) => return Ok(false),
            read => read.map_err(RunError::io(Action::Read, &file))?,
        };
        let ledger = self.path.join(RunFile::Ledger);
        let has_ledger = self.storage.length(&ledger).map_err(RunError::io(Action::Read, &ledger))?.is_some();
        Ok(has_ledger && !matches!(Manifest::parse(self.path, &manifest), Err(RunError::Corrupt { .. })))
    }

    /// Reads a file of sealed JSON; `None` if it is missing.
    pub(super) fn sealed(self, file: RunFile) -> Result<Option<Vec<u8>>, RunError> {
        let file = self.path.join(file);
        match self.storage.read(&file).and_then(sealed::read_from) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(RunError::io(Action::Read, &file)(cause)),
        }
    }

    /// Takes the lock of the directory for this process.
    ///
    /// # Errors
    /// [`RunError::Locked`] if another process holds it, or if the storage fails.
    pub(super) fn lock(self) -> Result<HeldLock, RunError> {
        let file = self.path.join(RunFile::Lock);
        let lock =
            self.storage.lock(&file, &holder::this_process()).map_err(RunError::io(Action::Lock, &file))?;
        lock.ok_or_else(|| {
            let holder = holder::first_line(&self.holder());
            RunError::Locked { path: self.path.to_owned(), holder }
        })
    }

    /// The holder that the lock file names; empty if the file is missing or cannot be read.
    pub(super) fn holder(self) -> String {
        self.storage.read(&self.path.join(RunFile::Lock)).and_then(holder::read_from).unwrap_or_default()
    }

    /// Returns whether the directory, which has no manifest, may have finished units.
    fn may_have_units(self) -> Result<bool, RunError> {
        let file = self.path.join(RunFile::Ledger);
        let mut first_byte = Vec::new();
        match self.storage.read(&file).and_then(|ledger| ledger.take(1).read_to_end(&mut first_byte)) {
            Err(cause) if cause.kind() != ErrorKind::NotFound => {
                return Err(RunError::io(Action::Read, &file)(cause));
            }
            _ => {}
        }
        Ok(!first_byte.is_empty() || self.sealed(RunFile::Result)?.is_some())
    }

    /// Checks that each file in the directory, which has no intact manifest, has the name of a file of a run.
    /// A process that ends while it starts a run leaves such files.
    fn check_names(self) -> Result<(), RunError> {
        for name in self.storage.list(self.path).map_err(RunError::io(Action::List, self.path))? {
            let name = name.to_string_lossy();
            let suffixes = RunFile::ALL.map(|file| name.strip_prefix(file.name()));
            let is_of_a_run = |suffix: &str| suffix.is_empty() || suffix == TEMPORARY_SUFFIX;
            if !suffixes.into_iter().flatten().any(is_of_a_run) {
                return Err(self.not_a_run(&format!(
                    "is not a run directory: it holds '{name}' but no manifest.json of this program"
                )));
            }
        }
        Ok(())
    }

    fn not_a_run(self, found: &str) -> RunError {
        RunError::NotARun { path: self.path.to_owned(), found: found.to_owned() }
    }

    fn incomplete(self) -> RunError {
        RunError::Incomplete { path: self.path.to_owned(), missing: RunFile::Manifest }
    }
}
