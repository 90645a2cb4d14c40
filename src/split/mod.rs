//! Splits: a board becomes a list of *prefixes*, the first queens of the search with a weight each.
//!
//! The solutions of the board are the sum over all prefixes of weight times completions. Two splits that share
//! nothing check each other: [`cross`] (fast) and [`rows`] (plain).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::{BoardSize, Occupancy};

pub mod cross;
pub mod remaining;
pub mod rows;
pub mod shard;
pub mod unit;
pub mod unit_set;

pub use shard::Shard;
pub use unit::{Part, Plan};
pub use unit_set::UnitSet;

/// Queens placed before the search, and how many placements of the whole board they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// The lines these queens occupy.
    pub occupancy: Occupancy,
    /// How many equivalent prefixes this one is counted for, 1 to 8.
    pub weight: u8,
}

/// A way to split the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Queens on the central rows and columns first, one of each class under the eight symmetries.
    #[default]
    Cross,
    /// The first row's queen in the left half, mirrored: the independent cross-check.
    Rows,
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cross => "cross",
            Self::Rows => "rows",
        })
    }
}

impl FromStr for Split {
    type Err = UnknownSplit;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "cross" => Ok(Self::Cross),
            "rows" => Ok(Self::Rows),
            _ => Err(UnknownSplit(text.to_owned())),
        }
    }
}

/// A name that is no split's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown split '{0}': there are 'cross' and 'rows'")]
pub struct UnknownSplit(String);

impl Split {
    /// The prefixes of a board: deterministic, and exact for every size.
    #[must_use]
    pub fn prefixes(self, size: BoardSize) -> Vec<Prefix> {
        match self {
            Self::Cross => cross::prefixes(size),
            Self::Rows => rows::prefixes(size),
        }
    }
}
