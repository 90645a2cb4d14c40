//! The hash of a ledger, for published records.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::file::LEDGER;
use super::storage::{DiskStorage, Storage};
use super::{Action, RunError};

/// SHA-256 of the ledger in the run directory at `path`, 64 hexadecimal digits.
///
/// # Errors
/// If the ledger cannot be read.
pub fn ledger_sha256(path: &Path) -> Result<String, RunError> {
    let path = path.join(LEDGER);
    let hash = || -> io::Result<String> {
        let mut input = DiskStorage.read(&path)?;
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match input.read(&mut buffer)? {
                0 => return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
                length => hasher.update(&buffer[..length]),
            }
        }
    };
    hash().map_err(|cause| RunError::io(Action::Read, &path, cause))
}
