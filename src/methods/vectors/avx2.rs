//! Thirty-two bytes and 256 norths with AVX2.
//!
//! Several instructions replace one of AVX-512. Bytes are compressed sixteen at a time, by two
//! entries of a table with a permutation for each mask of eight. A table over two ranks is two
//! tables over one. Eight vectors exchange bits to become bit planes, so that north `8 * i + j` of
//! a lane is bit `i` of byte `j`. Carry-save adders count bits, eight words at a time, so that only
//! one word of eight goes through the population count by half bytes (W. Muła, N. Kurz, D. Lemire,
//! "Faster population counts using AVX2 instructions", Computer Journal 61, 2018).
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::bits::{self, KEPT};
use super::vector::{Completion, Step, Tables, Vector};
use crate::methods::cpu::Avx2;

/// The entry point: runs a step, compiled for these features.
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn entry<S: Step<Avx2>>(v: Avx2, step: S) -> S::Out {
    step.run(v)
}

/// The permutations of both halves of a vector, and how many of the first sixteen bytes are kept.
#[derive(Clone, Copy)]
pub struct Permutation {
    places: __m256i,
    kept: usize,
}

/// The second eight bytes of sixteen begin at place 8.
const UPPER: u64 = 0x0808_0808_0808_0808;

/// Sixteen bytes from byte `8 - i` on move a vector up by `i` bytes, and leave zeros.
static BEHIND: [u8; 24] =
    [128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Adds three bits in each place: the sum, and the carry.
#[inline]
#[target_feature(enable = "avx2")]
fn add3(a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
    let half = _mm256_xor_si256(a, b);
    let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, c));
    (_mm256_xor_si256(half, c), carry)
}

/// The bits of each lane, counted.
#[inline]
#[target_feature(enable = "avx2")]
fn count(bits: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let nibble = _mm256_set1_epi8(0x0f);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(bits, nibble));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(bits), nibble));
    _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
}

/// Bits counted so far: `counted`, and one, two or four for each bit of the other three.
#[derive(Clone, Copy)]
pub struct Sum {
    counted: __m256i,
    ones: __m256i,
    twos: __m256i,
    fours: __m256i,
}

// Not `#[target_feature]`: whether these are inlined would be left to chance, and a call for every
// eight completions costs 5%.
impl Avx2 {
    /// Transposes blocks of 8 by 8 bits: bit `b` of byte `j` of vector `i` becomes bit `i` of byte
    /// `j` of vector `b`.
    #[inline(always)]
    fn transpose_bits(self, mut rows: [__m256i; 8]) -> [__m256i; 8] {
        macro_rules! swap {
            ($size:literal, $low:literal) => {
                for i in (0..8).filter(|i| i & $size == 0) {
                    let a = rows[i];
                    let b = rows[i + $size];
                    // SAFETY: `self` proves AVX2.
                    unsafe {
                        let moved = _mm256_xor_si256(_mm256_srli_epi64::<$size>(a), b);
                        let moved = _mm256_and_si256(moved, _mm256_set1_epi8($low));
                        rows[i] = _mm256_xor_si256(a, _mm256_slli_epi64::<$size>(moved));
                        rows[i + $size] = _mm256_xor_si256(b, moved);
                    }
                }
            };
        }
        swap!(4, 0x0f);
        swap!(2, 0x33);
        swap!(1, 0x55);
        rows
    }

    /// Adds eight words to `sum`.
    #[inline(always)]
    fn add_words(self, sum: &mut Sum, words: &[__m256i; 8]) {
        let [a, b, c, d, e, f, g, h] = *words;
        // SAFETY: `self` proves AVX2.
        unsafe {
            let (ones, twos_a) = add3(sum.ones, a, b);
            let (ones, twos_b) = add3(ones, c, d);
            let (twos, fours_a) = add3(sum.twos, twos_a, twos_b);
            let (ones, twos_a) = add3(ones, e, f);
            let (ones, twos_b) = add3(ones, g, h);
            let (twos, fours_b) = add3(twos, twos_a, twos_b);
            let (fours, eights) = add3(sum.fours, fours_a, fours_b);
            (sum.ones, sum.twos, sum.fours) = (ones, twos, fours);
            sum.counted = _mm256_add_epi64(sum.counted, _mm256_slli_epi64::<3>(count(eights)));
        }
    }

    /// The norths that all four words of a completion have.
    #[inline(always)]
    fn left(self, tables: &Tables<__m256i>, completion: Completion, word: usize) -> __m256i {
        let [a, b, c, d] = completion.indices().map(|index| tables[index][word]);
        self.and(self.and(a, b), self.and(c, d))
    }
}

impl Vector for Avx2 {
    type Bytes = __m256i;
    /// A table over ranks for each of two rows.
    type RankTable = [__m256i; 2];
    type Sum = Sum;
    type Permutation = Permutation;
    const WIDTH: usize = 32;

    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        // SAFETY: `self` proves the features.
        unsafe { entry(self, step) }
    }

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
    fn or(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_or_si256(_mm256_or_si256(a, b), c) }
    }

    #[inline(always)]
    fn without(self, bytes: __m256i, bits: __m256i) -> u64 {
        // SAFETY: `self` proves AVX2.
        let mask = unsafe {
            let free = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), _mm256_setzero_si256());
            _mm256_movemask_epi8(free)
        };
        u64::from(mask.cast_unsigned())
    }

    #[inline(always)]
    fn rank_table(self, upper: u64, lower: u64) -> [__m256i; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_set1_epi64x(upper.cast_signed()), _mm256_set1_epi64x(lower.cast_signed())] }
    }

    #[inline(always)]
    fn look_up(self, [upper, lower]: [__m256i; 2], ranks: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let seven = _mm256_set1_epi8(7);
            let upper_ranks = _mm256_and_si256(_mm256_srli_epi16::<3>(ranks), seven);
            let lower_ranks = _mm256_and_si256(ranks, seven);
            _mm256_or_si256(_mm256_shuffle_epi8(upper, upper_ranks), _mm256_shuffle_epi8(lower, lower_ranks))
        }
    }

    #[inline(always)]
    fn missing_rank(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let all = _mm256_xor_si256(_mm256_xor_si256(a, b), c);
            let both = _mm256_xor_si256(all, _mm256_srli_epi16::<3>(all));
            _mm256_andnot_si256(both, _mm256_set1_epi8(7))
        }
    }

    #[inline(always)]
    fn permutation(self, mask: u64) -> Permutation {
        let masks = (mask as u32).to_le_bytes();
        let kept = masks.map(|mask| mask.count_ones() as usize);
        let [a, b, c, d] = masks.map(|mask| u64::from_le_bytes(KEPT[usize::from(mask)]));
        // SAFETY: `self` proves AVX2, and 16 bytes are read from 8 of 24 at most.
        let places = unsafe {
            let behind = |kept: usize| _mm_loadu_si128(BEHIND.as_ptr().add(8 - kept).cast());
            let first = _mm256_set_epi64x(0, c.cast_signed(), 0, a.cast_signed());
            let second = _mm256_set_epi64x(0, (d + UPPER).cast_signed(), 0, (b + UPPER).cast_signed());
            let moved = _mm256_set_m128i(behind(kept[2]), behind(kept[0]));
            _mm256_or_si256(first, _mm256_shuffle_epi8(second, moved))
        };
        Permutation { places, kept: kept[0] + kept[1] }
    }

    #[inline(always)]
    fn compress(self, permutation: Permutation, bytes: __m256i, into: &mut [u8]) {
        let into = &mut into[..32];
        // SAFETY: `self` proves AVX2; each sixteen bytes are written where at most 16 kept ones
        // end, within the 32 of `into`.
        unsafe {
            let kept = _mm256_shuffle_epi8(bytes, permutation.places);
            let into = into.as_mut_ptr();
            _mm_storeu_si128(into.cast(), _mm256_castsi256_si128(kept));
            _mm_storeu_si128(into.add(permutation.kept.min(16)).cast(), _mm256_extracti128_si256::<1>(kept));
        }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn bit_planes(self, bytes: &[u8]) -> [__m256i; 8] {
        let bytes = &bytes[..256];
        let mut rows = [self.ones(); 8];
        for i in 0..4 {
            // SAFETY: `self` proves AVX2, and 16 bytes are read from 48 + 192 at most.
            unsafe {
                let lane = |lane: usize| bytes.as_ptr().add(64 * lane + 16 * i).cast::<__m128i>();
                let two = |a, b| {
                    _mm256_inserti128_si256::<1>(
                        _mm256_castsi128_si256(_mm_loadu_si128(a)),
                        _mm_loadu_si128(b),
                    )
                };
                let even = two(lane(0), lane(2));
                let odd = two(lane(1), lane(3));
                rows[2 * i] = _mm256_unpacklo_epi64(even, odd);
                rows[2 * i + 1] = _mm256_unpackhi_epi64(even, odd);
            }
        }
        let mut planes = self.transpose_bits(rows);
        for plane in &mut planes {
            // SAFETY: `self` proves AVX2.
            *plane = unsafe { _mm256_xor_si256(*plane, self.ones()) };
        }
        planes
    }

    #[inline(always)]
    fn word(self, lanes: &[u64]) -> __m256i {
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| bits::transpose_bits(lanes[lane]).cast_signed());
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_setr_epi64x(a, b, c, d) }
    }

    #[inline(always)]
    fn nothing(self) -> Sum {
        let zero = self.splat(0);
        Sum { counted: zero, ones: zero, twos: zero, fours: zero }
    }

    #[inline(always)]
    fn join<const WORDS: usize>(
        self,
        tables: &Tables<__m256i>,
        completions: &[Completion],
        _norths: usize,
        sums: &mut [Sum; WORDS],
    ) {
        let (eights, rest) = completions.as_chunks::<8>();
        for (word, sum) in sums.iter_mut().enumerate() {
            let mut words = [self.splat(0); 8];
            for eight in eights {
                for (left, &completion) in words.iter_mut().zip(eight) {
                    *left = self.left(tables, completion, word);
                }
                self.add_words(sum, &words);
            }
            words = [self.splat(0); 8];
            for (left, &completion) in words.iter_mut().zip(rest) {
                *left = self.left(tables, completion, word);
            }
            self.add_words(sum, &words);
        }
    }

    #[inline(always)]
    fn transpose(self, words: [u64; 8]) -> [u64; 8] {
        let mut turned = [0; 8];
        // SAFETY: `self` proves AVX2, and there are 64 bytes to read and to write.
        unsafe {
            let load = |word: usize| _mm_loadu_si128(words.as_ptr().add(word).cast());
            let [a, b, c, d] = [load(0), load(2), load(4), load(6)];
            // Words 0 and 4, 1 and 5, 2 and 6, 3 and 7, byte by byte.
            let w04 = _mm_unpacklo_epi8(a, c);
            let w15 = _mm_unpackhi_epi8(a, c);
            let w26 = _mm_unpacklo_epi8(b, d);
            let w37 = _mm_unpackhi_epi8(b, d);
            let even = _mm_unpacklo_epi8(w04, w26);
            let even_high = _mm_unpackhi_epi8(w04, w26);
            let odd = _mm_unpacklo_epi8(w15, w37);
            let odd_high = _mm_unpackhi_epi8(w15, w37);
            let into: *mut __m128i = turned.as_mut_ptr().cast();
            _mm_storeu_si128(into, _mm_unpacklo_epi8(even, odd));
            _mm_storeu_si128(into.add(1), _mm_unpackhi_epi8(even, odd));
            _mm_storeu_si128(into.add(2), _mm_unpacklo_epi8(even_high, odd_high));
            _mm_storeu_si128(into.add(3), _mm_unpackhi_epi8(even_high, odd_high));
        }
        turned
    }

    #[inline(always)]
    fn lanes(self, sum: Sum) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: `self` proves AVX2, and it writes 32 bytes of 64.
        unsafe {
            let low = _mm256_add_epi64(count(sum.ones), _mm256_slli_epi64::<1>(count(sum.twos)));
            let high = _mm256_add_epi64(_mm256_slli_epi64::<2>(count(sum.fours)), sum.counted);
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_add_epi64(low, high));
        }
        lanes
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }

    #[inline(always)]
    fn extract(self, word: u32, mask: u32) -> u32 {
        // SAFETY: `self` proves BMI2.
        unsafe { _pext_u32(word, mask) }
    }
}
