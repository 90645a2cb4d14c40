//! Writes generated files without overwriting the user's own files.
//!
//! Every document, page, chart and manual page that this program generates contains [`MARK`] in one of its
//! first lines. An existing file is ours if it contains the same line in the same place. Merely mentioning
//! the mark is not enough. If any existing file is not ours, no file is written, except with `--force`.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use queens::files;
use queens_publish::MARK;

use crate::advice;
use crate::failure::Failure;

/// The marked line ends within this many bytes from the file's start.
const MARK_SEARCH_BYTES: u64 = 4096;

/// Writes the `made` files. Without `force`, replaces only files that this program generated. Writes nothing
/// if [`check`] fails.
pub fn replace(made: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> Result<(), Failure> {
    check(made, force)?;
    write(made)
}

/// Checks that the `made` files can be written. Without `force`, also checks that existing files are ours.
pub fn check(made: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> Result<(), Failure> {
    for (path, bytes) in made {
        let reason = reason_not_to_replace(path, bytes.as_ref(), force);
        if let Some((why, advice)) =
            reason.map_err(Failure::with_cause(|| format!("cannot read {}", path.display())))?
        {
            let path = path.display();
            return Err(Failure::failed(format!("{path} {why}, so nothing was written")).advised(advice));
        }
    }
    for (path, _) in made {
        files::check_replace(path).map_err(cannot_write(path, advice::OTHER_PLACE))?;
    }
    Ok(())
}

/// Writes files that passed [`check`].
pub fn write(made: &[(PathBuf, impl AsRef<[u8]>)]) -> Result<(), Failure> {
    for (path, bytes) in made {
        let folder = path.parent().unwrap_or(path);
        files::create_directory(folder)
            .and_then(|()| files::replace(path, bytes.as_ref()))
            .map_err(cannot_write(path, advice::OTHER_PLACE))?;
    }
    Ok(())
}

/// Returns a closure for `map_err` that reports that a file cannot be written.
pub fn cannot_write(path: &Path, advice: &'static str) -> impl FnOnce(io::Error) -> Failure {
    let text = format!("cannot write {}", path.display());
    move |cause| Failure::with_cause(|| text)(cause).advised(advice)
}

/// Fails if `folder` exists but is not a directory.
pub fn check_directory(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::failed(format!("{} is not a directory", folder.display())));
    }
    Ok(())
}

/// Creates `folder` unless it exists.
pub fn create_directory(folder: &Path) -> Result<(), Failure> {
    check_directory(folder)?;
    let cannot_create = || format!("cannot create the directory {}", folder.display());
    files::create_directory(folder).map_err(Failure::with_cause(cannot_create))
}

/// Creates `folder`, and prepends its path to each name in `made`.
pub fn placed_in<N: AsRef<Path>, T>(
    folder: &Path,
    made: impl IntoIterator<Item = (N, T)>,
) -> Result<Vec<(PathBuf, T)>, Failure> {
    create_directory(folder).map_err(|failure| failure.advised(advice::OTHER_PLACE))?;
    Ok(made.into_iter().map(|(name, text)| (folder.join(name), text)).collect())
}

/// Returns whether `found`, the beginning of a file, contains the marked line in the same place as `made`.
fn is_ours(found: &[u8], made: &[u8]) -> bool {
    fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
    let is_marked = |line: &[u8]| line.windows(MARK.len()).any(|part| part == MARK.as_bytes());
    lines(made).zip(lines(found)).find(|(line, _)| is_marked(line)).is_some_and(|(line, there)| line == there)
}

/// Returns why `made` must not replace the file at `path`, and what to do about it. Returns `None` if it may.
/// Without `force`, only missing files, empty files and our own files may be replaced. With `force`, any
/// regular file may be replaced.
fn reason_not_to_replace(
    path: &Path,
    made: &[u8],
    force: bool,
) -> io::Result<Option<(String, &'static str)>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return Ok(Some(("is a broken link".to_owned(), advice::OTHER_PLACE)));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        // Reading a pipe or a device might never end.
        Ok(found) if !found.is_file() => {
            return Ok(Some(("is not a regular file".to_owned(), advice::OTHER_PLACE)));
        }
        Ok(_) if force => return Ok(None),
        Ok(_) => {}
    }
    // Do not write through a link to an empty file. Somebody may have planted the link to make this program
    // overwrite that file.
    let found = files::read_prefix(path, MARK_SEARCH_BYTES)?;
    let is_free = found.is_empty() && !path.is_symlink();
    let why = || (format!("is not marked as {MARK}"), advice::REPLACE);
    Ok((!is_free && !is_ours(&found, made)).then(why))
}
