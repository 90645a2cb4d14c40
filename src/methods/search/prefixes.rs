//! The two rules for choosing the first queens.

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
    /// Returns a board's prefixes, always in the same order.
    pub fn of(self, size: BoardSize) -> Vec<Prefix> {
        match self {
            Self::Cross => cross::prefixes(size),
            Self::Rows => rows::prefixes(size),
        }
    }

    /// Returns the depth that gives a unit some tens of placements: enough to deal evenly, and few enough to
    /// list at no cost.
    pub fn standard_depth(self, size: BoardSize) -> usize {
        match (self, size.get()) {
            // A prefix has three or four queens on an even board, and two on an odd one (five if one is in
            // the centre). Listing one row less makes small odd boards faster: N = 13, 15 and 17 by factors
            // of 1.06, 1.13 and 1.04 (one thread, Zen 5).
            (Self::Cross, ..=13 | 15 | 17) => 4,
            (Self::Cross, 14..=19) => 5,
            (Self::Cross, _) => 6,
            // With a single queen each, prefixes are fewer, and have more placements below. Not tuned.
            (Self::Rows, ..=12) => 3,
            (Self::Rows, 13..=19) => 4,
            (Self::Rows, _) => 5,
        }
    }
}
