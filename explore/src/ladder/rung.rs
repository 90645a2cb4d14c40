use queens::CountError;

/// A rung's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungResult {
    /// All solutions of the board.
    pub solutions: u64,
    /// Boards, nodes or pairs examined: [`Rung::unit`] says which.
    pub examined: u64,
}

/// A way of counting, and its place on the ladder.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The name, in two or three words.
    pub name: &'static str,
    /// The idea it adds, in a sentence.
    pub idea: &'static str,
    /// What it examines, in one word: `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// The board measured by default: large enough to time, small enough to wait for.
    pub usual: usize,
    /// The largest board it counts.
    pub largest: usize,
    /// Counts a board of 1 to `largest` rows. The engine's rungs fail if the system refuses a thread.
    pub count: fn(usize) -> Result<RungResult, CountError>,
}
