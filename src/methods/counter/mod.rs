//! A counter is a function that counts one unit at a time. Counters do not depend on plans, shards or run
//! directories.

use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::methods::Kernel;

#[cfg(test)]
pub(crate) mod fake;

/// A counted unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedUnit {
    /// The unit's number in the plan, from 0.
    pub unit: u64,
    /// The number of solutions in the unit.
    pub solutions: u128,
    /// The size of the work. In the search, and with the kernel `scalar` of colours, this is the number of
    /// queens placed. With the other kernels of colours, it is the number of hits: placement pairs of one
    /// colour that fit together.
    pub nodes: u64,
    /// The wall time spent on the unit. For each thread's first unit, this includes the wait for a core.
    pub wall: Duration,
    /// The CPU time spent on the unit.
    pub cpu: Duration,
    /// The kernel that counted the unit.
    pub kernel: Kernel,
}

/// The result of counting a unit or a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of solutions.
    pub solutions: u128,
    /// The size of the work. See [`FinishedUnit::nodes`].
    pub nodes: u64,
}

impl Counts {
    /// Multiplies the number of solutions by `weight`.
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

/// A function that counts the unit with the given number, wholly or not at all. It returns `None` if the stop
/// flag stopped it, and panics if there is no such unit.
pub(crate) type UnitCounter<'a> = Box<dyn FnMut(u64, &AtomicBool) -> Option<Counts> + Send + 'a>;
