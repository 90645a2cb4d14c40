//! The vector operations of colours, beyond those on bytes that methods share
//! ([`crate::methods::vectors`]). Each file implements them for one instruction set.

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
use crate::methods::vectors::Vector;

/// Vectors of bytes, with the operations on keys and on lines.
pub trait PlacementVector: Vector {
    /// The form of a map of bits that [`Self::map_bits`] takes.
    type BitMap: Copy;

    /// Writes those of the first `WIDTH` keys of `from` whose bit of `mask` is set to the start of
    /// `into`, side by side. The rest of its first `WIDTH` keys becomes undefined.
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]);

    /// The map to a byte whose bit `i` is the bit `sources[i]` of another, one bit or none.
    fn bit_map(self, sources: [u8; 8]) -> Self::BitMap;

    /// Maps every byte.
    fn map_bits(self, map: Self::BitMap, bytes: Self::Bytes) -> Self::Bytes;
}

/// The board from which on colours is faster than halves; `None` if it never is.
///
/// CPU seconds of counts and estimates (with a standard error of 7%) on one core of an AMD EPYC (Zen 4),
/// halves / colours:
///
/// | kernel   | N = 16      | N = 17      | N = 18      | N = 20      | N = 21    |
/// |----------|-------------|-------------|-------------|-------------|-----------|
/// | avx512   |             |             |             | 30.4 / 34.9 | 328 / 217 |
/// | avx2     |             |             |             | 59.0 / 64.1 | 427 / 321 |
/// | portable | 0.26 / 0.34 | 2.09 / 1.83 | 8.34 / 6.00 | 404 / 160   |           |
///
/// The threshold of `neon` is a guess, not measured.
pub fn fastest_from(kernel: Kernel) -> Option<usize> {
    match kernel {
        Kernel::Avx512 | Kernel::Avx2 | Kernel::Neon => Some(21),
        Kernel::Portable => Some(18),
        Kernel::Scalar | Kernel::Gpu => None,
    }
}
