//! Colours against naive boards: each part of the product alone, and the product against the plain
//! recursion.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::counter::{CountPiece, count_piece_with};
use super::kernels::{PlacementVector, available, with_every_vector};
use super::symmetry::{ColumnWeight, Pair, Symmetry, mask};
use super::units::ColourUnits;
use crate::board::{BoardSize, subsets};
use crate::methods::{Kernel, Units};

mod images;
mod lines;
mod memory;
mod pieces;
mod placements;
mod saved_units;
mod stop;
mod symmetry;
mod units;
mod vectors;
mod weights;

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
    let all = available().filter(|&kernel| kernel != Kernel::Scalar);
    all.map(|kernel| (kernel, count_piece_with(kernel, n).unwrap())).collect()
}

/// Some of `queens` of `len` rows or columns.
fn choose(rng: &mut Rng, len: usize, queens: usize) -> u32 {
    let mut set = 0_u32;
    while (set.count_ones() as usize) < queens {
        set |= 1 << rng.usize(..len);
    }
    set
}
