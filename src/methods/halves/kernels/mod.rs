//! The kernels of halves, on which the steps of the join run.
//!
//! * [`vector`]: the operations of all steps, and [`vector::Step`], through which a step reaches
//!   them. `avx512`, `avx2`, `neon` and `portable` implement them, each with one entry point that
//!   enables the CPU's features.
//! * [`HalvesKernel`]: a kernel that this CPU can run. `scalar` is the plain recursion
//!   ([`super::plain`]), which uses no vector.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod bits;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
pub mod vector;

#[cfg(target_arch = "aarch64")]
use self::neon::Neon;
#[cfg(target_arch = "x86_64")]
use self::{avx2::Avx2, avx512::Avx512};
use crate::methods::Kernel;
use crate::methods::cpu;

/// A kernel of halves that this CPU can run and that `QUEENS_CPU` permits: having the value proves it.
#[derive(Clone, Copy, Debug)]
pub enum HalvesKernel {
    Scalar,
    /// The join, on words of 64 norths.
    Portable,
    /// The join, on words of 256 norths.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    /// The join, on words of 256 norths.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// The join, on words of 512 norths.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl HalvesKernel {
    /// Every kernel that this CPU can run, fastest first. Never empty.
    pub fn available() -> impl Iterator<Item = Self> {
        Kernel::ALL.iter().copied().filter_map(Self::new)
    }

    /// The kernel with this name; `None` if halves has no such kernel or this CPU cannot run it.
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
}

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
