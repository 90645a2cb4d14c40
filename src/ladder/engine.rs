//! This engine, in one thread: the queens of the central rows and columns first, one of each class under all eight
//! symmetries ([`crate::split::cross`]), and below them a kernel that looks ahead. [`count_one_by_one`] takes the
//! scalar kernel, one placement at a time; [`count_in_batches`] the batched one, with as many placements at a time as
//! the CPU has lanes.

use std::sync::atomic::AtomicBool;

use super::RungResult;
use crate::board::BoardSize;
use crate::kernel::Kernel;
use crate::kernel::unit::UnitCounter;
use crate::split::{Plan, Split};

/// Counts the solutions of a board with the scalar kernel.
#[must_use]
pub fn count_one_by_one(n: usize) -> RungResult {
    count(n, Kernel::Scalar)
}

/// Counts the solutions of a board with the fastest batched kernel.
#[must_use]
pub fn count_in_batches(n: usize) -> RungResult {
    let batched = Kernel::available().into_iter().find(|&kernel| kernel != Kernel::Scalar);
    count(n, batched.unwrap_or(Kernel::Portable))
}

/// Nothing on a board that does not exist, of 0 or more than 32 rows.
fn count(n: usize, kernel: Kernel) -> RungResult {
    let Ok(size) = BoardSize::new(n) else { return RungResult::default() };
    let plan = Plan::standard(size, Split::Cross);
    let never = AtomicBool::new(false);
    let mut counter = UnitCounter::new(kernel, &never);
    let units = (0..plan.units()).filter_map(|unit| counter.count(&plan, unit));
    units.fold(RungResult::default(), |total, unit| RungResult {
        solutions: total.solutions + unit.solutions as u64,
        examined: total.examined + unit.nodes,
    })
}
