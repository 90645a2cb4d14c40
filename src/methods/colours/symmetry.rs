//! The eight symmetries: which row sets are counted, with which column sets, and with which weights.
//!
//! Let A be the white queens' even and odd rows, and B their even and odd columns. A symmetry of the board
//! maps every pair (A, B) to one with equally many solutions. The group is used in two parts: one symmetry
//! exchanges A and B, and the others map A to a row pair and B to a column pair.
//!
//! # The flip along the diagonal
//!
//! It exchanges A and B. For any function `class` of pairs, counting every (A, B) amounts to counting pairs
//! with `class(B) < class(A)` twice and pairs with `class(B) == class(A)` once. If the other symmetries
//! preserve `class`, these weights are the same for all images of (A, B). Then one A per orbit is enough,
//! times the orbit's size.
//!
//! # The other symmetries on even boards, with `2 * n` rows
//!
//! Let `p = Ae`, `q = rev Ao`, `u = Be` and `v = rev Bo`, where `rev` reverses the `n` bits.
//!
//! * Half a turn exchanges `p` with `q`, and `u` with `v`.
//! * The flip from left to right exchanges white and black: it maps `k` white queens on even rows and
//!   columns to `n - k`, `(p, q)` to their complements, and `(u, v)` to the complements of `(v, u)`. So only
//!   `k >= n / 2` is counted, twice if `k > n / 2`.
//!
//! Sets of equal size are ordered as numbers; complementing reverses this order. `class(A)` is the larger of
//! `rank(p)` and `rank(q)`, where `rank(p)` is `p` or, if `k = n / 2`, the larger of `p` and its complement.
//! An orbit is represented by the A with `rank(q) <= rank(p)` and, if `k = n / 2`, with `p` not below its
//! complement. So the ranks of `u` and `v` are at most that of `p`, and for a given `p`, all `q` have the
//! same `u` and `v`.
//!
//! # The other symmetries on odd boards
//!
//! The flips from top to bottom and from left to right preserve the colours. The first acts on A alone, the
//! second on B alone. `class(A)` is the smaller of `Ae` and `rev Ae`. If these differ, the A with `Ae < rev
//! Ae` is counted with weight 2; otherwise the A with `Ao <= rev Ao`, with weight 2 if these differ. The B
//! with `Be <= rev Be` is counted, with weight 2 if these differ.

use std::cmp::Ordering;

use super::row_order::from_code;
use crate::board::{mask, reversed, subsets};

/// The white queens' even and odd rows, or columns: bit `i` = row or column `i` of the quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParitySets {
    pub even: u32,
    pub odd: u32,
}

/// How a board of `n` rows divides its queens among the quarters, given `queens` white queens on even rows
/// and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueenSplit {
    pub n: usize,
    pub queens: usize,
}

impl QueenSplit {
    /// Returns every split to count on a board of `n` rows.
    pub fn all(n: usize) -> impl DoubleEndedIterator<Item = Self> {
        let even = n.div_ceil(2);
        let fewest = if n.is_multiple_of(2) { even.div_ceil(2) } else { 1 };
        (fewest..=even).map(move |queens| Self { n, queens })
    }

    /// Returns the numbers of even and odd rows.
    pub fn sides(self) -> [usize; 2] {
        [self.n.div_ceil(2), self.n / 2]
    }

    /// Returns how many white queens are on odd rows and columns. Black queens fill the other rows and
    /// columns.
    pub fn odd_queens(self) -> usize {
        let [even, odd] = self.sides();
        self.queens + odd - even
    }

    fn is_even(self) -> bool {
        self.n.is_multiple_of(2)
    }

    /// Returns whether the flip from left to right preserves the split.
    fn is_balanced(self) -> bool {
        self.is_even() && 4 * self.queens == self.n
    }

    fn reversed_even(self, set: u32) -> u32 {
        reversed(set, self.sides()[0])
    }

    fn reversed_odd(self, set: u32) -> u32 {
        reversed(set, self.sides()[1])
    }

    /// Returns a set's rank on an even board.
    fn rank(self, set: u32) -> u32 {
        let complement = !set & mask(self.sides()[0]);
        if self.is_balanced() { set.max(complement) } else { set }
    }

    /// Returns the even row sets of counted row pairs, in ascending order.
    pub fn even_rows(self) -> impl Iterator<Item = u32> {
        subsets(self.sides()[0], self.queens).filter(move |&even| {
            if self.is_even() { self.rank(even) == even } else { even <= self.reversed_even(even) }
        })
    }

    /// Returns the odd row sets counted with `even`, with each pair's weight.
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

    /// Returns the even column sets counted with at least some rows, each with its rank and with the number
    /// of sets it represents.
    pub fn even_column_sets(self) -> impl Iterator<Item = (u32, u32, u8)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_rank(set).map(|(rank, orbit)| (set, rank, orbit)))
    }

    /// Returns an even column set's rank, and how many sets it represents, or `None` if a different set
    /// represents it.
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

    /// Returns the even column sets counted with the even rows `rows`.
    pub fn even_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// Returns the weight of an even column set with the even rows `rows`, or `None` if it is not counted.
    pub fn even_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        let (rank, orbit) = self.even_column_rank(set)?;
        (rank <= rows).then_some(ColumnWeight { orbit, has_row_rank: rank == rows })
    }

    /// Returns the odd column sets counted with the even rows `rows`.
    pub fn odd_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[1], self.odd_queens());
        let columns = all.map(move |set| if self.is_even() { self.reversed_odd(set) } else { set });
        columns.filter_map(move |set| self.odd_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// Returns the weight of an odd column set with the even rows `rows`, or `None` if it is not counted.
    pub fn odd_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        if !self.is_even() {
            return Some(ColumnWeight { orbit: 1, has_row_rank: false });
        }
        let rank = self.rank(self.reversed_odd(set));
        (rank <= rows).then_some(ColumnWeight { orbit: 1, has_row_rank: rank == rows })
    }
}

/// An even or odd column set's contribution to the weight of a column pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnWeight {
    /// How many sets this one represents.
    pub orbit: u8,
    /// True if the set's rank equals the rows' rank.
    pub has_row_rank: bool,
}

impl ColumnWeight {
    /// Returns the weight of a column pair, from 1 to 4.
    pub fn combined_with(self, other: Self) -> u32 {
        let level = u32::from(self.has_row_rank || other.has_row_rank);
        u32::from(self.orbit) * u32::from(other.orbit) * (2 - level)
    }
}
