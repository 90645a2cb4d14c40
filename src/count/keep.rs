//! Where finished units are saved.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::CountError;
use crate::run::{self, Entry, Manifest, RunDirectory, Saved};

pub(super) enum Keep {
    Nothing,
    Directory(RunDirectory),
    /// Into a new run directory as soon as the count turns out to be long.
    WhenLong {
        path: PathBuf,
        manifest: Manifest,
        /// Whether a shorter count that is stopped is saved as well.
        or_stopped: bool,
        /// The units counted so far.
        pending: Vec<Entry>,
    },
}

impl Keep {
    pub fn put(&mut self, entry: Entry) -> Result<(), run::Error> {
        match self {
            Self::Nothing => Ok(()),
            Self::WhenLong { pending, .. } => {
                pending.push(entry);
                Ok(())
            }
            Self::Directory(directory) => directory.append(&entry),
        }
    }

    /// Makes the directory of a count that was not saved so far, and saves all units counted.
    pub fn begin(&mut self) -> Result<Option<Saved>, CountError> {
        let Self::WhenLong { path, manifest, pending, .. } = self else { return Ok(None) };
        // Finished units are saved even after a stop.
        let never = AtomicBool::new(false);
        let wanted = |_: Option<&Manifest>| Ok::<_, run::Error>(manifest.clone());
        let (mut directory, saved) = RunDirectory::open_for(path, run::Options::default(), &never, wanted)?;
        if !saved.tally.finished().is_empty() {
            return Err(CountError::BegunElsewhere(path.clone()));
        }
        for entry in pending.drain(..) {
            directory.append(&entry)?;
        }
        *self = Self::Directory(directory);
        Ok(Some(saved))
    }

    /// Makes all saved units durable.
    pub fn sync(&mut self) -> Result<(), run::Error> {
        match self {
            Self::Directory(directory) => directory.sync(),
            _ => Ok(()),
        }
    }
}
