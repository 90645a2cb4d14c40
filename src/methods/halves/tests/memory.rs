//! Estimates of memory, against measurements and allocations.

use super::*;
use crate::methods::Units;
use crate::methods::halves::join::Join;
use crate::methods::halves::join::memory::{TABLES, thread_memory};
use crate::methods::halves::lists::entry::Block;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH};
use crate::methods::vectors::portable::Portable;
use crate::methods::vectors::vector::Vector;

#[test]
fn memory_adds_far_lists_and_threads() {
    for n in [12, 16, 18, 20, 24, 32] {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        assert_eq!(units.memory(Kernel::Scalar, 3), 0);
        let [none, three] = [0, 3].map(|threads| units.memory(Kernel::Portable, threads));
        let expected = (units.far.memory(), none + 3 * thread_memory(&units.shape));
        assert_eq!((none, three), expected, "N = {n}");
    }
}

#[test]
fn far_lists_stay_within_their_memory() {
    for n in [12, 16, 18, 20] {
        let far = FarLists::new(n, shape(n).far);
        assert_eq!(far.made(), 0);
        for columns in (1..1_u32 << n).step_by(2).filter(|set| set.count_ones() as usize == shape(n).far) {
            far.of(Portable, columns);
        }
        assert!(far.made() > 0 && far.made() <= far.memory(), "N = {n}: {} of {}", far.made(), far.memory());
    }
    let mut rng = Rng::with_seed(54);
    let far = FarLists::new(32, 6);
    let random = (0..500).map(|_| size_of_val(far.of(Portable, choose(&mut rng, u32::MAX, 6)).blocks));
    let mean = random.sum::<usize>() as u64 / 500;
    // Half of the lists are mirror images of others.
    let lists = (27..32_u64).product::<u64>() / 120 / 2;
    assert!(mean * lists <= far.memory(), "{mean} bytes of {} in a list", size_of::<Block>());
}

/// Compares the lists of a thread after some sets of N = 20 with the estimate.
fn check_lists<V: Vector>(v: V, first_queens: usize) {
    let shape = Shape { first_queens, ..shape(20) };
    let mut join = Join::new(v, &shape);
    let mut rng = Rng::with_seed(55);
    for _ in 0..40 {
        let set = random_set(&mut rng, 20);
        for first in FirstQueens::every(set.columns, first_queens) {
            join.count_piece(far_lists(shape.far), &set, first.into(), &NEVER);
        }
    }
    let allocated = join.list_memory() as u64 + TABLES;
    let estimated = thread_memory(&shape);
    let ratio = estimated as f64 / allocated as f64;
    assert!((0.7..1.5).contains(&ratio), "{first_queens} apart: {estimated} of {allocated}");
}

#[test]
fn thread_allocates_as_much_as_estimated() {
    for first_queens in 0..=2 {
        with_every_vector!(check_lists(first_queens));
    }
}

#[test]
fn counts_without_an_allocation() {
    for (n, kernel) in (15..=20).flat_map(|n| available().map(move |kernel| (n, kernel))) {
        if kernel == Kernel::Scalar {
            continue;
        }
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let mut counter = count_unit_with(kernel, &units).unwrap();
        // The first time makes far lists, and lists of norths grow.
        let mut count = || assert!(counter(1, &NEVER).is_some());
        count();
        let again = allocation_counter::measure(count);
        assert_eq!(again.count_total, 0, "N = {n}, {}", kernel.name());
    }
}

#[test]
fn thread_memory_of_large_boards_is_as_measured() {
    // Resident megabytes of one thread: of N = 22 after a whole count; of N = 24 and 25 after 170 s, less
    // the program and the far lists; of N = 26 after up to 200 sets, and of N = 27 after 50, while they
    // still grew.
    for (n, megabytes) in [(22, 11.5), (24, 79.6), (25, 97.0), (26, 45.8), (27, 71.3)] {
        let ratio = thread_memory(&shape(n)) as f64 / 1e6 / megabytes;
        assert!((0.8..1.45).contains(&ratio), "N = {n}: {ratio} times what was measured");
    }
}
