//! Checks each part of the method against simple code, and whole pieces against the plain recursion.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::counter::{available, piece_counter, piece_counter_within};
use super::kernels::{PlacementVector, with_every_vector};
use super::limits::Limits;
use super::piece::PieceCounter;
use super::symmetry::{ColumnWeight, ParitySets, QueenSplit};
use super::units::ColourUnits;
use crate::board::{BoardSize, mask, subsets};
use crate::methods::{Kernel, Units};
use crate::run::NEVER_STOP;

mod images;
mod lines;
mod memory;
mod pieces;
mod placements;
mod reach;
mod saved_units;
mod stop;
mod sums;
mod symmetry;
mod units;
mod vectors;
mod weights;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn units(n: usize) -> ColourUnits {
    ColourUnits::new(size(n), super::STANDARD_DEPTH).unwrap()
}

/// Returns lower limits than [`Limits::of`], so that lists are filtered in chunks even on small boards.
fn small_limits(n: usize) -> Limits {
    Limits { short_list: 40, filter_chunk: 1 << 7, ..Limits::of(n) }
}

/// Returns two counters for every kernel except the plain recursion. One has the board's limits, and the
/// other has [`small_limits`].
fn products(n: usize) -> Vec<(Kernel, Box<dyn PieceCounter>)> {
    let all = available().filter(|&kernel| kernel != Kernel::Scalar);
    let within = |limits| move |kernel| (kernel, piece_counter_within(limits, kernel, n).unwrap());
    all.flat_map(|kernel| [Limits::of(n), small_limits(n)].map(|limits| within(limits)(kernel))).collect()
}

/// Picks `queens` rows or columns out of `len` at random.
fn choose(rng: &mut Rng, len: usize, queens: usize) -> u32 {
    let mut set = 0_u32;
    while (set.count_ones() as usize) < queens {
        set |= 1 << rng.usize(..len);
    }
    set
}
