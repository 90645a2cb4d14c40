//! Counting by halves: a method that fills the north and the south of the board by themselves and joins them.
//!
//! # Idea
//!
//! Cut the board between two rows. The north has the upper `n / 2` rows and the south the others. Let C be the columns of the north's
//! queens. Then
//!
//! ```text
//! Q(n) = sum over C of the pairs (north, south): the north fills C, the south the other columns,
//!                                                no diagonal of one is a diagonal of the other
//! ```
//!
//! Only `n - 1` diagonals of either direction cross the cut, so a north is a word of bits, and whether it goes with a south is one
//! AND. The pairs are not visited one by one: a list of norths becomes bit planes, and a few ANDs and a population count decide 512 pairs
//! at once. N = 20 has 39,029,188,884 solutions and 5 million million such pairs, and the decision takes half of the 40 s of
//! a core.
//!
//! # Why the count is exact
//!
//! A solution has one column set C, and falls into one north that fills C and one south that fills the rest. The halves of a solution do not
//! attack each other, and halves that do not attack each other make a solution. So every solution is one pair, of one C. Symmetry
//! leaves out some C ([`sets`]) and some pairs (`sides`), each with a weight that makes up for what is left out.
//!
//! # The way of one column set
//!
//! 1. `norths`: fill the near rows of the north, next to the cut, square by square; look the six far rows up in a list (`far`).
//! 2. `souths`: fill the near rows of the south, from the cut outwards. Every queen filters the list of norths (`list`).
//! 3. `tails`: with eight rows left, list all ways to fill them.
//! 4. `pairs`: make bit planes of the norths that are left, and count the bits that each of these ways leaves.
//!
//! A step is written once, over the vector operations in `vector`, which `avx512`, `avx2` and `portable` implement; `steps` compiles
//! it for each of them. `plain` is a recursion that shares nothing with the others: the kernel `scalar`, and their oracle.
//!
//! # Cost
//!
//! A pair costs 1/150 of a cycle with AVX-512 (Zen 4, N = 20, all steps included); a filter step half a cycle per north.
//! docs/halves.md has the figures, and what was tried and dropped.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod classes;
pub mod counter;
mod far;
mod kernels;
mod list;
mod method;
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

use far::FAR;

use crate::board::BoardSize;

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
    /// The halves of a board. Boards with fewer than 12 rows, or 15, have no far rows or no tail: all rows are filled square by square.
    #[must_use]
    pub fn of(size: BoardSize) -> Self {
        let n = size.get();
        let (north, south) = (n / 2, n.div_ceil(2));
        let far = if north >= FAR { FAR } else { 0 };
        let tail = if south >= TAIL { TAIL } else { 0 };
        let digits = (north - far).min((south - tail).saturating_sub(n % 2)).min(sides::MAX_DIGITS);
        Self { n, north, south, far, tail, digits }
    }

    /// Rows of the north that are filled square by square.
    #[must_use]
    pub fn near_north(&self) -> usize {
        self.north - self.far
    }

    /// Rows of the south that are filled square by square.
    #[must_use]
    pub fn near_south(&self) -> usize {
        self.south - self.tail
    }

    /// The row of the south whose queen decides digit 0.
    #[must_use]
    pub fn first_digit_row(&self) -> usize {
        self.n % 2
    }

    /// All columns.
    #[must_use]
    pub fn row_mask(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }
}
