//! The vector operations that the batched search is written in. `avx512`, `avx2`, `neon`
//! and `portable` implement them.

use super::workspace::Workspace;
use super::{Batch, Counts, batch};

/// Lanes of the widest vector.
pub const MAX_LANES: usize = 16;

/// Vectors of `u32` lanes, and sets of lanes.
///
/// A value of the implementing type proves that the CPU has the instructions behind it. Every method
/// but `count` is `#[inline(always)]`, and closures in it have one or two vector operations at most, so
/// that it is compiled with the CPU features of the entry it is inlined into.
pub trait Lanes: Copy {
    /// One `u32` per lane.
    type Words: Copy;
    /// A set of lanes.
    type Set: Copy;
    /// Lanes per vector, at most [`MAX_LANES`].
    const COUNT: usize;

    /// Counts the completions of each placement of `batch`, compiled with the CPU features of these
    /// lanes. Every target with a standard library has NEON in its baseline: it has no feature to
    /// enable. `workspace` carries nothing from call to call but its memory.
    fn count(self, batch: Batch, workspace: &mut Workspace) -> Counts {
        batch::count(self, batch, workspace)
    }

    /// The same value in every lane.
    fn splat(self, value: u32) -> Self::Words;
    /// The first `COUNT` values of `from`.
    fn load(self, from: &[u32]) -> Self::Words;
    /// Writes the first `COUNT` values of `into`.
    fn store(self, words: Self::Words, into: &mut [u32]);

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
    /// The smaller one, unsigned: 0 where either is 0.
    fn min(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// One less, wrapping.
    fn minus_one(self, a: Self::Words) -> Self::Words;
    /// Shifted towards higher columns; each lane of `by` is below 32.
    fn up(self, a: Self::Words, by: Self::Words) -> Self::Words;
    /// Shifted towards lower columns; each lane of `by` is below 32.
    fn down(self, a: Self::Words, by: Self::Words) -> Self::Words;

    /// Every lane.
    #[inline(always)]
    fn all(self) -> Self::Set {
        self.first(Self::COUNT)
    }
    /// The number of lanes in `set`.
    fn len(self, set: Self::Set) -> usize;
    /// The first `n` lanes, or all of them if there are fewer.
    fn first(self, n: usize) -> Self::Set;
    /// The lanes of `set` whose word is not 0.
    fn nonzero(self, set: Self::Set, words: Self::Words) -> Self::Set;
    /// The lanes of `set` whose word is 0.
    fn zero(self, set: Self::Set, words: Self::Words) -> Self::Set;
    /// `tally`, one more in the lanes of `set`.
    fn increment(self, set: Self::Set, tally: Self::Words) -> Self::Words;

    /// Writes the lanes of `set`, side by side, to the start of each of `into`. The words behind
    /// them, up to `COUNT` from the start, are overwritten with arbitrary values.
    fn compress(self, set: Self::Set, words: [Self::Words; 4], into: [&mut [u32]; 4]);
}
