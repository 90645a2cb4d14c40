//! Kernels: given a prefix and the placements to start from, count the ways to fill the remaining rows.
//!
//! A kernel is a pure function of its subproblem: no threads, clock, input or output. All kernels answer the same
//! question and every one of them is compared with the others and with [`mod@crate::reference`].
//!
//! * [`scalar`]: one placement at a time, recursion over the rows; runs anywhere.
//! * `batch`: many placements at a time, in lanes; the algorithm once, over the small trait in `lanes`. Its rows are
//!   worked at in `pass`, by the steps in `steps`, on the buffers in `workspace`. `avx512` (16 lanes), `avx2` and
//!   `portable` (8 lanes) implement the trait.
//! * [`Kernel`] names them, knows which of them the CPU has, and runs one with a [`Workspace`].
//!
//! The state they work on is that of [`crate::split::remaining`].

pub use crate::split::remaining::{Placement, RemainingRows};
pub use choice::{Kernel, KernelChoice, KernelChoiceError, UnknownKernel};
pub use workspace::Workspace;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod choice;
mod lanes;
mod pass;
mod portable;
pub mod scalar;
mod steps;
#[cfg(test)]
mod tests;
pub mod unit;
mod workspace;

/// A piece of search: below one prefix, from `row` on, every completion of each of `placements`.
#[derive(Clone, Debug)]
pub struct Subproblem<'a> {
    /// What the prefix leaves to be filled.
    pub rows: &'a RemainingRows,
    /// The remaining row (an index into `rows`, at most `rows.len`) that the placements fill next.
    pub row: usize,
    /// Where to start; each is completed in every possible way.
    pub placements: &'a [Placement],
}

/// What a kernel found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Completions of the placements. Below 2^64: a whole board of 28 has about 2.6e18.
    pub solutions: u64,
    /// Queens placed on the way: the size of the search, which depends on the kernel's look-ahead.
    pub nodes: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
    }
}
