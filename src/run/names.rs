//! The files of a run directory, and the name of a run directory that was moved aside.

use std::fmt;
use std::path::{Path, PathBuf};

/// A file of a run directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RunFile {
    Manifest,
    Ledger,
    Lock,
    Result,
}

impl RunFile {
    /// All files of a run directory.
    pub(super) const ALL: [Self; 4] = [Self::Manifest, Self::Ledger, Self::Lock, Self::Result];

    /// The name of the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Manifest => "manifest.json",
            Self::Ledger => "ledger.jsonl",
            Self::Lock => "lock",
            Self::Result => "result.json",
        }
    }
}

impl AsRef<Path> for RunFile {
    fn as_ref(&self) -> &Path {
        Path::new(self.name())
    }
}

impl fmt::Display for RunFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
