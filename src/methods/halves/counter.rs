//! From a unit to its counts: its column sets, one after the other, through a kernel.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fastrand::Rng;

use super::kernels::HalvesKernel;
use super::set_counter::{CountSets, set_counter};
use super::sets::Part;
use super::units::{Piece, Units};
use crate::methods::counter::{self, Claims, Counter, CounterError, Finished, UnitCounts};
use crate::methods::work::{self, Timing};

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    units: &'a Units,
    kernel: HalvesKernel,
    sets: Box<dyn CountSets>,
}

impl<'a> UnitCounter<'a> {
    /// A counter of `units`.
    #[must_use]
    pub fn new(units: &'a Units, kernel: HalvesKernel) -> Self {
        Self { units, kernel, sets: set_counter(kernel, units.shape()) }
    }

    /// Counts `unit`; its nodes are pairs of halves that were decided, and queens placed by the
    /// scalar kernel. `None` when `stop` was set meanwhile: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// When `unit` is not below [`Units::count`].
    pub fn count(&mut self, unit: u64, stop: &AtomicBool) -> Option<UnitCounts> {
        let mut total = UnitCounts::default();
        for Piece { set, weight, part } in self.units.pieces_of(unit) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let counts = self.sets.count(self.units.far(), &set, part, stop)?;
            assert!(counts.solutions <= 2 * counts.pairs, "{counts:?} in {set:?}");
            total.solutions += u128::from(weight) * u128::from(counts.solutions);
            total.nodes += counts.pairs;
        }
        Some(total)
    }
}

impl Counter for UnitCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError> {
        counter::one_by_one(self.kernel.name(), claims, done, &mut |unit, stop| self.count(unit, stop));
        Ok(())
    }
}

/// Counts random parts of column sets, to find out how long all take. The work of a piece is its
/// share of them.
pub struct Pieces<'a>(UnitCounter<'a>);

impl<'a> Pieces<'a> {
    /// Pieces of `units`.
    #[must_use]
    pub fn new(units: &'a Units, kernel: HalvesKernel) -> Self {
        Self(UnitCounter::new(units, kernel))
    }
}

impl Timing for Pieces<'_> {
    fn piece(&mut self, rng: &mut Rng) -> work::Piece {
        let UnitCounter { units, sets, .. } = &mut self.0;
        let Some(Piece { set, part, .. }) = units.random_piece(rng) else { return work::Piece::default() };
        // Of large boards a finer part, which takes a second at most.
        let finer = finer(units.shape().n);
        let part = Part { number: part.number + part.of * rng.u32(..finer), of: part.of * finer };
        let start = Instant::now();
        let counted = sets.count(units.far(), &set, part, &AtomicBool::new(false));
        debug_assert!(counted.is_some(), "nobody stops this");
        work::Piece { work: 1.0 / (units.pieces() as f64 * f64::from(finer)), elapsed: start.elapsed() }
    }
}

/// Into how many parts a part of a set is cut to time one of them.
fn finer(n: usize) -> u32 {
    match n {
        ..=25 => 1,
        26..=27 => 8,
        _ => 16,
    }
}
