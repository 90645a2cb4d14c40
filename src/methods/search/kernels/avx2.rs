//! Eight lanes with AVX2.
//!
//! AVX2 has no compress instruction. Instead, the set of lanes selects one of 256 permutations from a table.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::lanes::Lanes;
use crate::methods::compaction::compaction_table;
use crate::methods::cpu::Avx2;

/// For each set of lanes, the permutation that moves these lanes to the front.
#[repr(align(64))]
struct Orders([[u32; 8]; 256]);

static ORDERS: Orders = {
    let table = compaction_table::<1, 8, 256>();
    let mut orders = [[0; 8]; 256];
    let mut place = 0;
    while place < 8 * 256 {
        orders[place / 8][place % 8] = table[place / 8][place % 8] as u32;
        place += 1;
    }
    Orders(orders)
};

impl Lanes for Avx2 {
    type Words = __m256i;
    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, value: u32) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> __m256i {
        let from = &from[..8];
        // SAFETY: `self` proves AVX2, and there are 8 words to read.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn without_lowest(self, a: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_and_si256(a, _mm256_add_epi32(a, _mm256_set1_epi32(-1))) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_min_epu32(a, b) }
    }

    // With the mask, the compiler knows that shift counts are below 32, and omits a check for larger ones.
    #[inline(always)]
    fn shift_up(self, a: __m256i, by: __m256i) -> __m256i {
        let by = self.and(by, self.splat(31));
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_sllv_epi32(a, by) }
    }

    #[inline(always)]
    fn shift_down(self, a: __m256i, by: __m256i) -> __m256i {
        let by = self.and(by, self.splat(31));
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_srlv_epi32(a, by) }
    }

    #[inline(always)]
    fn nonzero(self, words: __m256i) -> u32 {
        // SAFETY: `self` proves AVX2.
        let zero = unsafe {
            let zero = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(zero))
        };
        u32::from(!(zero as u8))
    }

    #[inline(always)]
    fn compress(self, set: u32, words: [__m256i; 4], into: [&mut [u32]; 4]) -> usize {
        let order = self.load(&ORDERS.0[usize::from(set as u8)]);
        for (words, into) in words.into_iter().zip(into) {
            let into = &mut into[..8];
            // SAFETY: `self` proves AVX2, and there are 8 words to write.
            unsafe {
                let words = _mm256_permutevar8x32_epi32(words, order);
                _mm256_storeu_si256(into.as_mut_ptr().cast(), words);
            }
        }
        set.count_ones() as usize
    }
}
