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
/// CPU seconds of whole counts with two threads on an AMD EPYC (Zen 5), halves / colours, the best of two
/// where there are two:
///
/// | kernel   | N = 19      | N = 20      |
/// |----------|-------------|-------------|
/// | avx512   | 4.06 / 6.14 | 20.5 / 21.6 |
/// | avx2     | 7.21 / 6.83 | 40.0 / 24.8 |
/// | portable | 52.4 / 14.4 |             |
///
/// `portable` took 2.09 / 1.83 s at N = 17 and 8.34 / 6.00 at 18 on a Zen 4, before sets of rows were
/// searched together. The threshold of `neon` is a guess, not measured.
pub fn fastest_from(kernel: Kernel) -> Option<usize> {
    match kernel {
        Kernel::Avx512 | Kernel::Neon => Some(21),
        Kernel::Avx2 => Some(20),
        Kernel::Portable => Some(18),
        Kernel::Scalar => None,
    }
}
