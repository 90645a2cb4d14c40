//! The saved units of a run and its result: read, and checked to be intact and to agree.

use std::time::Duration;

use super::error::RunError;
use super::ledger::Ledger;
use super::ledger_contents::LedgerContents;
use super::names::RunFile;
use super::result::{self, Unusable};
use super::run_files::RunFiles;
use super::storage::InputFile;
use super::{Entry, Manifest, Total};
use crate::plan::pace::Pace;

/// The saved units of a run, and its result.
pub(super) struct SavedUnits {
    pub contents: LedgerContents,
    /// The open ledger.
    pub ledger: Box<dyn InputFile>,
    /// The total, if the ledger has all of its units.
    pub total: Option<Total>,
    /// True if there is a result.
    pub was_finished: bool,
    /// The reason why the result is ignored, if it is damaged.
    pub damage: Option<String>,
    /// The rates in wall time and in CPU time.
    pub paces: [Pace; 2],
}

impl SavedUnits {
    /// Reads the ledger and the result of the run of `manifest`. Passes the first entry of every unit to
    /// `visit`.
    ///
    /// # Errors
    /// As [`Ledger::read`]; if the ledger has lines but none of them is good; if the result is of another run
    /// or contradicts the ledger. A damaged result is ignored, because the ledger determines the total.
    pub fn read(
        files: RunFiles<'_>,
        manifest: &Manifest,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<Self, RunError> {
        // The result is read before the ledger: otherwise, a run that ends in between would seem to lack
        // units.
        let file = RunFile::Result;
        let found = files.sealed(file)?;
        let reader = Ledger { files, manifest };
        let mut ledger = reader.open()?;
        let mut paces = [Pace::new(1.0, 0.0, 1); 2];
        let contents = reader.read(&mut *ledger, &mut |entry| {
            for (pace, ms) in paces.iter_mut().zip([entry.wall_ms, entry.cpu_ms]) {
                pace.observe(1.0, Duration::from_millis(ms));
            }
            visit(entry);
        })?;
        contents.check_any_good(&files.path.join(RunFile::Ledger))?;
        let was_finished = found.is_some();
        let (total, damage) = match found.map(|bytes| result::parse(&bytes, manifest, &contents.tally)) {
            None => (None, None),
            Some(Ok(total)) => (total, None),
            Some(Err(Unusable::Damaged(reason))) => (None, Some(reason)),
            Some(Err(Unusable::Contradicts(reason))) => {
                return Err(RunError::Corrupt { path: files.path.join(file), file: Some(file), reason });
            }
        };
        Ok(Self { contents, ledger, total, was_finished, damage, paces })
    }
}
