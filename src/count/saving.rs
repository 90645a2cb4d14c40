//! The destination of finished units: nowhere, or a run directory.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::CountError;
use crate::run::{Entry, Manifest, Notice, RunDirectory, RunError, Total};

/// The choice of whether and where a count saves its finished units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Saving {
    /// No unit is saved.
    #[default]
    Nothing,
    /// Units are saved in the run directory at this path, however short the count is.
    In(PathBuf),
    /// Units are saved in a run directory as soon as the count turns out to be long. It is taken to
    /// be long if its units take so much time that nothing can be predicted after half a second.
    WhenLong {
        /// The run directory.
        path: PathBuf,
        /// A count is long if it takes more time than this.
        longer_than: Duration,
        /// A shorter count is saved as well if it has taken this long when it is stopped.
        stopped_after: Duration,
    },
}

impl Saving {
    /// The run directory of the count, if it has or may get one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Nothing => None,
            Self::In(path) | Self::WhenLong { path, .. } => Some(path),
        }
    }
}

/// The destination of the finished units of a session.
#[derive(Default)]
#[allow(clippy::large_enum_variant, reason = "a count has one, and it lives as long as the count")]
pub(super) enum UnitSink {
    /// Units are not saved.
    #[default]
    Nothing,
    /// Units wait for a run directory, which is created once the count turns out to be long.
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

    /// Begins the directory of a count that was not saved so far at `path`, and saves all units counted.
    pub fn begin(&mut self, path: &Path, manifest: &Manifest) -> Result<Vec<Notice>, CountError> {
        let Self::Waiting(pending) = self else { return Ok(Vec::new()) };
        // Finished units are saved even after a stop.
        let (mut directory, saved) = RunDirectory::open(path, manifest, false)?;
        if saved.sums().units > 0 {
            return Err(CountError::BegunElsewhere(path.to_owned()));
        }
        for entry in pending {
            directory.append(entry)?;
        }
        *self = Self::Directory(directory);
        Ok(saved.notices)
    }

    /// Makes all saved units durable.
    pub fn sync(&mut self) -> Result<(), RunError> {
        match self {
            Self::Directory(directory) => directory.sync(),
            _ => Ok(()),
        }
    }

    /// Ends the session: saves the `total` of a complete count. Returns the run directory, if there
    /// is one.
    pub fn end(mut self, total: Option<&Total>) -> Result<Option<PathBuf>, RunError> {
        let Self::Directory(directory) = &mut self else { return Ok(None) };
        if let Some(total) = total {
            directory.finish(total)?;
        }
        Ok(Some(directory.path().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::tests::{entry_with, manifest_of};
    use crate::run::{NEVER, SavedRun};

    #[test]
    fn saves_every_unit_that_waited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        // More than a thread counts in half a second, and a ledger of more than 16 MiB.
        let units = 200_000;
        let mut sink = UnitSink::Waiting(Vec::new());
        for unit in 0..units {
            sink.put(entry_with(unit, u128::from(unit % 9))).unwrap();
        }
        sink.begin(&path, &manifest_of(units)).unwrap();
        sink.sync().unwrap();
        let (saved, entries) = SavedRun::at(&path).sample(&NEVER, |units| units, 1).unwrap();
        assert!(entries.iter().all(|entry| entry.solutions == u128::from(entry.unit % 9)));
        assert_eq!(saved.sums().units, units);
    }
}
