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

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use super::remaining::{Placement, RemainingRows};
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::methods::cpu::Extensions;
use crate::methods::kernel::Kernel;
#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
use neon::Neon;
pub use workspace::Workspace;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
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

/// The result of a kernel.
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

/// A kernel of the search that this CPU can run: having the value proves it.
#[derive(Clone, Copy, Debug)]
pub struct SearchKernel(Backend);

#[derive(Clone, Copy, Debug)]
enum Backend {
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
    /// The kernel with this name; `None` when this CPU cannot run it.
    #[must_use]
    pub fn new(kernel: Kernel) -> Option<Self> {
        let backend = match kernel {
            Kernel::Scalar => Some(Backend::Scalar),
            Kernel::Portable => Some(Backend::Portable),
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => {
                Neon::new().filter(|_| Extensions::allowed() >= Extensions::Neon).map(Backend::Neon)
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => VECTORS.avx2.map(Backend::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => VECTORS.avx512.map(Backend::Avx512),
            _ => None,
        };
        backend.map(Self)
    }

    /// Every kernel that this CPU can run, fastest first. Never empty.
    pub fn available() -> impl Iterator<Item = Self> {
        Kernel::ALL.into_iter().filter_map(Self::new)
    }

    /// The fastest kernel that this CPU can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available().next().unwrap_or(Self(Backend::Scalar))
    }

    /// The name in ledgers and JSON.
    #[must_use]
    pub fn name(self) -> Kernel {
        match self.0 {
            Backend::Scalar => Kernel::Scalar,
            Backend::Portable => Kernel::Portable,
            #[cfg(target_arch = "aarch64")]
            Backend::Neon(_) => Kernel::Neon,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(_) => Kernel::Avx2,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(_) => Kernel::Avx512,
        }
    }

    /// Counts the completions of each of `placements`, which fill `row` next: an index into `rows`,
    /// at most `rows.len`. `workspace` carries nothing from call to call but its memory.
    #[must_use]
    pub fn count(
        self,
        rows: &RemainingRows,
        row: usize,
        placements: &[Placement],
        workspace: &mut Workspace,
    ) -> Counts {
        match self.0 {
            Backend::Scalar => scalar::count(rows, row, placements),
            Backend::Portable => portable::count(rows, row, placements, workspace),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon(lanes) => lanes.count(rows, row, placements, workspace),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(lanes) => lanes.count(rows, row, placements, workspace),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(lanes) => lanes.count(rows, row, placements, workspace),
        }
    }
}

/// Memory of the buffers of one thread with `rows` rows or fewer to fill, in bytes.
#[must_use]
pub fn memory(kernel: Kernel, rows: usize) -> usize {
    if kernel == Kernel::Scalar { 0 } else { Workspace::bytes(rows) }
}

/// The vector kernels that this CPU can run. Its maker decides how the lanes of AVX-512 are kept
/// busy; `QUEENS_AVX512` overrides that, for measurements.
#[cfg(target_arch = "x86_64")]
static VECTORS: LazyLock<Vectors> = LazyLock::new(|| {
    let Vectors { avx2, avx512 } = Vectors::within(Extensions::allowed());
    let avx512 = match cpu::avx512_refills() {
        Some(refill) => avx512.map(|avx512| avx512.with_refill(refill)),
        None => avx512,
    };
    Vectors { avx2, avx512 }
});

#[cfg(target_arch = "x86_64")]
struct Vectors {
    avx2: Option<Avx2>,
    avx512: Option<Avx512>,
}

#[cfg(target_arch = "x86_64")]
impl Vectors {
    /// The kernels of `allowed` that this CPU can run.
    fn within(allowed: Extensions) -> Self {
        Self {
            avx2: Avx2::new().filter(|_| allowed >= Extensions::Avx2),
            avx512: Avx512::new().filter(|_| allowed >= Extensions::All),
        }
    }
}
