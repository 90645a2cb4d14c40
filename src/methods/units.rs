//! The units of a board as the rest of the program sees them: numbers with an expected cost.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::Kernel;
use super::counter::Counter;

/// The maximum number of units of a plan. A bit set of this many units takes 32 MiB.
pub(crate) const MAX_UNITS: u64 = 1 << 28;

/// The number of units to aim at: `standard` at the standard depth, and eight times as many with each further
/// level.
pub(crate) fn target_units(standard: u64, standard_depth: usize, depth: usize) -> u64 {
    match depth.checked_sub(standard_depth) {
        Some(deeper) => standard.saturating_mul(8_u64.saturating_pow(deeper as u32)),
        None => (standard >> (3 * (standard_depth - depth))).max(1),
    }
}

/// All units of a board at a depth, numbered from 0 to [`Units::count`], exclusive.
///
/// Methods that take a unit panic if its number is not below [`Units::count`].
pub(crate) trait Units: Debug + Send + Sync {
    /// The number of units, at least 1.
    fn count(&self) -> u64;

    /// The expected cost of `unit`, as a share of all units from 0 to 1.
    fn cost(&self, unit: u64) -> f64;

    /// Ranges of consecutive units of equal cost, with the cost of each unit, from the first unit
    /// to the last. They make sums over hundreds of millions of units cheap.
    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_>;

    /// Writes the words that define the units. The hash of the plan is computed from these words,
    /// so their order must never change.
    fn describe(&self, write: &mut dyn FnMut(u64));

    /// A counter of units with this kernel; `None` if the method lacks the kernel or this CPU cannot run it.
    fn counter(&self, kernel: Kernel) -> Option<Counter<'_>>;

    /// Returns whether `unit` consists of whole prefixes of a search, rather than of a part of one. Such a
    /// unit is verified by the kernel `scalar`, however long it took.
    fn is_whole(&self, _unit: u64) -> bool {
        false
    }

    /// The same units, each counted as its image under the flip from top to bottom; `None` if the
    /// method has no such count.
    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        None
    }

    /// Bytes of memory of each thread that counts with this kernel.
    fn thread_memory(&self, kernel: Kernel) -> u64;

    /// Bytes of memory of the units themselves, which all threads share.
    fn shared_memory(&self) -> u64 {
        0
    }
}
