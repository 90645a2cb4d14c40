//! What reading a ledger says about its lines.

use std::path::Path;

use super::error::RunError;
use super::sealed::CR_LF;
use crate::plan::Tally;
use crate::plan::entry::{LINE_START, MAX_ENTRY_BYTES};

/// Statistics about a ledger's lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LedgerLines {
    /// The total length in bytes.
    pub length: u64,
    /// Whether the last line lacks its newline.
    pub lacks_newline: bool,
    /// The number of lines that repeat a unit with the same solutions.
    pub repeated: u64,
    /// The number of skipped lines, and the first one's line number.
    pub skipped: u64,
    pub first_skipped: u64,
    /// The number of skipped lines that neither a killed process nor a power cut can explain. They are not
    /// torn and contain no NUL bytes.
    pub damaged: u64,
    /// The number of skipped lines whose only fault is a carriage return before the newline.
    pub with_carriage_return: u64,
    /// Whether the last line was skipped and lacks its newline. It is torn or still being written.
    pub is_torn: bool,
}

impl LedgerLines {
    /// Checks that the ledger at `path` contains a good line, or nothing but torn lines. `tally` contains the
    /// ledger's units. `otherwise` is the reason to report if the newlines are intact.
    ///
    /// # Errors
    /// Returns [`RunError::NoGoodLine`] otherwise, because a count would start over.
    pub fn check_any_good(
        &self,
        tally: &Tally,
        path: &Path,
        otherwise: &'static str,
    ) -> Result<(), RunError> {
        if tally.finished().len() > 0 || self.damaged == 0 {
            return Ok(());
        }
        let reason = if self.with_carriage_return > 0 { CR_LF } else { otherwise };
        Err(RunError::NoGoodLine { path: path.to_owned(), reason })
    }
}

/// The reason why a line is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// The line contains NUL bytes or is cut short. A killed process or a power cut probably left it.
    Torn,
    /// The line is good, except for a carriage return before its newline.
    CarriageReturn,
    /// The line is damaged or from another run.
    Damaged,
}

impl Flaw {
    /// Classifies a bad line. `line` does not include the newline. `is_good` returns whether a part of the
    /// line is a good entry.
    pub fn of(line: &[u8], is_good: impl Fn(&[u8]) -> bool) -> Self {
        match line.strip_suffix(b"\r") {
            Some(rest) if is_good(rest) => Self::CarriageReturn,
            _ if line.contains(&0) => Self::Torn,
            // Too long for one entry, so this must be several lines whose newlines were changed or removed.
            _ if line.len() > MAX_ENTRY_BYTES => Self::Damaged,
            _ if line.starts_with(LINE_START) && !line.trim_ascii_end().ends_with(b"}") => Self::Torn,
            _ if LINE_START.starts_with(line) => Self::Torn,
            _ => Self::Damaged,
        }
    }
}
