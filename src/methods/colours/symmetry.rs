//! The eight symmetries: which row sets are counted, which column sets with them, and with which
//! weights.
//!
//! Let A be the even and the odd rows of the white queens, and B their even and odd columns. A
//! symmetry of the board maps every pair (A, B) to one with as many solutions. The group is used in
//! two parts: one exchanges A and B, the others map A to a row pair and B to a column pair.
//!
//! # The flip along the diagonal
//!
//! It exchanges A and B. With any function `class` of pairs, the solutions of all (A, B) are those
//! with `class(B) < class(A)` twice and those with `class(B) == class(A)` once. If the other
//! symmetries leave `class` as it is, these weights are the same for all images of (A, B), so that one
//! A of each orbit is enough, times the size of the orbit.
//!
//! # The others, even boards of `2 * n` rows
//!
//! Let `p = Ae`, `q = rev Ao`, `u = Be` and `v = rev Bo`, where `rev` reverses the `n` bits.
//!
//! * Half a turn exchanges `p` with `q`, and `u` with `v`.
//! * The flip from left to right exchanges white and black: it maps `k` white queens on even rows and
//!   columns to `n - k`, `(p, q)` to their complements, and `(u, v)` to those of `(v, u)`. So only `k
//!   >= n / 2` is counted, twice if `k > n / 2`.
//!
//! Sets of equal size are ordered as numbers; complementing reverses this order. `class(A)` is the
//! larger of `rank(p)` and `rank(q)`, where `rank(p)` is `p`, or the larger of `p` and its complement if
//! `k = n / 2`. Of an orbit, the A with `rank(q) <= rank(p)` is counted, and if `k = n / 2`, with `p`
//! not below its complement. So `u` and `v` both have ranks up to that of `p`: for a given `p` they are the
//! same for all `q`.
//!
//! # The others, odd boards
//!
//! The flips from top to bottom and from left to right keep the colours, so they act on A alone and on
//! B alone. `class(A)` is the smaller of `Ae` and `rev Ae`. The A with `Ae <= rev Ae` is counted, with the
//! weight 2 if the two differ; else the A with `Ao <= rev Ao`, with the weight 2 if these differ. The B
//! with `Be <= rev Be` is counted, with the weight 2 if these differ.

use std::cmp::Ordering;

use super::row_order::from_code;
use crate::board::{mask, reversed, subsets};

/// White queens on even and on odd rows or columns: bit `i` = row or column `i` of the quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParitySets {
    pub even: u32,
    pub odd: u32,
}

/// A board of `n` rows with `queens` white queens on even rows and even columns, which decides how many
/// queens each quarter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueenSplit {
    pub n: usize,
    pub queens: usize,
}

impl QueenSplit {
    /// Every number of queens to count on a board of `n` rows.
    pub fn all(n: usize) -> impl DoubleEndedIterator<Item = Self> {
        let even = n.div_ceil(2);
        let fewest = if n.is_multiple_of(2) { even.div_ceil(2) } else { 1 };
        (fewest..=even).map(move |queens| Self { n, queens })
    }

    /// The number of even rows, and of odd ones.
    pub fn sides(self) -> [usize; 2] {
        [self.n.div_ceil(2), self.n / 2]
    }

    /// White queens on odd rows and odd columns; the black queens are on the other rows and columns.
    pub fn odd_queens(self) -> usize {
        let [even, odd] = self.sides();
        self.queens + odd - even
    }

    fn is_even(self) -> bool {
        self.n.is_multiple_of(2)
    }

    /// Returns whether the flip from left to right keeps the number of queens of each quarter.
    fn is_balanced(self) -> bool {
        self.is_even() && 4 * self.queens == self.n
    }

    fn reversed_even(self, set: u32) -> u32 {
        reversed(set, self.sides()[0])
    }

    fn reversed_odd(self, set: u32) -> u32 {
        reversed(set, self.sides()[1])
    }

    /// The rank of a set on an even board.
    fn rank(self, set: u32) -> u32 {
        let complement = !set & mask(self.sides()[0]);
        if self.is_balanced() { set.max(complement) } else { set }
    }

    /// The sets of even rows that occur in counted row pairs, in ascending order.
    pub fn even_rows(self) -> impl Iterator<Item = u32> {
        subsets(self.sides()[0], self.queens).filter(move |&even| {
            if self.is_even() { self.rank(even) == even } else { even <= self.reversed_even(even) }
        })
    }

    /// The odd rows that are counted with `even` ones, with the weight of the pair.
    pub fn odd_rows(self, even: u32) -> impl Iterator<Item = (u32, u64)> {
        let rows = self.sides()[1];
        subsets(rows, self.odd_queens())
            .map(move |code| from_code(rows, code))
            .map(move |odd| (odd, self.row_weight(ParitySets { even, odd })))
            .filter(|&(_, weight)| weight > 0)
    }

    /// The weight of a row pair; 0 if another row pair of its orbit is counted instead.
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

    /// The sets of even columns that are counted with at least some rows, each with its rank and the number
    /// of sets that it stands for.
    pub fn even_column_sets(self) -> impl Iterator<Item = (u32, u32, u8)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_rank(set).map(|(rank, orbit)| (set, rank, orbit)))
    }

    /// The rank of a set of even columns, and the number of sets that it stands for; `None` if another set is
    /// counted in its place.
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

    /// The even columns that are counted with the even rows `rows`.
    pub fn even_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[0], self.queens);
        all.filter_map(move |set| self.even_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// The weight of even columns with the even rows `rows`; `None` if they are not counted.
    pub fn even_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        let (rank, orbit) = self.even_column_rank(set)?;
        (rank <= rows).then_some(ColumnWeight { orbit, has_row_rank: rank == rows })
    }

    /// The odd columns that are counted with the even rows `rows`.
    pub fn odd_columns(self, rows: u32) -> impl Iterator<Item = (u32, ColumnWeight)> {
        let all = subsets(self.sides()[1], self.odd_queens());
        let columns = all.map(move |set| if self.is_even() { self.reversed_odd(set) } else { set });
        columns.filter_map(move |set| self.odd_column_weight(rows, set).map(|weight| (set, weight)))
    }

    /// The weight of odd columns with the even rows `rows`; `None` if they are not counted.
    pub fn odd_column_weight(self, rows: u32, set: u32) -> Option<ColumnWeight> {
        if !self.is_even() {
            return Some(ColumnWeight { orbit: 1, has_row_rank: false });
        }
        let rank = self.rank(self.reversed_odd(set));
        (rank <= rows).then_some(ColumnWeight { orbit: 1, has_row_rank: rank == rows })
    }
}

/// The contribution of a set of even or odd columns to the weight of a column pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnWeight {
    /// The number of sets that this set stands for.
    pub orbit: u8,
    /// True if the set has the same rank as the rows.
    pub has_row_rank: bool,
}

impl ColumnWeight {
    /// The weight of a column pair, from 1 to 4.
    pub fn combined_with(self, other: Self) -> u32 {
        let level = u32::from(self.has_row_rank || other.has_row_rank);
        u32::from(self.orbit) * u32::from(other.orbit) * (2 - level)
    }
}
