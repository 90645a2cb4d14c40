//! The three ways to count a board, by name. `parts` has what each is made of.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A way to count, in the order in which the fastest is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Fills the upper and the lower half of the board separately and joins them.
    Halves,
    /// Searches below queens on the central rows and columns, one placement of each class under the
    /// eight symmetries.
    Cross,
    /// Searches below a queen in the left half of the first row: slower. Shares everything below
    /// the first queens with `cross`, kernels included.
    Rows,
}

impl Method {
    /// Every method, the fastest on large boards first.
    pub const ALL: [Self; 3] = [Self::Halves, Self::Cross, Self::Rows];

    /// The name of the method in run directories, plans and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Halves => "halves",
            Self::Cross => "cross",
            Self::Rows => "rows",
        }
    }

    #[cfg(any(feature = "cli", test))]
    /// The method that double-checks a count by this one: its kernels share no line of code.
    pub(crate) const fn checked_by(self) -> Self {
        match self {
            Self::Halves => Self::Cross,
            Self::Cross | Self::Rows => Self::Halves,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
