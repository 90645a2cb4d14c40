//! Opens a run directory for counting, and creates it if necessary.
//!
//! The steps are ordered so that an interruption does no harm at any point. A new run creates the directory,
//! takes the lock, writes an empty ledger, and finally writes the manifest. So a directory without a manifest
//! has no finished units, and a directory with a manifest always has a ledger. If a manifest is lost or
//! damaged later, it is restored, provided that the ledger belongs to the expected run.

use std::io;
use std::io::ErrorKind::{self, PermissionDenied, ReadOnlyFilesystem};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::directory::{LedgerState, RunDirectory};
use super::disk::DiskStorage;
use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::ledger_lines::LedgerLines;
use super::names::{self, RunFile};
use super::result::{self, Unusable};
use super::saved_run::SavedRun;
use super::storage::{HeldLock, OutputFile, PathKind, Storage};
use super::{Inspection, Manifest, NEVER_STOP, Notice};
use crate::files;
use crate::os;
use crate::plan::Tally;
use crate::stop;

impl RunDirectory {
    /// Opens the run directory at `path` to count the run `expected`, and creates the directory if necessary.
    /// If `fresh` is true, an existing run is first moved aside.
    ///
    /// A finished run is only read and not locked, because its directory may be read-only and shared. Then
    /// [`Inspection::total`] is `Some`, and no units can be appended.
    ///
    /// Once `stop` is set, reading a long ledger soon fails with [`RunError::Stopped`]. The flag has no
    /// effect after a run was moved aside.
    ///
    /// # Errors
    /// Returns any [`RunError`]. Saved data stays unchanged, but was moved aside if the error is
    /// [`RunError::NotStarted`].
    pub fn open(
        path: &Path,
        expected: &Manifest,
        fresh: bool,
        stop: &AtomicBool,
    ) -> Result<(Self, Inspection), RunError> {
        Self::open_in(Arc::new(DiskStorage), path, expected, fresh, stop)
    }

    /// Like [`RunDirectory::open`], but for any storage.
    pub fn open_in(
        storage: Arc<dyn Storage>,
        path: &Path,
        expected: &Manifest,
        fresh: bool,
        stop: &AtomicBool,
    ) -> Result<(Self, Inspection), RunError> {
        // Remove a trailing separator, so that suffixes can be appended.
        let path: PathBuf = path.components().collect();
        let run = SavedRun { storage: &*storage, path: &path, stop };
        let (saved, ledger, locks) = match run.finished(expected, fresh)? {
            Some(saved) => (saved, LedgerState::Finished, Vec::new()),
            None => run.begin(expected, fresh)?,
        };
        let (manifest, units) = (saved.manifest.clone(), saved.sums().units);
        Ok((Self::new(storage, path, manifest, units, ledger, locks), saved))
    }
}

impl SavedRun<'_> {
    /// Returns the manifest of the run that a count in this directory would resume. Returns `None` if there
    /// is no run, if its manifest is lost or damaged, or if `fresh` moves the run aside.
    ///
    /// # Errors
    /// Fails like [`SavedRun::manifest_if_started`], but accepts a run of another version if `fresh` is true.
    pub(crate) fn to_resume(self, fresh: bool) -> Result<Option<Manifest>, RunError> {
        resumed(self.manifest_if_started(), fresh)
    }

    /// Returns the existing run if it is finished.
    ///
    /// # Errors
    /// Fails if the run is not the `expected` one, or cannot be read.
    fn finished(self, expected: &Manifest, fresh: bool) -> Result<Option<Inspection>, RunError> {
        let manifest = match self.manifest_if_started() {
            // Check this before creating the lock file, because the directory may belong to another program.
            Err(lost) if lost.is_of_the_manifest() && !fresh => {
                self.check_ledger(expected, lost)?;
                None
            }
            result => resumed(result, fresh)?,
        };
        let Some(manifest) = manifest else { return Ok(None) };
        self.check_same(&manifest, expected)?;
        let file = self.result();
        if self.storage.kind(&file).map_err(RunError::io(Action::Open, &file))?.is_none() {
            return Ok(None);
        }
        let saved = self.agreeing(self.read(manifest, None, &mut |_| ())?.0)?;
        if saved.total.is_none() {
            return Ok(None);
        }
        // An earlier process may have been killed before syncing this (see `crate::files`).
        self.make_durable()?;
        Ok(Some(saved))
    }

    /// Creates and locks the directory, moves an existing run aside if `fresh` is true, and resumes or starts
    /// the run `expected`.
    ///
    /// After a move, the old lock is also returned, because another process may have opened the old lock file
    /// before the move. Some systems cannot move a directory that contains open files. There, the old lock is
    /// released before the move, and the move fails if another process has the lock file open.
    fn begin(
        self,
        expected: &Manifest,
        fresh: bool,
    ) -> Result<(Inspection, LedgerState, Vec<HeldLock>), RunError> {
        self.create_directory()?;
        let lock = self.hold()?;
        // Check again now that we hold the lock, because another process may have started the run.
        if !fresh || !self.has_run()? {
            let (saved, ledger) = self.start(expected)?;
            return Ok((saved, ledger, vec![lock]));
        }
        let old_lock = Some(lock).filter(|_| os::CAN_MOVE_OPEN_FILES);
        let moved_to = self.move_aside()?;
        // Ignore the stop flag from here on. Otherwise, a stop would hide where the old run was moved.
        let run = self.until(&NEVER_STOP);
        let begin = || {
            // Sync before writing anything new, because names may reach the disk in any order.
            let above = files::parent(self.path);
            sync_names(self.storage, above).map_err(RunError::io(Action::Sync, above))?;
            run.create_directory()?;
            Ok((run.hold()?, run.start(expected)?))
        };
        let (lock, (mut saved, ledger)) = match begin() {
            Ok(begun) => begun,
            Err(error) => return Err(RunError::NotStarted { error: Box::new(error), moved_to }),
        };
        saved.notices.insert(0, Notice::MovedAside { from: self.path.to_owned(), to: moved_to });
        Ok((saved, ledger, old_lock.into_iter().chain([lock]).collect()))
    }

    /// Resumes or starts the run `expected` in the locked directory.
    fn start(self, expected: &Manifest) -> Result<(Inspection, LedgerState), RunError> {
        let (manifest, restored) = self.manifest_of(expected)?;
        let mut saved = self.agreeing(self.read(manifest, None, &mut |_| ())?.0)?;
        saved.notices.splice(..0, restored);
        let ledger = match saved.total {
            Some(_) => LedgerState::Finished,
            None => self.open_ledger(&saved.lines)?,
        };
        Ok((saved, ledger))
    }

    /// Returns whether the directory contains a run, even one that this version cannot resume.
    fn has_run(self) -> Result<bool, RunError> {
        match self.manifest_if_started() {
            Err(RunError::OtherVersion { .. }) => Ok(true),
            Err(error) if error.is_of_the_manifest() => Ok(true),
            result => Ok(result?.is_some()),
        }
    }

    fn create_directory(self) -> Result<(), RunError> {
        let above = files::parent(self.path);
        let kind = self.storage.kind(self.path).map_err(RunError::io(Action::Open, self.path))?;
        if kind.is_none() && (SavedRun { path: above, ..self }).is_run()? {
            let found = format!("would be inside the run directory {}", above.display());
            return Err(RunError::NotARun { path: self.path.to_owned(), found });
        }
        match self.storage.create_directory(self.path) {
            // Another process has just created it. The lock decides which of us counts.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(RunError::io(Action::Create, self.path)),
        }
    }

    /// Checks that the manifest `found` belongs to the run `expected`.
    fn check_same(self, found: &Manifest, expected: &Manifest) -> Result<(), RunError> {
        let difference = found.difference(&expected.identity, expected.shard());
        difference.map_or(Ok(()), |difference| Err(found.mismatch(expected, self.path, difference)))
    }

    /// Returns the locked directory's manifest. It must belong to the run `expected`. If there is no
    /// manifest, starts that run. If the manifest is lost or damaged and the ledger allows it, writes it
    /// again and adds a notice.
    fn manifest_of(self, expected: &Manifest) -> Result<(Manifest, Option<Notice>), RunError> {
        let restored = match self.manifest_if_started() {
            Ok(Some(manifest)) => {
                self.check_same(&manifest, expected)?;
                // An earlier process may have been killed before syncing this (see `crate::files`).
                self.make_durable()?;
                return Ok((manifest, None));
            }
            Ok(None) => None,
            Err(lost) if lost.is_of_the_manifest() => {
                let units = self.check_ledger(expected, lost)?;
                Some(Notice::ManifestRestored { path: self.path.join(RunFile::Manifest), units })
            }
            Err(error) => return Err(error),
        };
        let ledger = self.ledger();
        self.storage.append(&ledger).map(drop).map_err(RunError::io(Action::Create, &ledger))?;
        self.make_durable()?;
        expected.write(self.storage, self.path)?;
        Ok((expected.clone(), restored))
    }

    /// Checks that a directory can belong to the run `expected` although its manifest is lost or damaged. The
    /// ledger lines must have checksums for the expected plan. If there are no lines, there must not be
    /// another run's result. `lost` is the error from reading the manifest. Returns the number of units in
    /// the ledger.
    ///
    /// # Errors
    /// Fails if the directory cannot belong to the run, or if [`Ledger::read`] fails.
    fn check_ledger(self, expected: &Manifest, lost: RunError) -> Result<u64, RunError> {
        // All shards of a plan use the same checksums. Read all shards' lines here, and refuse other shards'
        // lines below.
        let manifest = &Manifest { shard: None, ..expected.clone() };
        let ledger = Ledger { run: self, manifest };
        let mut tally = Tally::new(manifest.identity.units);
        let lines = match ledger.open() {
            Ok(mut file) => ledger.read(&mut *file, &mut tally, &mut |_| ())?,
            Err(RunError::Incomplete { .. }) => LedgerLines::default(),
            Err(error) => return Err(error),
        };
        if tally.finished().iter().any(|unit| !expected.has_unit(unit)) {
            let difference = "units of other shards".to_owned();
            return Err(RunError::Mismatch { path: self.path.to_owned(), difference });
        }
        let otherwise = "none is for this board, method and depth, and the manifest is missing or damaged";
        lines.check_any_good(&tally, &self.ledger(), otherwise)?;
        let units = tally.finished().len();
        match self.sealed(RunFile::Result)?.map(|bytes| result::parse(&bytes, expected, &tally)) {
            // Without any ledger lines, the result may belong to another program.
            Some(Err(_)) if units == 0 => Err(lost),
            Some(Err(Unusable::Contradicts(reason))) => {
                Err(RunError::Disagreement { path: self.result(), reason })
            }
            _ => Ok(units),
        }
    }

    /// Makes the directory's own name and the names in it durable.
    fn make_durable(self) -> Result<(), RunError> {
        [files::parent(self.path), self.path].into_iter().try_for_each(|directory| {
            sync_names(self.storage, directory).map_err(RunError::io(Action::Sync, directory))
        })
    }

    /// Opens the ledger for appending. `lines` describes its current contents. Fails if a directory blocks
    /// the temporary result file's path.
    fn open_ledger(self, lines: &LedgerLines) -> Result<LedgerState, RunError> {
        let temporary = names::temporary(&self.result());
        let blocked_by = self.storage.kind(&temporary).map_err(RunError::io(Action::Open, &temporary))?;
        if blocked_by == Some(PathKind::Directory) {
            return Err(RunError::io(Action::Write, &temporary)(ErrorKind::IsADirectory.into()));
        }
        let path = self.ledger();
        let mut output: Box<dyn OutputFile> =
            self.storage.append(&path).map_err(RunError::io(Action::Open, &path))?;
        // End a torn line, so that the next line does not continue it.
        let end: &[u8] = if lines.lacks_newline { b"\n" } else { b"" };
        output.write_all(end).map_err(RunError::io(Action::AppendTo, &path))?;
        // An earlier process may have been killed before syncing this (see `crate::files`).
        output.sync().map_err(RunError::io(Action::Sync, &path))?;
        Ok(LedgerState::Counting { output, length: lines.length + end.len() as u64 })
    }

    /// Moves the directory aside, using the first free number. Fails if the stop flag is set.
    fn move_aside(self) -> Result<PathBuf, RunError> {
        let path = self.path;
        if path.file_name().is_none() {
            let reason =
                "a run can be moved aside only by its name: name it from the directory above".to_owned();
            return Err(RunError::Refused { path: path.to_owned(), reason });
        }
        if stop::is_set(self.stop) {
            return Err(RunError::Stopped { path: path.to_owned() });
        }
        let rename = || -> io::Result<PathBuf> {
            for number in 1u64.. {
                let aside = names::moved_aside(path, number);
                if self.storage.kind(&aside)?.is_none() {
                    self.storage.rename(path, &aside)?;
                    return Ok(aside);
                }
            }
            Err(ErrorKind::AlreadyExists.into())
        };
        rename().map_err(RunError::io(Action::MoveAside, path))
    }
}

/// Implements [`SavedRun::to_resume`], given the result of reading the manifest.
fn resumed(manifest: Result<Option<Manifest>, RunError>, fresh: bool) -> Result<Option<Manifest>, RunError> {
    match manifest {
        Err(RunError::OtherVersion { .. }) if fresh => Ok(None),
        Err(error) if error.is_of_the_manifest() => Ok(None),
        manifest => Ok(manifest?.filter(|_| !fresh)),
    }
}

/// Makes the names in a directory durable. Ignores a read-only file system, and a directory that cannot be
/// read, such as /home on many systems.
fn sync_names(storage: &dyn Storage, directory: &Path) -> io::Result<()> {
    match storage.sync_directory(directory) {
        Err(cause) if matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem) => Ok(()),
        other => other,
    }
}
