//! Estimates the numbers of solutions and nodes of the search by random dives.
//!
//! # Idea
//!
//! Knuth's estimator (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
//! of Computation 29, 1975): descend the search tree, in every row to a random free square, and
//! multiply the numbers of free squares on the way. The number found below, times this product, is
//! on average the number in the whole tree:
//!
//! ```text
//! dive(placement):   ways = 1
//!                    for each row down to BELOW rows from the end:
//!                        ways *= free squares of the row           none: the dive found nothing
//!                        put a queen on one of them, at random
//!                    return ways * (solutions and nodes that the kernel counts below)
//! ```
//!
//! The dives start at the placements of units. The last rows are counted, not sampled, which costs
//! a microsecond and halves the error: dives to the very end mostly find nothing.

use fastrand::Rng;
use rayon::prelude::*;

use super::kernels::{SearchKernel, Workspace};
use super::remaining::Placement;
use super::units::{PrefixPart, SearchUnits};
use crate::methods::work::rng;

/// Rows from the end at which a dive stops and the kernel counts. At N = 28, 1,000 units gave a
/// standard error of 3.5, 2.3, 1.8 and 1.6% with 6, 8, 10 and 12; the last one took the kernel
/// twice the time of the dives, 10 a tenth of it.
const BELOW: usize = 10;

/// Groups of units, each of the same prefixes, that are looked into with one workspace: a workspace
/// for every group tore the memory of the program into pieces, 1.8 GB of them at N = 22.
const GROUPS: usize = 32;

/// Estimates of the solutions and nodes in each of the units `sample`, lowest first: `visits` of
/// them a unit, from `dives` dives or fewer each. They depend on `seed` and the units alone; the
/// nodes also on the look-ahead of the kernel. The work is done on the current rayon pool.
#[must_use]
pub fn look_into(
    units: &SearchUnits,
    sample: &[u64],
    visits: u64,
    dives: usize,
    kernel: SearchKernel,
    seed: u64,
) -> Vec<[f64; 2]> {
    // Units of the same prefixes together: listing the placements of these takes longer than
    // the dives.
    let together: Vec<&[u64]> = sample.chunk_by(|&a, &b| units.share_prefixes(a, b)).collect();
    let look = |groups: &[&[u64]]| {
        let (mut workspace, mut found) = (Workspace::new(), Vec::new());
        for group in groups {
            for (unit, parts) in group.iter().zip(units.parts_of(group)) {
                found.extend((0..visits).map(|visit| {
                    let mut rng = rng(seed, unit * visits + visit);
                    dive_into(&parts, dives, kernel, &mut workspace, &mut rng)
                }));
            }
        }
        found
    };
    together.par_chunks(GROUPS).flat_map_iter(look).collect()
}

/// An estimate of the solutions and nodes in a unit, from `dives` dives or fewer.
fn dive_into(
    parts: &[PrefixPart],
    dives: usize,
    kernel: SearchKernel,
    workspace: &mut Workspace,
    rng: &mut Rng,
) -> [f64; 2] {
    let placements: usize = parts.iter().map(|part| part.placements.len()).sum();
    let stride = placements.div_ceil(dives).max(1);
    let starts =
        parts.iter().flat_map(|part| part.placements.iter().map(move |&placement| (part, placement)));
    let (mut solutions, mut nodes) = (0.0, 0.0);
    for (part, placement) in starts.skip(rng.usize(..stride)).step_by(stride) {
        let row = part.rows.len.saturating_sub(BELOW).max(part.row);
        let dive = dive(part, row, placement, rng);
        nodes += dive.nodes;
        if let Some(placement) = dive.placement {
            let counts = kernel.count(&part.rows, row, &[placement], workspace);
            solutions += f64::from(part.weight) * dive.ways * counts.solutions as f64;
            nodes += dive.ways * counts.nodes as f64;
        }
    }
    [solutions, nodes].map(|found| found * stride as f64)
}

/// Where a dive ended.
pub(super) struct Dive {
    /// The product of the numbers of free squares.
    ways: f64,
    /// Queens that a search would place in the rows of the dive, estimated.
    nodes: f64,
    /// `None` when a row had no free square.
    pub placement: Option<Placement>,
}

/// Fills the rows of `part` down to `end`, from `placement` on, at random.
pub(super) fn dive(part: &PrefixPart, end: usize, mut placement: Placement, rng: &mut Rng) -> Dive {
    let (mut ways, mut nodes) = (1.0, 0.0);
    for row in part.row..end {
        let mut free = placement.free(&part.rows, row);
        let squares = free.count_ones();
        if squares == 0 {
            return Dive { ways, nodes, placement: None };
        }
        ways *= f64::from(squares);
        nodes += ways;
        for _ in 0..rng.u32(..squares) {
            free &= free - 1;
        }
        placement = placement.child(&part.rows, row, free & free.wrapping_neg());
    }
    Dive { ways, nodes, placement: Some(placement) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::methods::search::Prefixes;

    #[test]
    fn a_dive_through_one_row_knows_the_queens_of_this_row() {
        let units = SearchUnits::standard(BoardSize::new(12).unwrap(), Prefixes::Cross);
        let mut rng = rng(1, 1);
        for part in units.parts(0) {
            for &placement in &part.placements {
                let free = f64::from(placement.free(&part.rows, part.row).count_ones());
                let found = dive(&part, part.row + 1, placement, &mut rng);
                assert_eq!((found.ways.max(1.0), found.nodes), (free.max(1.0), free));
                assert_eq!(found.placement.is_some(), free > 0.0);
            }
        }
    }
}
