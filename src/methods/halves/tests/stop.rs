//! A counter that is stopped in the middle of a piece.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::*;
use crate::methods::Units;
use crate::methods::counter::stop::looks::whole_or_nothing;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH, sets};
use crate::os::thread_time;

#[test]
fn stops_soon_on_a_large_board() {
    let shape = shape(26);
    let far = FarLists::new(26, shape.far);
    let set = random_set(&mut Rng::with_seed(41), 26);
    for kernel in available() {
        let stop = AtomicBool::new(false);
        let began = thread_time();
        let counted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
            });
            count_piece_with(kernel, &shape).unwrap()(&far, &set, FirstQueens::ANY.into(), &stop)
        });
        assert_eq!(counted, None, "{}", kernel.name());
        let took = thread_time() - began;
        assert!(took < Duration::from_secs(10), "{}: {took:?} of CPU time", kernel.name());
    }
}

#[test]
fn counts_correctly_after_a_stop() {
    let shape = shape(18);
    let mut rng = Rng::with_seed(42);
    let far = FarLists::new(18, shape.far);
    let [set, other] = [(); 2].map(|()| random_set(&mut rng, 18));
    // The plain recursion polls the flag once in a million queens, more than a set of this board
    // has.
    for kernel in available().filter(|&kernel| kernel != Kernel::Scalar) {
        let mut count_piece = count_piece_with(kernel, &shape).unwrap();
        let stop = AtomicBool::new(true);
        let mut count = |set, stop| count_piece(&far, set, FirstQueens::ANY.into(), stop);
        let expected = count(&set, &NEVER);
        assert!(expected.is_some_and(|counts| counts.solutions > 0));
        // Stopped while the norths of another set are listed, over the norths of this one.
        assert_eq!(count(&other, &stop), None, "{}", kernel.name());
        assert_eq!(count(&set, &NEVER), expected, "{}", kernel.name());
        assert_eq!(count(&set, &stop), None, "{}", kernel.name());
    }
}

#[test]
fn a_stop_at_any_look_gives_the_whole_unit_or_nothing() {
    for (n, first_queens) in [(12, 0), (13, 0), (11, 2), (14, 1)] {
        let shape = Shape { first_queens, units: sets::count(n) / 3, ..shape(n) };
        let upright = HalvesUnits::of_shape(size(n), shape, STANDARD_DEPTH).unwrap();
        for (units, kernel) in [upright.upside_down(), upright]
            .iter()
            .flat_map(|units| available().map(move |kernel| (units, kernel)))
        {
            let mut counter = count_unit_with(kernel, units).unwrap();
            let mut is_fit = |&unit: &u64| {
                units.pieces_of(unit).count() > 1 && counter(unit, &NEVER).unwrap().solutions > 0
            };
            let unit = (0..units.count()).find(&mut is_fit).unwrap();
            let what = format!("N = {n}, {first_queens} apart, {}", kernel.name());
            let looks = whole_or_nothing(&what, |stop| counter(unit, stop));
            assert!(looks > 10, "{what}: {looks} looks");
        }
    }
}
