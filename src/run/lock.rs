//! Locks a run directory, so that only one process at a time appends to the ledger.
//!
//! We use the operating system's file lock, because it is released when the process ends, even if the process
//! is killed. A leftover lock file has no effect. The file's first line names the holder, so that other
//! processes can mention it in messages. Some file systems cannot tell whether a path still names an open
//! file. There, the file's whole text identifies the holder. The file is never removed. Otherwise, two
//! processes could lock two different files with the same name.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use super::disk::{is_at, open_regular};
use crate::os::{self, LockMode};

/// The number of attempts to take the lock, and the pause between attempts. [`is_held`] takes the lock for an
/// instant, which must not turn away a run that starts at that moment.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// This process's lock. It is held until this value is dropped.
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        os::unlock(&self.0);
    }
}

/// Locks the file at `path` and writes `holder` into it. Returns `None` if another process holds the lock.
pub(super) fn acquire(path: &Path, holder: &str) -> io::Result<Option<Lock>> {
    acquire_with(path, holder, &mut || std::thread::sleep(PAUSE))
}

/// Like [`acquire`], but calls `pause` between attempts, so that tests can control the wait.
fn acquire_with(path: &Path, holder: &str, pause: &mut dyn FnMut()) -> io::Result<Option<Lock>> {
    for attempt in 1..=ATTEMPTS {
        let options = &mut OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        match open_regular(os::options_to_lock(options, LockMode::Exclusive), path) {
            Ok(mut file) => {
                if try_lock_at(&mut file, path, holder)? {
                    return Ok(Some(Lock(file)));
                }
            }
            Err(error) if os::is_locked(&error) => {}
            // Another process has moved the directory aside for a fresh start, and is about to create it
            // again.
            Err(error) if error.kind() == io::ErrorKind::NotFound && attempt < ATTEMPTS => {}
            Err(error) => return Err(error),
        }
        if attempt < ATTEMPTS {
            pause();
        }
    }
    Ok(None)
}

/// Tries to lock the open `file`, and writes `holder` into it. Returns false if another process holds the
/// lock, or if `file` is no longer at `path`. In the latter case, the directory was moved aside after the
/// file was opened. On file systems that change the inode numbers of open files, the text in the file
/// decides.
fn try_lock_at(file: &mut File, path: &Path, holder: &str) -> io::Result<bool> {
    if !os::lock(file, LockMode::Exclusive)? {
        return Ok(false);
    }
    // The lock is valid even if the disk is too full for its text.
    let _ = write_holder(file, holder);
    Ok(is_at(file, path)? || names(path, holder))
}

fn names(path: &Path, holder: &str) -> bool {
    let file = open_regular(OpenOptions::new().read(true), path);
    file.and_then(read_holder).is_ok_and(|name| name == holder)
}

/// Replaces the previous holder with `holder`. Leaves any other text alone, because another program wrote it.
fn write_holder(file: &mut File, holder: &str) -> io::Result<()> {
    let mut previous = Vec::new();
    file.take(HOLDER_PREFIX.len() as u64).read_to_end(&mut previous)?;
    if !previous.is_empty() && previous != HOLDER_PREFIX.as_bytes() {
        return Ok(());
    }
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(format!("{holder}\n").as_bytes())
}

fn open_to_check(path: &Path) -> io::Result<File> {
    open_regular(os::options_to_lock(OpenOptions::new().read(true), LockMode::Shared), path)
}

pub(super) fn is_held(path: &Path) -> io::Result<bool> {
    match open_to_check(path) {
        Ok(file) => Ok(!os::lock(&file, LockMode::Shared)?),
        Err(error) if os::is_locked(&error) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The beginning of every holder's description.
const HOLDER_PREFIX: &str = "process ";

/// The maximum length of a holder's description. It is more than enough for a process number, the longest
/// host name and a random number.
const MAX_HOLDER_BYTES: u64 = 1000;

/// Describes this process for the lock file. The first line is for messages. The second is a random number,
/// because containers often have the same host name and number their processes from 1.
pub(super) fn this_process() -> String {
    static TOKEN: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    let host = os::host_name();
    let host = host.as_deref().unwrap_or("an unknown host");
    format!("{HOLDER_PREFIX}{} on {host}\n{:016x}", std::process::id(), *TOKEN)
}

/// Reads the holder's description from a lock file. The text is untrusted, because another program may have
/// written it.
pub(super) fn read_holder(lock_file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    lock_file.take(MAX_HOLDER_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// Returns the first line of a holder's description, for messages.
pub(super) fn first_line(holder: &str) -> String {
    const MAX_LINE_CHARS: usize = 200;
    match holder.lines().next() {
        None => "another process".to_owned(),
        Some(line) => line.chars().take(MAX_LINE_CHARS).collect::<String>().trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_second_holder_until_the_first_lets_go() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lock");
        let text = || std::fs::read_to_string(&path).unwrap();
        assert!(!is_held(&path).unwrap());
        let first = acquire(&path, "process 1, with a long name").unwrap();
        assert!(first.is_some() && is_held(&path).unwrap());
        assert!(acquire(&path, "process 2").unwrap().is_none());
        assert_eq!(text(), "process 1, with a long name\n");
        drop(first);
        assert!(!is_held(&path).unwrap());
        assert!(acquire(&path, "process 2").unwrap().is_some());
        assert_eq!(text(), "process 2\n");
        std::fs::write(&path, "written by hand").unwrap();
        assert!(acquire(&path, "process 3").unwrap().is_some());
        assert_eq!(text(), "written by hand");
    }

    #[cfg(unix)]
    #[test]
    fn forked_child_does_not_keep_the_lock() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lock");
        let lock = acquire(&path, "process 1").unwrap().unwrap();
        // A forked child would have this copy of the file open.
        let _inherited = lock.0.try_clone().unwrap();
        assert!(is_held(&path).unwrap());
        drop(lock);
        assert!(!is_held(&path).unwrap());
    }

    #[test]
    fn checking_the_lock_does_not_block_a_run() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lock");
        std::fs::write(&path, "").unwrap();
        let mut check = open_to_check(&path).ok();
        assert!(os::lock(check.as_ref().unwrap(), LockMode::Shared).unwrap());
        assert!(acquire_with(&path, "process 1", &mut || ()).unwrap().is_none());
        assert!(acquire_with(&path, "process 1", &mut || drop(check.take())).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn lock_of_a_directory_that_was_moved_does_not_count() {
        let place = tempfile::tempdir().unwrap();
        let [run, old] = ["run", "run.old-1"].map(|name| place.path().join(name));
        let make = || std::fs::create_dir(&run).unwrap();
        make();
        let path = run.join("lock");
        let mut first = acquire(&path, "process 1").unwrap();
        // The second process finds the lock held and waits. While it waits, the first process moves the
        // directory aside, creates a new one, and ends.
        let mut second = acquire_with(&path, "process 2", &mut || match first.take() {
            Some(_) => std::fs::rename(&run, &old).unwrap(),
            None => make(),
        })
        .unwrap();
        assert!(second.is_some() && is_held(&path).unwrap() && !is_held(&old.join("lock")).unwrap());
        drop(second.take());
        // The directory may also be moved between opening and locking the file.
        let mut opened = File::options().read(true).write(true).open(&path).unwrap();
        let mut takes_it = || try_lock_at(&mut opened, &path, "process 3").unwrap();
        assert!(takes_it());
        std::fs::rename(&run, place.path().join("run.old-2")).unwrap();
        assert!(!takes_it());
        make();
        File::create(&path).unwrap();
        assert!(!takes_it());
        // If the inode number has changed, the whole text decides, even if the host name is long.
        let line = format!("process 4194304 on {}", "h".repeat(64));
        let [ours, twin] = ["0123456789abcdef", "fedcba9876543210"].map(|token| format!("{line}\n{token}"));
        for (text, is_ours) in [(&ours, true), (&twin, false), (&line, false)] {
            std::fs::write(&path, format!("{text}\n")).unwrap();
            assert_eq!(try_lock_at(&mut opened, &path, &ours).unwrap(), is_ours, "{text}");
        }
    }
}
