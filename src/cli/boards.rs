//! One board, or those from one to another, as `queens estimate` takes them.

use std::str::FromStr;

use queens::board::{BoardSize, BoardSizeError};

/// The boards from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards {
    first: BoardSize,
    last: BoardSize,
}

/// A text that is no range of boards.
#[derive(Debug, thiserror::Error)]
pub enum BoardsError {
    /// One of its ends is no board.
    #[error(transparent)]
    Size(#[from] BoardSizeError),
    /// Its ends are the wrong way round.
    #[error("the boards from {first} to {last} are none: give the smaller one first, as in 20..27")]
    Reversed {
        /// What stands first.
        first: BoardSize,
        /// What stands last.
        last: BoardSize,
    },
}

impl Boards {
    /// Whether there is more than one.
    pub fn is_several(self) -> bool {
        self.first != self.last
    }

    /// Their sizes, smallest first.
    pub fn sizes(self) -> impl Iterator<Item = BoardSize> {
        BoardSize::all().filter(move |size| (self.first..=self.last).contains(size))
    }
}

impl FromStr for Boards {
    type Err = BoardsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last): (BoardSize, BoardSize) = (first.parse()?, last.parse()?);
        if first > last {
            return Err(BoardsError::Reversed { first, last });
        }
        Ok(Self { first, last })
    }
}
