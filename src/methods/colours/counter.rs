//! Counts units with a kernel. Implements `Units`, the interface to the rest of the program.

use std::ops::Range;
use std::sync::Arc;

use super::kernels::PlacementVector;
use super::limits::Limits;
use super::memory::{plain_memory, thread_memory};
use super::piece::{Piece, PieceCounter};
use super::plain_recursion::PlainRecursion;
use super::product::Product;
#[cfg(test)]
use super::reach::{self, Size};
use super::units::ColourUnits;
use crate::methods::counter::{Counts, UnitCounter};
#[cfg(target_arch = "aarch64")]
use crate::methods::cpu::Neon;
use crate::methods::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu::{Avx2, Avx512};
use crate::methods::{Kernel, Units};

/// Returns the kernels that this CPU can run, fastest first. There is always at least one.
pub fn available() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.iter().copied().filter(|&kernel| piece_counter(kernel, 1).is_some())
}

/// Returns a piece counter for boards with `n` rows. Returns `None` if this method has no such `kernel`, or
/// if this CPU cannot run it.
pub fn piece_counter(kernel: Kernel, n: usize) -> Option<Box<dyn PieceCounter>> {
    piece_counter_within(Limits::of(n), kernel, n)
}

/// Like [`piece_counter`], but with these limits.
pub fn piece_counter_within(limits: Limits, kernel: Kernel, n: usize) -> Option<Box<dyn PieceCounter>> {
    Some(match kernel {
        Kernel::Scalar => Box::new(PlainRecursion { n }),
        Kernel::Portable => with_vectors(Portable, n, limits),
        #[cfg(target_arch = "aarch64")]
        Kernel::Neon => with_vectors(Neon::new()?, n, limits),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => with_vectors(Avx2::new()?, n, limits),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => with_vectors(Avx512::new()?, n, limits),
        _ => return None,
    })
}

fn with_vectors(v: impl PlacementVector, n: usize, limits: Limits) -> Box<dyn PieceCounter> {
    Box::new(Product::<_>::new(v, n, limits))
}

/// Returns a counter that counts each unit's piece, or this piece's images if the units are upside down. A
/// node is a hit, or a placed queen in the plain recursion.
pub fn counter_of_pieces(mut pieces: Box<dyn PieceCounter>, units: &ColourUnits) -> UnitCounter<'_> {
    let mut piece = Piece::default();
    Box::new(move |unit, stop| {
        let unit = units.unit(unit);
        #[cfg(test)]
        reach::record(Size::FirstRowSet, unit.odd.start);
        piece.assign(&unit);
        if !units.upside_down {
            return pieces.count(&piece, stop);
        }
        let mut total = Counts::default();
        for image in piece.upside_down(&unit) {
            total += pieces.count(&image, stop)?;
        }
        Some(total)
    })
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

    fn counter(&self, kernel: Kernel) -> Option<UnitCounter<'_>> {
        Some(counter_of_pieces(piece_counter(kernel, self.n)?, self))
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    fn thread_memory(&self, kernel: Kernel) -> u64 {
        if kernel == Kernel::Scalar { plain_memory(self.n) } else { thread_memory(self.n) }
    }
}
