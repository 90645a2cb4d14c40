//! Colours against naive boards: each part of the product alone, and the product against the plain
//! recursion.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::counter::{CountPiece, UnitCounter, count_piece_with};
use super::symmetry::{Pair, Symmetry, mask, subsets};
use super::units::ColourUnits;
use crate::board::BoardSize;
use crate::methods::Kernel;
use crate::methods::vectors::VectorKernel;

mod images;
mod lines;
mod memory;
mod pieces;
mod placements;
mod stop;
mod symmetry;
mod units;
mod vectors;

/// Calls a generic function with the vectors of every kernel that this CPU can run.
macro_rules! with_every_vector {
    ($check:ident($($argument:expr),*)) => {{
        $check(crate::methods::vectors::portable::Portable, $($argument),*);
        #[cfg(target_arch = "aarch64")]
        crate::methods::vectors::neon::Neon::new().into_iter().for_each(|v| $check(v, $($argument),*));
        #[cfg(target_arch = "x86_64")]
        {
            crate::methods::vectors::avx2::Avx2::new().into_iter().for_each(|v| $check(v, $($argument),*));
            crate::methods::vectors::avx512::Avx512::new().into_iter().for_each(|v| $check(v, $($argument),*));
        }
    }};
}
use with_every_vector;

/// A stop flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn units(n: usize) -> ColourUnits {
    ColourUnits::new(size(n), super::STANDARD_DEPTH).unwrap()
}

/// Every kernel but the plain recursion, with its way to count pieces.
fn products(n: usize) -> Vec<(Kernel, CountPiece)> {
    let all = VectorKernel::available().filter(|kernel| kernel.name() != Kernel::Scalar);
    all.map(|kernel| (kernel.name(), count_piece_with(kernel, n))).collect()
}

/// Some of `queens` of `len` rows or columns.
fn choose(rng: &mut Rng, len: usize, queens: usize) -> u32 {
    let mut set = 0_u32;
    while (set.count_ones() as usize) < queens {
        set |= 1 << rng.usize(..len);
    }
    set
}
