//! Tests how much memory a thread allocates.

use super::*;
use crate::methods::colours::memory::{plain_memory, thread_memory};

#[test]
fn counts_without_an_allocation() {
    for n in 14..=18 {
        let units = units(n);
        for kernel in available().filter(|&kernel| kernel != Kernel::Scalar) {
            let mut counter = units.counter(kernel).unwrap();
            let unit = units.count / 2;
            // Lists and tables grow during the first count.
            let mut count = || assert!(counter(unit, &NEVER_STOP).is_some());
            count();
            let again = allocation_counter::measure(count);
            assert_eq!(again.count_total, 0, "N = {n}, {}", kernel.name());
        }
    }
}

/// The estimate is for resident memory, but this test measures allocated memory. A thread may allocate more
/// than is resident, because lists reserve powers of two and their last pages stay untouched. It may also
/// allocate less, because growing lists leave gaps. For each number of queens, the last unit has the most
/// column sets. A test of the program measures N = 22 to 26.
#[test]
fn thread_allocates_about_as_much_as_estimated() {
    let kernel = available().next().unwrap();
    for n in 16..=21 {
        let units = units(n);
        let all = 0..units.count;
        let queens = |unit: u64| units.unit(unit).split.queens;
        let last = all.filter(|&unit| unit + 1 == units.count || queens(unit) != queens(unit + 1));
        let mut last: Vec<u64> = last.collect();
        last.retain(|&unit| units.unit(unit).split.queens.abs_diff(n / 4) < 4);
        let allocated = allocation_counter::measure(|| {
            let mut counter = units.counter(kernel).unwrap();
            for &unit in &last {
                counter(unit, &NEVER_STOP);
            }
        });
        let ratio = thread_memory(n) as f64 / allocated.bytes_max as f64;
        assert!((0.8..5.0).contains(&ratio), "N = {n}: {} bytes, {ratio}", allocated.bytes_max);
    }
}

/// The units with the most column pairs are somewhere in the middle of a plan, so the sample spans the whole
/// plan.
#[test]
fn plain_recursion_allocates_no_more_than_estimated() {
    for n in [12, 15, 16] {
        let units = units(n);
        let mut counter = units.counter(Kernel::Scalar).unwrap();
        let allocated = allocation_counter::measure(|| {
            for unit in (0..units.count).step_by(units.count.div_ceil(12) as usize) {
                counter(unit, &NEVER_STOP);
            }
        });
        let ratio = plain_memory(n) as f64 / allocated.bytes_max as f64;
        assert!((1.0..5.0).contains(&ratio), "N = {n}: {} bytes, {ratio}", allocated.bytes_max);
    }
}
