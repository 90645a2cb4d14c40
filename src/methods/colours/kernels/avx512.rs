//! Sixty-four bytes with AVX-512: keys are compressed by VBMI2, bits mapped by GFNI.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::PlacementVector;
use crate::methods::cpu::Avx512;

impl PlacementVector for Avx512 {
    /// The same matrix of bits for every eight bytes.
    type BitMap = __m512i;

    #[inline(always)]
    fn compress_keys(self, mask: u64, from: &[u16], into: &mut [u16]) {
        let (from, into) = (&from[..64], &mut into[..64]);
        let lower = mask as u32;
        // SAFETY: `self` proves AVX-512 F and VBMI2. There are 64 keys to read and to write, and at most
        // 32 bits of a mask are set.
        unsafe {
            let keys = _mm512_loadu_si512(from.as_ptr().cast());
            let kept = _mm512_maskz_compress_epi16(lower, keys);
            _mm512_storeu_si512(into.as_mut_ptr().cast(), kept);
            let keys = _mm512_loadu_si512(from.as_ptr().add(32).cast());
            let kept = _mm512_maskz_compress_epi16((mask >> 32) as u32, keys);
            _mm512_storeu_si512(into.as_mut_ptr().add(lower.count_ones() as usize).cast(), kept);
        }
    }

    #[inline(always)]
    fn bit_map(self, sources: [u8; 8]) -> __m512i {
        // The first row of a matrix makes the highest bit.
        let matrix = u64::from_be_bytes(sources);
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_set1_epi64(matrix.cast_signed()) }
    }

    #[inline(always)]
    fn map_bits(self, map: __m512i, bytes: __m512i) -> __m512i {
        // SAFETY: `self` proves GFNI and AVX-512 F.
        unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(bytes, map) }
    }
}
