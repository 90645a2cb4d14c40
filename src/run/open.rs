//! Opens a run directory: turns whatever is at a path into a directory ready for counting, or fails
//! with a clear error.
//!
//! The order of the steps makes every interruption harmless. A new run makes the directory, takes
//! the lock, and writes an empty ledger, then the manifest. So a directory without a manifest has
//! no finished units, and one with a manifest always has a ledger.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::atomic;
use super::check;
use super::error::{Damage, Error};
use super::ledger::{self, Contents};
use super::storage::{Kind, Storage};
use super::{
    LEDGER, LOCK, LedgerState, MANIFEST, Manifest, Notice, Options, REJECTED, RESULT, RunDirectory,
    RunResult, Saved, lock, ours, sealed,
};

/// See [`RunDirectory::open_for`].
pub(super) fn open<E: From<Error>>(
    storage: Arc<dyn Storage>,
    path: &Path,
    options: Options,
    stop: &AtomicBool,
    wanted: impl FnOnce(Option<&Manifest>) -> Result<Manifest, E>,
) -> Result<(RunDirectory, Saved), E> {
    // Without a trailing separator, so that names can be appended.
    let path: PathBuf = path.components().collect();
    let mut opening = Opening { storage: &*storage, path: &path, options, stop, notices: Vec::new() };
    let mut entered = opening.enter()?;
    let found = match &entered {
        Some(_) if !options.fresh => opening.found()?,
        _ => Found::Nothing,
    };
    // Before anything is made: a count that cannot begin leaves nothing behind.
    let wanted = wanted(found.manifest())?;
    let found = match &mut entered {
        Some(directory) if options.fresh => {
            opening.begin_anew(directory)?;
            Found::Nothing
        }
        Some(_) => found,
        None => {
            opening.create_directory()?;
            entered = Some(opening.lock_directory()?);
            opening.found()?
        }
    };
    let manifest = opening.manifest(found, wanted)?;
    let contents = opening.contents(&manifest)?;
    let result = opening.result(&manifest, &contents)?;
    let state = match result {
        Some(_) => LedgerState::Finished,
        None => opening.state(&contents)?,
    };
    let Contents { tally, length, .. } = contents;
    let (units, notices) = (tally.finished().len(), opening.notices);
    let locks = entered.map(|directory| directory.locks).unwrap_or_default();
    let directory = RunDirectory { storage, path, manifest, units, length, state, _locks: locks };
    Ok((directory, Saved { tally, notices, result }))
}

struct Opening<'a> {
    storage: &'a dyn Storage,
    path: &'a Path,
    options: Options,
    stop: &'a AtomicBool,
    notices: Vec<Notice>,
}

/// A directory that is ours or empty, locked.
struct Entered {
    names: Vec<String>,
    locks: Vec<Box<dyn Send>>,
}

/// The manifest of a directory.
enum Found {
    Nothing,
    Manifest(Manifest),
    /// One that cannot be read as such, and why.
    Damaged(Vec<u8>, Error),
}

impl Found {
    fn manifest(&self) -> Option<&Manifest> {
        match self {
            Self::Manifest(manifest) => Some(manifest),
            _ => None,
        }
    }
}

impl Opening<'_> {
    /// Locks the directory, if it exists.
    fn enter(&self) -> Result<Option<Entered>, Error> {
        let Self { storage, path, .. } = *self;
        match storage.kind(path).map_err(|cause| Error::io("open", path, cause))? {
            Some(Kind::Directory) => self.lock_directory().map(Some),
            Some(Kind::Other) => Err(Error::NotADirectory { path: path.to_owned() }),
            None => Ok(None),
        }
    }

    /// Ensures that the directory is ours or empty, and locks it.
    fn lock_directory(&self) -> Result<Entered, Error> {
        Ok(Entered { names: ours::names(self.storage, self.path)?, locks: vec![self.lock()?] })
    }

    /// Moves what is there aside, if it is more than a lock, and makes the directory again.
    fn begin_anew(&mut self, directory: &mut Entered) -> Result<(), Error> {
        if directory.names.iter().any(|name| name != LOCK) {
            let aside = rename_aside(self.storage, self.path, ".old-")?;
            self.notices.push(Notice::MovedAside { from: self.path.to_owned(), to: aside, reason: None });
            self.create_directory()?;
            // Keep the old lock too: another process may have opened its file before the move.
            directory.locks.push(self.lock()?);
        }
        Ok(())
    }

    fn create_directory(&self) -> Result<(), Error> {
        match self.storage.create_directory(self.path) {
            // Another process was faster; the lock decides.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(|cause| Error::io("create", self.path, cause)),
        }
    }

    fn lock(&self) -> Result<Box<dyn Send>, Error> {
        let file = self.path.join(LOCK);
        let lock = self.storage.lock(&file, &lock::this_process());
        lock.map_err(|cause| Error::io("lock", &file, cause))?.ok_or_else(|| Error::Locked {
            path: self.path.to_owned(),
            holder: check::holder(self.storage, &file),
        })
    }

    fn found(&self) -> Result<Found, Error> {
        let file = self.path.join(MANIFEST);
        match sealed::read(self.storage, &file) {
            Ok(bytes) => Ok(match Manifest::parse(self.path, &bytes) {
                Ok(manifest) => Found::Manifest(manifest),
                Err(error) => Found::Damaged(bytes, error),
            }),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
            Err(cause) => Err(Error::io("read", &file, cause)),
        }
    }

    /// The manifest that was found, which must count the same as the one wanted, or a new one.
    fn manifest(&mut self, found: Found, wanted: Manifest) -> Result<Manifest, Error> {
        match found {
            Found::Nothing => self.begin(wanted),
            Found::Manifest(found) => match found.difference(&wanted) {
                None => {
                    // An earlier process may have been killed before it did.
                    self.make_durable()?;
                    Ok(found)
                }
                Some(difference) => Err(Error::Mismatch { path: self.path.to_owned(), difference }),
            },
            Found::Damaged(bytes, Error::Corrupt { .. })
                if self.options.repair && wanted.is_recognised_in(&bytes) =>
            {
                self.notices.push(Notice::ManifestRewritten { path: self.path.join(MANIFEST) });
                self.write_manifest(wanted)
            }
            Found::Damaged(_, error) => Err(error),
        }
    }

    /// Begins a new run in a directory without manifest.
    fn begin(&self, wanted: Manifest) -> Result<Manifest, Error> {
        let ledger = self.path.join(LEDGER);
        let has_units = match self.storage.read(&ledger).and_then(|mut input| input.read(&mut [0])) {
            Ok(bytes) => bytes > 0,
            Err(cause) if cause.kind() == ErrorKind::NotFound => false,
            Err(cause) => return Err(Error::io("read", &ledger, cause)),
        };
        let result = self.path.join(RESULT);
        let has_result =
            self.storage.kind(&result).map_err(|cause| Error::io("open", &result, cause))?.is_some();
        if has_units || has_result {
            return Err(Error::Corrupt {
                path: self.path.join(MANIFEST),
                line: None,
                reason: "it is missing, but there are finished units".to_owned(),
                damage: Damage::NoManifest,
            });
        }
        create_empty(self.storage, &ledger)?;
        self.make_durable()?;
        self.write_manifest(wanted)
    }

    /// Makes the name of the directory durable, and the names in it.
    fn make_durable(&self) -> Result<(), Error> {
        let parent = atomic::parent(self.path);
        match self.storage.sync_directory(parent) {
            // The parent may be used but not read, as /home often is: then the directory is not
            // new.
            Err(cause) if cause.kind() == ErrorKind::PermissionDenied => {}
            other => other.map_err(|cause| Error::io("sync", parent, cause))?,
        }
        self.storage.sync_directory(self.path).map_err(|cause| Error::io("sync", self.path, cause))
    }

    fn write_manifest(&self, manifest: Manifest) -> Result<Manifest, Error> {
        let bytes = manifest.to_bytes();
        let bytes = bytes.map_err(|reason| Error::Refused { path: self.path.to_owned(), reason })?;
        let file = self.path.join(MANIFEST);
        atomic::replace_on(self.storage, &file, &bytes).map_err(|cause| Error::io("write", &file, cause))?;
        Ok(manifest)
    }

    /// The contents of the ledger, repaired if it is damaged and a repair was requested.
    fn contents(&mut self, manifest: &Manifest) -> Result<Contents, Error> {
        let ledger = self.path.join(LEDGER);
        let read = || check::read_ledger(self.storage, self.path, manifest, self.stop, &mut |_| ());
        let contents = match read() {
            Err(Error::Corrupt { line, reason, .. }) if self.options.repair => {
                self.repair(&ledger, manifest)?;
                self.notices.push(Notice::LedgerRepaired { path: ledger.clone(), line, reason });
                check::read_ledger(self.storage, self.path, manifest, self.stop, &mut |_| ())?
            }
            other => other?,
        };
        self.notices.extend(check::repeated_notice(&ledger, &contents));
        Ok(contents)
    }

    fn repair(&self, ledger: &Path, manifest: &Manifest) -> Result<(), Error> {
        match self.storage.kind(ledger).map_err(|cause| Error::io("open", ledger, cause))? {
            None => {
                create_empty(self.storage, ledger)?;
                self.make_durable()
            }
            Some(_) => ledger::repair(self.storage, ledger, &self.path.join(REJECTED), manifest)
                .map_err(|cause| Error::io("repair", ledger, cause)),
        }
    }

    /// The result of a finished run.
    fn result(&mut self, manifest: &Manifest, contents: &Contents) -> Result<Option<RunResult>, Error> {
        let file = self.path.join(RESULT);
        match check::read_result(self.storage, &file)?
            .map(|bytes| check::check_result(&bytes, manifest, contents))
        {
            None => Ok(None),
            Some(Ok(result)) => Ok(Some(result)),
            Some(Err(reason)) if self.options.repair => {
                let aside = rename_aside(self.storage, &file, ".rejected-")?;
                self.notices.push(Notice::MovedAside { from: file, to: aside, reason: Some(reason) });
                Ok(None)
            }
            Some(Err(reason)) => Err(check::corrupt_result(file, reason)),
        }
    }

    /// Opens the ledger for appending, after removing a torn line.
    fn state(&mut self, contents: &Contents) -> Result<LedgerState, Error> {
        let ledger = self.path.join(LEDGER);
        let failed = |cause| Error::io("open", &ledger, cause);
        let mut output = self.storage.append(&ledger).map_err(failed)?;
        if contents.torn > 0 {
            output.truncate(contents.length).and_then(|()| output.sync()).map_err(failed)?;
            self.notices.push(check::torn_notice(&ledger, contents));
        }
        Ok(LedgerState::Counting(output))
    }
}

/// Makes an empty ledger if there is none; the caller makes its name durable.
fn create_empty(storage: &dyn Storage, ledger: &Path) -> Result<(), Error> {
    storage.append(ledger).map(drop).map_err(|cause| Error::io("create", ledger, cause))
}

/// Renames `path` to the first free name made of it, `suffix` and a number. The rename is made
/// durable before anything new is written, because names may reach the disk in any order.
fn rename_aside(storage: &dyn Storage, path: &Path, suffix: &str) -> Result<PathBuf, Error> {
    let rename = || -> io::Result<PathBuf> {
        for number in 1u64.. {
            let mut name = path.as_os_str().to_owned();
            name.push(format!("{suffix}{number}"));
            let aside = PathBuf::from(name);
            if storage.kind(&aside)?.is_none() {
                storage.rename(path, &aside)?;
                storage.sync_directory(atomic::parent(path))?;
                return Ok(aside);
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    };
    rename().map_err(|cause| Error::io("move aside", path, cause))
}
