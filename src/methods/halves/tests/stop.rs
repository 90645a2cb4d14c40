//! A counter that is stopped in the middle of a column set.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::*;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH, UnitCounter};

#[test]
fn a_set_of_a_large_board_is_left_soon_after_the_flag_is_set() {
    let shape = shape(26);
    let far = FarLists::new(26, shape.far);
    let set = random_set(&mut Rng::with_seed(41), 26);
    for kernel in HalvesKernel::available() {
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let counted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            set_counter(kernel, &shape).count(&far, &set, FirstQueens::ANY, &stop)
        });
        assert_eq!(counted, None, "{}", kernel.name());
        assert!(began.elapsed() < Duration::from_secs(10), "{}: {:?}", kernel.name(), began.elapsed());
    }
}

#[test]
fn a_counter_that_was_stopped_counts_as_before() {
    let (shape, mut rng) = (shape(18), Rng::with_seed(42));
    let far = FarLists::new(18, shape.far);
    let [set, other] = [(); 2].map(|()| random_set(&mut rng, 18));
    // The plain recursion looks at the flag once in a million queens, more than a set of this board
    // has.
    for kernel in HalvesKernel::available().filter(|kernel| kernel.name() != Kernel::Scalar) {
        let (mut join, stop) = (set_counter(kernel, &shape), AtomicBool::new(true));
        let expected = join.count(&far, &set, FirstQueens::ANY, &NEVER);
        assert!(expected.is_some_and(|counts| counts.solutions > 0));
        // Stopped while the norths of another set are listed, in the place of those of this one.
        assert_eq!(join.count(&far, &other, FirstQueens::ANY, &stop), None, "{}", kernel.name());
        assert_eq!(join.count(&far, &set, FirstQueens::ANY, &NEVER), expected, "{}", kernel.name());
        assert_eq!(join.count(&far, &set, FirstQueens::ANY, &stop), None, "{}", kernel.name());
    }
}

#[test]
fn a_unit_is_left_without_a_count_when_the_flag_is_set() {
    // Its sets are so small that the plain recursion never looks at the flag inside one.
    let units = HalvesUnits::new(size(13), STANDARD_DEPTH).unwrap();
    for kernel in HalvesKernel::available() {
        let mut counter = UnitCounter::new(&units, kernel);
        for unit in 0..units.count() {
            assert_eq!(counter.count(unit, &AtomicBool::new(true)), None, "{} unit {unit}", kernel.name());
        }
    }
}
