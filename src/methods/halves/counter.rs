//! Counts a unit: its pieces, one after the other, with a kernel.

use std::sync::atomic::{AtomicBool, Ordering};

use super::kernels::HalvesKernel;
use super::set_counter::{CountSets, set_counter};
use super::units::{HalvesUnits, Piece};
use crate::methods::MethodError;
use crate::methods::counter::{self, Claims, Counter, Finished, UnitCounts};

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    units: &'a HalvesUnits,
    kernel: HalvesKernel,
    sets: Box<dyn CountSets>,
}

impl<'a> UnitCounter<'a> {
    /// A counter of `units`.
    #[must_use]
    pub fn new(units: &'a HalvesUnits, kernel: HalvesKernel) -> Self {
        Self::with_sets(units, kernel, set_counter(kernel, units.shape()))
    }

    /// A counter of `units` that counts sets with `sets`.
    pub(super) fn with_sets(units: &'a HalvesUnits, kernel: HalvesKernel, sets: Box<dyn CountSets>) -> Self {
        Self { units, kernel, sets }
    }

    /// Counts `unit`; its nodes are pairs of halves that were decided, and queens placed by the
    /// scalar kernel. `None` when `stop` was set meanwhile: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// When `unit` is not below [`HalvesUnits::count`].
    pub fn count(&mut self, unit: u64, stop: &AtomicBool) -> Option<UnitCounts> {
        let mut total = UnitCounts::default();
        for Piece { set, weight, first } in self.units.pieces_of(unit) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let counts = self.sets.count(self.units.far(), &set, first, stop)?;
            total.solutions += u128::from(weight) * u128::from(counts.solutions);
            total.nodes += counts.pairs;
        }
        Some(total)
    }
}

impl Counter for UnitCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        counter::one_by_one(self.kernel.name(), claims, done, &mut |unit, stop| self.count(unit, stop));
        Ok(())
    }
}
