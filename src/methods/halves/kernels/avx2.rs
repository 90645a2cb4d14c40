//! Thirty-two bytes and 256 norths with AVX2.
//!
//! Several instructions replace one of AVX-512. Bytes are compressed eight at a time, by a table
//! with a permutation for each mask of eight. A table over two ranks is two tables over one.
//! `vpmovmskb` makes bit planes, one bit of 32 bytes at a time. Carry-save adders count bits, eight
//! words at a time, so that only one word of eight goes through the population count by half bytes
//! (W. Muła, N. Kurz, D. Lemire, "Faster population counts using AVX2 instructions", Computer
//! Journal 61, 2018).
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::bits::KEPT;
use super::vector::{Completion, Step, Tables, Vector};

/// Proof that the CPU has AVX2, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// `Some` if this CPU has the features.
    #[must_use]
    pub fn new() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// The entry point: runs a step, compiled for these features.
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn entry<S: Step<Avx2>>(v: Avx2, step: S) -> S::Out {
    step.run(v)
}

/// The permutations of both halves of a vector, and how many of each eight bytes are kept.
#[derive(Clone, Copy)]
pub struct Order {
    places: __m256i,
    kept: [u32; 4],
}

/// A table over ranks for each of two rows.
#[derive(Clone, Copy)]
pub struct RankTable {
    upper: __m256i,
    lower: __m256i,
}

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

    /// Adds the norths that the first `len` of eight completions leave.
    #[inline(always)]
    fn join_eight<const WORDS: usize>(
        self,
        head: &[__m256i; WORDS],
        tables: &Tables<__m256i>,
        completions: &[Completion; 8],
        len: usize,
        sums: &mut [Sum; WORDS],
    ) {
        for word in 0..WORDS {
            let mut words = [self.splat(0); 8];
            for i in 0..8 {
                if i < len {
                    let [a, b, c] = completions[i].indices();
                    let both = self.and(tables[a][word], tables[b][word]);
                    words[i] = self.and(self.and(both, tables[c][word]), head[word]);
                }
            }
            self.add_words(&mut sums[word], &words);
        }
    }
}

/// The bits of each lane of a sum, counted.
#[inline]
#[target_feature(enable = "avx2")]
fn total(sum: &Sum) -> __m256i {
    let low = _mm256_add_epi64(count(sum.ones), _mm256_slli_epi64::<1>(count(sum.twos)));
    let high = _mm256_add_epi64(_mm256_slli_epi64::<2>(count(sum.fours)), sum.counted);
    _mm256_add_epi64(low, high)
}

impl Vector for Avx2 {
    type Bytes = __m256i;
    type RankTable = RankTable;
    type Word = __m256i;
    type Sum = Sum;
    type Order = Order;
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
    fn rank_table(self, upper: u64, lower: u64) -> RankTable {
        // SAFETY: `self` proves AVX2.
        unsafe {
            RankTable {
                upper: _mm256_set1_epi64x(upper.cast_signed()),
                lower: _mm256_set1_epi64x(lower.cast_signed()),
            }
        }
    }

    #[inline(always)]
    fn look_up(self, table: RankTable, ranks: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let seven = _mm256_set1_epi8(7);
            let upper = _mm256_and_si256(_mm256_srli_epi16::<3>(ranks), seven);
            let lower = _mm256_and_si256(ranks, seven);
            _mm256_or_si256(_mm256_shuffle_epi8(table.upper, upper), _mm256_shuffle_epi8(table.lower, lower))
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
    fn order(self, mask: u64) -> Order {
        let [a, b, c, d] = (mask as u32).to_le_bytes();
        // The upper eight bytes of each half begin at place 8.
        const UPPER: u64 = 0x0808_0808_0808_0808;
        let places = |mask: u8| KEPT[usize::from(mask)];
        let places = [places(a), places(b) + UPPER, places(c), places(d) + UPPER].map(u64::cast_signed);
        Order {
            // SAFETY: `self` proves AVX2.
            places: unsafe { _mm256_setr_epi64x(places[0], places[1], places[2], places[3]) },
            kept: [a.count_ones(), b.count_ones(), c.count_ones(), d.count_ones()],
        }
    }

    #[inline(always)]
    fn compress(self, order: Order, bytes: __m256i, into: &mut [u8]) {
        let into = &mut into[..32];
        let [a, b, c, _] = order.kept.map(|kept| kept as usize & 15);
        // SAFETY: `self` proves AVX2; each eight bytes are written where at most 24 kept ones end,
        // within the 32 of `into`.
        unsafe {
            let kept = _mm256_shuffle_epi8(bytes, order.places);
            let (low, high) = (_mm256_castsi256_si128(kept), _mm256_extracti128_si256::<1>(kept));
            let into = into.as_mut_ptr();
            _mm_storel_epi64(into.cast(), low);
            _mm_storel_epi64(into.add(a).cast(), _mm_unpackhi_epi64(low, low));
            _mm_storel_epi64(into.add(a + b).cast(), high);
            _mm_storel_epi64(into.add(a + b + c).cast(), _mm_unpackhi_epi64(high, high));
        }
    }

    #[inline(always)]
    fn ones(self) -> __m256i {
        self.splat(u8::MAX)
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn bit_planes(self, bytes: &[u8]) -> [__m256i; 8] {
        let mut planes = [[0_i32; 8]; 8];
        for group in 0..8 {
            let mut bytes = self.load(&bytes[32 * group..]);
            for plane in (0..8).rev() {
                // SAFETY: `self` proves AVX2.
                unsafe {
                    planes[plane][group] = !_mm256_movemask_epi8(bytes);
                    bytes = _mm256_add_epi8(bytes, bytes);
                }
            }
        }
        let mut words = [self.ones(); 8];
        for (word, plane) in words.iter_mut().zip(&planes) {
            // SAFETY: `self` proves AVX2, and there are 32 bytes to read.
            *word = unsafe { _mm256_loadu_si256(plane.as_ptr().cast()) };
        }
        words
    }

    #[inline(always)]
    fn word(self, lanes: &[u64]) -> __m256i {
        let lanes = &lanes[..4];
        // SAFETY: `self` proves AVX2, and there are 32 bytes to read.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn nothing(self) -> Sum {
        let zero = self.splat(0);
        Sum { counted: zero, ones: zero, twos: zero, fours: zero }
    }

    #[inline(always)]
    fn join<const WORDS: usize>(
        self,
        head: &[__m256i; WORDS],
        tables: &Tables<__m256i>,
        completions: &[Completion],
        sums: &mut [Sum; WORDS],
    ) {
        let (eights, rest) = completions.as_chunks();
        for eight in eights {
            self.join_eight(head, tables, eight, 8, sums);
        }
        if !rest.is_empty() {
            let mut eight = [Completion::default(); 8];
            eight[..rest.len()].copy_from_slice(rest);
            self.join_eight(head, tables, &eight, rest.len(), sums);
        }
    }

    #[inline(always)]
    fn lanes(self, sum: Sum) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: `self` proves AVX2, and there are 64 bytes to write.
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total(&sum));
        }
        lanes
    }

    #[inline(always)]
    fn prefetch(self, byte: &u8) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast()) }
    }

    #[inline(always)]
    fn extract(self, word: u32, mask: u32) -> u32 {
        // SAFETY: `self` proves BMI2.
        unsafe { _pext_u32(word, mask) }
    }
}
