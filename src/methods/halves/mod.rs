//! Counting by halves: a method that fills the north and the south of the board by themselves and joins them.
//!
//! # Idea
//!
//! Cut the board between two rows. The north has the upper `n / 2` rows and the south the others. Let C be the columns of the north's
//! queens. Then
//!
//! ```text
//! Q(n) = sum over C of the pairs (north, south): the north fills C, the south the other columns,
//!                                                no diagonal of one is a diagonal of the other
//! ```
//!
//! Only `n - 1` diagonals of either direction cross the cut, so a north is a word of bits, and whether it goes with a south is one
//! AND. The pairs are not visited one by one: a list of norths becomes bit planes, and a few ANDs and a population count decide 512 pairs
//! at once. N = 20 has 39,029,188,884 solutions and 5 million million such pairs, and the decision takes half of the 40 s of
//! a core.
//!
//! # Why the count is exact
//!
//! A solution has one column set C, and falls into one north that fills C and one south that fills the rest. The halves of a solution do not
//! attack each other, and halves that do not attack each other make a solution. So every solution is one pair, of one C. Symmetry
//! leaves out some C ([`sets`]) and some pairs (`sides`), each with a weight that makes up for what is left out.
//!
//! # The way of one column set
//!
//! 1. `norths`: fill the near rows of the north, next to the cut, square by square; look the six far rows up in a list (`far`).
//! 2. `souths`: fill the near rows of the south, from the cut outwards. Every queen filters the list of norths (`list`).
//! 3. `tails`: with eight rows left, list all ways to fill them.
//! 4. `pairs`: make bit planes of the norths that are left, and count the bits that each of these ways leaves.
//!
//! A step is written once, over the vector operations in `vector`, which `avx512`, `avx2` and `portable` implement; `steps` compiles
//! it for each of them. `plain` is a recursion that shares nothing with the others: the kernel `scalar`, and their oracle.
//!
//! # Cost
//!
//! A pair costs 1/150 of a cycle with AVX-512 (Zen 4, N = 20, all steps included); a filter step half a cycle per north.
//! docs/halves.md has the figures, and what was tried and dropped.

pub mod counter;
mod far;
mod filter;
mod flip;
mod kernels;
mod list;
mod method;
mod norths;
mod pairs;
mod set_counter;
pub mod sets;
mod shape;
mod souths;
mod tails;
#[cfg(test)]
mod tests;
pub mod units;

pub use counter::UnitCounter;
pub use kernels::HalvesKernel;
pub use shape::{Shape, TAIL};
pub use units::{STANDARD_DEPTH, Units};
