//! What the search's random dives estimate, and their random numbers.

use fastrand::Rng;

/// A quantity estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub mean: f64,
    /// Its standard error: two estimates in three are off by less.
    pub standard_error: f64,
}

/// The size of a board's search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Solutions of the board.
    pub solutions: Estimated,
    /// Queens that the search places to count them.
    pub nodes: Estimated,
}

/// The random numbers of one of many streams of a seed.
#[must_use]
pub fn rng(seed: u64, stream: u64) -> Rng {
    Rng::with_seed(seed ^ (stream + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_of_every_seed_is_another_one_and_always_the_same() {
        let first = |(seed, stream)| rng(seed, stream).u64(..);
        let streams = [(1, 0), (1, 1), (2, 0), (2, 1), (0, 1)];
        let mut numbers = streams.map(first);
        assert_eq!(numbers, streams.map(first));
        numbers.sort_unstable();
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    }
}
