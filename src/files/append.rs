//! Appends to files shared by several processes.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::durable::{DurableWriter, WRITER};
use super::{check_directory, check_length, open, parent, read_open};
use crate::os::{self, LockMode, SymlinkPolicy};

/// The number of attempts to lock a file, and the pause between attempts. Appending takes milliseconds, so a
/// process that holds the lock for five seconds must be doing something else.
const LOCK_ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// Calls `line` with the file's current contents, and durably appends the bytes that it returns. Creates the
/// file if it is missing. If writing fails, the part already written is removed.
///
/// The file is locked during the call. However, two processes may append at the same time on Windows, on a
/// file system without locks, or if one of them holds the lock for seconds.
///
/// # Errors
/// Fails if the path is a symbolic link or not a regular file, if the file has several hard links, if it
/// would exceed `longest` bytes, if another program keeps replacing it, if `line` fails, or if reading or
/// writing fails.
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
                // Some file systems don't support locks and return an error. Append anyway, because two lines
                // out of order are better than a lost line.
                if os::lock(&file, LockMode::Exclusive).unwrap_or(true) {
                    break;
                }
                thread::sleep(PAUSE);
            }
            let contents = read_open(&file, longest)?;
            let length = contents.len() as u64;
            let bytes = line(&contents)?.unwrap_or_default();
            check_length(length + bytes.len() as u64, longest)?;
            // Sync even if nothing was written, because an earlier process may have been killed before it
            // synced its lines.
            let written = file
                .write_all(&bytes)
                .and_then(|()| os::sync(&file))
                .and_then(|()| (self.sync_names)(parent(path)));
            if written.is_err() && ends_within(&file, length, &bytes) {
                let _ = file.set_len(length);
            }
            written?;
            os::unlock(&file);
            // If an editor or a sync client has replaced the file in the meantime, append to the new file
            // instead.
            if os::file_id_at(path).ok() == Some(os::file_id(&file)?) {
                return Ok(());
            }
        }
        Err(io::Error::other("another program keeps replacing it: try again later"))
    }
}

/// Returns whether the file contains only a prefix of `bytes` after its first `before` bytes. If so, no other
/// process has appended to it.
fn ends_within(mut file: &File, before: u64, bytes: &[u8]) -> bool {
    let mut end = Vec::new();
    let read = file.seek(SeekFrom::Start(before)).and_then(|_| file.read_to_end(&mut end));
    read.is_ok() && bytes.starts_with(&end)
}

/// Opens a file for appending. Refuses a file with several hard links, because the line would also appear in
/// a hard-linked copy of its folder.
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
/// Returns the error that [`append`] would return.
pub fn check_append(path: &Path, longest: u64) -> io::Result<()> {
    match open_to_append(&mut appending(), path) {
        Ok(file) => check_length(file.metadata()?.len(), longest),
        Err(cause) if cause.kind() == ErrorKind::NotFound => check_directory(parent(path)),
        Err(cause) => Err(cause),
    }
}
