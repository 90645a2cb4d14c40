//! Reads a run directory without changing it. This works even while another process is counting.

use std::io;
use std::time::Duration;

use super::error::{Action, RunError};
use super::ledger::Ledger;
use super::ledger_lines::LedgerLines;
use super::lock;
use super::names::RunFile;
use super::result;
use super::saved_run::SavedRun;
use super::storage::InputFile;
use super::{Entry, Manifest, Notice, Total};
use crate::methods::{EstimatedValue, Kernel};
use crate::plan::pace::Rate;
use crate::plan::{Sums, Tally};

/// A run directory's contents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// The manifest, which describes what the run counts.
    pub manifest: Manifest,
    /// A finished run's total, read from `result.json` and checked against the ledger.
    pub total: Option<Total>,
    /// How an intact `result.json` contradicts the ledger, in words. `None` if they agree.
    pub disagreement: Option<String>,
    /// Notices about the directory.
    pub notices: Vec<Notice>,
    /// The process counting the run, as described in the lock file.
    pub holder: Option<String>,
    /// The estimated wall time and CPU time of a unit, in seconds. They are based on the latest units counted
    /// with a kernel that this machine can run, and are `None` until there are two such units.
    pub unit_s: [Option<EstimatedValue>; 2],
    /// The finished units.
    pub(crate) tally: Tally,
    pub(super) lines: LedgerLines,
}

impl Inspection {
    /// Returns the sums over all finished units.
    #[must_use]
    pub fn sums(&self) -> Sums {
        self.tally.sums()
    }

    /// Adds notices about anything unusual. A torn last line is not reported while a process is counting,
    /// because that process may still be writing it. `was_finished` tells whether a result exists.
    fn note(&mut self, run: SavedRun<'_>, was_finished: bool) {
        let LedgerLines { repeated, skipped, first_skipped: first, is_torn, .. } = self.lines;
        let lines = skipped - u64::from(is_torn && self.holder.is_some());
        let units = self.manifest.unit_count();
        let lost = units - self.tally.finished().len();
        if repeated > 0 {
            self.notices.push(Notice::Repeated { path: run.ledger(), lines: repeated });
        }
        // Once all units are counted again, skipped lines no longer matter.
        if lines > 0 && lost > 0 {
            self.notices.push(Notice::Skipped { path: run.ledger(), lines, first });
        }
        if was_finished && lost > 0 {
            self.notices.push(Notice::Lost { path: run.ledger(), lost, units });
        }
    }
}

impl SavedRun<'_> {
    /// Reads the manifest, the ledger and the result.
    ///
    /// # Errors
    /// Fails if this is not a run directory, if it is damaged, unreadable or of another format, or if the
    /// result contradicts the ledger.
    pub fn inspect(self) -> Result<Inspection, RunError> {
        self.inspect_all(self.manifest()?, &mut |_| ())
    }

    /// Inspects the run, given its manifest. Passes every unit's first entry to `visit`.
    ///
    /// # Errors
    /// Fails like [`SavedRun::inspect`].
    pub(crate) fn inspect_all(
        self,
        manifest: Manifest,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<Inspection, RunError> {
        self.agreeing(self.read(manifest, self.counted_by(), visit)?.0)
    }

    /// Returns `inspection`, or [`RunError::Disagreement`] if its result contradicts its ledger.
    pub(super) fn agreeing(self, inspection: Inspection) -> Result<Inspection, RunError> {
        match inspection.disagreement {
            Some(reason) => Err(RunError::Disagreement { path: self.result(), reason }),
            None => Ok(inspection),
        }
    }

    /// Inspects the run, and draws a random sample of its finished units. Returns their entries in ascending
    /// order of units. `size` maps the number of finished units to the sample size. The same `seed` always
    /// draws the same sample.
    ///
    /// The inspection and the sample come from the same ledger file, even if the run is replaced in the
    /// meantime. It is not an error if the result contradicts the ledger, because the sample may tell which
    /// of them is wrong.
    ///
    /// # Errors
    /// Fails if this is not a run directory, if it is damaged, unreadable or of another format, or if a
    /// sampled unit vanishes from the ledger.
    pub fn sample(
        self,
        size: impl FnOnce(u64) -> u64,
        seed: u64,
    ) -> Result<(Inspection, Vec<Entry>), RunError> {
        let (inspection, mut ledger) = self.read(self.manifest()?, self.counted_by(), &mut |_| ())?;
        let manifest = &inspection.manifest;
        let finished = inspection.tally.finished();
        let units = finished.choose(size(finished.len()), seed);
        let mut entries = Vec::new();
        let mut again = Tally::new(manifest.identity.units);
        Ledger { run: self, manifest }.read(&mut *ledger, &mut again, &mut |entry| {
            if units.binary_search(&entry.unit).is_ok() {
                entries.push(entry.clone());
            }
        })?;
        if entries.len() < units.len() {
            let cause = io::Error::other("it changed while it was being read: try again");
            return Err(RunError::io(Action::Read, &self.ledger())(cause));
        }
        entries.sort_unstable_by_key(|entry| entry.unit);
        Ok((inspection, entries))
    }

    /// Returns the process counting the run, as described in the lock file. Always returns `None` if
    /// the file system has no locks.
    fn counted_by(self) -> Option<String> {
        let is_locked = self.storage.is_locked(&self.path.join(RunFile::Lock)).unwrap_or(false);
        is_locked.then(|| lock::first_line(&self.holder()))
    }

    /// Reads the ledger and the result, given the manifest. Passes every unit's first entry to `visit`.
    /// `holder` is the process counting the run. Also returns the open ledger.
    ///
    /// # Errors
    /// Fails like [`Ledger::read`]. Also fails if the ledger contains lines but none is usable. A damaged
    /// result is ignored, because the ledger determines the total.
    pub(super) fn read(
        self,
        manifest: Manifest,
        holder: Option<String>,
        visit: &mut dyn FnMut(&Entry),
    ) -> Result<(Inspection, Box<dyn InputFile>), RunError> {
        // Read the result before the ledger. Otherwise, a run that finishes between the two reads would seem
        // to lack units.
        let result = self.sealed(RunFile::Result)?;
        let ledger = Ledger { run: self, manifest: &manifest };
        let mut file = ledger.open()?;
        let mut tally = Tally::new(manifest.identity.units);
        let mut rates = [Rate::new(1); 2];
        let kernels = Kernel::all_available();
        let lines = ledger.read(&mut *file, &mut tally, &mut |entry| {
            if entry.is_by_one_of(&kernels) {
                for (rate, ms) in rates.iter_mut().zip([entry.wall_ms, entry.cpu_ms]) {
                    rate.observe(1.0, Duration::from_millis(ms));
                }
            }
            visit(entry);
        })?;
        lines.check_any_good(&tally, &self.ledger(), "all are damaged or from another run")?;
        let was_finished = result.is_some();
        let mut notices = Vec::new();
        let (total, disagreement) = match result.map(|bytes| result::parse(&bytes, &manifest, &tally)) {
            None => (None, None),
            Some(Ok(total)) => (total, None),
            Some(Err(result::Unusable::Damaged(reason))) => {
                notices.push(Notice::DamagedResult { path: self.result(), reason });
                (None, None)
            }
            Some(Err(result::Unusable::Contradicts(reason))) => (None, Some(reason)),
        };
        let unit_s = rates.map(|rate| rate.seconds());
        let mut inspection =
            Inspection { manifest, total, disagreement, notices, holder, unit_s, tally, lines };
        inspection.note(self, was_finished);
        Ok((inspection, file))
    }
}
