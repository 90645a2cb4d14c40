//! Sixty-four bytes and 512 norths with AVX-512.
//!
//! Beyond the base it needs byte permutations (VBMI), byte compression (VBMI2), bit matrices (GFNI)
//! and population counts (VPOPCNTDQ). As in the search, the order of the kept bytes is compressed
//! once, and a permutation brings each vector into that order: a compression takes two operations, a
//! permutation one.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::vector::{Completion, MAX_WORDS, Step, Tables, Vector};
use crate::methods::cpu::Avx512;

/// The entry point: runs a step, compiled for these features.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi2,popcnt"
)]
fn entry<S: Step<Avx512>>(v: Avx512, step: S) -> S::Out {
    step.run(v)
}

/// Sixty-four bytes, each by a formula of its index.
macro_rules! bytes {
    ($i:ident => $byte:expr) => {{
        let mut bytes = [0; 64];
        let mut $i = 0;
        while $i < 64 {
            bytes[$i] = ($byte) as u8;
            $i += 1;
        }
        bytes
    }};
}

/// 0 to 63.
const NUMBERS: [u8; 64] = bytes!(i => i);

/// Each of eight bytes eight times.
const EIGHTFOLD: [u8; 64] = bytes!(i => i / 8);

/// Byte `8 * j + g` from byte `8 * g + j`: an 8 x 8 matrix of bytes, transposed.
const TRANSPOSE: [u8; 64] = bytes!(i => i % 8 * 8 + i / 8);

/// The number `a ^ b ^ 7` at index `8 * a + b`.
const MISSING_RANK: [u8; 64] = bytes!(i => (i / 8) ^ (i % 8) ^ 7);

/// The permutations that make eight completions each: byte `8 * i + 2 * j + 1`, the upper byte of
/// index `j` of completion `i`, is taken from byte `16 * j + i`.
const COMPLETIONS: [[u8; 64]; 2] = {
    let mut places = [[0; 64]; 2];
    let mut i = 0;
    while i < 16 {
        let mut j = 0;
        while j < 4 {
            places[i / 8][i % 8 * 8 + 2 * j + 1] = (16 * j + i) as u8;
            j += 1;
        }
        i += 1;
    }
    places
};

/// The number of the second table in each byte, above the two ranks.
const SECOND: u64 = 0x4040_4040_4040_4040;

#[inline]
#[target_feature(enable = "avx512f")]
fn constant(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: there are 64 bytes to read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

impl Avx512 {
    /// Joins `WORDS` words, of the last one only so many `HALVES`. Zen 4 takes half as long for 256
    /// bits as for 512.
    #[inline(always)]
    fn join_halves<const WORDS: usize, const HALVES: usize>(
        self,
        tables: &Tables<__m512i>,
        completions: &[Completion],
        sums: &mut [__m512i; WORDS],
    ) {
        const {
            assert!(
                WORDS <= MAX_WORDS
                    && size_of::<Tables<__m512i>>() >= (1 << 16) + size_of::<[__m512i; WORDS]>()
            );
        }
        let tables = tables.as_ptr().cast::<u8>();
        // SAFETY: `self` proves AVX-512 F. The index is below 2^16, and the tables are longer than
        // that by the bytes that are read.
        let load = |index: u16, word: usize| unsafe {
            _mm512_loadu_si512(tables.add(usize::from(index) + 64 * word).cast())
        };
        // SAFETY: the same.
        let load_half = |index: u16, word: usize| unsafe {
            _mm256_loadu_si256(tables.add(usize::from(index) + 64 * word).cast())
        };
        // Completions that begin alike stand together: three loads instead of four.
        let mut head = 0;
        let mut both = [self.ones(); WORDS];
        for (word, both) in both.iter_mut().enumerate() {
            *both = load(head, word);
        }
        for &Completion([a, b, c, d]) in completions {
            if a != head {
                head = a;
                for (word, both) in both.iter_mut().enumerate() {
                    *both = load(head, word);
                }
            }
            for word in 0..WORDS {
                // SAFETY: `self` proves AVX-512 F, VL and VPOPCNTDQ.
                unsafe {
                    if HALVES == 1 && word == WORDS - 1 {
                        let both = _mm512_castsi512_si256(both[word]);
                        let left =
                            _mm256_ternarylogic_epi64::<0x80>(both, load_half(b, word), load_half(c, word));
                        let left = _mm256_and_si256(left, load_half(d, word));
                        // The upper lanes have no norths, so their sums are 0.
                        let sum = _mm512_castsi512_si256(sums[word]);
                        let sum = _mm256_add_epi64(sum, _mm256_popcnt_epi64(left));
                        sums[word] = _mm512_zextsi256_si512(sum);
                    } else {
                        let left =
                            _mm512_ternarylogic_epi64::<0x80>(both[word], load(b, word), load(c, word));
                        let left = _mm512_and_si512(left, load(d, word));
                        sums[word] = _mm512_add_epi64(sums[word], _mm512_popcnt_epi64(left));
                    }
                }
            }
        }
    }

    /// The words of eight vectors, transposed: word `j` of vector `g` becomes word `g` of vector
    /// `j`.
    #[inline(always)]
    fn transpose_words(self, [a, b, c, d, e, f, g, h]: [__m512i; 8]) -> [__m512i; 8] {
        // SAFETY: `self` proves AVX-512 F.
        unsafe {
            let twos = [
                _mm512_unpacklo_epi64(a, b),
                _mm512_unpacklo_epi64(c, d),
                _mm512_unpacklo_epi64(e, f),
                _mm512_unpacklo_epi64(g, h),
                _mm512_unpackhi_epi64(a, b),
                _mm512_unpackhi_epi64(c, d),
                _mm512_unpackhi_epi64(e, f),
                _mm512_unpackhi_epi64(g, h),
            ];
            let mut columns = [a; 8];
            for odd in 0..2 {
                let [a, b, c, d] = [twos[4 * odd], twos[4 * odd + 1], twos[4 * odd + 2], twos[4 * odd + 3]];
                let low = _mm512_shuffle_i64x2::<0x88>(a, b);
                let high = _mm512_shuffle_i64x2::<0xDD>(a, b);
                let low2 = _mm512_shuffle_i64x2::<0x88>(c, d);
                let high2 = _mm512_shuffle_i64x2::<0xDD>(c, d);
                columns[odd] = _mm512_shuffle_i64x2::<0x88>(low, low2);
                columns[odd + 2] = _mm512_shuffle_i64x2::<0x88>(high, high2);
                columns[odd + 4] = _mm512_shuffle_i64x2::<0xDD>(low, low2);
                columns[odd + 6] = _mm512_shuffle_i64x2::<0xDD>(high, high2);
            }
            columns
        }
    }
}

impl Vector for Avx512 {
    type Bytes = __m512i;
    type RankTable = __m512i;
    type Sum = __m512i;
    type Permutation = __m512i;
    const WIDTH: usize = 64;

    fn enter<S: Step<Self>>(self, step: S) -> S::Out {
        // SAFETY: `self` proves the features.
        unsafe { entry(self, step) }
    }

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
    fn or(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_ternarylogic_epi64::<0xFE>(a, b, c) }
    }

    #[inline(always)]
    fn without(self, bytes: __m512i, bits: __m512i) -> u64 {
        // SAFETY: `self` proves AVX-512 BW.
        unsafe { _mm512_testn_epi8_mask(bytes, bits) }
    }

    #[inline(always)]
    fn rank_table(self, upper: u64, lower: u64) -> __m512i {
        // SAFETY: `self` proves AVX-512 VBMI.
        unsafe {
            let upper = _mm512_set1_epi64(upper.cast_signed());
            let upper = _mm512_permutexvar_epi8(constant(&EIGHTFOLD), upper);
            _mm512_or_si512(upper, _mm512_set1_epi64(lower.cast_signed()))
        }
    }

    #[inline(always)]
    fn look_up(self, table: __m512i, ranks: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 VBMI.
        unsafe { _mm512_permutexvar_epi8(ranks, table) }
    }

    #[inline(always)]
    fn missing_rank(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 VBMI.
        unsafe {
            let all = _mm512_ternarylogic_epi64::<0x96>(a, b, c);
            _mm512_permutexvar_epi8(all, constant(&MISSING_RANK))
        }
    }

    #[inline(always)]
    fn permutation(self, mask: u64) -> __m512i {
        // SAFETY: `self` proves AVX-512 VBMI2.
        unsafe { _mm512_maskz_compress_epi8(mask, constant(&NUMBERS)) }
    }

    #[inline(always)]
    fn compress(self, permutation: __m512i, bytes: __m512i, into: &mut [u8]) {
        // SAFETY: `self` proves AVX-512 VBMI.
        self.store(unsafe { _mm512_permutexvar_epi8(permutation, bytes) }, into);
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn bit_planes(self, bytes: &[u8]) -> [__m512i; 8] {
        /// Byte `i` has bit `i`: the identity as a matrix of bits.
        const IDENTITY: i64 = 0x8040_2010_0804_0201_u64.cast_signed();
        let mut rows = [self.ones(); 8];
        for (group, row) in rows.iter_mut().enumerate() {
            // SAFETY: `self` proves GFNI and AVX-512 VBMI.
            unsafe {
                // Byte i of eight gets the complement of bit i of each, the last one's lowest.
                let bits = _mm512_gf2p8affine_epi64_epi8::<0xFF>(
                    _mm512_set1_epi64(IDENTITY),
                    self.load(&bytes[64 * group..]),
                );
                *row = _mm512_permutexvar_epi8(constant(&TRANSPOSE), bits);
            }
        }
        self.transpose_words(rows)
    }

    #[inline(always)]
    fn word(self, lanes: &[u64]) -> __m512i {
        // The matrix product orders the bits of a byte with the last north lowest.
        let lanes: [u64; 8] = std::array::from_fn(|lane| lanes[lane].reverse_bits().swap_bytes());
        // SAFETY: `self` proves AVX-512 F, and there are 64 bytes to read.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn completions(self, [w, x, y, z]: [&[u8]; 4], into: &mut [Completion]) {
        /// Upper bytes only.
        const UPPER: u64 = 0xaaaa_aaaa_aaaa_aaaa;
        let ranks = w.chunks(16).zip(x.chunks(16)).zip(y.chunks(16)).zip(z.chunks(16));
        for (into, (((w, x), y), z)) in into.as_chunks_mut::<16>().0.iter_mut().zip(ranks) {
            let bytes = [&w[..16], &x[..16], &y[..16], &z[..16]];
            // SAFETY: `self` proves AVX-512 VBMI; there are 16 bytes to read of each, and 16
            // completions of 8 bytes to write.
            unsafe {
                let [w, x, y, z] = bytes.map(|bytes| _mm_loadu_si128(bytes.as_ptr().cast()));
                let ranks = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(w), x);
                let ranks = _mm512_inserti32x4::<2>(ranks, y);
                let ranks = _mm512_inserti32x4::<3>(ranks, z);
                let [a, b, c] = [1, 2, 3].map(|table| (SECOND * table).cast_signed());
                let tables = _mm512_set_epi64(c, c, b, b, a, a, 0, 0);
                let indices = _mm512_or_si512(ranks, tables);
                let into: *mut __m512i = into.as_mut_ptr().cast();
                for (half, places) in COMPLETIONS.iter().enumerate() {
                    let bytes = _mm512_maskz_permutexvar_epi8(UPPER, constant(places), indices);
                    _mm512_storeu_si512(into.add(half), bytes);
                }
            }
        }
    }

    #[inline(always)]
    fn nothing(self) -> __m512i {
        self.splat(0)
    }

    #[inline(always)]
    fn join<const WORDS: usize>(
        self,
        tables: &Tables<__m512i>,
        completions: &[Completion],
        norths: usize,
        sums: &mut [__m512i; WORDS],
    ) {
        if norths <= 512 * WORDS - 256 {
            self.join_halves::<WORDS, 1>(tables, completions, sums);
        } else {
            self.join_halves::<WORDS, 2>(tables, completions, sums);
        }
    }

    #[inline(always)]
    fn lanes(self, sum: __m512i) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: `self` proves AVX-512 F, and there are 64 bytes to write.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sum) };
        lanes
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }

    #[inline(always)]
    fn prefetch_write(self, into: &[u8], at: usize) {
        let at = into.as_ptr().wrapping_add(at);
        // Rust has no feature for `prefetchw`, and `_mm_prefetch` with a hint to write becomes a
        // prefetch to read. SAFETY: a prefetch neither reads nor writes, wherever it points;
        // every CPU with AVX-512 has the instruction.
        unsafe { std::arch::asm!("prefetchw [{}]", in(reg) at, options(nostack, preserves_flags)) }
    }

    #[inline(always)]
    fn transpose(self, words: [u64; 8]) -> [u64; 8] {
        // SAFETY: `self` proves AVX-512 VBMI, and there are 64 bytes to read.
        self.lanes(unsafe {
            _mm512_permutexvar_epi8(constant(&TRANSPOSE), _mm512_loadu_si512(words.as_ptr().cast()))
        })
    }

    #[inline(always)]
    fn extract(self, word: u32, mask: u32) -> u32 {
        // SAFETY: `self` proves BMI2.
        unsafe { _pext_u32(word, mask) }
    }
}
