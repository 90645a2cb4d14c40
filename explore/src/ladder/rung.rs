use queens::CountError;

/// A rung's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungResult {
    /// The number of solutions.
    pub solutions: u64,
    /// The number of boards, nodes or pairs examined. [`Rung::unit`] tells which.
    pub examined: u64,
}

/// A ladder rung. Each rung is a way of counting.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The name, in one to three words.
    pub name: &'static str,
    /// The idea that the rung adds, in a phrase.
    pub idea: &'static str,
    /// What the rung examines: `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// The board measured by default. It is large enough to time, and small enough to wait for.
    pub usual: usize,
    /// The largest board that the rung can count.
    pub largest: usize,
    /// Counts a board with 1 to `largest` rows. The engine's rungs fail if no thread can be started.
    pub count: fn(usize) -> Result<RungResult, CountError>,
}
