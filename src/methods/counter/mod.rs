//! Counters. A counter is a function that counts one unit at a time and knows nothing about plans, shards or
//! run directories.

use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::methods::Kernel;

#[cfg(test)]
pub(crate) mod fake;

/// A counted unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedUnit {
    /// Its number in the plan, from 0.
    pub unit: u64,
    /// Solutions of the board in it.
    pub solutions: u128,
    /// The size of the work. For the search, and for the kernel `scalar` of colours, it is the number of
    /// queens placed. For the other kernels of colours, it is the number of hits: pairs of placements of a
    /// colour that fit.
    pub nodes: u64,
    /// Wall time that the counter spent on it. For the first unit of each thread, this includes the wait for
    /// a core.
    pub wall: Duration,
    /// CPU time that its thread spent on it.
    pub cpu: Duration,
    /// The kernel that counted it.
    pub kernel: Kernel,
}

/// The results of a unit, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Solutions of the board.
    pub solutions: u128,
    /// The size of the work to find them: see [`FinishedUnit::nodes`].
    pub nodes: u64,
}

impl Counts {
    /// Counts each solution `weight` times.
    pub fn times(self, weight: impl Into<u128>) -> Self {
        Self { solutions: weight.into() * self.solutions, ..self }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
    }
}

/// Counts the unit with the given number, wholly or not at all. Returns `None` if the stop flag was set
/// during the count, and panics if there is no such unit.
pub(crate) type UnitCounter<'a> = Box<dyn FnMut(u64, &AtomicBool) -> Option<Counts> + Send + 'a>;
