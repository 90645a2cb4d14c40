//! Counts a unit: its pieces, one after the other, with a kernel; and the units as the rest of the
//! program sees them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::join::Join;
use super::join::memory::thread_memory;
use super::lists::far::FarLists;
use super::sets::ColumnSet;
use super::sets::Piece;
use super::sets::first_queens::Given;
use super::sets::units::{HalvesUnits, PieceCounts};
use super::{Shape, plain};
use crate::methods::counter::{self, Claims, Counter, Finished, UnitCounts, stop};
use crate::methods::vectors::VectorKernel;
use crate::methods::vectors::portable::Portable;
use crate::methods::vectors::vector::Vector;
use crate::methods::{Kernel, Method, MethodError, Runner, Units};

/// Counts the solutions of a column set whose halves begin with the given queens, with the far
/// lists of the board; `None` if the flag stopped it.
pub type CountPiece = Box<dyn FnMut(&FarLists, &ColumnSet, Given, &AtomicBool) -> Option<PieceCounts> + Send>;

/// A function that counts pieces on boards of this shape with `kernel`, and keeps its memory from
/// piece to piece.
pub fn count_piece_with(kernel: VectorKernel, shape: &Shape) -> CountPiece {
    let shape = *shape;
    match kernel {
        VectorKernel::Scalar => Box::new(move |_, set, given, stop| plain::count(&shape, set, given, stop)),
        VectorKernel::Portable => join_with(Portable, &shape),
        #[cfg(target_arch = "aarch64")]
        VectorKernel::Neon(neon) => join_with(neon, &shape),
        #[cfg(target_arch = "x86_64")]
        VectorKernel::Avx2(avx2) => join_with(avx2, &shape),
        #[cfg(target_arch = "x86_64")]
        VectorKernel::Avx512(avx512) => join_with(avx512, &shape),
    }
}

fn join_with<V>(v: V, shape: &Shape) -> CountPiece
where
    V: Vector<Word: Send> + Send + 'static,
{
    let mut join = Join::new(v, shape);
    Box::new(move |far, set, given, stop| join.count_piece(far, set, given, stop))
}

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    units: &'a HalvesUnits,
    kernel: VectorKernel,
    count_piece: CountPiece,
}

impl<'a> UnitCounter<'a> {
    pub fn new(units: &'a HalvesUnits, kernel: VectorKernel) -> Self {
        Self::with(units, kernel, count_piece_with(kernel, &units.shape))
    }

    /// A counter of `units` that counts pieces in any way.
    pub(super) fn with(units: &'a HalvesUnits, kernel: VectorKernel, count_piece: CountPiece) -> Self {
        Self { units, kernel, count_piece }
    }

    /// Counts `unit`; its nodes are pairs of halves that were decided, or the queens that the plain
    /// recursion placed. `None` if `stop` was set meanwhile: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// If `unit` is not below the [number of units](crate::methods::Units::count).
    pub fn count(&mut self, unit: u64, stop: &AtomicBool) -> Option<UnitCounts> {
        let mut total = UnitCounts::default();
        for Piece { set, weight, given } in self.units.pieces_of(unit) {
            if stop::is_set(stop) {
                return None;
            }
            let counts = (self.count_piece)(&self.units.far, &set, given, stop)?;
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

impl Units for HalvesUnits {
    fn count(&self) -> u64 {
        self.count
    }

    /// All units have the same share of the column sets; the cost of a set is known only when it is
    /// counted.
    fn cost(&self, _: u64) -> f64 {
        1.0 / self.count as f64
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new(std::iter::once((0..self.count, self.cost(0))))
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        self.write_words(write);
    }

    fn counters(&self, runner: &Runner) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        let &Runner::Cpu { kernel, threads } = runner else {
            return Err(MethodError::NoDeviceForMethod { method: Method::Halves });
        };
        let kernel = VectorKernel::new(kernel).ok_or_else(|| Method::Halves.kernel_error(kernel))?;
        let counter = || Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>;
        Ok((0..threads).map(|_| counter()).collect())
    }

    fn is_whole(&self, _: u64) -> bool {
        false
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    /// The far lists, and the lists of norths of each thread.
    fn memory(&self, runner: &Runner) -> u64 {
        match runner.kernel() {
            Kernel::Scalar => 0,
            _ => self.far.memory() + runner.threads() as u64 * thread_memory(&self.shape),
        }
    }
}
