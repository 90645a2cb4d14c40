//! The vector operations for the search in lanes ([`super::batch`]). They are implemented by `avx512`, `avx2`
//! and `portable`.

use crate::methods::cpu::Features;

/// The number of lanes in the widest vector.
pub const MAX_LANES: usize = 16;

/// Vectors of `u32` lanes. A set of lanes is a word in which bit `i` stands for lane `i`.
///
/// Every method is `#[inline(always)]`, so that it is compiled with the CPU features of the surrounding
/// [`Step`].
///
/// [`Step`]: crate::methods::cpu::Step
pub trait Lanes: Features {
    /// One `u32` per lane.
    type Words: Copy;
    /// The number of lanes per vector, at most [`MAX_LANES`].
    const COUNT: usize;

    /// Copies `value` to every lane.
    fn splat(self, value: u32) -> Self::Words;
    /// Loads the first `COUNT` values in `from`.
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
    /// Clears each lane's lowest set bit.
    fn without_lowest(self, a: Self::Words) -> Self::Words;
    /// Returns the unsigned minimum of each lane pair.
    fn min(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Shifts each lane towards higher columns. Each lane in `by` is below 32.
    fn shift_up(self, a: Self::Words, by: Self::Words) -> Self::Words;
    /// Shifts each lane towards lower columns. Each lane in `by` is below 32.
    fn shift_down(self, a: Self::Words, by: Self::Words) -> Self::Words;

    /// Returns the set of nonzero lanes.
    fn nonzero(self, words: Self::Words) -> u32;
    /// Packs the lanes in `set` at the start of each slice in `into`, and returns the number of lanes in
    /// `set`. The rest of the first `COUNT` words is overwritten with arbitrary values.
    fn compress(self, set: u32, words: [Self::Words; 4], into: [&mut [u32]; 4]) -> usize;
}
