//! Writes whole files, and creates directories, so that a power cut does not forget them.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::{check_directory, parent, sync_names};
use crate::os;

/// The writing of files. Each function is public below with the shipped way to make names durable.
#[derive(Clone, Copy)]
pub(super) struct DurableWriter {
    /// Makes the names in a directory durable.
    pub sync_names: fn(&Path) -> io::Result<()>,
}

/// The writer of the program.
pub(super) const WRITER: DurableWriter = DurableWriter { sync_names };

/// Creates a directory and its missing parents, durably. An existing directory is left unchanged.
///
/// # Errors
/// If the file system refuses, or if something else has the name.
pub fn create_directory(path: &Path) -> io::Result<()> {
    WRITER.create_directory(path)
}

/// Writes a new file at `path`, which appears complete or not at all. If one already exists, it is kept and
/// an error is returned.
///
/// # Errors
/// If something is at `path`, or if the file system refuses.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WRITER.write_new(path, bytes)
}

/// Writes a file at `path` durably, replacing an existing file atomically. If the path is a link, the link is
/// kept and its target is replaced. Permissions are kept, too.
///
/// # Errors
/// If the file is read-only where that protects it, if it is a mount point, or if the file system refuses.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    WRITER.replace(path, bytes)
}

impl DurableWriter {
    pub fn create_directory(self, path: &Path) -> io::Result<()> {
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let mut made = fs::create_dir(path);
        if let Some(above) = path.parent()
            && made.as_ref().is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
        {
            self.create_directory(above)?;
            made = fs::create_dir(path);
        }
        match made {
            // The error for an existing directory depends on the system.
            Err(_) if path.is_dir() => {}
            made => made?,
        }
        (self.sync_names)(parent(path))
    }

    pub fn write_new(self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = parent(path);
        let mut closed = Some(written_in(folder, bytes, None)?.into_temp_path());
        os::retry_transient(|| {
            let Some(temporary) = closed.take() else { return Ok(()) };
            let refused = match temporary.persist_noclobber(path) {
                // Some file systems have neither links nor a rename that fails if the target exists.
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
        (self.sync_names)(folder)
    }

    pub fn replace(self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let kept = permissions_to_keep(path)?;
        let path = if kept.is_some() { path.canonicalize()? } else { path.to_owned() };
        let folder = parent(&path);
        let mut file = Some(written_in(folder, bytes, kept)?.into_temp_path());
        os::retry_transient(|| {
            let Some(temporary) = file.take() else { return Ok(()) };
            temporary.persist(&path).map_err(|refused| {
                file = Some(refused.path);
                refused.error
            })
        })?;
        (self.sync_names)(folder)
    }
}

/// Makes a file durable that another process wrote.
pub(crate) fn make_durable(path: &Path) -> io::Result<()> {
    match File::open(path)?.sync_all().and_then(|()| sync_names(parent(path))) {
        // A file that may only be read is not new.
        Err(cause) if matches!(cause.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(())
        }
        other => other,
    }
}

fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|cause| cause.kind() == ErrorKind::NotFound)
}

/// Checks that [`replace`] could write a file at `path`, without changing anything.
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

/// The permissions of the file that is replaced; `None` if it is missing.
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

/// Creates a file in `folder` with a temporary name and these bytes, and syncs it. Without `permissions`, it
/// gets those of any new file.
fn written_in(
    folder: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<NamedTempFile<File>> {
    let mut file = Builder::new().make_in(folder, |temporary| File::create_new(temporary))?;
    file.as_file_mut().write_all(bytes)?;
    // Network shares and cloud drives have one mode for all files, and refuse to set it.
    if let Some(permissions) = permissions
        && file.as_file().metadata()?.permissions() != permissions
    {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}
