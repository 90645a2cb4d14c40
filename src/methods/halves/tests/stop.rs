//! A counter that is stopped in the middle of a piece.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::*;
use crate::methods::Units;
use crate::methods::counter::stop::looks::whole_or_nothing;
use crate::methods::halves::sets::Piece;
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
fn a_stop_at_any_look_gives_the_whole_unit_or_nothing() {
    for (n, first_queens) in [(12, 0), (13, 0), (11, 1), (14, 1)] {
        let shape = Shape { first_queens, units: sets::count(n) / 3, ..shape(n) };
        let upright = HalvesUnits::of_shape(size(n), shape, STANDARD_DEPTH).unwrap();
        for (units, kernel) in [upright.upside_down(), upright]
            .iter()
            .flat_map(|units| available().map(move |kernel| (units, kernel)))
        {
            let mut counter = count_unit_with(kernel, units).unwrap();
            let mut count_piece = count_piece_with(kernel, &units.shape).unwrap();
            // Norths of the first piece that a stop left unfinished would be missed in its solutions.
            let mut is_fit = |&unit: &u64| {
                let mut pieces = units.pieces_of(unit);
                let [Some(Piece { set, given, .. }), Some(_)] = [pieces.next(), pieces.next()] else {
                    return false;
                };
                count_piece(&units.far, &set, given, &NEVER).unwrap().solutions > 0
            };
            let unit = (0..units.count()).find(&mut is_fit).unwrap();
            let what = format!("N = {n}, {first_queens} apart, {}", kernel.name());
            let looks = whole_or_nothing(&what, |stop| counter(unit, stop));
            assert!(looks > 10, "{what}: {looks} looks");
        }
    }
}
