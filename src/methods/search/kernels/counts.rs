//! The counts of a kernel.

/// The result of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Completions of the placements. Below 2^64: a whole board of 28 has about 2.6e18.
    pub solutions: u64,
    /// Queens placed on the way: the size of the search, which depends on the kernel's look-ahead.
    pub nodes: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
    }
}
