//! Names the ways to cut a board into pieces of work.
//!
//! A split is named in options, run directories, plans and records. What it means is known to its method:
//! [`crate::methods::search`] cuts by `cross` and by `rows`, [`crate::methods::halves`] by `halves`. [`crate::plan`] leads from the name to the method.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::BoardSize;

/// A way to cut the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Queens on the central rows and columns first, one of each class under the eight symmetries.
    #[default]
    Cross,
    /// The first row's queen in the left half, mirrored: the independent cross-check.
    Rows,
    /// The columns of the queens in the upper half: both halves are filled by themselves and joined.
    Halves,
}

impl Split {
    /// Every split there is.
    pub const ALL: [Self; 3] = [Self::Halves, Self::Cross, Self::Rows];

    /// The number that stands for it in the hash of a plan. A number is given once and never changed: runs are known by
    /// their hash.
    #[must_use]
    pub fn number(self) -> u64 {
        match self {
            Self::Cross => 0,
            Self::Rows => 1,
            Self::Halves => 2,
        }
    }

    /// The format of the plan files that name it: the first one that knows it, so that older versions of the program say that a plan
    /// is too new for them.
    #[must_use]
    pub fn first_plan_format(self) -> u32 {
        match self {
            Self::Cross | Self::Rows => 1,
            Self::Halves => 2,
        }
    }

    /// The split by which a board is counted once more to check a count by this one: by another method.
    #[must_use]
    pub fn checked_by(self) -> Self {
        match self {
            Self::Cross | Self::Rows => Self::Halves,
            Self::Halves => Self::Cross,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cross => "cross",
            Self::Rows => "rows",
            Self::Halves => "halves",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Split {
    type Err = UnknownSplit;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|split| split.name() == text);
        found.ok_or_else(|| UnknownSplit(text.to_owned()))
    }
}

/// A name that is no split's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown split '{0}': there are {names}", names = names())]
pub struct UnknownSplit(String);

/// The names of all splits, as in `'cross' and 'rows'`.
fn names() -> String {
    let quoted = Split::ALL.map(|split| format!("'{split}'"));
    let [others @ .., last] = &quoted;
    format!("{} and {last}", others.join(", "))
}

/// A depth that a board cannot be split at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthError {
    /// No board can.
    #[error("the depth must be a number of queens from 1 to {max}, not {depth}")]
    OutOfRange {
        /// The depth asked for.
        depth: usize,
        /// The greatest one there is.
        max: usize,
    },
    /// This board is too large for it.
    #[error("a depth of {depth} splits a board of {size} into more than {max} placements")]
    TooDeep {
        /// The depth asked for.
        depth: usize,
        /// The board.
        size: BoardSize,
        /// The most placements that a plan may have.
        max: u64,
    },
    /// There is nothing smaller to cut the board into, or a run may not have so many units.
    #[error("a depth of {depth} asks for more than the {most} units that a board of {size} may have")]
    TooFine {
        /// The depth asked for.
        depth: usize,
        /// The board.
        size: BoardSize,
        /// The most units.
        most: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_go_by_their_names_and_numbers() {
        for split in Split::ALL {
            assert_eq!(split.to_string().parse(), Ok(split));
            assert_eq!(serde_json::to_string(&split).unwrap(), format!("\"{split}\""));
            assert_ne!(split.checked_by(), split);
        }
        assert_eq!([Split::Cross, Split::Rows, Split::Halves].map(Split::number), [0, 1, 2]);
        let error = "diagonals".parse::<Split>().unwrap_err().to_string();
        assert_eq!(error, "unknown split 'diagonals': there are 'halves', 'cross' and 'rows'");
    }
}
