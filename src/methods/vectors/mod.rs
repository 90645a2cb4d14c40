//! Vectors of bytes, which `halves` and `colours` share, and the kernels that they make.
//!
//! * [`Vector`] has the operations, and [`Step`] is the way in which a step of a method reaches them.
//!   `avx512`, `avx2`, `neon` and `portable` implement them, each with one entry point that enables the
//!   CPU's features. `colours` adds operations of its own.
//! * [`VectorKernel`]: a kernel that this CPU can run. `scalar` is the plain recursion of each method,
//!   which uses no vector.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod bits;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
pub mod vector;

pub use vector::{Step, Vector};

#[cfg(target_arch = "aarch64")]
use self::neon::Neon;
#[cfg(target_arch = "x86_64")]
use self::{avx2::Avx2, avx512::Avx512};
use crate::methods::Kernel;
use crate::methods::cpu;

/// A kernel of vectors that this CPU can run and that `QUEENS_CPU` permits: having the value proves it.
#[derive(Clone, Copy, Debug)]
pub enum VectorKernel {
    Scalar,
    /// Eight bytes in a plain word.
    Portable,
    /// Two vectors of 16 bytes.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    /// 32 bytes.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// 64 bytes.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl VectorKernel {
    /// Every kernel that this CPU can run, fastest first. Never empty.
    pub fn available() -> impl Iterator<Item = Self> {
        Kernel::ALL.iter().copied().filter_map(Self::new)
    }

    /// The kernel with this name; `None` if there is no such kernel or this CPU cannot run it.
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

/// Calls a generic function with the vectors of every kernel that this CPU can run.
#[cfg(test)]
macro_rules! with_every_vector {
    ($check:ident($($argument:expr),*)) => {{
        $check(crate::methods::vectors::portable::Portable, $($argument),*);
        #[cfg(target_arch = "aarch64")]
        crate::methods::vectors::neon::Neon::new().into_iter().for_each(|v| $check(v, $($argument),*));
        #[cfg(target_arch = "x86_64")]
        {
            crate::methods::vectors::avx2::Avx2::new().into_iter().for_each(|v| $check(v, $($argument),*));
            crate::methods::vectors::avx512::Avx512::new().into_iter().for_each(|v| $check(v, $($argument),*));
        }
    }};
}
#[cfg(test)]
pub(crate) use with_every_vector;
