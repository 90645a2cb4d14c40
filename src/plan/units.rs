//! Asks the method of a plan what everything else has to know of its units.
//!
//! A new method adds a variant to [`Units`] and to `Method`, and an arm wherever the compiler asks for one.

use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

use crate::board::BoardSize;
use crate::methods::counter::{Counter, Timing};
use crate::methods::halves::{self, HalvesKernel};
use crate::methods::kernel::Kernel;
use crate::methods::search::{self, Prefixes, SearchKernel};
use crate::methods::split::{DepthError, Split};

/// The units of a plan, by method.
#[derive(Clone, Debug)]
pub enum Units {
    /// The search below prefixes.
    Search(search::Units),
    /// The join of half boards.
    Halves(halves::Units),
}

/// How a split is counted.
enum Method {
    Search(Prefixes),
    Halves,
}

fn method(split: Split) -> Method {
    match split {
        Split::Cross => Method::Search(Prefixes::Cross),
        Split::Rows => Method::Search(Prefixes::Rows),
        Split::Halves => Method::Halves,
    }
}

/// The depth at which `queens count` cuts a board when none is asked for.
pub(super) fn standard_depth(size: BoardSize, split: Split) -> usize {
    match method(split) {
        Method::Search(prefixes) => prefixes.standard_depth(size),
        Method::Halves => halves::STANDARD_DEPTH,
    }
}

/// The kernels that count units of `split` on this CPU, fastest first.
#[must_use]
pub fn kernels(split: Split) -> Vec<Kernel> {
    match method(split) {
        Method::Search(_) => SearchKernel::available().map(SearchKernel::name).collect(),
        Method::Halves => HalvesKernel::available().map(HalvesKernel::name).collect(),
    }
}

impl Units {
    pub(super) fn new(size: BoardSize, split: Split, depth: usize) -> Result<Self, DepthError> {
        match method(split) {
            Method::Search(prefixes) => search::Units::new(size, prefixes, depth).map(Self::Search),
            Method::Halves => halves::Units::new(size, depth).map(Self::Halves),
        }
    }

    /// How many there are, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Self::Search(units) => units.count(),
            Self::Halves(units) => units.count(),
        }
    }

    /// See [`super::Plan::cost`].
    #[must_use]
    pub fn cost(&self, unit: u64) -> f64 {
        match self {
            Self::Search(units) => units.cost(unit),
            Self::Halves(units) => units.cost(),
        }
    }

    /// Consecutive units that cost the same, and what each of them costs, from the first unit to the last. Sums over a plan of
    /// hundreds of millions of units are made of these.
    #[must_use]
    pub fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        match self {
            Self::Search(units) => Box::new(units.costs()),
            Self::Halves(units) => Box::new(units.costs()),
        }
    }

    /// Writes down what decides what a unit is, for the hash of the plan.
    pub(super) fn describe(&self, write: &mut dyn FnMut(u64)) {
        match self {
            Self::Search(units) => units.describe(write),
            Self::Halves(units) => units.describe(write),
        }
    }

    /// A counter of these units for one thread; `None` when this CPU cannot run `kernel`, or the method does not have it.
    #[must_use]
    pub fn counter(&self, kernel: Kernel) -> Option<Box<dyn Counter + '_>> {
        match self {
            Self::Search(units) => {
                Some(Box::new(search::UnitCounter::new(units, SearchKernel::new(kernel)?)))
            }
            Self::Halves(units) => {
                Some(Box::new(halves::UnitCounter::new(units, HalvesKernel::new(kernel)?)))
            }
        }
    }

    /// The kernel that counts `unit` once more, in another way than `counted_by`, which took `elapsed` for it.
    #[must_use]
    pub fn checking_kernel(&self, unit: u64, counted_by: &str, elapsed: Duration) -> Kernel {
        match self {
            Self::Search(units) => units.checking_kernel(unit, counted_by, elapsed),
            Self::Halves(units) => units.checking_kernel(counted_by, elapsed),
        }
    }

    /// The units of the search by which the solutions of the board are estimated.
    #[must_use]
    pub fn searched(&self) -> Cow<'_, search::Units> {
        match self {
            Self::Search(units) => Cow::Borrowed(units),
            Self::Halves(units) => Cow::Owned(search::Units::standard(units.size(), Prefixes::Cross)),
        }
    }

    /// Counts random pieces of these units on one thread; `None` when this CPU cannot run `kernel`, or the method does not have it.
    #[must_use]
    pub fn timing(&self, kernel: Kernel) -> Option<Box<dyn Timing + '_>> {
        match self {
            Self::Search(units) => {
                Some(Box::new(search::timing::Pieces::new(units, SearchKernel::new(kernel)?)))
            }
            Self::Halves(units) => {
                Some(Box::new(halves::counter::Pieces::new(units, HalvesKernel::new(kernel)?)))
            }
        }
    }

    /// Whether the measure of [`Units::timing`] are nodes of the search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// The work in all units, in the measure of [`Units::timing`], when the search would visit `nodes` nodes.
    #[must_use]
    pub fn work(&self, nodes: f64) -> f64 {
        match self {
            Self::Search(_) => nodes,
            Self::Halves(_) => 1.0,
        }
    }

    /// Memory that a count needs on `threads` threads, in bytes, beside the program itself and the set of finished units.
    #[must_use]
    pub fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        match self {
            Self::Search(units) => units.memory(kernel, threads),
            Self::Halves(units) => units.memory(kernel, threads),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_that_are_timed_make_up_the_work() {
        let size = BoardSize::new(9).unwrap();
        let units = Units::new(size, Split::Halves, standard_depth(size, Split::Halves)).unwrap();
        let Units::Halves(halves) = &units else { unreachable!("these are units of halves") };
        let piece = units.timing(Kernel::Scalar).unwrap().piece(&mut fastrand::Rng::with_seed(1));
        assert!((piece.work * halves.pieces() as f64 - units.work(7.0)).abs() < 1e-9, "{piece:?}");
    }
}
