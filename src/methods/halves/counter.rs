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
use super::sets::units::HalvesUnits;
use super::{Shape, plain};
use crate::methods::counter::{self, CountUnit, Counter, Counts, stop};
use crate::methods::vectors::portable::Portable;
use crate::methods::vectors::vector::Vector;
use crate::methods::{Kernel, Method, MethodError, Units, cpu};

/// Counts the solutions of a column set whose halves begin with the given queens, with the far
/// lists of the board; `None` if the flag stopped it.
pub type CountPiece = Box<dyn FnMut(&FarLists, &ColumnSet, Given, &AtomicBool) -> Option<Counts> + Send>;

/// A function that counts pieces on boards of this shape with `kernel`, and keeps its memory from
/// piece to piece; `None` if this CPU cannot run the kernel.
pub fn count_piece_with(kernel: Kernel, shape: &Shape) -> Option<CountPiece> {
    let shape = *shape;
    Some(match kernel {
        Kernel::Scalar => Box::new(move |_, set, given, stop| plain::count(&shape, set, given, stop)),
        Kernel::Portable => join_with(Portable, &shape),
        #[cfg(target_arch = "aarch64")]
        Kernel::Neon => join_with(cpu::Neon::new()?, &shape),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => join_with(cpu::Avx2::new()?, &shape),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => join_with(cpu::Avx512::new()?, &shape),
        _ => return None,
    })
}

fn join_with<V: Vector<Bytes: Send> + Send + 'static>(v: V, shape: &Shape) -> CountPiece {
    let mut join = Join::new(v, shape);
    Box::new(move |far, set, given, stop| join.count_piece(far, set, given, stop))
}

/// A function that counts a unit with `kernel`; `None` if this CPU cannot run it. Nodes are pairs of
/// halves that were decided, or the queens that the plain recursion placed.
pub fn count_unit_with(kernel: Kernel, units: &HalvesUnits) -> Option<CountUnit<'_>> {
    Some(count_unit_by(count_piece_with(kernel, &units.shape)?, units))
}

/// A function that counts a unit, its pieces in any way.
pub(super) fn count_unit_by(mut count_piece: CountPiece, units: &HalvesUnits) -> CountUnit<'_> {
    Box::new(move |unit, stop| {
        let mut total = Counts::default();
        for Piece { set, weight, given } in units.pieces_of(unit) {
            if stop::is_set(stop) {
                return None;
            }
            total += count_piece(&units.far, &set, given, stop)?.times(weight);
        }
        Some(total)
    })
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

    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, MethodError> {
        counter::on_threads(Method::Halves, kernel, threads, &|| count_unit_with(kernel, self))
    }

    fn upside_down(&self) -> Option<Arc<dyn Units>> {
        Some(Arc::new(self.upside_down()))
    }

    /// The far lists, and the lists of norths of each thread.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        match kernel {
            Kernel::Scalar => 0,
            _ => self.far.memory() + threads as u64 * thread_memory(&self.shape),
        }
    }
}
