//! Eight lanes with AVX2.
//!
//! AVX2 has no compress instruction. A permutation from a table of 256 replaces it; the index is
//! the set of lanes as bits. Elsewhere a set has the form that comparisons produce: all ones in its
//! lanes.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::lanes::Lanes;
use super::workspace::Workspace;
use super::{Batch, Counts, batch};
use crate::methods::cpu::Avx2;
use crate::methods::kept::kept;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn entry(lanes: Avx2, batch: Batch, workspace: &mut Workspace) -> Counts {
    batch::count(lanes, batch, workspace)
}

impl Avx2 {
    /// Bit `i` for lane `i`.
    #[inline(always)]
    fn bits(self, set: __m256i) -> u8 {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(set)) as u8 }
    }
}

/// The order of lanes that moves those of a set to the front, for every set.
#[repr(align(64))]
struct Orders([[u32; 8]; 256]);

static ORDERS: Orders = {
    let kept = kept::<1, 8, 256>();
    let mut orders = [[0; 8]; 256];
    let mut place = 0;
    while place < 8 * 256 {
        orders[place / 8][place % 8] = kept[place / 8][place % 8] as u32;
        place += 1;
    }
    Orders(orders)
};

impl Lanes for Avx2 {
    type Words = __m256i;
    type Set = __m256i;
    const COUNT: usize = 8;

    fn count(self, batch: Batch, workspace: &mut Workspace) -> Counts {
        // SAFETY: `self` proves the features.
        unsafe { entry(self, batch, workspace) }
    }

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
    fn store(self, words: __m256i, into: &mut [u32]) {
        let into = &mut into[..8];
        // SAFETY: `self` proves AVX2, and there are 8 words to write.
        unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), words) }
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
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_min_epu32(a, b) }
    }

    #[inline(always)]
    fn minus_one(self, a: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_add_epi32(a, _mm256_set1_epi32(-1)) }
    }

    // The compiler sees that shift counts are below 32, so it does not guard the shifts.
    #[inline(always)]
    fn up(self, a: __m256i, by: __m256i) -> __m256i {
        let by = self.and(by, self.splat(31));
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_sllv_epi32(a, by) }
    }

    #[inline(always)]
    fn down(self, a: __m256i, by: __m256i) -> __m256i {
        let by = self.and(by, self.splat(31));
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_srlv_epi32(a, by) }
    }

    #[inline(always)]
    fn len(self, set: __m256i) -> usize {
        self.bits(set).count_ones() as usize
    }

    #[inline(always)]
    fn first(self, n: usize) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            _mm256_cmpgt_epi32(_mm256_set1_epi32(n.min(8) as i32), lane)
        }
    }

    #[inline(always)]
    fn nonzero(self, set: __m256i, words: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        self.and_not(set, unsafe { _mm256_cmpeq_epi32(words, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn zero(self, set: __m256i, words: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        self.and(set, unsafe { _mm256_cmpeq_epi32(words, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn increment(self, set: __m256i, tally: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_sub_epi32(tally, set) }
    }

    #[inline(always)]
    fn compress(self, set: __m256i, words: [__m256i; 4], into: [&mut [u32]; 4]) {
        let order = self.load(&ORDERS.0[usize::from(self.bits(set))]);
        for (words, into) in words.into_iter().zip(into) {
            // SAFETY: `self` proves AVX2.
            self.store(unsafe { _mm256_permutevar8x32_epi32(words, order) }, into);
        }
    }
}
