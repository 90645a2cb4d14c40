//! The kernels of the search: given a prefix and the placements to start from, count the ways to
//! fill the remaining rows.
//!
//! A kernel is a pure function: no threads, clock, input or output. All kernels compute the same
//! result; tests compare each with the others and with [`mod@crate::check::reference`].
//!
//! * [`scalar`]: one placement at a time, recursion over the rows; runs anywhere.
//! * `batch`: many placements at a time, in lanes; the algorithm once, over the small trait in
//!   `lanes`. It works at one row in `pass`, by the steps in `steps`, on the buffers in
//!   `workspace`. `avx512` (16 lanes), `avx2`, `neon` and `portable` (8 lanes) implement the trait.
//! * [`SearchKernel`] is one of them that this CPU can run.
//!
//! Their state is a placement ([`super::remaining`]).

use self::portable::Portable;
use super::remaining::{Placement, RemainingRows};
use crate::methods::Kernel;
use crate::methods::cpu;
#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
use neon::Neon;

pub use counts::Counts;
pub use workspace::Workspace;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod counts;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pass;
mod portable;
pub mod scalar;
mod steps;
#[cfg(test)]
pub(super) mod tests;
mod workspace;

/// Placements to be completed.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    pub rows: &'a RemainingRows,
    /// The row that all of them fill next: an index into `rows`, at most `rows.len`.
    pub row: usize,
    pub placements: &'a [Placement],
}

/// A kernel of the search that this CPU can run and that `QUEENS_CPU` permits: having the value proves it.
#[derive(Clone, Copy, Debug)]
pub enum SearchKernel {
    Scalar,
    Portable,
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl SearchKernel {
    /// Every kernel that this CPU can run, fastest first. Never empty.
    pub fn available() -> impl Iterator<Item = Self> {
        Kernel::ALL.iter().copied().filter_map(Self::new)
    }

    /// The kernel with this name; `None` if the search has no such kernel or this CPU cannot run it.
    pub fn new(name: Kernel) -> Option<Self> {
        match name {
            _ if cpu::hidden().contains(&name) => None,
            Kernel::Scalar => Some(Self::Scalar),
            Kernel::Portable => Some(Self::Portable),
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => Neon::new().map(Self::Neon),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::new().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx512::new().map(Self::Avx512),
            _ => None,
        }
    }

    /// The name in ledgers and results.
    pub fn name(self) -> Kernel {
        match self {
            Self::Scalar => Kernel::Scalar,
            Self::Portable => Kernel::Portable,
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => Kernel::Neon,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Kernel::Avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Kernel::Avx512,
        }
    }

    /// Counts the completions of each placement of `batch`. `workspace` carries nothing from call to
    /// call but its memory.
    #[must_use]
    pub fn count(self, batch: Batch, workspace: &mut Workspace) -> Counts {
        match self {
            Self::Scalar => scalar::count(batch),
            Self::Portable => batch::count(Portable, batch, workspace),
            // Every target with a standard library has NEON in its baseline: the inlined code needs no
            // entry of its own.
            #[cfg(target_arch = "aarch64")]
            Self::Neon(lanes) => batch::count(lanes, batch, workspace),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(lanes) => lanes.count(batch, workspace),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(lanes) => lanes.count(batch, workspace),
        }
    }
}

/// Memory of the buffers of one thread with `rows` rows or fewer to fill, in bytes.
#[must_use]
pub fn memory(kernel: Kernel, rows: usize) -> usize {
    if kernel == Kernel::Scalar { 0 } else { Workspace::bytes(rows) }
}
