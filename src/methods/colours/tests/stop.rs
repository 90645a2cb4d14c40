//! A counter that is stopped.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use crate::os::thread_time;

#[test]
fn a_stopped_unit_is_dropped_and_counted_again_rightly() {
    let units = units(16);
    let unit = units.count / 2;
    for kernel in VectorKernel::available().filter(|kernel| kernel.name() != Kernel::Scalar) {
        let mut counter = UnitCounter::new(&units, kernel);
        let expected = counter.count(unit, &NEVER);
        assert!(expected.is_some_and(|counts| counts.solutions > 0));
        let stop = AtomicBool::new(true);
        assert_eq!(counter.count(unit, &stop), None, "{}", kernel.name());
        assert_eq!(counter.count(unit + 1, &stop), None, "{}", kernel.name());
        assert_eq!(counter.count(unit, &NEVER), expected, "{}", kernel.name());
    }
}

/// Sets the flag from another thread, at many moments of a unit: it is counted whole or not at all.
#[test]
fn a_stop_at_any_moment_gives_the_whole_unit_or_nothing() {
    let units = units(18);
    let unit = units.count / 3;
    let kernel = VectorKernel::available().next().unwrap();
    let mut counter = UnitCounter::new(&units, kernel);
    let expected = counter.count(unit, &NEVER);
    let (stop, moment) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut dropped = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while moment.load(Ordering::Acquire) < usize::MAX {
                let wait = moment.load(Ordering::Acquire);
                (0..wait).for_each(|_| std::hint::spin_loop());
                stop.store(true, Ordering::Relaxed);
                std::thread::yield_now();
            }
        });
        for round in 0..60 {
            moment.store(round * 2_000, Ordering::Release);
            stop.store(false, Ordering::Relaxed);
            match counter.count(unit, &stop) {
                None => dropped += 1,
                counted => assert_eq!(counted, expected, "round {round}"),
            }
        }
        moment.store(usize::MAX, Ordering::Release);
    });
    assert!(dropped > 0);
    assert_eq!(counter.count(unit, &NEVER), expected);
}

/// Lists of hundreds of millions of placements, and searches of hours: a stop ends both.
#[test]
fn stops_soon_on_a_large_board() {
    let units = units(32);
    let kernel = VectorKernel::available().next().unwrap();
    for unit in [0, units.count / 2, units.count - 1] {
        let stop = AtomicBool::new(false);
        let began = thread_time();
        let counted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            UnitCounter::new(&units, kernel).count(unit, &stop)
        });
        let took = thread_time() - began;
        assert!(counted.is_none() || took < Duration::from_millis(100), "unit {unit}");
        assert!(took < Duration::from_secs(5), "unit {unit}: {took:?} of CPU time");
    }
}
