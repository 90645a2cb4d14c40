//! A rung of the ladder: a way of counting.

use queens::CountError;

/// The result of a rung on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungResult {
    /// All solutions of the board.
    pub solutions: u64,
    /// Boards, nodes or pairs examined; the rung says which.
    pub examined: u64,
}

/// One way of counting, and its place on the ladder.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// A name of two or three words.
    pub name: &'static str,
    /// The idea that this rung adds, in a sentence.
    pub idea: &'static str,
    /// The objects that it examines, in one word: `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// The default board to measure: large enough to time, small enough to wait for.
    pub usual: usize,
    /// The largest board it counts.
    pub largest: usize,
    /// Counts the solutions of a board of 1 to `largest` rows. The engine's rungs fail if the system refuses
    /// a thread.
    pub count: fn(usize) -> Result<RungResult, CountError>,
}
