//! Counting by halves: fill the two halves of the board separately, then count the pairs that fit.
//!
//! # Idea
//!
//! Cut the board between two rows. The *north* has the upper `n / 2` rows, the *south* the others.
//! Let C be the columns of the north's queens. Then
//!
//! ```text
//! Q(n) = sum over C of the pairs (north, south):
//!            the north fills C, the south the other columns,
//!            and no queen of one is on a diagonal with a queen of the other
//! ```
//!
//! Rows of either half are numbered from the cut outwards. A queen sends two lines across the cut,
//! unless they leave the board before:
//!
//! ```text
//!     north, row 1     . . . Q . . . .      the queen: row i = 1, column c = 3
//!     north, row 0     . . / . \ . . .
//!     cut            -----------------
//!     south, row 0     . / . . . \ . .      its antidiagonal, down to the right: c + i = 4
//!     south, row 1     / . . . . . \ .      its diagonal, down to the left, by the columns
//!                                           from the right: (n - 1 - c) + i = 5
//! ```
//!
//! A south's queen in row `j`, column `d` is on antidiagonal `d - j - 1` and on diagonal `(n - 1 -
//! d) - j - 1`. The *footprint* of a half is the set of lines that it sends across. Only `n - 1`
//! lines of either direction cross, so a footprint is a word of bits, and a north fits a south when
//! the AND of their footprints is 0.
//!
//! The pairs are not visited one by one. A list of norths becomes *bit planes*, one for each line,
//! with a bit for each north, set if the north does *not* send that line. The AND of a south's
//! planes has the norths that fit it, so a few instructions decide 512 pairs.
//!
//! # The whole in 30 lines
//!
//! ```text
//! count(n):                                                                     counter
//!     for each column set C, one of each class under the two flips:             sets
//!         for each way to place the north's first queens, none, one or two:     sets/first_queens
//!             total += size of the class * count_piece(C, first)
//!
//! count_piece(C, first):                                                        join
//!     norths = []                                                               join/norths
//!     for each choice of 6 or 7 of the other columns of C:
//!         for each way to fill the other near rows of the north:
//!             norths += its footprint | the footprint of each entry of far_list(choice)
//!     return descend(the empty south, norths)
//!
//! descend(south, norths):                                                       join
//!     if only 8 rows, the tail, are left:
//!         completions = every way to fill them, by far_list                     join/tails
//!         planes = bit planes of the norths                                     join/pairs
//!         for each completion, for each word of norths:
//!             found += popcount(AND of its squares' planes)
//!         return found
//!     for each square of the next row that no queen of the south attacks:       join/souths
//!         rest = the norths that do not attack this square                      join/filter
//!         found += descend(the south with a queen there, rest)
//!     return found
//!
//! far_list(columns): every way to fill as many rows with them, made once        lists/far
//! ```
//!
//! The flip along a diagonal (`flip`) leaves 0.56 of the pairs from N = 22 on: norths are sorted by
//! the digits that decide the flip, and every solution counts twice, once or not at all.
//!
//! # One column set
//!
//! N = 8, C = {0, 2, 4, 5}. Two norths and four souths have no two of their own queens on a
//! diagonal; columns from the cut outwards, then the antidiagonals and the diagonals of the
//! footprint:
//!
//! ```text
//! north 4 2 0 5   {2, 3, 4}  {3, 5, 6}        south 6 1 3 7   {0, 3, 5}  {0, 1, 4}
//! north 5 0 2 4   {1, 4, 5}  {2, 6}           south 6 3 1 7   {1, 3, 5}  {0, 2, 3}
//!                                             south 7 1 3 6   {0, 2, 6}  {1, 4}
//!                                             south 7 3 1 6   {1, 2, 6}  {2, 3}
//! ```
//!
//! Seven of the eight pairs share a line. The second north and the third south share none: one
//! solution. From the top its rows have their queens in columns 4 2 0 5 | 7 1 3 6. C has four
//! images under the two flips, so it adds 4 to Q(8) = 92.
//!
//! # Why the count is exact
//!
//! A solution has one column set C, one north that fills C and one south that fills the rest, and
//! these do not attack each other. Conversely, a north and a south that do not attack each other
//! make a solution. So every solution is exactly one pair, of one C. Symmetry leaves out some C
//! ([`sets`]) and some pairs (`flip`), and weights account for them.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | north, south | the two halves of the board; also one way to fill them |
//! | pair | a north and a south of one column set |
//! | near, far rows | the rows next to the cut, filled square by square; the six or seven beyond |
//! | tail | the eight outermost rows of the south; a *completion* is a way to fill them |
//! | antidiagonal, diagonal | column minus row, or column plus row, is constant; rows go down |
//! | line | a diagonal or an antidiagonal that crosses the cut |
//! | footprint | the lines that a half sends across the cut |
//! | first queens | the queens of the north in the rows next to the cut, on large boards |
//! | piece | the norths of a column set that begin with the same first queens |
//! | unit | the work that is scheduled and recorded at a time: a range of pieces |
//! | segment | norths with the same weight or sides of their queens |
//! | rank | the index of a column among some columns in ascending order |
//! | word, lane | a bit for each of 512, 256 or 64 norths; 64 bits of it |
//!
//! # Files
//!
//! ```text
//! shape -> lists -> sets -> flip -> join, plain -> counter
//! ```
//!
//! Each imports only from earlier ones. `shape` has every decision by the size of the board, in one
//! table. `lists` opens with pictures of an entry of a far list and of a north. `sets` has column
//! sets, their pieces, also upside down, and the units, `flip` the symmetry along a diagonal. `join`
//! is the code of the pseudocode above, with steps that are written once over [the
//! vectors](super::vectors), and `plain` its oracle. `counter` counts units with either, and is the
//! interface to the rest of the program. docs/internals/halves.md has the arguments that concern
//! several files, docs/lab/halves.md the numbers and the experiments, and
//! docs/internals/references.md the sources.
//!
//! # Cost
//!
//! N = 20 has 39,029,188,884 solutions. One core of an AMD EPYC (Zen 5) decided 5.17e12 pairs in
//! 18.1 s with AVX-512, all steps included: 286 pairs a nanosecond.

pub mod counter;
mod flip;
mod join;
mod lists;
mod plain;
mod sets;
mod shape;
#[cfg(test)]
mod tests;

pub use sets::units::{HalvesUnits, STANDARD_DEPTH};
pub use shape::{Shape, TAIL};

use crate::methods::Kernel;

/// The board from which on halves is faster than the search by cross; `None` if it never is.
///
/// CPU seconds of counts on one thread, medians of 1 to 15 alternating runs, on an Intel Xeon with
/// AVX-512, search / halves:
///
/// | kernel   | N = 15        | N = 16        | N = 17        |
/// |----------|---------------|---------------|---------------|
/// | avx512   | 0.014 / 0.025 | 0.053 / 0.043 |               |
/// | avx2     |               | 0.093 / 0.095 | 0.548 / 0.576 |
/// | portable |               | 0.797 / 0.402 | 5.03 / 1.82   |
///
/// The same on an AMD EPYC (Zen 5), medians of 3 to 11; `avx2` there is that much faster since its
/// join has no groups of completions:
///
/// | kernel   | N = 15        | N = 16        | N = 17        |
/// |----------|---------------|---------------|---------------|
/// | avx512   | 0.004 / 0.012 | 0.024 / 0.020 |               |
/// | avx2     | 0.007 / 0.013 | 0.043 / 0.033 | 0.287 / 0.192 |
/// | portable |               | 0.341 / 0.177 | 2.276 / 1.348 |
///
/// A CPU with AVX-512 but without the extensions that halves needs searches with `avx512` and joins
/// with `avx2`. The plain recursion, the kernel `scalar`, is slower than the search on every board.
/// The threshold of `neon` is a guess between `avx2` and `portable`, not measured.
pub fn fastest_from(kernel: Kernel) -> Option<usize> {
    match kernel {
        Kernel::Avx512 | Kernel::Avx2 | Kernel::Portable => Some(16),
        Kernel::Neon => Some(17),
        _ => None,
    }
}
