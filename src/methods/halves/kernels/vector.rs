//! The vector operations of the steps of the join, and how a step reaches them.
//!
//! A step is a struct of its inputs that implements [`Step`] for every [`Vector`].
//! [`Vector::enter`] runs it in an entry that enables the CPU features of the vector, so that the
//! operations are inlined as instructions; it is the only `unsafe` call between a step and its
//! kernel. (The crate pulp works this way.)
//!
//! A new backend is a file beside `portable.rs`: a type whose value proves the features, and this
//! trait.

/// Pairs of ranks below eight: the pair `(a, b)` is the byte `8 * a + b`.
pub const PAIRS: usize = 64;

/// The most words of norths that are joined at a time.
pub const MAX_WORDS: usize = 4;

/// Norths of a lane: the bits of a word that share a sum.
pub const LANE: usize = 64;

/// What completions are looked up in: for each pair of squares in two rows, the norths that leave
/// both free. Entry `64 * t + pair` is that of a pair in table `t`, 0 to 2. The others only see to
/// it that every byte is the number of an entry, and that four words can be read from any of them
/// on.
pub type Tables<Word> = [[Word; MAX_WORDS]; 257];

/// A completion: the entries of its three pairs, as multiples of 256.
///
/// An entry has 256 bytes with AVX-512, so that these are the places of the words in bytes, ready
/// to be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completion(pub [u16; 4]);

impl Completion {
    /// The completion with these pairs.
    #[inline(always)]
    pub fn new([a, b, c]: [u8; 3]) -> Self {
        Self([u16::from(a) << 8, u16::from(b) << 8 | 0x4000, u16::from(c) << 8 | 0x8000, 0])
    }

    /// The numbers of the entries.
    #[inline(always)]
    pub fn entries(self) -> [usize; 3] {
        let Self([a, b, c, _]) = self;
        [a, b, c].map(|entry| usize::from(entry >> 8))
    }
}

/// A step of the join: its inputs, and its work with the vectors of a kernel.
///
/// `run` and everything that it calls with `v` must be `#[inline(always)]`; closures around vector
/// operations are not inlined into the entry, and cost a factor of three.
pub trait Step<V: Vector> {
    /// The result.
    type Out;

    /// The step, to be called by [`Vector::enter`] only.
    fn run(self, v: V) -> Self::Out;
}

/// Vectors of bytes, and words of bits: a *word* has a bit for each of `8 * WIDTH` norths.
///
/// A value of the implementing type proves that the CPU has the instructions behind it. Every
/// method but `enter` is `#[inline(always)]`, so that it is compiled with the CPU features of the
/// entry that it is inlined into.
pub trait Vector: Copy {
    /// `WIDTH` bytes.
    type Bytes: Copy;
    /// A byte of data for each pair of ranks.
    type PairTable: Copy;
    /// `8 * WIDTH` bits, in lanes of 64.
    type Word: Copy;
    /// Numbers of bits found so far, by lane.
    type Sum: Copy;
    /// Which bytes are kept, in the form that the vector wants.
    type Order: Copy;

    /// Bytes of a vector: 8, 32 or 64.
    const WIDTH: usize;

    /// Runs `step` with the CPU features of this vector.
    fn enter<S: Step<Self>>(self, step: S) -> S::Out;

    /// The same value in every byte.
    fn splat(self, value: u8) -> Self::Bytes;
    /// The first `WIDTH` bytes of `from`.
    fn load(self, from: &[u8]) -> Self::Bytes;
    /// To the first `WIDTH` places of `into`.
    fn store(self, bytes: Self::Bytes, into: &mut [u8]);
    /// Bits in any.
    fn or(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;
    /// The bytes that have no bit of `bits`, as bits of a number.
    fn without(self, bytes: Self::Bytes, bits: Self::Bytes) -> u64;

    /// The table with `upper[a] | lower[b]` for the pair `(a, b)`; byte 0 of either number is that
    /// of rank 0.
    fn pair_table(self, upper: u64, lower: u64) -> Self::PairTable;
    /// What `table` says of each of `pairs`.
    fn look_up(self, table: Self::PairTable, pairs: Self::Bytes) -> Self::Bytes;

    /// Of the seven ranks 0 to 6, the one that is in none of three pairs of others; 7 when these
    /// are all 63.
    fn left_of_seven(self, a: Self::Bytes, b: Self::Bytes, c: Self::Bytes) -> Self::Bytes;

    /// How to keep the bytes of `mask`, bits of a number below `2^WIDTH`.
    fn order(self, mask: u64) -> Self::Order;
    /// Writes the bytes that `order` keeps side by side to the start of `into`. What lies behind
    /// them, up to `WIDTH` bytes from the start, is overwritten with anything.
    fn compress(self, order: Self::Order, bytes: Self::Bytes, into: &mut [u8]);

    /// Every bit.
    fn ones(self) -> Self::Word;
    /// Bits in both.
    fn and(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// From `8 * WIDTH` bytes, one for each north: word `i` has the norths whose byte lacks bit
    /// `i`.
    fn bit_planes(self, bytes: &[u8]) -> [Self::Word; 8];
    /// The word with bit `i` of `lanes[j]` set for north `64 * j + i`, in the order that
    /// [`Vector::bit_planes`] makes.
    fn word(self, lanes: &[u64]) -> Self::Word;

    /// Writes the completions with these pairs into `into`, which has room for a multiple of 16 of
    /// them.
    #[inline(always)]
    fn completions(self, [x, y, z]: [&[u8]; 3], into: &mut [Completion]) {
        let pairs = x.iter().zip(y).zip(z);
        for (into, ((&x, &y), &z)) in into.iter_mut().zip(pairs) {
            *into = Completion::new([x, y, z]);
        }
    }

    /// Nothing found yet.
    fn nothing(self) -> Self::Sum;
    /// Adds to `sums`, for every completion, the norths in `first` that its entries in `tables`
    /// leave.
    fn join<const WORDS: usize>(
        self,
        first: &[Self::Word; WORDS],
        tables: &Tables<Self::Word>,
        completions: &[Completion],
        sums: &mut [Self::Sum; WORDS],
    );
    /// The lanes of a sum, `WIDTH / 8` of them, and zeros.
    fn lanes(self, sum: Self::Sum) -> [u64; 8];

    /// Has the cache line of `byte` fetched from memory, if there is an instruction for it.
    fn prefetch(self, byte: &u8);
    /// Has the cache line of place `at` of `into`, or of memory behind it, made ready to be
    /// written, if there is an instruction for it.
    #[inline(always)]
    fn prefetch_write(self, _into: &[u8], _at: usize) {}
    /// Byte `j` of word `i` becomes byte `i` of word `j`.
    fn transpose(self, words: [u64; 8]) -> [u64; 8];
    /// The bits of `word` at the places of `mask`, side by side from bit 0.
    fn extract(self, word: u32, mask: u32) -> u32;
}
