//! The vector operations that the search in lanes ([`super::batch`]) is written in. `avx512`, `avx2` and
//! `portable` implement them.

/// Lanes of the widest vector.
pub const MAX_LANES: usize = 16;

/// Vectors of `u32` lanes. A set of lanes is a word with bit `i` for lane `i`.
///
/// A value of the implementing type proves that the CPU has the instructions behind it. Every method is
/// `#[inline(always)]`, so that it is compiled with the CPU features of the function it is inlined into.
pub trait Lanes: Copy {
    /// One `u32` per lane.
    type Words: Copy;
    /// Lanes per vector, at most [`MAX_LANES`].
    const COUNT: usize;

    /// The same value in every lane.
    fn splat(self, value: u32) -> Self::Words;
    /// The first `COUNT` values of `from`.
    fn load(self, from: &[u32]) -> Self::Words;

    /// The bits of both.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The bits of either.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The bits of `a` that are not in `b`.
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// `a`, and the bits of `b` that are not in `c`.
    #[inline(always)]
    fn or_and_not(self, a: Self::Words, b: Self::Words, c: Self::Words) -> Self::Words {
        self.or(a, self.and_not(b, c))
    }
    /// The bits of each lane but the lowest.
    fn without_lowest(self, a: Self::Words) -> Self::Words;
    /// The smaller one, unsigned: 0 where either is 0.
    fn min(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Shifted towards higher columns; each lane of `by` is below 32.
    fn shift_up(self, a: Self::Words, by: Self::Words) -> Self::Words;
    /// Shifted towards lower columns; each lane of `by` is below 32.
    fn shift_down(self, a: Self::Words, by: Self::Words) -> Self::Words;

    /// The set of lanes whose word is not 0.
    fn nonzero(self, words: Self::Words) -> u32;
    /// Writes the lanes of `set`, side by side, to the start of each of `into`, and returns their number.
    /// The words behind them, up to `COUNT` from the start, are overwritten with arbitrary values.
    fn compress(self, set: u32, words: [Self::Words; 4], into: [&mut [u32]; 4]) -> usize;
}
