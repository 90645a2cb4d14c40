//! The ladder: from brute force to the methods of this program, with a small module per idea.
//!
//! Each rung adds one idea to the rung below it and is written to be read. [`RUNGS`] lists them
//! from the bottom up, and [`climb`] measures them one after the other on one thread.

use crate::board::BoardSize;
use crate::check::known;

mod climb;
pub mod engine;
pub mod flags;
pub mod free_lists;
pub mod mirror;
pub mod odometer;
pub mod permutations;
pub mod shifted_masks;
pub mod visibility;

pub use climb::{Compared, LadderReport, Measured, Refused, RungOutcome, RungReport, climb};

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
    /// What it examines, and how that number grows with the board.
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
    /// Pairs of half boards: fewer per solution, the larger the board.
    Pairs,
}

impl Growth {
    /// The objects examined, in one word.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Boards | Self::Permutations => "boards",
            Self::Nodes => "nodes",
            Self::Pairs => "pairs",
        }
    }

    /// The work on a board of `n` rows, in a unit that cancels when boards are compared.
    #[must_use]
    pub fn work(self, n: usize) -> f64 {
        match self {
            Self::Boards => (n as f64).powi(n as i32),
            Self::Permutations => (1..=n).map(|factor| factor as f64).product(),
            Self::Nodes | Self::Pairs => solutions(n),
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

/// All rungs, from the bottom.
pub const RUNGS: &[Rung] = &[
    Rung {
        name: "odometer",
        idea: "every board with a queen per row, every pair of queens compared",
        growth: Growth::Boards,
        usual: 8,
        largest: 8,
        count: odometer::count,
    },
    Rung {
        name: "visibility by shifts",
        idea: "the board as a 64-bit word against the squares each queen sees, lines shifted into place",
        growth: Growth::Boards,
        usual: 8,
        largest: 8,
        count: visibility::count_with_shifts,
    },
    Rung {
        name: "visibility by table",
        idea: "the same squares from a table made beforehand",
        growth: Growth::Boards,
        usual: 8,
        largest: 8,
        count: visibility::count_with_table,
    },
    Rung {
        name: "flags",
        idea: "a flag per column and diagonal, and the first queen attacked ends the board",
        growth: Growth::Boards,
        usual: 8,
        largest: 8,
        count: flags::count,
    },
    Rung {
        name: "permutations",
        idea: "no column twice, by Heap's algorithm; only diagonals are compared",
        growth: Growth::Permutations,
        usual: 10,
        largest: 11,
        count: permutations::count,
    },
    Rung {
        name: "free lists",
        idea: "backtracking over linked lists of the free rows, columns and diagonals",
        growth: Growth::Nodes,
        usual: 11,
        largest: 12,
        count: free_lists::count,
    },
    Rung {
        name: "shifted masks",
        idea: "recursion on three words, two shifted by a bit per row",
        growth: Growth::Nodes,
        usual: 13,
        largest: 16,
        count: shifted_masks::count,
    },
    Rung {
        name: "mirror halving",
        idea: "the first queen in the left half, everything counted twice",
        growth: Growth::Nodes,
        usual: 14,
        largest: 16,
        count: mirror::count,
    },
    Rung {
        name: "central cross",
        idea: "central rows and columns first, all eight symmetries, looking two rows ahead",
        growth: Growth::Nodes,
        usual: 15,
        largest: 17,
        count: engine::count_one_by_one,
    },
    Rung {
        name: "batches",
        idea: "the same in batches, as many placements at a time as the CPU has lanes",
        growth: Growth::Nodes,
        usual: 16,
        largest: 18,
        count: engine::count_in_batches,
    },
    Rung {
        name: "half boards",
        idea: "north and south filled by themselves, hundreds of pairs of them decided by one AND",
        growth: Growth::Pairs,
        usual: 17,
        largest: 19,
        count: engine::count_by_halves,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_agrees_with_the_known_values() {
        for rung in RUNGS {
            let largest = if rung.growth == Growth::Boards { 7 } else { 10 };
            for n in 1..=largest.min(rung.largest) {
                let expected = known::solutions(BoardSize::new(n).unwrap()).unwrap();
                assert_eq!(u128::from((rung.count)(n).solutions), expected, "{}, N = {n}", rung.name);
            }
        }
    }

    #[test]
    fn enumerating_rungs_visit_every_board() {
        for rung in RUNGS.iter().filter(|rung| rung.growth.unit() == "boards") {
            let examined = (rung.count)(6).examined as f64;
            assert_eq!(examined, rung.growth.work(6), "{}", rung.name);
        }
    }

    #[test]
    fn backtracking_rungs_visit_the_same_nodes() {
        let nodes = |name: &str| (RUNGS.iter().find(|rung| rung.name == name).unwrap().count)(8).examined;
        assert_eq!(nodes("free lists"), 2_057);
        assert_eq!(nodes("shifted masks"), 2_057);
        assert_eq!(nodes("mirror halving"), 1_029);
    }

    #[test]
    fn boards_never_shrink_up_the_ladder() {
        assert!(RUNGS.iter().all(|rung| rung.usual <= rung.largest && rung.largest <= BoardSize::MAX));
        assert!(RUNGS.windows(2).all(|pair| pair[0].usual <= pair[1].usual));
    }

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
