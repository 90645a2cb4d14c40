//! A rung of the ladder: a way of counting, and how its work grows with the board.

use queens::board::BoardSize;
use queens::check::known;

/// The result of a rung on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungResult {
    /// All solutions of the board.
    pub solutions: u64,
    /// Boards, nodes or pairs examined; [`Growth`] says which.
    pub examined: u64,
}

/// One way of counting, and its place on the ladder.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// A name of two or three words.
    pub name: &'static str,
    /// The idea that this rung adds, in a sentence.
    pub idea: &'static str,
    /// The objects that it examines, and how their number grows with the board.
    pub growth: Growth,
    /// The default board to measure: large enough to time, small enough to wait for.
    pub usual: usize,
    /// The largest board it counts.
    pub largest: usize,
    /// Counts the solutions of a board of 1 to `largest` rows.
    pub count: fn(usize) -> RungResult,
}

/// The objects that a rung examines, and how their number grows with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Boards with a queen per row: N^N.
    Boards,
    /// Boards with a queen per row and column: N!.
    Permutations,
    /// Partial boards, each a node of the search: about the same number per solution on every
    /// board.
    Nodes,
    /// Pairs of placements of a colour that fit: about five times as many with each row.
    Pairs,
}

impl Growth {
    /// The objects examined, in one word.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Boards | Self::Permutations => "boards",
            Self::Nodes => "nodes",
            Self::Pairs => "pairs",
        }
    }

    /// The work on a board of `n` rows, in a unit that cancels when boards are compared.
    pub fn work(self, n: usize) -> f64 {
        match self {
            Self::Boards => (n as f64).powi(n as i32),
            Self::Permutations => (1..=n).map(|factor| factor as f64).product(),
            Self::Nodes => solutions(n),
            Self::Pairs => 5_f64.powi(n as i32),
        }
    }
}

/// The solutions of a board, known or, on larger boards, growing from the last known value as
/// (0.143 N)^N does.
///
/// Source of the growth: M. Simkin, "The number of n-queens configurations", Advances in
/// Mathematics 427, 2023.
fn solutions(n: usize) -> f64 {
    let grown = |n: usize| (0.143 * n as f64).powi(n as i32);
    let known = |n| BoardSize::new(n).ok().and_then(known::solutions).map(|solutions| solutions as f64);
    known(n).unwrap_or_else(|| known(27).unwrap_or(1.0) * grown(n) / grown(27))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_grows_with_the_number_of_boards() {
        assert_eq!(Growth::Boards.work(8), 16_777_216.0);
        assert_eq!(Growth::Permutations.work(8), 40_320.0);
        assert_eq!(Growth::Nodes.work(8), 92.0);
        // Beyond the known values the growth continues: about tenfold per row, slowly rising.
        let growth: Vec<_> = (20..32).map(|n| solutions(n + 1) / solutions(n)).collect();
        assert!(growth.iter().all(|by| (7.0..14.0).contains(by)), "{growth:?}");
    }
}
