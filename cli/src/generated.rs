//! Replaces files that this program made, and no others.
//!
//! Every document, page, chart and manual page has [`MARK`] near its beginning. If a file to be
//! replaced lacks it, nothing at all is written, except with `--force`.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use queens_publish::MARK;
use tempfile::Builder;

use crate::failure::Failure;
use crate::os;

/// The mark must be within this many bytes.
const BEGINNING: u64 = 4096;

/// Writes `files`, replacing existing ones that this program made; with `force`, any. If an
/// existing file has no mark, none is written.
pub fn replace(files: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> Result<(), Failure> {
    for (path, _) in files {
        let refused = refused(path, force);
        if let Some(why) = refused.map_err(Failure::of(|| format!("cannot read {}", path.display())))? {
            let path = path.display();
            return Err(Failure::obstacle(format!("{path} {why}; nothing is written")));
        }
    }
    for (path, bytes) in files {
        write(path, bytes.as_ref()).map_err(Failure::of(|| {
            format!("cannot write {} (name a writable path with -o)", path.display())
        }))?;
    }
    Ok(())
}

/// Writes files by name into `folder`, which it creates, as [`replace`] does.
pub fn fill<N: AsRef<Path>, T: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (N, T)>,
    force: bool,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::of(|| {
        format!("cannot create the directory {} (name another one with -o)", folder.display())
    }))?;
    let files: Vec<_> = files.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    replace(&files, force)
}

/// Writes a file at `path` durably, in place of one that is there: a reader sees the old one or the
/// new one. A link stays, and the file that it leads to is replaced; permissions stay as well.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let kept = match fs::metadata(path) {
        Ok(found) => Some(found.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => None,
        Err(error) => return Err(error),
    };
    let path = if kept.is_some() { path.canonicalize()? } else { path.to_owned() };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if kept.as_ref().is_some_and(os::is_protected) {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    // Where none is there, with the permissions of any other new file.
    let mut file = Builder::new().make_in(folder, |temporary| File::create_new(temporary))?;
    file.as_file_mut().write_all(bytes)?;
    if let Some(kept) = kept {
        file.as_file().set_permissions(kept)?;
    }
    file.as_file().sync_all()?;
    file.into_temp_path().persist(&path)?;
    os::sync_directory(folder);
    Ok(())
}

/// Why the file at `path` may not be replaced, and what to do: it may if it is missing, empty or
/// ours, and with `force` any file may.
fn refused(path: &Path, force: bool) -> io::Result<Option<String>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return Ok(Some("is a link to nothing: remove it, or name another path with -o".to_owned()));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        // Reading a pipe or a device may never end.
        Ok(found) if !found.is_file() => {
            return Ok(Some("is not a regular file: name another path with -o".to_owned()));
        }
        Ok(_) if force => return Ok(None),
        Ok(_) => {}
    }
    let mut beginning = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
    let is_ours = beginning.is_empty() || String::from_utf8_lossy(&beginning).contains(MARK);
    let why = || format!("is not marked as {MARK}: name another path with -o, or replace it with --force");
    Ok((!is_ours).then(why))
}
