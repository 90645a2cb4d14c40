//! Appends to files shared by several processes.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::durable::{DurableWriter, WRITER};
use super::{check_directory, check_length, open, parent, read_open};
use crate::os::{self, LockMode, SymlinkPolicy};

/// How often to try locking a file, and the pause in between. Appending a record takes milliseconds, so a
/// process that holds the lock for longer is doing something else.
const LOCK_ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// Calls `line` with the current contents of the file at `path`, and durably appends the bytes it returns.
/// Creates a missing file. The file is locked meanwhile, except on Windows, on a file system without locks,
/// or if another process holds the lock for seconds; then two processes may append at once. If writing fails,
/// the written part is removed.
///
/// # Errors
/// If the path is a link or not a regular file, if the file would exceed `longest` bytes, if `line` fails, or
/// if reading or writing fails.
pub fn append(
    path: &Path,
    longest: u64,
    line: impl FnMut(&[u8]) -> io::Result<Option<Vec<u8>>>,
) -> io::Result<()> {
    WRITER.append(path, longest, line)
}

impl DurableWriter {
    pub fn append(
        self,
        path: &Path,
        longest: u64,
        mut line: impl FnMut(&[u8]) -> io::Result<Option<Vec<u8>>>,
    ) -> io::Result<()> {
        for _ in 0..2 {
            let mut file = open_to_append(appending().create(true), path)?;
            for _ in 0..LOCK_ATTEMPTS {
                // A file system without locks returns an error. Losing the order of two lines is better than
                // losing a line.
                if os::lock(&file, LockMode::Exclusive).unwrap_or(true) {
                    break;
                }
                thread::sleep(PAUSE);
            }
            let contents = read_open(&file, longest)?;
            let length = contents.len() as u64;
            let bytes = line(&contents)?.unwrap_or_default();
            check_length(length + bytes.len() as u64, longest)?;
            // This also syncs earlier lines, in case their writer was killed before syncing them.
            let written = file
                .write_all(&bytes)
                .and_then(|()| os::sync(&file))
                .and_then(|()| (self.sync_names)(parent(path)));
            if written.is_err() && ends_within(&file, length, &bytes) {
                let _ = file.set_len(length);
            }
            written?;
            os::unlock(&file);
            // An editor or a sync client may have replaced the file meanwhile.
            if os::file_id_at(path).ok() == Some(os::file_id(&file)?) {
                return Ok(());
            }
        }
        Err(io::Error::other("another program keeps replacing it: try again later"))
    }
}

/// Returns whether the file's contents after its first `before` bytes are a prefix of `bytes`, and so written
/// by this process alone.
fn ends_within(mut file: &File, before: u64, bytes: &[u8]) -> bool {
    let mut end = Vec::new();
    let read = file.seek(SeekFrom::Start(before)).and_then(|_| file.read_to_end(&mut end));
    read.is_ok() && bytes.starts_with(&end)
}

/// Opens a file, unless it has several hard links: a hard-linked copy of its folder would get the line, too.
fn open_to_append(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = open(options, path, SymlinkPolicy::Refuse)?;
    if os::link_count(&file)? > 1 { Err(os::hard_link_error()) } else { Ok(file) }
}

fn appending() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    options
}

/// Checks that [`append`] could append to the file at `path`, without creating anything.
///
/// # Errors
/// The error that [`append`] would return.
pub fn check_append(path: &Path, longest: u64) -> io::Result<()> {
    match open_to_append(&mut appending(), path) {
        Ok(file) => check_length(file.metadata()?.len(), longest),
        Err(cause) if cause.kind() == ErrorKind::NotFound => check_directory(parent(path)),
        Err(cause) => Err(cause),
    }
}
