//! This method's vector operations.
//!
//! Each kernel implements [`PlacementVector`] for an instruction set. The exception is `scalar`, the plain
//! recursion, which uses no vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod tables;

use crate::methods::Kernel;
use crate::methods::cpu::Features;

/// Vectors of bytes, with operations on keys and lines.
///
/// Every method is `#[inline(always)]`, so that it is compiled with the CPU features of the surrounding
/// [`Step`].
///
/// [`Step`]: crate::methods::cpu::Step
pub trait PlacementVector: Features {
    /// A vector of `WIDTH` bytes.
    type Bytes: Copy;
    /// A mask of bytes, prepared for [`Self::compress`].
    type CompressMask: Copy;
    /// A map from bytes to bytes, prepared for [`Self::map_bits`].
    type BitMap: Copy;

    /// The number of bytes in a vector: 8, 32 or 64.
    const WIDTH: usize;

    /// Copies `value` to every byte.
    fn splat(self, value: u8) -> Self::Bytes;
    /// Loads the first `WIDTH` bytes of `from`.
    fn load(self, from: &[u8]) -> Self::Bytes;
    /// Stores to the first `WIDTH` bytes of `into`.
    fn store(self, bytes: Self::Bytes, into: &mut [u8]);
    /// Returns the bitwise OR.
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns a mask of the bytes that have none of the corresponding `bits` set.
    fn bytes_lacking(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64;

    /// Prepares a mask with a bit for each byte to keep. `mask` must be less than `2^WIDTH`.
    fn compress_mask(self, mask: u64) -> Self::CompressMask;
    /// Writes the bytes selected by `mask` to the start of `into`, without gaps. The rest of the first
    /// `WIDTH` bytes of `into` is unspecified.
    fn compress(self, mask: Self::CompressMask, bytes: Self::Bytes, into: &mut [u8]);
    /// Of the first `WIDTH` keys in `from`, writes the keys whose bit is set in `mask` to the start of
    /// `into`, without gaps. The rest of the first `WIDTH` keys in `into` is unspecified.
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]);

    /// Prepares a map from bytes to bytes. Each of `sources` is a mask with at most one bit. Bit `i` in a
    /// mapped byte is set if the original byte has the bit in `sources[i]`.
    fn bit_map(self, sources: [u8; 8]) -> Self::BitMap;
    /// Applies `map` to every byte.
    fn map_bits(self, map: Self::BitMap, bytes: Self::Bytes) -> Self::Bytes;

    /// Prefetches the cache line with `value`, if there is an instruction for this.
    #[inline(always)]
    fn prefetch<T>(self, _value: &T) {}
}

/// Returns the smallest board on which colours is faster than cross, or `None` if it never is.
///
/// The table shows CPU seconds for whole counts (cross / colours) with one thread on an Intel Xeon (Sapphire
/// Rapids). At N = 19, each number is from a single count. All other numbers are the best of 3 to 15 counts.
///
/// | kernel   | N = 14          | N = 16          | N = 17        | N = 18      | N = 19      |
/// |----------|-----------------|-----------------|---------------|-------------|-------------|
/// | avx512   | 0.0057 / 0.0112 | 0.0474 / 0.0942 | 0.267 / 0.381 | 1.92 / 1.22 | 14.8 / 6.33 |
/// | avx2     | 0.0064 / 0.0109 | 0.0669 / 0.108  | 0.409 / 0.461 | 2.94 / 1.46 | 22.5 / 7.76 |
/// | portable | 0.0172 / 0.0139 | 0.470 / 0.154   |               |             |             |
///
/// At N = 13, portable takes 0.0059 / 0.0076.
///
/// The threshold for `neon` is a guess, not measured. Cross has no such kernel, and uses `portable` instead.
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
        $check(crate::methods::cpu::Portable, $($argument),*);
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
