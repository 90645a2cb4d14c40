//! Two methods of this program, on one thread. The search first places queens on the central rows
//! and columns, one placement of each class under the eight symmetries
//! ([`crate::methods::search::cross`]); below them a kernel looks ahead. [`count_one_by_one`] uses
//! the scalar kernel, one placement at a time; [`count_in_batches`] the batched kernel, which works
//! on one placement per lane of the CPU. [`count_by_halves`] joins half boards
//! ([`crate::methods::halves`]).

use std::sync::atomic::AtomicBool;

use super::RungResult;
use crate::board::BoardSize;
use crate::methods::Units;
use crate::methods::counter::UnitCounts;
use crate::methods::halves::{self, HalvesKernel};
use crate::methods::kernel::Kernel;
use crate::methods::search::{Prefixes, SearchKernel, SearchUnits, UnitCounter};

/// Counts the solutions of a board with the scalar kernel.
pub fn count_one_by_one(n: usize) -> RungResult {
    search(n, SearchKernel::available().find(|kernel| kernel.name() == Kernel::Scalar))
}

/// Counts the solutions of a board with the fastest batched kernel.
pub fn count_in_batches(n: usize) -> RungResult {
    search(n, SearchKernel::available().find(|kernel| kernel.name() != Kernel::Scalar))
}

/// Counts the solutions of a board by joining half boards, with the fastest kernel.
pub fn count_by_halves(n: usize) -> RungResult {
    let (Ok(size), Some(kernel)) = (BoardSize::new(n), HalvesKernel::available().next()) else {
        return RungResult::default();
    };
    let units =
        halves::HalvesUnits::new(size, halves::STANDARD_DEPTH).expect("a standard depth is a valid one");
    let (mut counter, never) = (halves::UnitCounter::new(&units, kernel), AtomicBool::new(false));
    sum((0..units.count()).filter_map(|unit| counter.count(unit, &never)))
}

/// Nothing on a board that does not exist, of 0 or more than 32 rows.
fn search(n: usize, kernel: Option<SearchKernel>) -> RungResult {
    let (Ok(size), Some(kernel)) = (BoardSize::new(n), kernel) else { return RungResult::default() };
    let (units, never) = (SearchUnits::standard(size, Prefixes::Cross), AtomicBool::new(false));
    let mut counter = UnitCounter::new(&units, kernel);
    sum((0..units.count()).filter_map(|unit| counter.count(unit, &never)))
}

fn sum(counts: impl Iterator<Item = UnitCounts>) -> RungResult {
    counts.fold(RungResult::default(), |total, unit| RungResult {
        solutions: total.solutions + unit.solutions as u64,
        examined: total.examined + unit.nodes,
    })
}
