//! Finds a plan's shard directories. They are either in one directory, or in several directories from sites
//! that have no file system in common.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{ClusterError, ShardList, ShardedPlan};
use crate::files;
use crate::os::{self, FileId};
use crate::plan::Shard;
use crate::run::disk::DiskStorage;
use crate::run::storage::Storage;
use crate::run::{Action, SavedRun};
use crate::text::grouped;

/// The shard directories found at one or more sites.
#[derive(Clone, Debug)]
pub struct ShardDirectories {
    /// The number of shards in the plan.
    shards: u64,
    pub(super) directories: Vec<PathBuf>,
    /// The shard directories found, each as its number and the index of its site in `directories`. Sorted.
    pub(super) found: Vec<(u64, usize)>,
    /// Shard directories whose numbers are too large for the plan.
    strays: Vec<PathBuf>,
}

impl ShardDirectories {
    /// Creates the directory that will contain all shards, with any missing parents, and makes it durable.
    /// Several machines can create it at the same time.
    ///
    /// # Errors
    /// Fails if the directory cannot be created, or if it is a run directory.
    pub fn create_directory(path: &Path) -> Result<(), ClusterError> {
        if path.exists() {
            ClusterError::check_not_a_run(path)?;
        }
        let created = match DiskStorage.create_directory(path) {
            // Another process created the directory, but may not have synced it (see `crate::files`).
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
            created => created,
        };
        let created = created.and_then(|()| files::sync_names(files::parent(path)));
        created.map_err(ClusterError::io(Action::Create, path))
    }

    /// Returns the path of a shard's run directory in `directory`. Shard 7's directory is named
    /// `shard-00007`. From 100,000 on, the numbers have more digits.
    #[must_use]
    pub fn shard_directory(directory: &Path, number: u64) -> PathBuf {
        directory.join(format!("shard-{number:05}"))
    }

    /// Returns the number of the shard whose run directory has this path or name, as returned by
    /// [`ShardDirectories::shard_directory`]. Returns `None` for any other name.
    #[must_use]
    pub fn shard_number(directory: &Path) -> Option<u64> {
        let name = directory.file_name()?;
        let number = name.to_str()?.strip_prefix("shard-")?.parse().ok()?;
        (Self::shard_directory(Path::new(""), number).as_os_str() == name).then_some(number)
    }

    /// Returns the subdirectories of `directory` that contain shards whose plan `is_wanted` accepts.
    #[must_use]
    pub fn subdirectories_with_shards(
        directory: &Path,
        is_wanted: impl Fn(&ShardedPlan) -> bool,
    ) -> Vec<PathBuf> {
        let inside = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
        let has_shards = |path: &PathBuf| ShardedPlan::found_in(path).is_some_and(|found| is_wanted(&found));
        let mut below: Vec<PathBuf> = inside.filter(has_shards).collect();
        below.sort();
        below
    }

    /// Finds a plan's shards in `directories`. Everything else there is ignored.
    ///
    /// # Errors
    /// Fails if a directory cannot be read, is given twice, is a run directory, or contains only another
    /// plan's shards. Also fails if a directory contains no shards, but a subdirectory contains this plan's
    /// shards.
    pub fn scan(sharded: &ShardedPlan, directories: &[PathBuf]) -> Result<Self, ClusterError> {
        let ShardedPlan { identity, shards, .. } = sharded;
        let shards = *shards;
        let mut found = Vec::new();
        let mut strays = Vec::new();
        let mut seen = BTreeSet::new();
        for (site, directory) in directories.iter().enumerate() {
            ClusterError::check_not_a_run(directory)?;
            let failed = ClusterError::io(Action::LookForShards, directory);
            if !seen.insert(place(directory).map_err(failed)?) {
                return Err(ClusterError::DuplicateDirectory { path: directory.clone() });
            }
            let numbers = numbers_in(directory).map_err(failed)?;
            if numbers.is_empty() {
                let is_of_plan = |other: &ShardedPlan| other.identity == *identity && other.shards == shards;
                let below = Self::subdirectories_with_shards(directory, is_of_plan);
                if !below.is_empty() {
                    return Err(ClusterError::OneLevelDown { path: directory.clone(), below });
                }
            }
            if let Some(difference) = difference_of_all(sharded, directory, &numbers) {
                return Err(ClusterError::OtherPlan { path: directory.clone(), difference });
            }
            for number in numbers {
                if number < shards {
                    found.push((number, site));
                } else {
                    strays.push(Self::shard_directory(directory, number));
                }
            }
        }
        found.sort_unstable();
        Ok(Self { shards, directories: directories.to_vec(), found, strays })
    }

    /// Returns the shards that have at least one directory.
    #[must_use]
    pub fn list(&self) -> ShardList {
        self.found.iter().map(|&(number, _)| number).collect()
    }

    /// Checks that the merged run's directory `run` is neither a shard directory nor inside one.
    ///
    /// # Errors
    /// Returns [`ClusterError::OutputIsInput`] if it is.
    pub fn check_output(&self, run: &Path) -> Result<(), ClusterError> {
        let Ok(place) = fs::canonicalize(run).or_else(|_| fs::canonicalize(files::parent(run))) else {
            return Ok(());
        };
        for &(number, site) in &self.found {
            let input = Self::shard_directory(&self.directories[site], number);
            if fs::canonicalize(&input).is_ok_and(|input| place.starts_with(input)) {
                return Err(ClusterError::OutputIsInput { path: run.to_owned(), input });
            }
        }
        Ok(())
    }

    /// Returns an error for each shard directory whose number is too large for the plan.
    pub(super) fn strays(&self) -> impl Iterator<Item = ClusterError> {
        let difference = format!("the plan has only {} shards, numbered from 0", grouped(self.shards));
        self.strays
            .iter()
            .map(move |path| ClusterError::Foreign { path: path.clone(), difference: difference.clone() })
    }

    /// Returns the directories of shard `number`, at most one per site. If several paths lead to the same
    /// directory, only the first is returned, because a directory cannot confirm itself. A path that cannot
    /// be resolved is returned as well, so that reading it reports the error.
    pub(crate) fn copies(&self, number: u64) -> Vec<PathBuf> {
        let first = self.found.partition_point(|&(shard, _)| shard < number);
        let sites = self.found[first..].iter().take_while(|&&(shard, _)| shard == number);
        let mut copies: Vec<PathBuf> =
            sites.map(|&(_, site)| Self::shard_directory(&self.directories[site], number)).collect();
        if copies.len() > 1 {
            let mut seen = BTreeSet::new();
            copies.retain(|copy| place(copy).map_or(true, |place| seen.insert(place)));
        }
        copies
    }
}

/// Identifies the directory at `path`. We can't compare paths, because a directory has several paths if the
/// file system ignores case.
fn place(path: &Path) -> io::Result<FileId> {
    os::file_id_at(&fs::canonicalize(path)?)
}

/// Returns the numbers of the shards in `directory`.
pub(super) fn numbers_in(directory: &Path) -> io::Result<BTreeSet<u64>> {
    let mut numbers = BTreeSet::new();
    for entry in fs::read_dir(directory)? {
        numbers.extend(ShardDirectories::shard_number(&entry?.path()));
    }
    Ok(numbers)
}

/// Returns what the first shard in `directory` counts, in words that complete "it counts …". Returns `None`
/// if one of the shards `numbers` belongs to the plan or cannot be read.
fn difference_of_all(sharded: &ShardedPlan, directory: &Path, numbers: &BTreeSet<u64>) -> Option<String> {
    let mut first = None;
    for &number in numbers {
        let manifest = SavedRun::at(&ShardDirectories::shard_directory(directory, number)).manifest().ok()?;
        // A shard in a directory with the wrong number still belongs to the plan.
        let wanted = Shard { of: sharded.shards, ..manifest.shard() };
        let difference = manifest.difference(&sharded.identity, wanted)?;
        first.get_or_insert(difference);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_shards_by_directory_name() {
        for number in [0, 7, 99_999, 100_000, u64::MAX] {
            let path = ShardDirectories::shard_directory(Path::new("d"), number);
            assert_eq!(ShardDirectories::shard_number(&path), Some(number));
        }
        for name in ["shard-7", "shard-000007", "shard-+0007", "shard-00007.old-1", "shard-", "queens-8.run"]
        {
            assert_eq!(ShardDirectories::shard_number(Path::new(name)), None, "{name}");
        }
    }
}
