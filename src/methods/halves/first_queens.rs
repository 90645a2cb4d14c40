//! Which first queens of the north are joined with the souths together, and which apart.

use super::Shape;
use super::sets::{Deal, Part};

/// Whether norths are joined with souths all at once, or those of each first queen separately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstQueens {
    /// One list of all norths.
    Together,
    /// A list for each queen in row 0 of the north, and a search of the souths for each list.
    Apart,
    /// A list for each queen that has as many norths or more, and one for all others.
    ApartFrom(usize),
}

impl FirstQueens {
    /// The faster choice for parts like `part` of the sets of a board. Apart pays if those norths
    /// of a queen that reach a tail fill four words of 512 or more: 2.6 on average at N = 24, 9.5
    /// at N = 26.
    ///
    /// Together / apart with `avx512` on Intel: N = 24 0.82, N = 26 1.35. The figures of N = 28 are
    /// in docs/halves.md.
    #[must_use]
    pub fn standard(shape: &Shape, part: Part) -> Self {
        let by_sum = part.of > 1 && part.deal == Deal::Sum;
        match shape.n {
            ..26 => Self::Together,
            28 if by_sum => Self::ApartFrom(MANY),
            28 => Self::Together,
            _ => Self::Apart,
        }
    }
}

/// The number of norths of a first queen from which on it is apart at N = 28, where the norths of a
/// part are unevenly divided among its first queens.
const MANY: usize = 1_400_000;
