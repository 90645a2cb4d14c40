//! Groups prefixes so that their units have about equal size.

use super::Prefixes;
use crate::board::BoardSize;
use crate::methods::units::target_units;

/// Consecutive prefixes that share one unit, or one prefix that is dealt to several. A group ends
/// where the next begins.
#[derive(Clone, Copy, Debug)]
pub struct PrefixGroup {
    pub first_prefix: u32,
    pub first_unit: u64,
    /// The number of placements below the group's prefixes, `depth` queens deep.
    pub placements: u32,
}

/// The number of units to aim at. More units end a run evenly and lose less at a stop; fewer cost
/// less to hand out and to write down.
///
/// The numbers were set by hand: a unit takes a fraction of a second wherever 180,000 units allow
/// it. By cross with `avx512` on an AMD EPYC it takes 0.5 ms at N = 18, 1.9 ms at 19, 5.9 ms at 20
/// and 26 ms at 21 (records of version 1.0: the time spent in units, divided by their number).
pub fn units_wanted(size: BoardSize, kind: Prefixes, depth: usize) -> u64 {
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

/// Groups prefixes with `sizes` placements so that units have about `per_unit` placements; returns
/// the groups and the number of units.
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
        // A board without prefixes (N = 2, 3) still has one unit, so that its run looks like any
        // other.
        groups.push(PrefixGroup { first_prefix: 0, first_unit: 0, placements: 0 });
        units = 1;
    }
    (groups, units)
}
