//! Replaces files that this program made, and no others.
//!
//! Every page, chart, table and manual page has [`MARK`] near its beginning. Where a file without
//! it lies in the place of one of them, nothing at all is written, unless `--force` asks for it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use queens::run::atomic;

/// What every file of this program has in a comment.
pub const MARK: &str = "made by queens";

/// Bytes in which the mark is looked for.
const BEGINNING: u64 = 4096;

/// Writes `files` in the place of those that may be there; with `force` also of those that this
/// program did not make.
///
/// # Errors
/// When one of these has no mark: then none is written. And when one cannot be read or written.
pub fn replace(files: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> anyhow::Result<()> {
    for (path, _) in files {
        let replaceable =
            is_replaceable(path, force).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(
            replaceable,
            "{} is not replaced, because it does not say that it was {MARK}; nothing is written: name another place with -o, or \
             replace it with --force",
            path.display()
        );
    }
    for (path, bytes) in files {
        atomic::replace(path, bytes.as_ref()).with_context(|| {
            format!("cannot write {}, name a place with -o that can be written", path.display())
        })?;
    }
    Ok(())
}

/// Writes files by their names into `folder`, which it makes, as [`replace`] does.
///
/// # Errors
/// As of [`replace`], and when the folder cannot be made.
pub fn fill<N: AsRef<Path>, T: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (N, T)>,
    force: bool,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}, name another one with -o", folder.display()))?;
    let files: Vec<_> = files.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    replace(&files, force)
}

/// Whether nothing is lost with what lies at `path`: nothing, an empty file, or one of ours. With
/// `force` any file may go.
fn is_replaceable(path: &Path, force: bool) -> io::Result<bool> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        // A pipe would be waited for, and a device has no end.
        Ok(found) if !found.is_file() => return Ok(false),
        Ok(_) if force => return Ok(true),
        Ok(_) => {}
    }
    let mut beginning = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
    Ok(beginning.is_empty() || String::from_utf8_lossy(&beginning).contains(MARK))
}
