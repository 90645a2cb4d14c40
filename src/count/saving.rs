//! Whether and where finished units are saved.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::CountError;
use crate::run::{self, Entry, Manifest, RunDirectory, RunError, Saved, Total};

/// Whether and where the finished units of a count are saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Saving {
    /// Nowhere.
    #[default]
    Nothing,
    /// In the run directory at this path, however short the count is.
    In(PathBuf),
    /// In a run directory as soon as the count turns out to be long: after half a second if its units
    /// are so long that nothing is predicted by then.
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

/// Where the finished units of a session go.
#[derive(Default)]
pub(super) enum Sink {
    /// Nowhere.
    #[default]
    Nothing,
    /// They wait for a run directory, which begins when the count turns out to be long.
    Waiting {
        path: PathBuf,
        manifest: Manifest,
        /// A count is long if it takes more time than this.
        longer_than: Duration,
        /// A shorter count is saved as well if it has taken this long when it is stopped.
        stopped_after: Duration,
        pending: Vec<Entry>,
    },
    /// To this run directory.
    Directory(RunDirectory),
}

impl Sink {
    pub fn is_directory(&self) -> bool {
        matches!(self, Self::Directory(_))
    }

    pub fn put(&mut self, entry: Entry) -> Result<(), RunError> {
        match self {
            Self::Nothing => {}
            Self::Waiting { pending, .. } => pending.push(entry),
            Self::Directory(directory) => directory.append(&entry)?,
        }
        Ok(())
    }

    /// Begins the directory of a count that was not saved so far, and saves all units counted.
    pub fn begin(&mut self) -> Result<Option<Saved>, CountError> {
        let (path, manifest, pending) = match mem::take(self) {
            Self::Waiting { path, manifest, pending, .. } => (path, manifest, pending),
            other => {
                *self = other;
                return Ok(None);
            }
        };
        // Finished units are saved even after a stop.
        let never = AtomicBool::new(false);
        let wanted = |_: Option<&Manifest>| Ok::<_, RunError>(manifest);
        let (mut directory, saved) = RunDirectory::open_for(&path, run::Options::default(), &never, wanted)?;
        if !saved.tally.finished().is_empty() {
            return Err(CountError::BegunElsewhere(path));
        }
        for entry in pending {
            directory.append(&entry)?;
        }
        *self = Self::Directory(directory);
        Ok(Some(saved))
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
    use crate::Method;
    use crate::board::BoardSize;
    use crate::plan::{Identity, Shard};
    use crate::run::SavedRun;

    #[test]
    fn saves_every_unit_that_waited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        // More than a thread counts in half a second.
        let units = 100_000;
        let n = BoardSize::new(8).unwrap();
        let plan_hash = "c0ffee00".repeat(4);
        let identity = Identity { n, method: Method::Cross, depth: 4, units, plan_hash };
        let manifest = Manifest::of("1.0.0", identity, Shard::WHOLE);
        let mut sink = Sink::Waiting {
            path: path.clone(),
            manifest,
            longer_than: Duration::from_secs(30),
            stopped_after: Duration::from_secs(2),
            pending: Vec::new(),
        };
        for unit in 0..units {
            let nodes = 1;
            let wall_ms = 0;
            let cpu_ms = 0;
            let solutions = u128::from(unit % 9);
            sink.put(Entry { unit, solutions, nodes, wall_ms, cpu_ms, kernel: "scalar".into() }).unwrap();
        }
        sink.begin().unwrap();
        sink.sync().unwrap();
        let saved =
            SavedRun::at(&path).inspect(|entry| assert_eq!(entry.solutions, u128::from(entry.unit % 9)));
        assert_eq!(saved.unwrap().saved.tally.finished().len(), units);
    }
}
