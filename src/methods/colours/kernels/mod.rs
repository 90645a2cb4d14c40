//! The vector operations of colours, and the kernels that they make.
//!
//! [`PlacementVector`] has the operations, and [`Step`] is the way in which a step of the search reaches
//! them. Each file implements them for one instruction set: a type whose value proves the features, with one
//! entry point that enables them. The kernel `scalar` is the plain recursion, which uses no vector.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod tables;

pub use portable::PortableBytes;

use crate::methods::Kernel;
#[cfg(target_arch = "aarch64")]
use crate::methods::cpu::Neon;
#[cfg(target_arch = "x86_64")]
use crate::methods::cpu::{Avx2, Avx512};

/// A step of the search: its inputs, and its work with the vectors of a kernel. [`PlacementVector::enter`]
/// runs it in an entry point that enables the CPU features of the vector, so that the operations are inlined
/// as instructions; it is the only `unsafe` call between a step and its kernel. (The crate pulp works this
/// way.)
///
/// `run` and everything that it calls with `v` must be `#[inline(always)]`. No attribute makes the
/// compiler inline a closure into the entry point: one around vector operations has cost a factor of
/// three, so it may have one or two instructions at most.
pub trait Step<V: PlacementVector> {
    type Output;

    /// The step, to be called by [`PlacementVector::enter`] only.
    fn run(self, v: V) -> Self::Output;
}

/// Vectors of bytes, with the operations on keys and on lines.
///
/// A value of the implementing type proves that the CPU has the instructions behind it. Every
/// method but `enter` is `#[inline(always)]`, so that it is compiled with the CPU features of the
/// entry point that it is inlined into.
pub trait PlacementVector: Copy {
    /// `WIDTH` bytes.
    type Bytes: Copy;
    /// The form of a mask of bytes that [`Self::compress`] takes.
    type CompressMask: Copy;
    /// The form of a map of bits that [`Self::map_bits`] takes.
    type BitMap: Copy;

    /// Bytes of a vector: 8, 32 or 64.
    const WIDTH: usize;

    /// Runs `step` with the CPU features of this vector.
    fn enter<S: Step<Self>>(self, step: S) -> S::Output;

    /// The same value in every byte.
    fn splat(self, value: u8) -> Self::Bytes;
    /// The first `WIDTH` bytes of `from`.
    fn load(self, from: &[u8]) -> Self::Bytes;
    /// Writes the first `WIDTH` bytes of `into`.
    fn store(self, bytes: Self::Bytes, into: &mut [u8]);
    /// The bits of either.
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// A mask of the bytes that have no bit of `bits`.
    fn bytes_lacking(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64;

    /// The form of `mask`, a bit for each byte to keep and below `2^WIDTH`, that [`Self::compress`] takes.
    fn compress_mask(self, mask: u64) -> Self::CompressMask;
    /// Writes the bytes that `mask` keeps to the start of `into`, side by side. The rest of the
    /// first `WIDTH` bytes is unspecified.
    fn compress(self, mask: Self::CompressMask, bytes: Self::Bytes, into: &mut [u8]);
    /// Writes those of the first `WIDTH` keys of `from` whose bit of `mask` is set to the start of
    /// `into`, side by side. The rest of its first `WIDTH` keys is unspecified.
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]);

    /// The map to a byte whose bit `i` is the bit `sources[i]` of another, one bit or none.
    fn bit_map(self, sources: [u8; 8]) -> Self::BitMap;
    /// Maps every byte.
    fn map_bits(self, map: Self::BitMap, bytes: Self::Bytes) -> Self::Bytes;

    /// Prefetches the cache line of `value`, if there is an instruction for it.
    #[inline(always)]
    fn prefetch<T>(self, _value: &T) {}
}

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

/// The smallest board on which colours is faster than cross; `None` if it never is.
///
/// CPU seconds of whole counts with one thread on an Intel Xeon (Sapphire Rapids), cross / colours, the
/// best of 3 to 15, and of one at N = 19:
///
/// | kernel   | N = 14          | N = 16          | N = 17        | N = 18      | N = 19      |
/// |----------|-----------------|-----------------|---------------|-------------|-------------|
/// | avx512   | 0.0057 / 0.0112 | 0.0474 / 0.0942 | 0.267 / 0.381 | 1.92 / 1.22 | 14.8 / 6.33 |
/// | avx2     | 0.0064 / 0.0109 | 0.0669 / 0.108  | 0.409 / 0.461 | 2.94 / 1.46 | 22.5 / 7.76 |
/// | portable | 0.0172 / 0.0139 | 0.470 / 0.154   |               |             |             |
///
/// At N = 13, portable takes 0.0059 / 0.0076.
///
/// The threshold of `neon` is a guess, not measured: cross has no such kernel and counts with `portable`.
pub fn smallest_fastest_board(kernel: Kernel) -> Option<usize> {
    match kernel {
        Kernel::Avx512 | Kernel::Avx2 => Some(18),
        Kernel::Neon | Kernel::Portable => Some(14),
        Kernel::Scalar => None,
    }
}

/// Calls a generic function with the vectors of every kernel that this CPU can run.
#[cfg(test)]
macro_rules! with_every_vector {
    ($check:ident($($argument:expr),*)) => {{
        $check(crate::methods::colours::kernels::PortableBytes, $($argument),*);
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
