//! The two rules by which the first queens of the search are chosen.

use super::{Prefix, cross, rows};
use crate::board::BoardSize;

/// A rule for the first queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefixes {
    /// The central rows and columns: [`cross`].
    Cross,
    /// The first row: [`rows`].
    Rows,
}

impl Prefixes {
    /// The prefixes of a board, always in the same order.
    pub fn of(self, size: BoardSize) -> Vec<Prefix> {
        match self {
            Self::Cross => cross::prefixes(size),
            Self::Rows => rows::prefixes(size),
        }
    }

    /// The depth at which a unit has some tens of placements: enough to be dealt evenly, and few enough that
    /// listing them costs nothing.
    pub fn standard_depth(self, size: BoardSize) -> usize {
        match (self, size.get()) {
            // Prefixes have three or four queens on even boards. On odd boards they have two, or five if one
            // is on the centre. Small odd boards are faster with one row of placements less to list: N = 13
            // by 1.06 times, N = 15 by 1.13, N = 17 by 1.04 (one thread, Zen 5).
            (Self::Cross, ..=13 | 15 | 17) => 4,
            (Self::Cross, 14..=19) => 5,
            (Self::Cross, _) => 6,
            // Prefixes have one queen each, so there are fewer of them, with more placements below. Not
            // tuned.
            (Self::Rows, ..=12) => 3,
            (Self::Rows, 13..=19) => 4,
            (Self::Rows, _) => 5,
        }
    }
}
