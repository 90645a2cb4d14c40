//! The vector extensions used by kernels. A value of `Avx2`, `Avx512F`, `Avx512` or `Neon` proves that the
//! CPU has the instructions. [`Features::enter`] runs code compiled for them, in the only `unsafe` call
//! between a kernel's algorithm and its operations. (The pulp crate does the same.)

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::Neon;
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Avx2, Avx512, Avx512F};

/// A set of CPU features. A value of the type proves that the CPU has them.
pub trait Features: Copy + Send + 'static {
    /// Runs `step` compiled with these features, so that operations become inlined instructions.
    fn enter<S: Step<Self>>(self, step: S) -> S::Output;
}

/// A part of a count built on `V`'s operations: its input and its work.
///
/// `run`, and everything it calls with `v`, must be `#[inline(always)]`. No attribute makes the compiler
/// inline a closure into the entry point, and a closure around vector operations once cost a factor of three.
/// So keep closures to one or two instructions.
pub trait Step<V> {
    type Output;

    /// Does the work. Only [`Features::enter`] calls it.
    fn run(self, v: V) -> Self::Output;
}

/// No vector extension: plain Rust, for any machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Features for Portable {
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        step.run(self)
    }
}
