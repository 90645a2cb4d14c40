//! The names of the files of a run directory, and of a run directory that was moved aside.

use std::path::{Path, PathBuf};

pub(super) const MANIFEST: &str = "manifest.json";
pub(crate) const LEDGER: &str = "ledger.jsonl";
pub(super) const LOCK: &str = "lock";
pub(super) const RESULT: &str = "result.json";

/// The suffix of a file while its next contents are prepared.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// The suffix, before a number, of a run directory that was moved aside.
const MOVED_ASIDE_SUFFIX: &str = ".old-";

/// Returns whether a directory with this name was moved aside.
pub(super) fn is_moved_aside(name: &str) -> bool {
    let number = name.rsplit_once(MOVED_ASIDE_SUFFIX).map_or("", |(_, number)| number);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The path to which the directory at `path` is moved aside, if no earlier `number` is free.
pub(super) fn moved_aside(path: &Path, number: u64) -> PathBuf {
    with_suffix(path, &format!("{MOVED_ASIDE_SUFFIX}{number}"))
}

/// The path of the next contents of the file at `path`.
pub(super) fn temporary(path: &Path) -> PathBuf {
    with_suffix(path, TEMPORARY_SUFFIX)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
