//! Tests that counters can be stopped.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::*;
use crate::os::thread_time;
use crate::stop::polls::whole_or_nothing;

#[test]
fn a_stop_at_any_poll_gives_the_whole_unit_or_nothing() {
    let upright = [12, 13, 16].map(units);
    // These units are cut into sets of odd rows and ranges of odd columns, as on the largest boards.
    let cut = ColourUnits::new(size(12), super::super::STANDARD_DEPTH + 2).unwrap();
    // At N = 12, the image of a unit has one piece per row pair.
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
        let unit = (0..units.count).find(|&unit| counter(unit, &NEVER_STOP).unwrap().solutions > 0).unwrap();
        let what = format!("N = {}, {}", units.n, kernel.name());
        let polls = whole_or_nothing(&what, |stop| counter(unit, stop));
        assert!(polls > 3, "{what}: {polls} polls");
    }
}

/// These units have lists with hundreds of millions of placements, and searches that take hours.
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
