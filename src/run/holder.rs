//! The holder of a lock: how a process describes itself in the lock file.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read};
use std::sync::LazyLock;

use crate::os;

/// The start of the holder's description.
pub(super) const HOLDER_PREFIX: &str = "process ";

/// The maximum length of the text that identifies a holder, in bytes: more than its number, the longest host
/// name and a random number.
const MAX_HOLDER_BYTES: u64 = 1000;

/// This process, as written into the lock file: a line for messages, and a line with a random number, because
/// containers often share a host name and number their processes from 1.
pub(super) fn this_process() -> String {
    static TOKEN: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    let host = os::host_name();
    let host = host.as_deref().unwrap_or("an unknown host");
    format!("{HOLDER_PREFIX}{} on {host}\n{:016x}", std::process::id(), *TOKEN)
}

/// Reads the holder that a lock file names. The text is untrusted: another program may have written it.
pub(super) fn read_from(lock_file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    lock_file.take(MAX_HOLDER_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// The first line of a holder's description, for messages.
pub(super) fn first_line(holder: &str) -> String {
    /// The maximum length of the line, in characters.
    const MAX_LINE_CHARS: usize = 200;
    match holder.lines().next() {
        None => "another process".to_owned(),
        Some(line) => line.chars().take(MAX_LINE_CHARS).collect::<String>().trim_end().to_owned(),
    }
}
