//! Uses the board's eight symmetries to count only some rows and columns, with weights.
//!
//! Let A be the white queens' pair of even and odd rows, and B their pair of even and odd columns. A symmetry
//! of the board maps each (A, B) to an image with the same number of solutions. The group is used in two
//! parts. The flip along the diagonal exchanges A and B. The half turn and the flips from top to bottom and
//! from left to right map A to a row pair and B to a column pair. "The other symmetries" below are these
//! three.
//!
//! # The flip along the diagonal
//!
//! This flip exchanges A and B. Let `class` be any function of row and column pairs. The total stays the same
//! if (A, B) is counted twice for `class(B) < class(A)`, once for `class(B) == class(A)`, and not at all
//! otherwise. If the other symmetries preserve `class`, all images of (A, B) under them have the same weight.
//! Then it is enough to count one A per orbit, multiplied by the orbit's size.
//!
//! # The other symmetries on even boards, with `2 * n` rows
//!
//! Let `p = Ae`, `q = rev Ao`, `u = Be` and `v = rev Bo`. `Ae` and `Ao` are the even and odd rows in A, `Be`
//! and `Bo` are the even and odd columns in B, and `rev` reverses a set's `n` bits.
//!
//! * A half turn exchanges `p` with `q`, and `u` with `v`.
//! * The flip from left to right exchanges white and black. If there are `k` white queens on even rows and
//!   columns, the image has `n - k`. The flip maps `(p, q)` to their complements, and `(u, v)` to the
//!   complements of `(v, u)`. So only `k >= n / 2` is counted, and counted twice if `k > n / 2`.
//!
//! Sets of equal size are ordered as numbers, and their complements are in reverse order. `rank(p)` is `p`
//! or, if `k = n / 2`, the larger of `p` and its complement. `class(A)` is the larger of `rank(p)` and
//! `rank(q)`.
//!
//! An orbit is represented by the A with `rank(q) <= rank(p)` and, if `k = n / 2`, with `p` not less than its
//! complement. So the ranks of `u` and `v` must not exceed the rank of `p`. For a given `p`, all `q` are
//! counted with the same `u` and `v`.
//!
//! # The other symmetries on odd boards
//!
//! The flips from top to bottom and from left to right preserve the colours. The first changes only A, and
//! the second changes only B. `class(A)` is the smaller of `Ae` and `rev Ae`.
//!
//! * If `Ae` and `rev Ae` differ, the A with `Ae < rev Ae` is counted with weight 2.
//! * If they are equal, the A with `Ao <= rev Ao` is counted, with weight 2 if `Ao` and `rev Ao` differ.
//! * The B with `Be <= rev Be` is counted, with weight 2 if `Be` and `rev Be` differ.

use std::cmp::Ordering;

use super::row_order::from_code;
use crate::board::{mask, reversed, subsets};

/// The white queens' even and odd rows, or columns. Bit `i` is row or column `i` in the quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParitySets {
    pub even: u32,
    pub odd: u32,
}

/// How the queens on a board with `n` rows are divided among its quarters. The quarter with even rows and
/// even columns has `queens` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueenSplit {
    pub n: usize,
    pub queens: usize,
}

impl QueenSplit {
    /// Returns all splits counted on a board with `n` rows.
    pub fn all(n: usize) -> impl DoubleEndedIterator<Item = Self> {
        let even = n.div_ceil(2);
        let fewest = if n.is_multiple_of(2) { even.div_ceil(2) } else { 1 };
        (fewest..=even).map(move |queens| Self { n, queens })
    }

    /// Returns the numbers of even and odd rows.
    pub fn sides(self) -> [usize; 2] {
        [self.n.div_ceil(2), self.n / 2]
    }

    /// Returns the number of white queens on odd rows and columns.
    pub fn odd_queens(self) -> usize {
        let [even, odd] = self.sides();
        self.queens + odd - even
    }

    fn is_even(self) -> bool {
        self.n.is_multiple_of(2)
    }

    /// Returns true if the board is even and the flip from left to right preserves the split.
    fn is_balanced(self) -> bool {
        self.is_even() && 4 * self.queens == self.n
    }

    fn reversed_even(self, set: u32) -> u32 {
        reversed(set, self.sides()[0])
    }

    fn reversed_odd(self, set: u32) -> u32 {
        reversed(set, self.sides()[1])
    }

    /// Returns a set's rank. Only for even boards.
    fn rank(self, set: u32) -> u32 {
        let complement = !set & mask(self.sides()[0]);
        if self.is_balanced() { set.max(complement) } else { set }
    }

    /// Returns the counted sets of even rows in ascending order.
    pub fn even_rows(self) -> impl Iterator<Item = u32> {
        subsets(self.sides()[0], self.queens).filter(move |&even| {
            if self.is_even() { self.rank(even) == even } else { even <= self.reversed_even(even) }
        })
    }

    /// Returns the sets of odd rows counted with `even`, and each row pair's weight.
    pub fn odd_rows(self, even: u32) -> impl Iterator<Item = (u32, u64)> {
        let rows = self.sides()[1];
        subsets(rows, self.odd_queens())
            .map(move |code| from_code(rows, code))
            .map(move |odd| (odd, self.row_weight(ParitySets { even, odd })))
            .filter(|&(_, weight)| weight > 0)
    }

    /// Returns a row pair's weight, or 0 if a different pair represents its orbit.
    pub fn row_weight(self, ParitySets { even, odd }: ParitySets) -> u64 {
        if self.is_even() {
            let (p, q) = (even, self.reversed_odd(odd));
            match self.rank(q).cmp(&p) {
                _ if self.rank(p) != p => 0,
                Ordering::Less => 4,
                Ordering::Equal => 2,
                Ordering::Greater => 0,
            }
        } else {
            let halves = |set: u32, image: u32| match set.cmp(&image) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => 0,
            };
            match halves(even, self.reversed_even(even)) {
                1 => halves(odd, self.reversed_odd(odd)),
                weight => weight,
            }
        }
    }

    /// Returns the sets of even columns counted with at least one set of even rows. Each comes with
    /// its rank, and with the number of sets that it represents.
    pub fn even_column_sets(self) -> impl Iterator<Item = (u32, u32, u8)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_rank(set).map(|(rank, orbit)| (set, rank, orbit)))
    }

    /// Returns the rank of a set of even columns, and how many sets it represents. Returns `None` if a
    /// different set represents it.
    fn even_column_rank(self, set: u32) -> Option<(u32, u8)> {
        if self.is_even() {
            return Some((self.rank(set), 1));
        }
        match set.cmp(&self.reversed_even(set)) {
            Ordering::Less => Some((set, 2)),
            Ordering::Equal => Some((set, 1)),
            Ordering::Greater => None,
        }
    }

    /// Returns the sets of even columns counted with the even rows `rows`.
    pub fn even_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// Returns the weight of a set of even columns, or `None` if it is not counted with the even rows `rows`.
    pub fn even_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        let (rank, orbit) = self.even_column_rank(set)?;
        (rank <= rows).then_some(ColumnWeight { orbit, has_row_rank: rank == rows })
    }

    /// Returns the sets of odd columns counted with the even rows `rows`.
    pub fn odd_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[1], self.odd_queens());
        let columns = all.map(move |set| if self.is_even() { self.reversed_odd(set) } else { set });
        columns.filter_map(move |set| self.odd_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// Returns the weight of a set of odd columns, or `None` if it is not counted with the even rows `rows`.
    pub fn odd_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        if !self.is_even() {
            return Some(ColumnWeight { orbit: 1, has_row_rank: false });
        }
        let rank = self.rank(self.reversed_odd(set));
        (rank <= rows).then_some(ColumnWeight { orbit: 1, has_row_rank: rank == rows })
    }
}

/// The weight of a set of even or odd columns. Two of these weights combine into the weight of a column pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnWeight {
    /// The number of sets that this set represents.
    pub orbit: u8,
    /// True if the set has the same rank as the rows.
    pub has_row_rank: bool,
}

impl ColumnWeight {
    /// Returns a column pair's weight, from 1 to 4.
    pub fn combined_with(self, other: Self) -> u32 {
        let level = u32::from(self.has_row_rank || other.has_row_rank);
        u32::from(self.orbit) * u32::from(other.orbit) * (2 - level)
    }
}
