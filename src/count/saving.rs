//! Decides whether and where finished units are saved, and saves them.

use std::mem;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::CountError;
use crate::run::{Entry, Manifest, NEVER_STOP, Notice, RunDirectory, RunError, Total};

/// Whether and where to save finished units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavePolicy {
    /// Saves nothing.
    #[default]
    Nothing,
    /// Saves units in the run directory at this path, however short the count is.
    In(PathBuf),
    /// Starts to save units in a run directory once the count is predicted to be long. If the units are so
    /// long that nothing can be predicted after half a second, the count is assumed to be long. If saving
    /// fails, the count goes on without it.
    WhenLong {
        /// The run directory.
        path: PathBuf,
        /// A count predicted to take longer than this is long.
        longer_than: Duration,
        /// A shorter count is also saved if it is stopped after at least this time.
        stopped_after: Duration,
    },
}

impl SavePolicy {
    /// Returns the path of the run directory that the count uses or may create.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Nothing => None,
            Self::In(path) | Self::WhenLong { path, .. } => Some(path),
        }
    }
}

/// Where a session's finished units go.
#[derive(Default)]
#[allow(clippy::large_enum_variant, reason = "a count has one, and it lives as long as the count")]
pub(super) enum UnitSink {
    /// Units are not saved.
    #[default]
    Nothing,
    /// Units wait in memory. Once the count proves to be long, they are saved in a new run directory.
    Waiting(Vec<Entry>),
    /// Units are saved in this run directory.
    Directory(RunDirectory),
}

impl UnitSink {
    pub fn is_directory(&self) -> bool {
        matches!(self, Self::Directory(_))
    }

    pub fn put(&mut self, entry: Entry) -> Result<(), RunError> {
        match self {
            Self::Nothing => {}
            Self::Waiting(pending) => pending.push(entry),
            Self::Directory(directory) => directory.append(&entry)?,
        }
        Ok(())
    }

    /// If units are waiting, creates the run directory at `path` and saves them there. Returns notices about
    /// the directory.
    pub fn begin(&mut self, path: &Path, manifest: &Manifest) -> Result<Vec<Notice>, CountError> {
        let Self::Waiting(pending) = self else { return Ok(Vec::new()) };
        // The count may have been stopped, but finished units must still be saved.
        let (directory, saved) = RunDirectory::open(path, manifest, false, &NEVER_STOP)?;
        if saved.sums().units > 0 {
            return Err(CountError::BegunElsewhere(path.to_owned()));
        }
        let pending = mem::take(pending);
        *self = Self::Directory(directory);
        pending.into_iter().try_for_each(|entry| self.put(entry))?;
        Ok(saved.notices)
    }

    /// Makes all saved units durable.
    pub fn sync(&mut self) -> Result<(), RunError> {
        match self {
            Self::Directory(directory) => directory.sync(),
            _ => Ok(()),
        }
    }

    /// Saves a complete count's total.
    pub fn finish(&mut self, total: &Total) -> Result<(), RunError> {
        match self {
            Self::Directory(directory) => directory.finish(total),
            _ => Ok(()),
        }
    }

    /// Stops saving. Returns the run directory's path, if there is one.
    pub fn close(&mut self) -> Option<PathBuf> {
        match mem::take(self) {
            Self::Directory(directory) => Some(directory.path().to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::SavedRun;
    use crate::run::tests::{entry_with, manifest_of};

    #[test]
    fn saves_every_unit_that_waited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        // More units than a thread counts in half a second, and a ledger longer than 16 MiB.
        let units = 200_000;
        let mut sink = UnitSink::Waiting(Vec::new());
        for unit in 0..units {
            sink.put(entry_with(unit, u128::from(unit % 9))).unwrap();
        }
        sink.begin(&path, &manifest_of(units)).unwrap();
        sink.sync().unwrap();
        let (saved, entries) = SavedRun::at(&path).sample(|units| units, 1).unwrap();
        assert!(entries.iter().all(|entry| entry.solutions == u128::from(entry.unit % 9)));
        assert_eq!(saved.sums().units, units);
    }
}
