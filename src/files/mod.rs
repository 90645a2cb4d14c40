//! Files outside a run directory: opened with a look at what they are, read up to a limit, and made so that
//! a power cut does not forget them.
//!
//! Anybody may have put something else in the place of a file: a link to a file of another program, a pipe
//! (reading it may block), a device (reading it never ends), or a sparse file of a terabyte. A new name is
//! durable once its directory is synced, even if that was made by a process that was killed before it did the
//! same.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::board::numbers::grouped;
use crate::os::{self, SymlinkPolicy};

mod append;
#[cfg(test)]
mod tests;

pub use append::{append, check_append};

/// Opens a regular file with `options`.
pub(crate) fn open(options: &mut OpenOptions, path: &Path, symlinks: SymlinkPolicy) -> io::Result<File> {
    let file = os::open(options, path, symlinks)?;
    match file.metadata()?.file_type() {
        kind if kind.is_file() => Ok(file),
        kind if kind.is_dir() => Err(os::directory_error()),
        _ => Err(os::not_regular_error()),
    }
}

/// Opens a regular file, perhaps through a symbolic link, for reading.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true), path, SymlinkPolicy::Follow)
}

/// Reads a regular file of at most `longest` bytes, perhaps through a symbolic link.
///
/// # Errors
/// If it is something else, longer, or cannot be read.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    read_open(&open_to_read(path)?, longest)
}

/// Reads the first `length` bytes of a regular file, perhaps through a symbolic link: all of a shorter one.
///
/// # Errors
/// If it is something else, or cannot be read.
pub fn beginning(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_to_read(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_open(file: &File, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The length that the file system reports may have changed since it was asked for.
    file.take(longest + 1).read_to_end(&mut bytes)?;
    check_length(bytes.len() as u64, longest)?;
    Ok(bytes)
}

fn check_length(length: u64, longest: u64) -> io::Result<()> {
    if length <= longest {
        return Ok(());
    }
    let most = grouped(longest);
    Err(io::Error::new(ErrorKind::InvalidData, format!("it is longer than {most} bytes: move it away")))
}

/// Makes a file durable that another process wrote, which may have been killed before it did so.
pub(crate) fn make_durable(path: &Path) -> io::Result<()> {
    match File::open(path)?.sync_all().and_then(|()| sync_names(parent(path))) {
        // What may only be read is not new.
        Err(cause) if matches!(cause.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(())
        }
        other => other,
    }
}

/// Finds out whether files can be made in a directory.
fn check_directory(directory: &Path) -> io::Result<()> {
    // It has no name, or loses it at once.
    tempfile::tempfile_in(directory).map(drop)
}

/// Finds out whether something new can be made at `path`. What is there already is not looked at.
///
/// # Errors
/// If it cannot.
pub fn check_create(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => check_directory(parent(path)),
        found => found.map(drop),
    }
}

/// Makes a directory and those that it is in, durably. One that is there is left as it is.
///
/// # Errors
/// If the file system refuses, or if something else is in the way.
pub fn create_directory(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    let mut made = fs::create_dir(path);
    if let Some(above) = path.parent()
        && made.as_ref().is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
    {
        create_directory(above)?;
        made = fs::create_dir(path);
    }
    match made {
        // Systems have several errors for a directory that is there.
        Err(_) if path.is_dir() => {}
        made => made?,
    }
    sync_names(parent(path))
}

/// Writes a new file at `path`, which appears complete or not at all. If one already exists, it is kept and
/// an error is returned.
///
/// # Errors
/// If something is at `path`, or if the file system refuses.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = parent(path);
    let mut closed = Some(written_in(folder, bytes, None)?.into_temp_path());
    os::retry(|| {
        let Some(temporary) = closed.take() else { return Ok(()) };
        let refused = match temporary.persist_noclobber(path) {
            // Some file systems have neither links nor a rename that replaces nothing.
            Err(refused) if refused.error.kind() != ErrorKind::AlreadyExists && is_free(path) => {
                refused.path.persist(path)
            }
            other => other,
        };
        refused.map_err(|refused| {
            closed = Some(refused.path);
            refused.error
        })
    })?;
    sync_names(folder)
}

fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
}

/// Writes a file at `path` durably, in place of one that is there: a reader sees the old one or the new
/// one. A link stays, and the file that it leads to is replaced; permissions stay as well.
///
/// # Errors
/// If the file is read-only where that protects it, if it is a mount point, or if the file system refuses.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let kept = permissions_to_keep(path)?;
    let path = if kept.is_some() { path.canonicalize()? } else { path.to_owned() };
    let folder = parent(&path);
    let mut file = Some(written_in(folder, bytes, kept)?.into_temp_path());
    os::retry(|| {
        let Some(temporary) = file.take() else { return Ok(()) };
        temporary.persist(&path).map_err(|refused| {
            file = Some(refused.path);
            refused.error
        })
    })?;
    sync_names(folder)
}

/// Finds out whether [`replace`] could write a file at `path`, and changes nothing.
///
/// # Errors
/// The error that [`replace`] would return.
pub fn check_replace(path: &Path) -> io::Result<()> {
    match permissions_to_keep(path)? {
        Some(_) if os::is_mount_point(path) => {
            let why = "it is a mount point, which cannot be replaced: mount its directory instead";
            Err(io::Error::new(ErrorKind::ResourceBusy, why))
        }
        Some(_) => check_directory(parent(&path.canonicalize()?)),
        None => check_directory(parent(path)),
    }
}

/// The permissions of the file that is replaced, if one is there.
fn permissions_to_keep(path: &Path) -> io::Result<Option<Permissions>> {
    match fs::metadata(path) {
        Ok(found) if os::prevents_replacing(&found.permissions()) => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"))
        }
        Ok(found) => Ok(Some(found.permissions())),
        Err(cause) if cause.kind() == ErrorKind::NotFound && !path.is_symlink() => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// A new file in `folder` with these bytes, which the disk holds. It has a temporary name, and without
/// `permissions` those of any other new file.
fn written_in(
    folder: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<NamedTempFile<File>> {
    let mut file = Builder::new().make_in(folder, |temporary| File::create_new(temporary))?;
    file.as_file_mut().write_all(bytes)?;
    // Shares and clouds have one mode for all files, and refuse to set it.
    if let Some(permissions) = permissions
        && file.as_file().metadata()?.permissions() != permissions
    {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes the names in a directory durable. One that can be written but not read cannot be synced.
pub(crate) fn sync_names(directory: &Path) -> io::Result<()> {
    #[cfg(test)]
    tests::before_sync(directory)?;
    match os::sync_directory(directory) {
        Err(cause) if cause.kind() == ErrorKind::PermissionDenied => Ok(()),
        other => other,
    }
}

/// The directory that `path` is in.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}
