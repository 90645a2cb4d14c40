//! Compares every way of counting with every other, and pins the literals that saved runs rely on.

mod chain;
mod golden;
mod plans;

use std::sync::atomic::AtomicBool;

use crate::board::BoardSize;
use crate::methods::counter::{Claims, Finished};
use crate::methods::{Kernel, Method};
use crate::plan::Plan;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// Counts `units` of a plan, in order.
fn count(plan: &Plan, kernel: Kernel, units: impl IntoIterator<Item = u64>) -> Vec<Finished> {
    let never = AtomicBool::new(false);
    let mut units = units.into_iter();
    let mut counted = Vec::new();
    let mut take = || units.next();
    let mut counter = plan.method_units().counters(kernel, 1).unwrap().remove(0);
    counter.run(&mut Claims::new(&mut take, &never), &mut |unit| counted.push(unit)).unwrap();
    counted
}

/// The solutions in `units` of a plan, by one kernel.
fn solutions(plan: &Plan, kernel: Kernel, units: impl IntoIterator<Item = u64>) -> u128 {
    count(plan, kernel, units).iter().map(|unit| unit.solutions).sum()
}
