//! A ladder of ways to count, from brute force to the engine `queens`.
//!
//! Each rung adds one idea to the rung below. The code is written to be read, with a small module per idea.
//! [`RUNGS`] lists the rungs from the bottom up. [`climb`] measures them in this order on one thread.

use queens::{Kernel, Method};

mod climb;
mod engine;
mod flags;
mod free_lists;
mod mirror;
mod odometer;
mod permutations;
mod rung;
mod shifted_masks;
mod visibility;

pub use climb::{Measurement, RungComparison, RungOutcome, RungReport, climb};
pub use rung::{Rung, RungResult};

#[cfg(test)]
mod tests;

/// All rungs, from the bottom up.
pub const RUNGS: &[Rung] = &[
    Rung {
        name: "odometer",
        idea: "every board with a queen per row, every pair of queens compared",
        unit: "boards",
        usual: 8,
        largest: 8,
        count: |n| Ok(odometer::count(n)),
    },
    Rung {
        name: "visibility by shifts",
        idea: "the board as a 64-bit word against the squares each queen sees, lines shifted into place",
        unit: "boards",
        usual: 8,
        largest: 8,
        count: |n| Ok(visibility::count_with_shifts(n)),
    },
    Rung {
        name: "visibility by table",
        idea: "the same squares from a table made beforehand",
        unit: "boards",
        usual: 8,
        largest: 8,
        count: |n| Ok(visibility::count_with_table(n)),
    },
    Rung {
        name: "flags",
        idea: "a flag per column and diagonal, and the first queen attacked ends the board",
        unit: "boards",
        usual: 8,
        largest: 8,
        count: |n| Ok(flags::count(n)),
    },
    Rung {
        name: "permutations",
        idea: "no column twice, by Heap's algorithm; only diagonals are compared",
        unit: "boards",
        usual: 10,
        largest: 11,
        count: |n| Ok(permutations::count(n)),
    },
    Rung {
        name: "free lists",
        idea: "backtracking over linked lists of the free rows, columns and diagonals",
        unit: "nodes",
        usual: 11,
        largest: 12,
        count: |n| Ok(free_lists::count(n)),
    },
    Rung {
        name: "shifted masks",
        idea: "recursion on three words, two shifted by a bit per row",
        unit: "nodes",
        usual: 13,
        largest: 16,
        count: |n| Ok(shifted_masks::count(n)),
    },
    Rung {
        name: "mirror halving",
        idea: "the first queen in the left half, everything counted twice",
        unit: "nodes",
        usual: 14,
        largest: 16,
        count: |n| Ok(mirror::count(n)),
    },
    Rung {
        name: "central cross",
        idea: "central rows and columns first, all eight symmetries, looking two rows ahead",
        unit: "nodes",
        usual: 15,
        largest: 17,
        count: |n| engine::count(n, Method::Cross, Some(Kernel::Scalar)),
    },
    Rung {
        name: "batches",
        idea: "the same in batches, as many placements at a time as the CPU has lanes",
        unit: "nodes",
        usual: 16,
        largest: 18,
        count: |n| engine::count(n, Method::Cross, None),
    },
    Rung {
        name: "two colours",
        idea: "white and black queens placed by themselves, the numbers of placements multiplied",
        unit: "pairs",
        usual: 18,
        largest: 20,
        count: |n| engine::count(n, Method::Colours, None),
    },
];
