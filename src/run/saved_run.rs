//! A saved run, found and read so that callers need not know the names of its files.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, io};

use sha2::{Digest, Sha256};

use super::disk::DiskStorage;
use super::names::{RunFile, is_moved_aside};
use super::run_files::RunFiles;
use super::storage::Storage;
use super::{Action, Entry, Inspection, Manifest, NEVER_STOP, RunError, drop_units, inspect};
use crate::text::hexadecimal;

/// The hash of all bytes written to it.
struct WrittenHash(Sha256);

impl Write for WrittenHash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A run that is saved in a directory, whether or not a process is counting it. Only [`SavedRun::drop_units`]
/// changes it.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct SavedRun<'a> {
    path: &'a Path,
}

impl<'a> SavedRun<'a> {
    /// The run in the directory at `path`, which is not read yet.
    pub fn at<P: AsRef<Path> + ?Sized>(path: &'a P) -> Self {
        Self { path: path.as_ref() }
    }

    fn files(self, stop: &'a AtomicBool) -> RunFiles<'a> {
        RunFiles::on_disk(self.path, stop)
    }

    /// The names of the runs in `folder`, without those that [`Count::fresh`](crate::Count::fresh)
    /// moved aside. A directory whose name `is_of_run`, or which has finished units, counts as a run even if
    /// its manifest is damaged or lost.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn names_in(folder: &Path, is_of_run: impl Fn(&OsStr) -> bool) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let path = folder.join(&name);
            if path.is_dir()
                && !is_moved_aside(&name.to_string_lossy())
                && (is_of_run(&name) || SavedRun::at(&path).may_be_a_run())
            {
                found.push(name.into());
            }
        }
        Ok(found)
    }

    /// Returns whether a run was started there. It may be damaged.
    #[must_use]
    pub fn exists(self) -> bool {
        self.path.join(RunFile::Manifest).exists()
    }

    /// Returns whether the directory has the manifest of a run, or a file that may have its finished units.
    /// Other programs have files of the same names.
    fn may_be_a_run(self) -> bool {
        match self.manifest() {
            Ok(_) | Err(RunError::OtherVersion { .. }) => true,
            Err(RunError::NotARun { .. }) => false,
            Err(_) => self.ledger().is_file(),
        }
    }

    /// Reads only what is counted there.
    ///
    /// # Errors
    /// If there is no run directory, or if its manifest is damaged, of another format or cannot be
    /// read.
    pub fn manifest(self) -> Result<Manifest, RunError> {
        self.files(&NEVER_STOP).manifest()
    }

    /// Inspects the run.
    ///
    /// # Errors
    /// If there is no run directory, if it is damaged or of another format, or if it cannot be
    /// read.
    pub fn inspect(self) -> Result<Inspection, RunError> {
        Ok(inspect::inspect(self.files(&NEVER_STOP), self.manifest()?, &mut |_| ())?.0)
    }

    /// Inspects the run, and returns the entries of a random sample of its finished units, lowest first:
    /// `size` maps their number to that of the sample, and the same `seed` gives the same sample. Both
    /// results come from one file, even if the run is replaced meanwhile. Reading a long ledger takes
    /// seconds; `stop` ends it early.
    ///
    /// # Errors
    /// As [`SavedRun::inspect`]; [`RunError::Stopped`] when `stop` was set; also if a chosen unit is no
    /// longer in the ledger.
    pub fn sample(
        self,
        stop: &AtomicBool,
        size: impl FnOnce(u64) -> u64,
        seed: u64,
    ) -> Result<(Inspection, Vec<Entry>), RunError> {
        inspect::sample(self.files(stop), self.manifest()?, size, seed)
    }

    /// Its ledger, which has a line for every finished unit.
    #[must_use]
    pub fn ledger(self) -> PathBuf {
        self.path.join(RunFile::Ledger)
    }

    /// Its result, which exists once the run is finished.
    #[must_use]
    pub fn result(self) -> PathBuf {
        self.path.join(RunFile::Result)
    }

    /// Removes the lines of `units` from its ledger, and its result, so that the next count of the run counts
    /// these units again. Returns the number of removed lines. Every other line is left unchanged.
    ///
    /// # Errors
    /// [`RunError::Locked`] if a process counts there; if the manifest is damaged, or if the file system
    /// refuses. The ledger then has all of its lines.
    pub fn drop_units(self, units: &[u64]) -> Result<u64, RunError> {
        drop_units::drop_units(self.files(&NEVER_STOP), units)
    }

    /// SHA-256 of its ledger, 64 hexadecimal digits, for published records.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn ledger_sha256(self) -> Result<String, RunError> {
        let path = self.ledger();
        let hash = || -> io::Result<String> {
            let mut hasher = WrittenHash(Sha256::new());
            io::copy(&mut DiskStorage.read(&path)?, &mut hasher)?;
            Ok(hexadecimal(&hasher.0.finalize()))
        };
        hash().map_err(RunError::io(Action::Read, &path))
    }
}
