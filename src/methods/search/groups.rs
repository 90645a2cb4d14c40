//! Groups prefixes into units of similar size.

use super::Prefixes;
use crate::board::BoardSize;
use crate::methods::units::target_units;

/// Consecutive prefixes that share one unit, or a single prefix dealt to several units. A group ends where
/// the next group begins.
#[derive(Clone, Copy, Debug)]
pub struct PrefixGroup {
    pub first_prefix: u32,
    pub first_unit: u64,
    /// The number of placements with `depth` queens below the group's prefixes.
    pub placements: u32,
}

/// Returns the number of units to aim for. With more units, the threads finish closer together, and a stop
/// loses less work. With fewer units, scheduling and recording cost less.
///
/// A unit should take a fraction of a second. On large boards, units take longer, because the standard depth
/// aims for no more than 180,000 units. With cross and `avx512` on an AMD EPYC, a unit takes 0.5 ms at N =
/// 18, 1.9 ms at N = 19, 5.9 ms at N = 20 and 26 ms at N = 21 (`results/records`, time spent in units divided
/// by the number of units).
pub fn unit_target(size: BoardSize, kind: Prefixes, depth: usize) -> u64 {
    let standard = match size.get() {
        n @ ..=12 => n as u64,
        13..=14 => 64,
        15..=16 => 512,
        17..=18 => 2_000,
        19 => 5_000,
        20 => 10_000,
        21 => 25_000,
        22 => 50_000,
        23 => 100_000,
        _ => 180_000,
    };
    target_units(standard, kind.standard_depth(size), depth)
}

/// Groups prefixes into units with about `per_unit` placements. `sizes` contains each prefix's number of
/// placements. Returns the groups and the number of units.
pub fn group(sizes: &[u32], per_unit: u64) -> (Vec<PrefixGroup>, u64) {
    let mut groups: Vec<PrefixGroup> = Vec::new();
    let mut units: u64 = 0;
    let mut shared = false;
    for (prefix, &placements) in sizes.iter().enumerate() {
        let large = u64::from(placements) > per_unit;
        match groups.last_mut() {
            Some(group)
                if shared && !large && u64::from(group.placements) + u64::from(placements) <= per_unit =>
            {
                group.placements += placements;
            }
            _ => {
                groups.push(PrefixGroup { first_prefix: prefix as u32, first_unit: units, placements });
                units += u64::from(placements).div_ceil(per_unit).max(1);
                shared = !large;
            }
        }
    }
    if groups.is_empty() {
        // Even a board without prefixes (N = 2, 3) gets a unit, so that its run needs no special case.
        groups.push(PrefixGroup { first_prefix: 0, first_unit: 0, placements: 0 });
        units = 1;
    }
    (groups, units)
}
