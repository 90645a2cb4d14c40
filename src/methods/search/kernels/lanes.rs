//! The vector operations in which the search in lanes ([`super::batch`]) is written. `avx512`, `avx2` and
//! `portable` implement them.

use crate::methods::cpu::Features;

/// The number of lanes of the widest vector.
pub const MAX_LANES: usize = 16;

/// Vectors of `u32` lanes. A set of lanes is a word with bit `i` for lane `i`.
///
/// Every method is `#[inline(always)]`, so that it is compiled with the CPU features of the [`Step`] that it
/// is inlined into.
///
/// [`Step`]: crate::methods::cpu::Step
pub trait Lanes: Features {
    /// One `u32` per lane.
    type Words: Copy;
    /// The number of lanes per vector, at most [`MAX_LANES`].
    const COUNT: usize;

    /// A vector with `value` in every lane.
    fn splat(self, value: u32) -> Self::Words;
    /// The first `COUNT` values of `from`.
    fn load(self, from: &[u32]) -> Self::Words;

    /// Bitwise AND.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Bitwise OR.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Bitwise `a & !b`.
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Bitwise `a | (b & !c)`.
    #[inline(always)]
    fn or_and_not(self, a: Self::Words, b: Self::Words, c: Self::Words) -> Self::Words {
        self.or(a, self.and_not(b, c))
    }
    /// Each lane without its lowest set bit.
    fn without_lowest(self, a: Self::Words) -> Self::Words;
    /// The unsigned minimum of each lane: 0 where either lane is 0.
    fn min(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Shifts each lane towards higher columns; each lane of `by` is below 32.
    fn shift_up(self, a: Self::Words, by: Self::Words) -> Self::Words;
    /// Shifts each lane towards lower columns; each lane of `by` is below 32.
    fn shift_down(self, a: Self::Words, by: Self::Words) -> Self::Words;

    /// The set of lanes whose word is not 0.
    fn nonzero(self, words: Self::Words) -> u32;
    /// Writes the lanes of `set` contiguously to the start of each of `into`, and returns their number. The
    /// words after them, up to `COUNT` from the start, are overwritten with arbitrary values.
    fn compress(self, set: u32, words: [Self::Words; 4], into: [&mut [u32]; 4]) -> usize;
}
