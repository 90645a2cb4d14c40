//! Counts a unit with a kernel; and the units as the rest of the program sees them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::kernels::PlacementVector;
use super::memory::thread_memory;
use super::piece::Piece;
use super::plain;
use super::product::{Limits, Product};
use super::units::ColourUnits;
use crate::methods::counter::{self, Claims, Counter, Finished, UnitCounts, stop};
use crate::methods::vectors::VectorKernel;
use crate::methods::vectors::portable::Portable;
use crate::methods::{Kernel, Method, MethodError, Runner, Units};

/// Counts the solutions of a piece; `None` if the flag stopped it.
pub type CountPiece = Box<dyn FnMut(&Piece, &AtomicBool) -> Option<UnitCounts> + Send>;

/// A function that counts pieces of boards of `n` rows with `kernel`, and keeps its memory from piece to
/// piece.
pub fn count_piece_with(kernel: VectorKernel, n: usize) -> CountPiece {
    match kernel {
        VectorKernel::Scalar => Box::new(move |piece, stop| count_plainly(n, piece, stop)),
        VectorKernel::Portable => product_with(Portable, n),
        #[cfg(target_arch = "aarch64")]
        VectorKernel::Neon(neon) => product_with(neon, n),
        #[cfg(target_arch = "x86_64")]
        VectorKernel::Avx2(avx2) => product_with(avx2, n),
        #[cfg(target_arch = "x86_64")]
        VectorKernel::Avx512(avx512) => product_with(avx512, n),
    }
}

fn product_with<V: PlacementVector + Send + 'static>(v: V, n: usize) -> CountPiece {
    let mut product = Product::<_>::new(v, n, Limits::STANDARD);
    Box::new(move |piece, stop| product.count_piece(piece, stop))
}

fn count_plainly(n: usize, piece: &Piece, stop: &AtomicBool) -> Option<UnitCounts> {
    let mut total = UnitCounts::default();
    for (rows, weight) in piece.rows() {
        if stop::is_set(stop) {
            return None;
        }
        let columns = piece.fixed_columns();
        let counts = plain::count(n, rows, columns, &|columns| piece.weight(columns), stop)?;
        total.solutions += u128::from(weight) * counts.solutions;
        total.nodes += counts.nodes;
    }
    Some(total)
}

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    units: &'a ColourUnits,
    kernel: VectorKernel,
    piece: Piece,
    count_piece: CountPiece,
}

impl<'a> UnitCounter<'a> {
    pub fn new(units: &'a ColourUnits, kernel: VectorKernel) -> Self {
        Self { units, kernel, piece: Piece::default(), count_piece: count_piece_with(kernel, units.n) }
    }

    /// Counts `unit`; its nodes are pairs of placements of a colour that fit, or the queens that the plain
    /// recursion placed. `None` if `stop` was set meanwhile: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// If `unit` is not below the [number of units](crate::methods::Units::count).
    pub fn count(&mut self, unit: u64, stop: &AtomicBool) -> Option<UnitCounts> {
        let unit = self.units.unit(unit);
        self.piece.assign(&unit);
        if !self.units.upside_down {
            return (self.count_piece)(&self.piece, stop);
        }
        let mut total = UnitCounts::default();
        for image in self.piece.upside_down(&unit) {
            let counts = (self.count_piece)(&image, stop)?;
            total.solutions += counts.solutions;
            total.nodes += counts.nodes;
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

impl Units for ColourUnits {
    fn count(&self) -> u64 {
        self.count
    }

    fn cost(&self, unit: u64) -> f64 {
        self.cost(unit)
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new(self.costs())
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        self.write_words(write);
    }

    fn counters(&self, runner: &Runner) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        let &Runner::Cpu { kernel, threads } = runner else {
            return Err(MethodError::NoDeviceForMethod { method: Method::Colours });
        };
        let kernel = VectorKernel::new(kernel).ok_or_else(|| Method::Colours.kernel_error(kernel))?;
        let counter = || Box::new(UnitCounter::new(self, kernel)) as Box<dyn Counter>;
        Ok((0..threads).map(|_| counter()).collect())
    }

    fn is_whole(&self, _: u64) -> bool {
        false
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    fn memory(&self, runner: &Runner) -> u64 {
        match runner.kernel() {
            Kernel::Scalar => 0,
            _ => runner.threads() as u64 * thread_memory(self.n),
        }
    }
}
