//! Thirty-two bytes with AVX2: keys are compressed by a table of permutations, bits mapped by two
//! tables, one for each half of a byte.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::PlacementVector;
use super::tables::{self, KEPT};
use crate::methods::cpu::Avx2;

impl PlacementVector for Avx2 {
    /// The mapped byte for each lower and each upper half of a byte.
    type BitMap = [__m256i; 2];

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..32], &mut into[..32]);
        let mut end = 0;
        for (group, from) in from.chunks_exact(8).enumerate() {
            let mask = (mask >> (8 * group)) as u8;
            let kept = &KEPT[usize::from(mask)];
            debug_assert!(end <= 8 * group);
            // SAFETY: `self` proves AVX2. There are eight keys to read; at most as many were kept as were
            // read before, so that there are eight more to write.
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
}
