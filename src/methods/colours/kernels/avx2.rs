//! Vectors of 32 bytes with AVX2.
//!
//! Bytes are compressed sixteen at a time, with two entries from a table that has a permutation for each
//! eight-bit mask. Keys are compressed eight at a time. Bits are mapped with two tables, one for each half of
//! a byte.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::PlacementVector;
use super::tables::{self, KEPT_BYTES, KEPT_KEYS};
use crate::methods::cpu::Avx2;

/// The permutations for both vector halves, and the number of bytes kept in the lower half.
#[derive(Clone, Copy)]
pub struct Avx2CompressMask {
    places: __m256i,
    kept: usize,
}

/// Added to indices into the upper eight of sixteen bytes, because these bytes begin at index 8.
const UPPER_OFFSETS: u64 = 0x0808_0808_0808_0808;

/// Shuffle indices. The sixteen indices from position `8 - i` on move a vector up by `i` bytes, and fill the
/// gap with zeros.
static SHIFT_UP_INDICES: [u8; 24] =
    [128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl PlacementVector for Avx2 {
    type Bytes = __m256i;
    type CompressMask = Avx2CompressMask;
    /// The mapped byte for each value of the lower half of a byte, and for each value of the upper half.
    type BitMap = [__m256i; 2];
    const WIDTH: usize = 32;

    #[inline(always)]
    fn splat(self, value: u8) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_set1_epi8(value.cast_signed()) }
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> __m256i {
        let from = &from[..32];
        // SAFETY: `self` proves AVX2, and there are 32 bytes to read.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, bytes: __m256i, into: &mut [u8]) {
        let into = &mut into[..32];
        // SAFETY: `self` proves AVX2, and there are 32 bytes to write.
        unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), bytes) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn bytes_lacking(self, bytes: __m256i, bits: __m256i) -> u64 {
        // SAFETY: `self` proves AVX2.
        let mask = unsafe {
            let free = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), _mm256_setzero_si256());
            _mm256_movemask_epi8(free)
        };
        u64::from(mask.cast_unsigned())
    }

    #[inline(always)]
    fn compress_mask(self, mask: u64) -> Avx2CompressMask {
        let masks = (mask as u32).to_le_bytes();
        let kept = masks.map(|mask| mask.count_ones() as usize);
        let [a, b, c, d] = masks.map(|mask| u64::from_le_bytes(KEPT_BYTES[usize::from(mask)]));
        // SAFETY: `self` proves AVX2. The 16 bytes to read begin at or before byte 8 of 24.
        let places = unsafe {
            let behind = |kept: usize| _mm_loadu_si128(SHIFT_UP_INDICES.as_ptr().add(8 - kept).cast());
            let first = _mm256_set_epi64x(0, c.cast_signed(), 0, a.cast_signed());
            let second =
                _mm256_set_epi64x(0, (d + UPPER_OFFSETS).cast_signed(), 0, (b + UPPER_OFFSETS).cast_signed());
            let moved = _mm256_set_m128i(behind(kept[2]), behind(kept[0]));
            _mm256_or_si256(first, _mm256_shuffle_epi8(second, moved))
        };
        Avx2CompressMask { places, kept: kept[0] + kept[1] }
    }

    #[inline(always)]
    fn compress(self, mask: Avx2CompressMask, bytes: __m256i, into: &mut [u8]) {
        let into = &mut into[..32];
        // SAFETY: `self` proves AVX2. Each 16-byte store begins at or before byte 16 of the 32 in `into`.
        unsafe {
            let kept = _mm256_shuffle_epi8(bytes, mask.places);
            let into = into.as_mut_ptr();
            _mm_storeu_si128(into.cast(), _mm256_castsi256_si128(kept));
            _mm_storeu_si128(into.add(mask.kept.min(16)).cast(), _mm256_extracti128_si256::<1>(kept));
        }
    }

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..32], &mut into[..32]);
        let mut end = 0;
        for (group, from) in from.chunks_exact(8).enumerate() {
            let mask = (mask >> (8 * group)) as u8;
            let kept = &KEPT_KEYS[usize::from(mask)];
            debug_assert!(end <= 8 * group);
            // SAFETY: `self` proves AVX2. There are eight keys to read. So far, at most as many were kept as
            // were read, so there is room to write eight more.
            unsafe {
                let keys = _mm_loadu_si128(from.as_ptr().cast());
                let keys = _mm_shuffle_epi8(keys, _mm_loadu_si128(kept.as_ptr().cast()));
                _mm_storeu_si128(into.as_mut_ptr().add(end).cast(), keys);
            }
            end += mask.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn bit_map(self, sources: [u8; 8]) -> [__m256i; 2] {
        // SAFETY: `self` proves AVX2, and there are 16 bytes to read.
        tables::nibbles(sources)
            .map(|table| unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) })
    }

    #[inline(always)]
    fn map_bits(self, [lower, upper]: [__m256i; 2], bytes: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let half = _mm256_set1_epi8(0x0f);
            let upper_halves = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
            let lower_halves = _mm256_and_si256(bytes, half);
            _mm256_or_si256(
                _mm256_shuffle_epi8(lower, lower_halves),
                _mm256_shuffle_epi8(upper, upper_halves),
            )
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
}
