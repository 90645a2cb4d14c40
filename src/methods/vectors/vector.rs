//! The vector operations of the steps of the join, and how a step reaches them.
//!
//! A step is a struct of its inputs that implements [`Step`] for every [`Vector`].
//! [`Vector::enter`] runs it in an entry point that enables the CPU features of the vector, so that
//! the operations are inlined as instructions; it is the only `unsafe` call between a step and its
//! kernel. (The crate pulp works this way.)
//!
//! A new kernel is a file beside `portable.rs`: a type whose value proves the features, and this
//! trait.

use super::bits;

/// Words of a table: one for each byte `8 * a + b` of two ranks below eight.
pub const TABLE_LEN: usize = 64;

/// Tables: one for each two rows of a tail.
pub const TABLES: usize = 4;

/// The most words of norths that are joined at a time.
pub const MAX_WORDS: usize = 4;

/// Norths of a lane: the bits of a word that share a sum.
pub const LANE: usize = 64;

/// Four tables, in which the join looks completions up: for any two squares in two neighbouring
/// rows, the norths that leave both free. Table `t` has the squares with ranks `a` and `b` at index
/// `64 * t + 8 * a + b`. Behind the tables is padding: every byte is an index, and from every index
/// four words can be read.
pub type Tables<Word> = [[Word; MAX_WORDS]; 257];

/// A completion: its four indices in [`Tables`], times 256.
///
/// With AVX-512 four words have 256 bytes, so these are offsets in bytes, ready to be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion(pub [u16; 4]);

impl Completion {
    /// The completion with these bytes of two ranks each.
    #[inline(always)]
    pub fn new(bytes: [u8; 4]) -> Self {
        let [a, b, c, d] = bytes.map(|byte| u16::from(byte) << 8);
        Self([a, b | 0x4000, c | 0x8000, d | 0xc000])
    }

    /// The indices in [`Tables`].
    #[inline(always)]
    pub fn indices(self) -> [usize; 4] {
        self.0.map(|index| usize::from(index >> 8))
    }
}

/// A step of the join: its inputs, and its work with the vectors of a kernel.
///
/// `run` and everything that it calls with `v` must be `#[inline(always)]`. No attribute makes the
/// compiler inline a closure into the entry point: one around vector operations has cost a factor of
/// three, so it may have one or two instructions at most.
pub trait Step<V: Vector> {
    type Out;

    /// The step, to be called by [`Vector::enter`] only.
    fn run(self, v: V) -> Self::Out;
}

/// Vectors of bytes. As a *word*, a vector has a bit for each of `8 * WIDTH` norths, in lanes of 64.
///
/// A value of the implementing type proves that the CPU has the instructions behind it. Every
/// method but `enter` is `#[inline(always)]`, so that it is compiled with the CPU features of the
/// entry point that it is inlined into.
pub trait Vector: Copy {
    /// `WIDTH` bytes.
    type Bytes: Copy;
    /// A table over two ranks: a byte for each, joined by OR.
    type RankTable: Copy;
    /// Numbers of bits found so far, by lane.
    type Sum: Copy;
    /// The form of a byte mask that `compress` wants.
    type Permutation: Copy;

    /// Bytes of a vector: 8, 32 or 64.
    const WIDTH: usize;

    /// Runs `step` with the CPU features of this vector.
    fn enter<S: Step<Self>>(self, step: S) -> S::Out;

    /// The same value in every byte.
    fn splat(self, value: u8) -> Self::Bytes;
    /// The first `WIDTH` bytes of `from`.
    fn load(self, from: &[u8]) -> Self::Bytes;
    /// Writes the first `WIDTH` bytes of `into`.
    fn store(self, bytes: Self::Bytes, into: &mut [u8]);
    /// The bits of any of the three.
    fn or(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
    /// A mask of the bytes that have no bit of `bits`.
    fn without(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64;

    /// The table with byte `a` of `upper` or byte `b` of `lower` for the ranks `8 * a + b`.
    fn rank_table(self, upper: u64, lower: u64) -> Self::RankTable;
    /// The byte of `table` for each of `ranks`.
    fn look_up(self, table: Self::RankTable, ranks: Self::Bytes) -> Self::Bytes;

    /// The rank from 0 to 6 that three bytes of two ranks lack; 7 if these are all 63.
    fn missing_rank(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;

    /// The permutation that keeps the bytes of `mask`, which is below `2^WIDTH`.
    fn permutation(self, mask: u64) -> Self::Permutation;
    /// Writes the bytes that `permutation` keeps to the start of `into`, side by side. The rest of the
    /// first `WIDTH` bytes becomes undefined.
    fn compress(self, permutation: Self::Permutation, bytes: Self::Bytes, into: &mut [u8]);

    /// All bits set.
    #[inline(always)]
    fn ones(self) -> Self::Bytes {
        self.splat(u8::MAX)
    }
    /// The bits of both.
    fn and(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The planes of `8 * WIDTH` bytes, one of each north: word `i` has the norths whose byte lacks
    /// bit `i`.
    fn bit_planes(self, bytes: &[u8]) -> [Self::Bytes; 8];
    /// The word of the norths `64 * j + i` for each bit `i` that is set in `lanes[j]`, with its
    /// bits in the order of [`Vector::bit_planes`].
    fn word(self, lanes: &[u64]) -> Self::Bytes;

    /// Writes the completions with these bytes of two ranks into `into`, a multiple of 16 of them.
    #[inline(always)]
    fn completions(self, [w, x, y, z]: [&[u8]; 4], into: &mut [Completion]) {
        let ranks = w.iter().zip(x).zip(y).zip(z);
        for (into, (((&w, &x), &y), &z)) in into.iter_mut().zip(ranks) {
            *into = Completion::new([w, x, y, z]);
        }
    }

    /// A sum of 0.
    fn nothing(self) -> Self::Sum;
    /// Adds to `sums`, for every completion, the norths that all four of its words in `tables`
    /// have. Only the first `norths` bits need to be counted: the words have no north behind these.
    fn join<const WORDS: usize>(
        self,
        tables: &Tables<Self::Bytes>,
        completions: &[Completion],
        norths: usize,
        sums: &mut [Self::Sum; WORDS],
    );
    /// The sums of the `WIDTH / 8` lanes, and zeros.
    fn lanes(self, sum: Self::Sum) -> [u64; 8];

    /// Prefetches the cache line of `value`, if there is an instruction for it.
    #[inline(always)]
    fn prefetch<T>(self, _value: &T) {}
    /// Prefetches the cache line at `into[at]`, or at an address behind `into`, for writing, if
    /// there is an instruction for it.
    #[inline(always)]
    fn prefetch_write(self, _into: &[u8], _at: usize) {}
    /// Byte `j` of word `i` becomes byte `i` of word `j`.
    #[inline(always)]
    fn transpose(self, words: [u64; 8]) -> [u64; 8] {
        bits::transpose_bytes(words)
    }
    /// The bits of `word` at the places of `mask`, side by side from bit 0.
    #[inline(always)]
    fn extract(self, word: u32, mask: u32) -> u32 {
        bits::extract(word, mask)
    }
}
