//! What a method knows about a count before it starts: the amount of work, and its speed.
//!
//! Each method chooses its unit of work. The search uses nodes, whose number it estimates. A method
//! that knows the share of each piece in the whole needs no estimate: the whole work is 1.

use std::time::Duration;

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

/// The work in all units of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    /// Measured in shares of the whole.
    Shares,
    /// Measured in nodes; the same sample gives the solutions.
    Nodes(Size),
}

impl Work {
    /// The amount of work.
    #[must_use]
    pub fn amount(&self) -> Estimated {
        match self {
            Self::Shares => Estimated { mean: 1.0, standard_error: 0.0 },
            Self::Nodes(size) => size.nodes,
        }
    }
}

/// A piece of work that was timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Piece {
    /// Its amount of work, in the unit of [`Work`].
    pub work: f64,
    /// Its CPU time: measured, or estimated from a sample. So an estimate assumes free cores,
    /// whatever else the machine does meanwhile.
    pub elapsed: Duration,
}

/// Counts random pieces of a plan to measure the speed of a count.
pub trait Timing: Send {
    /// Prepares what all pieces share, and warms up the caches.
    fn prepare(&mut self, rng: &mut Rng) {
        let _ = rng;
    }

    /// Counts a piece that takes milliseconds, or the smallest there is.
    fn piece(&mut self, rng: &mut Rng) -> Piece;

    /// CPU time of preparations that a count makes once, such as tables that all pieces share, if
    /// made here. Timings that measure side by side divide it among themselves.
    fn once(&self) -> Duration {
        Duration::ZERO
    }
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
    fn work_is_measured_in_nodes_or_in_shares_of_the_whole() {
        let [solutions, nodes] = [1.0, 2.0].map(|mean| Estimated { mean, standard_error: mean / 10.0 });
        assert_eq!(Work::Nodes(Size { solutions, nodes }).amount(), nodes);
        assert_eq!(Work::Shares.amount(), Estimated { mean: 1.0, standard_error: 0.0 });
    }

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
