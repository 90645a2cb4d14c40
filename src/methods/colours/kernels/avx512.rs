//! Vectors of 64 bytes with AVX-512.
//!
//! This needs AVX-512 F and BW, byte permutations (VBMI), compression of bytes and keys (VBMI2), and bit
//! matrices (GFNI), which map bits. A compression takes two operations, and a permutation takes one. So the
//! indices of the kept bytes are compressed once, and then each vector is permuted by these indices.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::PlacementVector;
use crate::methods::cpu::Avx512;

const BYTE_INDICES: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < 64 {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

impl PlacementVector for Avx512 {
    type Bytes = __m512i;
    type CompressMask = __m512i;
    /// A matrix of bits, repeated for every eight bytes.
    type BitMap = __m512i;
    const WIDTH: usize = 64;

    #[inline(always)]
    fn splat(self, value: u8) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_set1_epi8(value.cast_signed()) }
    }

    #[inline(always)]
    fn load(self, from: &[u8]) -> __m512i {
        let from = &from[..64];
        // SAFETY: `self` proves AVX-512 F, and there are 64 bytes to read.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, bytes: __m512i, into: &mut [u8]) {
        let into = &mut into[..64];
        // SAFETY: `self` proves AVX-512 F, and there are 64 bytes to write.
        unsafe { _mm512_storeu_si512(into.as_mut_ptr().cast(), bytes) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn bytes_lacking(self, bytes: __m512i, bits: __m512i) -> u64 {
        // SAFETY: `self` proves AVX-512 BW.
        unsafe { _mm512_testn_epi8_mask(bytes, bits) }
    }

    #[inline(always)]
    fn compress_mask(self, mask: u64) -> __m512i {
        let numbers = self.load(&BYTE_INDICES);
        // SAFETY: `self` proves AVX-512 VBMI2.
        unsafe { _mm512_maskz_compress_epi8(mask, numbers) }
    }

    #[inline(always)]
    fn compress(self, mask: __m512i, bytes: __m512i, into: &mut [u8]) {
        // SAFETY: `self` proves AVX-512 VBMI.
        self.store(unsafe { _mm512_permutexvar_epi8(mask, bytes) }, into);
    }

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
        // The lowest matrix byte computes the highest result bit.
        let matrix = u64::from_be_bytes(sources);
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_set1_epi64(matrix.cast_signed()) }
    }

    #[inline(always)]
    fn map_bits(self, map: __m512i, bytes: __m512i) -> __m512i {
        // SAFETY: `self` proves GFNI and AVX-512 F.
        unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(bytes, map) }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
}
