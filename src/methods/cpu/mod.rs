//! The vector extensions that kernels use. A value of type `Avx2`, `Avx512F`, `Avx512` or `Neon` proves that
//! the CPU has the instructions. [`Features::enter`] runs code compiled for these instructions. It contains
//! the only `unsafe` call between a kernel's algorithm and its vector operations. The pulp crate works the
//! same way.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::Neon;
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Avx2, Avx512, Avx512F};

/// A set of CPU features. A value of this type proves that the CPU has the features.
pub trait Features: Copy + Send + 'static {
    /// Runs `step`, compiled with these features, so that its operations become inlined instructions.
    fn enter<S: Step<Self>>(self, step: S) -> S::Output;
}

/// A part of a count that uses `V`'s operations. The implementing type contains the input.
///
/// `run` and all functions that it calls with `v` must be `#[inline(always)]`. Keep closures to one or two
/// instructions, because no attribute makes the compiler inline a closure into the entry point. A closure
/// around vector operations once cost a factor of three.
pub trait Step<V> {
    type Output;

    /// Does the work. Only [`Features::enter`] should call this.
    fn run(self, v: V) -> Self::Output;
}

/// Plain Rust without vector extensions, for any machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Features for Portable {
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        step.run(self)
    }
}
