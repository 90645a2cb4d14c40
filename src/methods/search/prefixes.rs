//! The two rules for choosing the first queens.

use super::{Prefix, cross, rows};
use crate::board::BoardSize;

/// A rule for choosing the first queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefixes {
    /// The first queens are on the central rows and columns. See [`cross`].
    Cross,
    /// The first queen is in the first row. See [`rows`].
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

    /// Returns the depth at which a unit has some tens of placements. This is enough to deal them evenly, and
    /// few enough to list them quickly.
    pub fn standard_depth(self, size: BoardSize) -> usize {
        match (self, size.get()) {
            // A prefix has three or four queens on an even board. On an odd board, it has two, or five if one
            // is in the centre. A depth of 4 instead of 5 makes N = 13, 15 and 17 faster by factors of 1.06,
            // 1.13 and 1.04 (one thread, Zen 5).
            (Self::Cross, ..=13 | 15 | 17) => 4,
            (Self::Cross, 14..=19) => 5,
            (Self::Cross, _) => 6,
            // Each prefix has a single queen, so there are fewer prefixes, with more placements below each.
            // Not tuned.
            (Self::Rows, ..=12) => 3,
            (Self::Rows, 13..=19) => 4,
            (Self::Rows, _) => 5,
        }
    }
}
