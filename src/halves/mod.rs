//! Counting by halves: a method that fills the north and the south of the board by themselves and joins them.
#![allow(missing_docs)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod counter;
mod far;
mod kernels;
mod list;
mod norths;
mod pairs;
mod plain;
mod portable;
pub mod sets;
mod sides;
mod souths;
mod steps;
mod tails;
#[cfg(test)]
mod tests;
pub mod units;
mod vector;

pub use counter::UnitCounter;
pub use kernels::HalvesKernel;
pub use units::{STANDARD_DEPTH, Units};

use crate::board::BoardSize;
use far::FAR;

/// Rows of the south that are filled at once.
pub const TAIL: usize = 8;

/// The halves of a board, in rows.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Columns of the board.
    pub n: usize,
    /// Rows of the north.
    pub north: usize,
    /// Rows of the south, the central row of an odd board included.
    pub south: usize,
    /// Rows of the north that are looked up, its outermost: 6 or none.
    pub far: usize,
    /// Rows of the south that are looked up, its outermost: 8 or none.
    pub tail: usize,
    /// Digits that are compared for the flip along a diagonal.
    pub digits: usize,
}

impl Shape {
    pub fn of(size: BoardSize) -> Self {
        let n = size.get();
        let (north, south) = (n / 2, n.div_ceil(2));
        let far = if north >= FAR { FAR } else { 0 };
        let tail = if south >= TAIL { TAIL } else { 0 };
        let digits = (north - far).min((south - tail).saturating_sub(n % 2)).min(sides::MAX_DIGITS);
        Self { n, north, south, far, tail, digits }
    }

    /// Rows of the north that are filled square by square.
    pub fn near_north(&self) -> usize {
        self.north - self.far
    }

    /// Rows of the south that are filled square by square.
    pub fn near_south(&self) -> usize {
        self.south - self.tail
    }

    /// Rows of the north whose queens decide to which [part](sets::Part) it belongs.
    pub fn part_rows(&self) -> usize {
        self.near_north().min(2)
    }

    /// The row of the south whose queen decides digit 0.
    pub fn first_digit_row(&self) -> usize {
        self.n % 2
    }

    pub fn row_mask(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }
}
