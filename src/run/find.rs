//! Finds runs and their files, so that callers need not know the names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use jiff::Timestamp;

use super::Manifest;
use super::file::{ASIDE, LEDGER, MANIFEST, RESULT};

/// How much the clocks of a machine and of the file system's server may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(600);

/// Whether a run was begun in the directory at `path`. It may be damaged.
#[must_use]
pub fn is_run(path: &Path) -> bool {
    path.join(MANIFEST).exists()
}

/// The names of the runs in `folder`, without those that [`Count::fresh`](crate::Count::fresh) moved
/// aside. A directory whose name `is_of_run` is one even if its files are damaged or lost.
///
/// # Errors
/// If the folder cannot be read.
pub fn find(folder: &Path, is_of_run: impl Fn(&OsStr) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let path = folder.join(&name);
        let is_run = is_of_run(&name) || [MANIFEST, LEDGER].iter().all(|file| path.join(file).is_file());
        if is_run && path.is_dir() && !name.to_string_lossy().contains(ASIDE) {
            found.push(name.into());
        }
    }
    Ok(found)
}

/// The ledger of the run directory at `path`, which has a line for every finished unit.
#[must_use]
pub fn ledger_path(path: &Path) -> PathBuf {
    path.join(LEDGER)
}

/// The result of the run directory at `path`, which exists once the run is finished.
#[must_use]
pub fn result_path(path: &Path) -> PathBuf {
    path.join(RESULT)
}

impl Manifest {
    /// When the ledger of this run in the directory at `path` was last written. Unknown in a copy with
    /// dates of its own.
    #[must_use]
    pub fn last_written(&self, path: &Path) -> Option<SystemTime> {
        let written = |name| fs::metadata(path.join(name)).and_then(|file| file.modified()).ok();
        let started = SystemTime::from(self.started.parse::<Timestamp>().ok()?);
        let manifest = written(MANIFEST)?;
        written(LEDGER).filter(|ledger| are_of_the_run(manifest, *ledger, started))
    }
}

/// Whether files written at these times may be the files of a run begun at `started`. In a copy with
/// dates of its own, as of git, the manifest is younger than the run, or the ledger older. A damaged
/// disk or another machine may give any date.
fn are_of_the_run(manifest: SystemTime, ledger: SystemTime, started: SystemTime) -> bool {
    let [latest, earliest] = [started.checked_add(CLOCKS_DIFFER), started.checked_sub(CLOCKS_DIFFER)];
    latest.is_none_or(|latest| manifest <= latest) && earliest.is_none_or(|earliest| ledger >= earliest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_any_date_of_a_file() {
        let at = |s| SystemTime::UNIX_EPOCH + Duration::from_secs(s);
        let began = at(1_900_000_000);
        // The last second that a file on tmpfs can have.
        let last = at(i64::MAX as u64 - 107);
        assert!(are_of_the_run(began, last, began) && are_of_the_run(began, last, last));
        assert!(!are_of_the_run(last, last, began) && !are_of_the_run(began, at(1), began));
        assert!(are_of_the_run(at(1_900_000_600), at(1_899_999_400), began));
    }
}
