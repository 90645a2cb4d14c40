//! Opens a run directory: turns whatever is at a path into a directory ready for counting, or fails
//! with a clear error.
//!
//! The order of the steps makes every interruption harmless. A new run makes the directory, takes
//! the lock, and writes an empty ledger, then the manifest. So a directory without a manifest has
//! no finished units, and one with a manifest always has a ledger.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::atomic;
use super::check;
use super::error::{self, Action, Damage, Error};
use super::ledger::{self, Contents};
use super::manifest::FORMAT;
use super::storage::{Kind, Storage};
use super::{
    LEDGER, LOCK, MANIFEST, Manifest, Options, REJECTED, RESULT, RunDirectory, Saved, State, lock, ours,
    sealed,
};

/// See [`RunDirectory::open`].
pub(super) fn open(
    storage: Arc<dyn Storage>,
    path: &Path,
    wanted: &Manifest,
    options: Options,
) -> Result<(RunDirectory, Saved), Error> {
    // Without a trailing separator, so that names can be appended.
    let path: PathBuf = path.components().collect();
    let mut opening = Opening { storage: &*storage, path: &path, wanted, options, notices: Vec::new() };
    let locks = opening.enter()?;
    let manifest = opening.manifest()?;
    let contents = opening.contents(&manifest)?;
    let result = opening.result(&manifest, &contents)?;
    let state = match result {
        Some(_) => State::Finished,
        None => opening.state(&contents)?,
    };
    let Contents { tally, length, .. } = contents;
    let (finished, notices) = (tally.finished().clone(), opening.notices);
    let directory = RunDirectory { storage, path, manifest, finished, length, state, _locks: locks };
    Ok((directory, Saved { tally, notices, result }))
}

struct Opening<'a> {
    storage: &'a dyn Storage,
    path: &'a Path,
    wanted: &'a Manifest,
    options: Options,
    notices: Vec<String>,
}

impl Opening<'_> {
    /// Ensures that the directory exists and is ours or empty, and locks it.
    fn enter(&mut self) -> Result<Vec<Box<dyn Send>>, Error> {
        let Self { storage, path, .. } = *self;
        match storage.kind(path).map_err(|cause| Error::io(Action::Open, path, cause))? {
            Some(Kind::Directory) => {}
            Some(Kind::Other) => return Err(Error::NotADirectory { path: path.to_owned() }),
            None => self.create_directory()?,
        }
        let names = ours::names(storage, path)?;
        let mut locks = vec![self.lock()?];
        if self.options.fresh && names.iter().any(|name| name != LOCK) {
            self.move_aside()?;
            self.create_directory()?;
            // Keep the old lock too: another process may have opened its file before the move.
            locks.push(self.lock()?);
        }
        Ok(locks)
    }

    fn create_directory(&self) -> Result<(), Error> {
        match self.storage.create_directory(self.path) {
            // Another process was faster; the lock decides.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            other => other.map_err(|cause| Error::io(Action::Create, self.path, cause)),
        }
    }

    fn lock(&self) -> Result<Box<dyn Send>, Error> {
        let file = self.path.join(LOCK);
        let lock = self.storage.lock(&file, &lock::this_process());
        lock.map_err(|cause| Error::io(Action::Lock, &file, cause))?.ok_or_else(|| Error::Locked {
            path: self.path.to_owned(),
            holder: check::holder(self.storage, &file),
        })
    }

    /// Renames the whole directory.
    fn move_aside(&mut self) -> Result<(), Error> {
        let aside = rename_aside(self.storage, self.path, ".old-")?;
        self.notices.push(format!("moved {} aside to {}", self.path.display(), aside.display()));
        Ok(())
    }

    /// The manifest in the directory, which must count the same as the one wanted.
    fn manifest(&mut self) -> Result<Manifest, Error> {
        let file = self.path.join(MANIFEST);
        let bytes = match sealed::read(self.storage, &file) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == ErrorKind::NotFound => return self.begin(),
            Err(cause) => return Err(Error::io(Action::Read, &file, cause)),
        };
        match check::parse_manifest(self.path, &bytes) {
            Ok(found) => match found.difference(self.wanted) {
                None => {
                    // An earlier process may have been killed before it did.
                    self.make_durable()?;
                    Ok(found)
                }
                Some(difference) => Err(Error::Mismatch { path: self.path.to_owned(), difference }),
            },
            Err(Error::Corrupt { .. }) if self.options.repair && self.wanted.is_recognised_in(&bytes) => {
                self.notices.push(format!("{} was damaged and has been rewritten", file.display()));
                self.write_manifest(self.format_of_ledger()?)
            }
            Err(error) => Err(error),
        }
    }

    /// Begins a new run in a directory without manifest.
    fn begin(&self) -> Result<Manifest, Error> {
        let ledger = self.path.join(LEDGER);
        let has_units = match self.storage.read(&ledger).and_then(|mut input| input.read(&mut [0])) {
            Ok(bytes) => bytes > 0,
            Err(cause) if cause.kind() == ErrorKind::NotFound => false,
            Err(cause) => return Err(Error::io(Action::Read, &ledger, cause)),
        };
        let result = self.path.join(RESULT);
        let has_result =
            self.storage.kind(&result).map_err(|cause| Error::io(Action::Open, &result, cause))?.is_some();
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
        self.write_manifest(self.wanted.format)
    }

    /// Makes the name of the directory durable, and the names in it.
    fn make_durable(&self) -> Result<(), Error> {
        let parent = atomic::parent(self.path);
        match self.storage.sync_directory(parent) {
            // The parent may be used but not read, as /home often is: then the directory is not
            // new.
            Err(cause) if cause.kind() == ErrorKind::PermissionDenied => {}
            other => other.map_err(|cause| Error::io(Action::Sync, parent, cause))?,
        }
        self.storage.sync_directory(self.path).map_err(|cause| Error::io(Action::Sync, self.path, cause))
    }

    /// The format of a run with a damaged manifest: the one in which most ledger lines are valid.
    fn format_of_ledger(&self) -> Result<u32, Error> {
        let ledger = self.path.join(LEDGER);
        let mut best = (0, self.wanted.format);
        for format in 1..=FORMAT {
            let manifest = Manifest { format, ..self.wanted.clone() };
            let right = match ledger::read(self.storage, &ledger, &manifest, &mut |_| ()) {
                Ok(contents) => contents.tally.finished().len(),
                Err(cause) if cause.kind() == ErrorKind::NotFound => 0,
                Err(cause) => return Err(Error::io(Action::Read, &ledger, cause)),
            };
            if right > best.0 {
                best = (right, format);
            }
        }
        Ok(best.1)
    }

    fn write_manifest(&self, format: u32) -> Result<Manifest, Error> {
        let manifest = Manifest { format, ..self.wanted.clone() };
        let bytes = manifest.to_bytes();
        let bytes = bytes.map_err(|reason| Error::Refused { path: self.path.to_owned(), reason })?;
        let file = self.path.join(MANIFEST);
        atomic::replace_on(self.storage, &file, &bytes)
            .map_err(|cause| Error::io(Action::Write, &file, cause))?;
        Ok(manifest)
    }

    /// The contents of the ledger, repaired if it is damaged and a repair was requested.
    fn contents(&mut self, manifest: &Manifest) -> Result<Contents, Error> {
        let ledger = self.path.join(LEDGER);
        let first = check::read_ledger(self.storage, self.path, manifest, &mut |_| ());
        let contents = match first {
            Err(Error::Corrupt { line, reason, .. }) if self.options.repair => {
                let place = error::place(&line);
                self.notices.push(format!("repaired {}{place}: {reason}", ledger.display()));
                self.repair(&ledger, manifest)?;
                check::read_ledger(self.storage, self.path, manifest, &mut |_| ())?
            }
            other => other?,
        };
        self.notices.extend(check::repeated_notice(&ledger, &contents));
        Ok(contents)
    }

    fn repair(&self, ledger: &Path, manifest: &Manifest) -> Result<(), Error> {
        match self.storage.kind(ledger).map_err(|cause| Error::io(Action::Open, ledger, cause))? {
            None => {
                create_empty(self.storage, ledger)?;
                self.make_durable()
            }
            Some(_) => ledger::repair(self.storage, ledger, &self.path.join(REJECTED), manifest)
                .map_err(|cause| Error::io(Action::Repair, ledger, cause)),
        }
    }

    /// The result of a finished run.
    fn result(
        &mut self,
        manifest: &Manifest,
        contents: &Contents,
    ) -> Result<Option<serde_json::Value>, Error> {
        let file = self.path.join(RESULT);
        match check::read_result(self.storage, &file)?
            .map(|bytes| check::check_result(&bytes, manifest, contents))
        {
            None => Ok(None),
            Some(Ok(result)) => Ok(Some(result)),
            Some(Err(reason)) if self.options.repair => {
                let aside = rename_aside(self.storage, &file, ".rejected-")?;
                self.notices.push(format!("moved {} aside to {}: {reason}", file.display(), aside.display()));
                Ok(None)
            }
            Some(Err(reason)) => Err(check::corrupt_result(file, reason)),
        }
    }

    /// Opens the ledger for appending, after removing a torn line.
    fn state(&mut self, contents: &Contents) -> Result<State, Error> {
        let ledger = self.path.join(LEDGER);
        let failed = |cause| Error::io(Action::Open, &ledger, cause);
        let mut output = self.storage.append(&ledger).map_err(failed)?;
        if contents.torn > 0 {
            output.truncate(contents.length).and_then(|()| output.sync()).map_err(failed)?;
            self.notices.push(check::torn_notice(&ledger, contents));
        }
        Ok(State::Counting(output))
    }
}

/// Makes an empty ledger if there is none; the caller makes its name durable.
fn create_empty(storage: &dyn Storage, ledger: &Path) -> Result<(), Error> {
    storage.append(ledger).map(drop).map_err(|cause| Error::io(Action::Create, ledger, cause))
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
    rename().map_err(|cause| Error::io(Action::MoveAside, path, cause))
}
