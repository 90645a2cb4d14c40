//! The implementation for Windows. The functions are documented in `unix`.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use winapi_util::file;
use winsafe::{GetComputerName, HKEY, HTHREAD, RegistryValue, co::RRF};

use super::{FileId, LockMode, SymlinkPolicy};

pub const CAN_MOVE_OPEN_FILES: bool = false;

/// `ERROR_NOT_READY`, `ERROR_CRC`, `ERROR_WRITE_FAULT`, `ERROR_READ_FAULT`, `ERROR_GEN_FAILURE` and
/// `ERROR_IO_DEVICE`.
pub const DEVICE_FAILURE_CODES: [i32; 6] = [21, 23, 29, 30, 31, 1117];

pub const TOO_MANY_FILES_CODES: [i32; 1] = [4];

/// Flags that let other programs read an open file, and remove or rename it.
const SHARE_READ: u32 = 1;
const SHARE_DELETE: u32 = 4;
/// The first flag allows opening a directory. The second flag opens a link itself instead of its target.
const BACKUP_SEMANTICS: u32 = 0x0200_0000;
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;
/// The attribute of links and files that the system stores in a special form.
const REPARSE_POINT: u64 = 0x400;
/// The errors for a file that another program has open and does not share.
const ACCESS_DENIED: i32 = 5;
const SHARING_VIOLATION: i32 = 32;
/// The number of attempts and the pause between attempts. Virus scanners and indexers keep a new file open
/// only briefly.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

pub fn file_id(file: &File) -> io::Result<FileId> {
    file::information(file).map(|info| (info.volume_serial_number(), info.file_index()))
}

pub fn file_id_at(path: &Path) -> io::Result<FileId> {
    // Request no access, so that this works even if another program has opened the file exclusively.
    let flags = BACKUP_SEMANTICS | OPEN_REPARSE_POINT;
    file_id(&OpenOptions::new().access_mode(0).custom_flags(flags).open(path)?)
}

pub fn link_count(file: &File) -> io::Result<u64> {
    file::information(file).map(|info| info.number_of_links())
}

pub fn open(options: &mut OpenOptions, path: &Path, symlinks: SymlinkPolicy) -> io::Result<File> {
    // Open the file before examining it. Otherwise, another process could replace it in between.
    let flags = if symlinks == SymlinkPolicy::Refuse { OPEN_REPARSE_POINT } else { 0 };
    let mut opened = options.custom_flags(flags).open(path).map_err(|cause| match cause.kind() {
        ErrorKind::PermissionDenied if path.is_dir() => super::directory_error(),
        _ => cause,
    })?;
    if symlinks == SymlinkPolicy::Refuse && file::information(&opened)?.file_attributes() & REPARSE_POINT != 0
    {
        if opened.metadata()?.is_symlink() {
            return Err(super::link_error());
        }
        // This is not a link but a file that the system stores in a special way, for example compressed or in
        // the cloud. Only the system can read it, so open it again without the flag. Make sure that it is
        // still the same file.
        let place = file_id(&opened)?;
        opened = options.custom_flags(0).open(path)?;
        if file_id(&opened)? != place {
            return Err(super::link_error());
        }
    }
    // Refuse pipes, and devices such as NUL.
    let is_on_disk = file::typ(&opened).is_ok_and(|kind| kind.is_disk());
    is_on_disk.then_some(opened).ok_or_else(super::not_regular_error)
}

pub fn give_to_owner(_: &Metadata, _: &Path) {}

/// Lets other processes read the file while it is open, but not open it for writing. This serves as the lock.
/// A byte-range lock would prevent reading, and a Linux system running alongside would not see it.
pub fn options_to_lock(options: &mut OpenOptions, _: LockMode) -> &mut OpenOptions {
    options.share_mode(SHARE_READ | SHARE_DELETE)
}

pub fn is_locked(cause: &io::Error) -> bool {
    cause.raw_os_error() == Some(SHARING_VIOLATION)
}

pub fn lock(_: &File, _: LockMode) -> io::Result<bool> {
    Ok(true)
}

pub fn unlock(_: &File) {}

/// Retries for a second if `action` fails because another program has the file open. For example, a file
/// cannot be renamed over an open one. Returns the last error.
pub fn retry_transient<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let is_open = |cause: &io::Error| matches!(cause.raw_os_error(), Some(ACCESS_DENIED | SHARING_VIOLATION));
    for _ in 1..ATTEMPTS {
        match action() {
            Err(cause) if is_open(&cause) => thread::sleep(PAUSE),
            other => return other,
        }
    }
    action().map_err(|cause| {
        let who = "another program, such as a virus scanner, a backup or an editor, may have it open";
        if is_open(&cause) { io::Error::new(cause.kind(), format!("{cause}: {who}")) } else { cause }
    })
}

pub fn sync(file: &File) -> io::Result<()> {
    file.sync_data()
}

/// Windows cannot sync a directory. `docs/run-directory.md` describes what a power cut can lose.
pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Windows measures CPU time in 16 ms ticks. Each thread may have used up to one more tick.
pub fn cpu_time_error_s() -> f64 {
    0.016 * super::cores() as f64
}

pub fn thread_time() -> Duration {
    let Ok((_, _, kernel, user)) = HTHREAD::GetCurrentThread().GetThreadTimes() else {
        return Duration::ZERO;
    };
    // In units of 100 ns.
    Duration::from_nanos(100 * (u64::from(kernel) + u64::from(user)))
}

pub fn host_name() -> Option<String> {
    GetComputerName().ok()
}

pub fn processor() -> Option<String> {
    let key = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0";
    match HKEY::LOCAL_MACHINE.RegGetValue(Some(key), Some("ProcessorNameString"), RRF::RT_REG_SZ).ok()? {
        RegistryValue::Sz(name) => Some(name),
        _ => None,
    }
}
