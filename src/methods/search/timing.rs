//! Measures the speed of the search on random pieces of it.
//!
//! If units take milliseconds, a piece is a whole unit. On larger boards a unit takes seconds to
//! years; there, a piece is a number of dives below one prefix, down to where a unit of N = 20
//! begins. The kernel counts them together: enough work to fill its batches as in a run.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::counter::UnitCounter;
use super::dives::dive;
use super::kernels::{Counts, SearchKernel, Workspace};
use super::units::SearchUnits;
use crate::methods::Units;
use crate::methods::counter::thread_time;
use crate::methods::work::{Piece, Timing};

/// The largest board of which whole units are timed: they take 6 ms there with `avx512` on an AMD
/// EPYC, and 26 ms at N = 21.
const WHOLE_UNITS: usize = 20;

/// Rows that a piece of a larger board leaves to the kernel, and placements in it: those of a unit
/// of N = 20.
const PIECE_ROWS: usize = 14;
const PIECE_PLACEMENTS: usize = 64;

/// Counts random pieces of units. Work is measured in nodes.
pub struct Pieces<'a> {
    units: &'a SearchUnits,
    kernel: SearchKernel,
    counter: UnitCounter<'a>,
    workspace: Workspace,
}

impl<'a> Pieces<'a> {
    /// Pieces of `units`, counted by `kernel`.
    #[must_use]
    pub fn new(units: &'a SearchUnits, kernel: SearchKernel) -> Self {
        Self { units, kernel, counter: UnitCounter::new(units, kernel), workspace: Workspace::new() }
    }

    fn whole_unit(&mut self, unit: u64) -> Piece {
        let start = thread_time();
        let counts = self.counter.count(unit, &AtomicBool::new(false)).unwrap_or_default();
        Piece { work: counts.nodes as f64, elapsed: thread_time().saturating_sub(start) }
    }

    /// A piece of one of the unit's parts; the time is that of the kernel alone.
    fn piece_of(&mut self, unit: u64, rng: &mut Rng) -> Piece {
        let parts = self.units.parts(unit);
        let Some(part) = rng.choice(&parts) else { return Piece::default() };
        let row = part.rows.len.saturating_sub(PIECE_ROWS).max(part.row);
        let mut placements = Vec::with_capacity(PIECE_PLACEMENTS);
        // A bound, in case hardly any dive arrives.
        for _ in 0..100 * PIECE_PLACEMENTS {
            let start = part.placements[rng.usize(..part.placements.len())];
            placements.extend(dive(part, row, start, rng).placement);
            if placements.len() == PIECE_PLACEMENTS {
                break;
            }
        }
        let start = thread_time();
        let Counts { nodes, .. } = self.kernel.count(&part.rows, row, &placements, &mut self.workspace);
        Piece { work: nodes as f64, elapsed: thread_time().saturating_sub(start) }
    }
}

impl Timing for Pieces<'_> {
    fn piece(&mut self, rng: &mut Rng) -> Piece {
        let unit = rng.u64(..self.units.count());
        match self.units.size().get() {
            ..=WHOLE_UNITS => self.whole_unit(unit),
            _ => self.piece_of(unit, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::BoardSize;
    use crate::methods::search::Prefixes;

    #[test]
    fn the_work_of_a_piece_of_a_small_board_is_that_of_a_whole_unit_of_any_number() {
        let units = SearchUnits::standard(BoardSize::new(10).unwrap(), Prefixes::Cross);
        let (kernel, mut rng) = (SearchKernel::fastest(), Rng::with_seed(1));
        let mut counter = UnitCounter::new(&units, kernel);
        let nodes: BTreeSet<u64> = (0..units.count())
            .map(|unit| counter.count(unit, &AtomicBool::new(false)).unwrap().nodes)
            .collect();
        let mut pieces = Pieces::new(&units, kernel);
        let timed: BTreeSet<u64> = (0..200).map(|_| pieces.piece(&mut rng).work as u64).collect();
        assert_eq!(timed, nodes, "200 pieces of {} units", units.count());
    }
}
