//! The contents of a ledger, as reading finds them.

use std::path::Path;

use super::error::RunError;
use crate::plan::Tally;

/// The contents of a ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LedgerContents {
    /// The first entry of every unit, summed.
    pub tally: Tally,
    /// Its length in bytes.
    pub length: u64,
    /// True if the last line lacks its newline.
    pub lacks_newline: bool,
    /// Lines that only repeat an earlier one.
    pub repeated: u64,
    /// The number of skipped lines, and the number of the first of them.
    pub skipped: u64,
    pub first_skipped: u64,
    /// The number of skipped lines that no killed process or power cut leaves: neither torn nor with NUL
    /// bytes.
    pub spoilt: u64,
    /// The number of skipped lines that are good except for the carriage return before their newline.
    pub with_carriage_return: u64,
    /// True if the last line is skipped and lacks its newline: it was torn, or is being written.
    pub is_torn: bool,
}

impl LedgerContents {
    /// Checks that the ledger at `path` has a good line, if a count wrote any line of it.
    ///
    /// # Errors
    /// If it has no good line: all units would be counted again.
    pub fn check_any_good(&self, path: &Path) -> Result<(), RunError> {
        if self.tally.finished().len() > 0 || self.spoilt == 0 {
            return Ok(());
        }
        let reason = if self.with_carriage_return > 0 {
            "its newlines were changed to CR LF; change them back, for example with dos2unix"
        } else {
            "every line is damaged or from another run"
        };
        Err(RunError::NoGoodLine { path: path.to_owned(), lines: self.skipped, reason })
    }
}
