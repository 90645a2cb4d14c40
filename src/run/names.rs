//! The names of a run directory's files, and of directories moved aside.

use std::fmt;
use std::path::{Path, PathBuf};

/// A file in a run directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RunFile {
    Manifest,
    Ledger,
    Lock,
    Result,
}

impl RunFile {
    pub(super) const ALL: [Self; 4] = [Self::Manifest, Self::Ledger, Self::Lock, Self::Result];

    /// Returns the file's name.
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

/// The suffix for a temporary file that will replace a file once it is complete.
pub(super) const TEMPORARY_SUFFIX: &str = ".tmp";

/// The suffix for a run directory moved aside. A number follows it.
const MOVED_ASIDE_SUFFIX: &str = ".old-";

/// Returns whether `name` is the name of a run directory moved aside.
pub(super) fn is_moved_aside(name: &str) -> bool {
    let number = name.rsplit_once(MOVED_ASIDE_SUFFIX).map_or("", |(_, number)| number);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the new path of the run directory `path` if it is moved aside with this number.
pub(super) fn moved_aside(path: &Path, number: u64) -> PathBuf {
    with_suffix(path, &format!("{MOVED_ASIDE_SUFFIX}{number}"))
}

/// Returns the path of the temporary file that will replace the file at `path`.
pub(super) fn temporary(path: &Path) -> PathBuf {
    with_suffix(path, TEMPORARY_SUFFIX)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
