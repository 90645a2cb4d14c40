//! Counts a unit with a kernel; and the units as the rest of the program sees them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::kernels::{PlacementVector, PortableBytes};
use super::memory::{Limits, plain_memory, thread_memory};
use super::piece::Piece;
use super::plain_recursion;
use super::product::Product;
use super::units::ColourUnits;
use crate::methods::counter::{Counter, Counts, stop};
use crate::methods::{Kernel, Units, cpu};

/// Counts the solutions of a piece; `None` if the flag stopped it.
pub type CountPiece = Box<dyn FnMut(&Piece, &AtomicBool) -> Option<Counts> + Send>;

/// A function that counts pieces of boards of `n` rows with `kernel`, and keeps its memory from piece to
/// piece; `None` if this CPU cannot run the kernel.
pub fn count_piece_with(kernel: Kernel, n: usize) -> Option<CountPiece> {
    count_piece_within(Limits::of(n), kernel, n)
}

/// Like [`count_piece_with`], with these limits.
pub fn count_piece_within(limits: Limits, kernel: Kernel, n: usize) -> Option<CountPiece> {
    Some(match kernel {
        Kernel::Scalar => Box::new(move |piece, stop| count_plainly(n, piece, stop)),
        Kernel::Portable => product_with(PortableBytes, n, limits),
        #[cfg(target_arch = "aarch64")]
        Kernel::Neon => product_with(cpu::Neon::new()?, n, limits),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => product_with(cpu::Avx2::new()?, n, limits),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => product_with(cpu::Avx512::new()?, n, limits),
        _ => return None,
    })
}

fn product_with<V: PlacementVector + Send + 'static>(v: V, n: usize, limits: Limits) -> CountPiece {
    let mut product = Product::<_>::new(v, n, limits);
    Box::new(move |piece, stop| product.count_piece(piece, stop))
}

fn count_plainly(n: usize, piece: &Piece, stop: &AtomicBool) -> Option<Counts> {
    let mut total = Counts::default();
    for (rows, weight) in piece.rows() {
        if stop::is_set(stop) {
            return None;
        }
        let columns = piece.fixed_columns();
        let counts = plain_recursion::count(n, rows, columns, &|columns| piece.weight(columns), stop)?;
        total += counts.times(weight);
    }
    Some(total)
}

/// A counter of units by their pieces: one, or upside down the images of it. Nodes are pairs of placements of
/// a colour that fit, or the queens that the plain recursion placed.
pub fn counter_of_pieces(mut count_piece: CountPiece, units: &ColourUnits) -> Counter<'_> {
    let mut piece = Piece::default();
    Box::new(move |unit, stop| {
        let unit = units.unit(unit);
        piece.assign(&unit);
        if !units.upside_down {
            return count_piece(&piece, stop);
        }
        let mut total = Counts::default();
        for image in piece.upside_down(&unit) {
            total += count_piece(&image, stop)?;
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

    fn counter(&self, kernel: Kernel) -> Option<Counter<'_>> {
        Some(counter_of_pieces(count_piece_with(kernel, self.n)?, self))
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        let of_thread = if kernel == Kernel::Scalar { plain_memory(self.n) } else { thread_memory(self.n) };
        threads as u64 * of_thread
    }
}
