//! The interface between a board's units and the rest of the program. Outside its method, a unit is a number
//! with an expected cost.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::Kernel;
use super::counter::UnitCounter;

/// The maximum number of units in a plan. A bit set for this many units takes 32 MiB.
pub(crate) const MAX_UNITS: u64 = 1 << 28;

/// Returns the number of units to aim for. This is `standard` at the standard depth, and eight times as many
/// with each further level.
pub(crate) fn target_units(standard: u64, standard_depth: usize, depth: usize) -> u64 {
    match depth.checked_sub(standard_depth) {
        Some(deeper) => standard.saturating_mul(8_u64.saturating_pow(deeper as u32)),
        None => (standard >> (3 * (standard_depth - depth))).max(1),
    }
}

/// A board's units at one depth, numbered from 0 to [`Units::count`] - 1.
///
/// Methods that take a unit panic if its number is not below [`Units::count`].
pub(crate) trait Units: Debug + Send + Sync {
    /// Returns the number of units, at least 1.
    fn count(&self) -> u64;

    /// Returns the expected cost of `unit`, as a fraction of the total cost.
    fn cost(&self, unit: u64) -> f64;

    /// Returns consecutive ranges of equally expensive units, with the cost per unit. With these, sums over
    /// hundreds of millions of units are cheap.
    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_>;

    /// Writes the words that define the units. The hash of a plan is computed from these words, so their
    /// order must never change.
    fn describe(&self, write: &mut dyn FnMut(u64));

    /// Returns a counter that uses `kernel`, or `None` if the method lacks this kernel or this CPU cannot run
    /// it.
    fn counter(&self, kernel: Kernel) -> Option<UnitCounter<'_>>;

    /// Returns whether `unit` consists of whole prefixes and not a part of one prefix. Such a unit is
    /// verified with the kernel `scalar`, however long it took.
    fn is_whole(&self, _unit: u64) -> bool {
        false
    }

    /// Returns the units' images under the flip from top to bottom, in the same order. Returns `None` if the
    /// method cannot count them.
    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        None
    }

    /// Returns the memory that each thread needs with `kernel`, in bytes.
    fn thread_memory(&self, kernel: Kernel) -> u64;

    /// Returns the memory for the units themselves, in bytes. All threads share this memory.
    fn shared_memory(&self) -> u64 {
        0
    }
}
