//! Finds a saved run's files, and checks whether a directory contains a run.
//!
//! All readers use this module, so callers don't need to know the names of the files.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};

use super::disk::DiskStorage;
use super::error::{Action, RunError};
use super::lock;
use super::names::{RunFile, TEMPORARY_SUFFIX, is_moved_aside};
use super::storage::{HeldLock, PathKind, Storage};
use super::{Manifest, NEVER_STOP, sealed};
use crate::plan::entry::LINE_START;
use crate::text::hexadecimal;

/// Hashes all bytes written to it.
struct HashWriter(Sha256);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A saved run, for reading. A process may be counting it at the same time. To remove units, use
/// [`LockedRun::drop_units`](super::LockedRun::drop_units).
#[derive(Clone, Copy)]
#[must_use]
pub struct SavedRun<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) path: &'a Path,
    /// Once this flag is set, reading a long file soon fails.
    pub(super) stop: &'a AtomicBool,
}

impl<'a> SavedRun<'a> {
    /// Returns the run at `path`. Does not read anything yet.
    pub fn at<P: AsRef<Path> + ?Sized>(path: &'a P) -> Self {
        Self { storage: &DiskStorage, path: path.as_ref(), stop: &NEVER_STOP }
    }

    /// Lets `stop` interrupt reading. Soon after the flag is set, reads fail with [`RunError::Stopped`].
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        Self { stop, ..self }
    }

    /// Returns the run directory's path.
    #[must_use]
    pub fn path(self) -> &'a Path {
        self.path
    }

    /// Returns the names of the runs in `folder`, except runs moved aside by
    /// [`Count::fresh`](crate::Count::fresh). A directory with a damaged or lost manifest counts as a run if
    /// it has finished units or if `is_of_run` accepts its name.
    ///
    /// # Errors
    /// Fails if `folder` cannot be read.
    pub fn names_in(folder: &Path, is_of_run: impl Fn(&OsStr) -> bool) -> io::Result<Vec<PathBuf>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let path = folder.join(&name);
            if path.is_dir()
                && !is_moved_aside(&name.to_string_lossy())
                && (is_of_run(&name) || SavedRun::at(&path).exists())
            {
                names.push(name.into());
            }
        }
        Ok(names)
    }

    /// Returns whether the directory contains a run, even if the run is damaged or from another version.
    #[must_use]
    pub fn exists(self) -> bool {
        match self.manifest() {
            Ok(_) | Err(RunError::OtherVersion { .. } | RunError::Corrupt { .. }) => true,
            Err(RunError::NotARun { .. }) => false,
            // Other programs may use the same file names, so check how the ledger begins.
            Err(_) => self.begins(RunFile::Ledger, LINE_START).unwrap_or_else(|_| self.ledger().is_file()),
        }
    }

    /// Returns the path of the ledger, which has one line for every finished unit.
    #[must_use]
    pub fn ledger(self) -> PathBuf {
        self.path.join(RunFile::Ledger)
    }

    /// Returns the path of the result, which exists once the run is finished.
    #[must_use]
    pub fn result(self) -> PathBuf {
        self.path.join(RunFile::Result)
    }

    /// Returns the SHA-256 hash of the ledger in hexadecimal, for published records.
    ///
    /// # Errors
    /// Fails if the ledger cannot be read.
    pub fn ledger_sha256(self) -> Result<String, RunError> {
        let path = self.ledger();
        let hash = || -> io::Result<String> {
            let mut hasher = HashWriter(Sha256::new());
            io::copy(&mut self.storage.read(&path)?, &mut hasher)?;
            Ok(hexadecimal(&hasher.0.finalize()))
        };
        hash().map_err(RunError::io(Action::Read, &path))
    }

    /// Reads the manifest, which describes what the run counts.
    ///
    /// # Errors
    /// Fails if this is not a run directory, or if the manifest is lost, damaged, unreadable or of another
    /// format.
    pub fn manifest(self) -> Result<Manifest, RunError> {
        match self.storage.kind(self.path).map_err(RunError::io(Action::Read, self.path))? {
            None => return Err(self.not_a_run("does not exist")),
            Some(PathKind::Other) => return Err(self.not_a_run("is not a directory")),
            Some(PathKind::Directory) => {}
        }
        match self.read_manifest()? {
            Some(manifest) => Ok(manifest),
            None if self.may_have_units()? => Err(self.incomplete()),
            None => Err(self.not_a_run("is not a run directory: it has no manifest.json")),
        }
    }

    /// Reads the manifest. Returns `None` if a count would start a new run here.
    ///
    /// # Errors
    /// Fails if the path is not a directory or belongs to another program. Also fails if the manifest is
    /// damaged, or if it is missing although there are finished units.
    pub(crate) fn manifest_if_started(self) -> Result<Option<Manifest>, RunError> {
        match self.storage.kind(self.path).map_err(RunError::io(Action::Open, self.path))? {
            Some(PathKind::Directory) => {}
            Some(PathKind::Other) => return Err(self.not_a_run("is not a directory")),
            None => return Ok(None),
        }
        match self.read_manifest() {
            Ok(None) | Err(RunError::Corrupt { .. }) => {}
            result => return result,
        }
        self.check_names()?;
        let may_have_units = self.may_have_units()?;
        // Read the manifest again, because another process may have just started the run.
        match self.read_manifest()? {
            None if may_have_units => Err(self.incomplete()),
            manifest => Ok(manifest),
        }
    }

    /// Reads the manifest if it exists. Other programs also have files named `manifest.json`. So a damaged
    /// one is treated as ours only if it or the ledger begins like a file of this program.
    fn read_manifest(self) -> Result<Option<Manifest>, RunError> {
        let Some(bytes) = self.sealed(RunFile::Manifest)? else { return Ok(None) };
        match Manifest::parse(self.path, &bytes) {
            Err(RunError::Corrupt { .. })
                if !without_mark(&bytes).starts_with(Manifest::PREFIX)
                    && !self.begins(RunFile::Ledger, LINE_START)? =>
            {
                Err(self.not_a_run("is not a run directory: its manifest.json belongs to another program"))
            }
            parsed => parsed.map(Some),
        }
    }

    /// Returns whether a directory without a manifest may have finished units.
    fn may_have_units(self) -> Result<bool, RunError> {
        Ok(self.begins(RunFile::Ledger, b"")? || self.sealed(RunFile::Result)?.is_some())
    }

    /// Returns whether `file` exists, is not empty, and begins with `start`.
    fn begins(self, file: RunFile, start: &[u8]) -> Result<bool, RunError> {
        let path = self.path.join(file);
        let mut bytes = Vec::new();
        let length = start.len().max(1) as u64;
        match self.storage.read(&path).and_then(|file| file.take(length).read_to_end(&mut bytes)) {
            Err(cause) if cause.kind() != ErrorKind::NotFound => {
                Err(RunError::io(Action::Read, &path)(cause))
            }
            _ => Ok(!bytes.is_empty() && bytes.starts_with(start)),
        }
    }

    /// Checks that a directory without an intact manifest contains only files with the names of a run's
    /// files. Such a directory remains if a process is interrupted while it starts a run.
    fn check_names(self) -> Result<(), RunError> {
        for name in self.storage.list(self.path).map_err(RunError::io(Action::List, self.path))? {
            let name = name.to_string_lossy();
            let suffixes = RunFile::ALL.map(|file| name.strip_prefix(file.name()));
            let is_of_a_run = |suffix: &str| suffix.is_empty() || suffix == TEMPORARY_SUFFIX;
            if !suffixes.into_iter().flatten().any(is_of_a_run) {
                return Err(self.not_a_run(&format!(
                    "is not a run directory: it holds '{name}' but no manifest.json from this program"
                )));
            }
        }
        Ok(())
    }

    fn incomplete(self) -> RunError {
        RunError::Incomplete { path: self.path.to_owned(), missing: RunFile::Manifest }
    }

    fn not_a_run(self, found: &str) -> RunError {
        RunError::NotARun { path: self.path.to_owned(), found: found.to_owned() }
    }

    /// Returns whether the directory contains an intact manifest and a ledger.
    pub(super) fn is_run(self) -> Result<bool, RunError> {
        let file = self.path.join(RunFile::Manifest);
        let is_other = |cause: &io::Error| {
            use ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied};
            matches!(cause.kind(), NotFound | PermissionDenied | InvalidInput | IsADirectory | NotADirectory)
        };
        let manifest = match self.storage.read(&file).and_then(sealed::read_from) {
            // A link, a directory or an unreadable file with this name is not ours.
            Err(cause) if is_other(&cause) => return Ok(false),
            read => read.map_err(RunError::io(Action::Read, &file))?,
        };
        let ledger = self.ledger();
        let has_ledger = self.storage.length(&ledger).map_err(RunError::io(Action::Read, &ledger))?.is_some();
        Ok(has_ledger && !matches!(Manifest::parse(self.path, &manifest), Err(RunError::Corrupt { .. })))
    }

    /// Reads a sealed JSON file. Returns `None` if it is missing.
    pub(super) fn sealed(self, file: RunFile) -> Result<Option<Vec<u8>>, RunError> {
        let file = self.path.join(file);
        match self.storage.read(&file).and_then(sealed::read_from) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(RunError::io(Action::Read, &file)(cause)),
        }
    }

    /// Locks the directory for this process.
    ///
    /// # Errors
    /// Returns [`RunError::Locked`] if another process holds the lock. Also fails if the storage fails.
    pub(super) fn hold(self) -> Result<HeldLock, RunError> {
        let file = self.path.join(RunFile::Lock);
        let held =
            self.storage.lock(&file, &lock::this_process()).map_err(RunError::io(Action::Lock, &file))?;
        held.ok_or_else(|| {
            let holder = lock::first_line(&self.holder());
            RunError::Locked { path: self.path.to_owned(), holder }
        })
    }

    /// Returns the holder named in the lock file, or an empty string if the file is missing or unreadable.
    pub(super) fn holder(self) -> String {
        self.storage.read(&self.path.join(RunFile::Lock)).and_then(lock::read_holder).unwrap_or_default()
    }
}

/// Returns the bytes without the byte order mark that an editor may have added.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}
