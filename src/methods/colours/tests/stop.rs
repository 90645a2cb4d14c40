//! A counter that is stopped.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::super::counter::counter_of_pieces;
use super::pieces::short_piece;
use super::*;
use crate::methods::counter::Counts;
use crate::methods::counter::stop::looks::whole_or_nothing;
use crate::os::thread_time;

#[test]
fn a_stop_at_any_look_gives_the_whole_unit_or_nothing() {
    let upright = [12, 13, 16].map(units);
    // Sets of odd rows after each other, and ranges of the odd columns, as on the largest boards.
    let cut = ColourUnits::new(size(12), super::super::STANDARD_DEPTH + 2).unwrap();
    // Of 12 rows, an image has a piece for each row pair.
    let upside_down = [12, 13].map(|n| units(n).upside_down());
    for (units, kernel) in upright
        .iter()
        .chain([&cut])
        .chain(&upside_down)
        .flat_map(|units| available().map(move |kernel| (units, kernel)))
    {
        if kernel == Kernel::Scalar && units.n > 13 {
            continue;
        }
        let mut counter = units.counter(kernel).unwrap();
        let unit = (0..units.count).find(|&unit| counter(unit, &NEVER).unwrap().solutions > 0).unwrap();
        let what = format!("N = {}, {}", units.n, kernel.name());
        let looks = whole_or_nothing(&what, |stop| counter(unit, stop));
        assert!(looks > 3, "{what}: {looks} looks");
    }
}

/// A stop between the images of a unit, and in each of them, leaves nothing of those before.
#[test]
fn a_stop_between_the_images_of_a_unit_leaves_nothing() {
    let units = units(16).upside_down();
    let images = |unit: u64| units.unit(unit).odd.len();
    let unit = (0..units.count).find(|&unit| images(unit) > 2).unwrap();
    let images = images(unit);
    for stopped in 0..images {
        let mut counted = 0;
        let count_piece: CountPiece = Box::new(move |_, _| {
            counted += 1;
            (counted != stopped + 1).then_some(Counts { solutions: 1, nodes: 1 })
        });
        let counts = counter_of_pieces(count_piece, &units)(unit, &NEVER);
        assert_eq!(counts, None, "stopped in image {stopped} of {images}");
    }
}

/// On boards from N = 30 on, the quarters of the light colour have eight queens, those of the heavy one more.
#[test]
fn a_stop_in_a_quarter_of_many_queens_gives_the_whole_piece_or_nothing() {
    let mut rng = Rng::with_seed(97);
    for (n, queens) in [(18, 8), (19, 9), (20, 9), (32, 8), (31, 9)] {
        let piece = short_piece(&mut rng, Symmetry { n, queens });
        let (kernel, mut count_piece) = products(n).swap_remove(0);
        let counts = count_piece(&piece, &NEVER).unwrap();
        let looks = whole_or_nothing(&format!("N = {n}, {kernel}"), |stop| count_piece(&piece, stop));
        assert!(counts.nodes > 0 && looks > 1_000, "N = {n}: {looks} looks");
    }
}

/// Lists of hundreds of millions of placements, and searches of hours: a stop ends both.
#[test]
fn stops_soon_on_a_large_board() {
    let units = units(32);
    let kernel = available().next().unwrap();
    for unit in [0, units.count / 2, units.count - 1] {
        let stop = AtomicBool::new(false);
        let began = thread_time();
        let counted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            units.counter(kernel).unwrap()(unit, &stop)
        });
        let took = thread_time() - began;
        assert!(counted.is_none() || took < Duration::from_millis(100), "unit {unit}");
        assert!(took < Duration::from_secs(5), "unit {unit}: {took:?} of CPU time");
    }
}
