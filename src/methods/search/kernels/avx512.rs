//! Sixteen lanes with AVX-512.
//!
//! Compress works on the lanes' numbers, once per step; permutations bring the four words into that
//! order. A permutation is one operation and compress two. With an operand in memory it is microcoded
//! on AMD Zen 4: `vpcompressd` to memory takes 26 ns there, the same through a register and an
//! ordinary store about 1 ns.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::lanes::Lanes;
use super::workspace::Workspace;
use super::{Batch, Counts, batch};
use crate::methods::cpu::Avx512F;

#[target_feature(enable = "avx512f,bmi2,popcnt")]
fn entry(lanes: Avx512F, batch: Batch, workspace: &mut Workspace) -> Counts {
    batch::count(lanes, batch, workspace)
}

/// Shift counts that the compiler sees to be below 32: otherwise it guards every shift.
#[inline]
#[target_feature(enable = "avx512f")]
fn below_32(by: __m512i) -> __m512i {
    _mm512_and_si512(by, _mm512_set1_epi32(31))
}

impl Lanes for Avx512F {
    type Words = __m512i;
    type Set = __mmask16;
    const COUNT: usize = 16;

    fn count(self, batch: Batch, workspace: &mut Workspace) -> Counts {
        // SAFETY: `self` proves the features.
        unsafe { entry(self, batch, workspace) }
    }

    #[inline(always)]
    fn splat(self, value: u32) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m512i {
        let from = &from[..16];
        // SAFETY: `self` proves AVX-512 F, and there are 16 words to read.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, words: __m512i, into: &mut [u32]) {
        let into = &mut into[..16];
        // SAFETY: `self` proves AVX-512 F, and there are 16 words to write.
        unsafe { _mm512_storeu_si512(into.as_mut_ptr().cast(), words) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn or_and_not(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // The table of a | (b & !c), with a as the highest bit of the index.
        const TABLE: i32 = 0b1111_0100;
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_ternarylogic_epi32::<TABLE>(a, b, c) }
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_min_epu32(a, b) }
    }

    #[inline(always)]
    fn minus_one(self, a: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_add_epi32(a, _mm512_set1_epi32(-1)) }
    }

    #[inline(always)]
    fn up(self, a: __m512i, by: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_sllv_epi32(a, below_32(by)) }
    }

    #[inline(always)]
    fn down(self, a: __m512i, by: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_srlv_epi32(a, below_32(by)) }
    }

    #[inline(always)]
    fn len(self, set: __mmask16) -> usize {
        set.count_ones() as usize
    }

    #[inline(always)]
    fn first(self, n: usize) -> __mmask16 {
        ((1_u32 << n.min(16)) - 1) as __mmask16
    }

    #[inline(always)]
    fn nonzero(self, set: __mmask16, words: __m512i) -> __mmask16 {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_mask_test_epi32_mask(set, words, words) }
    }

    #[inline(always)]
    fn zero(self, set: __mmask16, words: __m512i) -> __mmask16 {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_mask_testn_epi32_mask(set, words, words) }
    }

    #[inline(always)]
    fn increment(self, set: __mmask16, tally: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_mask_sub_epi32(tally, set, tally, _mm512_set1_epi32(-1)) }
    }

    #[inline(always)]
    fn compress(self, set: __mmask16, words: [__m512i; 4], into: [&mut [u32]; 4]) {
        // SAFETY: `self` proves AVX-512 F.
        let order = unsafe {
            let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            _mm512_maskz_compress_epi32(set, lanes)
        };
        for (words, into) in words.into_iter().zip(into) {
            // SAFETY: `self` proves AVX-512 F.
            self.store(unsafe { _mm512_permutexvar_epi32(order, words) }, into);
        }
    }
}
