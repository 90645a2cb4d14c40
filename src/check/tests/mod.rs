//! Compares all ways of counting with each other, and pins the values that saved runs rely on.

mod chain;
mod golden;
mod plans;

use std::sync::LazyLock;

use crate::board::BoardSize;
use crate::methods::counter::Counts;
use crate::methods::{Kernel, Method};
use crate::plan::Plan;
use crate::run::NEVER_STOP;

/// The standard plans of all methods for all boards. Making them takes seconds.
static STANDARD_PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| {
    let of_method = |&method| BoardSize::all().map(move |size| Plan::standard(size, method));
    Method::ALL.iter().flat_map(of_method).collect()
});

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn count(plan: &Plan, kernel: Kernel, units: impl IntoIterator<Item = u64>) -> Vec<Counts> {
    let mut counter = plan.method_units().counter(kernel).unwrap();
    units.into_iter().map(|unit| counter(unit, &NEVER_STOP).unwrap()).collect()
}

fn solutions(plan: &Plan, kernel: Kernel, units: impl IntoIterator<Item = u64>) -> u128 {
    count(plan, kernel, units).iter().map(|unit| unit.solutions).sum()
}
