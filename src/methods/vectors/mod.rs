//! Vectors of bytes, which `halves` and `colours` share, and the kernels that they make.
//!
//! * [`Vector`] has the operations, and [`Step`] is the way in which a step of a method reaches them.
//!   `avx512`, `avx2`, `neon` and `portable` implement them, each with one entry point that enables the
//!   CPU's features. `colours` adds operations of its own.
//!
//! The kernel `scalar` is the plain recursion of each method, which uses no vector.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod bits;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod portable;
pub mod vector;

pub use vector::{Step, Vector};

use crate::methods::Kernel;
#[cfg(target_arch = "aarch64")]
use crate::methods::cpu::Neon;
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu::{Avx2, Avx512};

/// The kernels that this CPU can run and that are not hidden, fastest first. Never empty.
pub fn available() -> impl Iterator<Item = Kernel> {
    let can_run = |kernel: &Kernel| match kernel {
        Kernel::Scalar | Kernel::Portable => true,
        #[cfg(target_arch = "aarch64")]
        Kernel::Neon => Neon::new().is_some(),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 => Avx2::new().is_some(),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 => Avx512::new().is_some(),
        _ => false,
    };
    Kernel::ALL.iter().copied().filter(can_run)
}

/// Calls a generic function with the vectors of every kernel that this CPU can run.
#[cfg(test)]
macro_rules! with_every_vector {
    ($check:ident($($argument:expr),*)) => {{
        $check(crate::methods::vectors::portable::Portable, $($argument),*);
        #[cfg(target_arch = "aarch64")]
        crate::methods::cpu::Neon::new().into_iter().for_each(|v| $check(v, $($argument),*));
        #[cfg(target_arch = "x86_64")]
        {
            crate::methods::cpu::Avx2::new().into_iter().for_each(|v| $check(v, $($argument),*));
            crate::methods::cpu::Avx512::new().into_iter().for_each(|v| $check(v, $($argument),*));
        }
    }};
}
#[cfg(test)]
pub(crate) use with_every_vector;
