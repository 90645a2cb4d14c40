//! The units of a board as the rest of the program sees them: numbers with an expected cost.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::Kernel;
use super::counter::UnitCounter;

/// A plan's maximum number of units. A bit set for this many takes 32 MiB.
pub(crate) const MAX_UNITS: u64 = 1 << 28;

/// Returns the number of units to aim for: `standard` at the standard depth, and eight times as many per
/// further level.
pub(crate) fn target_units(standard: u64, standard_depth: usize, depth: usize) -> u64 {
    match depth.checked_sub(standard_depth) {
        Some(deeper) => standard.saturating_mul(8_u64.saturating_pow(deeper as u32)),
        None => (standard >> (3 * (standard_depth - depth))).max(1),
    }
}

/// A board's units at one depth, numbered from 0 up to [`Units::count`].
///
/// Methods taking a unit panic if its number is not below [`Units::count`].
pub(crate) trait Units: Debug + Send + Sync {
    /// Returns the number of units, at least 1.
    fn count(&self) -> u64;

    /// Returns the expected cost of `unit`, as a share of all units from 0 to 1.
    fn cost(&self, unit: u64) -> f64;

    /// Returns consecutive ranges of equally expensive units, with the cost per unit. This makes sums over
    /// hundreds of millions of units cheap.
    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_>;

    /// Writes the words defining the units. A plan's hash is computed from these words, so their order must
    /// never change.
    fn describe(&self, write: &mut dyn FnMut(u64));

    /// Returns a counter with this kernel, or `None` if the method lacks it or this CPU cannot run it.
    fn counter(&self, kernel: Kernel) -> Option<UnitCounter<'_>>;

    /// Returns whether `unit` consists of whole prefixes, not a part of one. Such a unit is verified by the
    /// kernel `scalar`, regardless of how long it took.
    fn is_whole(&self, _unit: u64) -> bool {
        false
    }

    /// Returns the same units, counted with the board upside down, or `None` if the method cannot do this.
    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        None
    }

    /// Returns the bytes needed by each thread counting with this kernel.
    fn thread_memory(&self, kernel: Kernel) -> u64;

    /// Returns the bytes taken by the units themselves, shared by all threads.
    fn shared_memory(&self) -> u64 {
        0
    }
}
