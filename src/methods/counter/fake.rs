//! A counter that only pretends to count, for tests of the code around counters.

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Counts, UnitCounter};

/// Returns the number of solutions that a [`FakeCounter`] reports for a unit.
pub fn solutions(unit: u64) -> u128 {
    1 + u128::from(unit).pow(3)
}

pub fn wait_for(flag: &AtomicBool) {
    wait_until(&|| flag.load(Ordering::Relaxed));
}

/// Waits until `is_so` returns true. Panics after three minutes, which is long enough even on a busy machine.
pub fn wait_until(is_so: &dyn Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < Duration::from_secs(180),
            "the condition did not hold within three minutes"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Options for a counter that reports [`solutions`] for each unit.
#[derive(Clone, Copy)]
pub struct FakeCounter<'a> {
    /// The time to sleep in every unit.
    pub pause: Duration,
    /// The counter panics after this many units, without a message.
    pub panics_after: Option<u64>,
    /// Once all counters together have finished this many units, the counter waits for the given flag. If
    /// there is no flag, it waits for its stop flag.
    pub waits_after: Option<(u64, Option<&'a AtomicBool>)>,
    /// The number of units that all counters in a test have finished.
    pub handed_over: &'a AtomicU64,
}

impl<'a> FakeCounter<'a> {
    /// Creates a counter that never panics and takes no time.
    pub fn new(handed_over: &'a AtomicU64) -> Self {
        Self { pause: Duration::ZERO, panics_after: None, waits_after: None, handed_over }
    }

    pub fn boxed(self) -> UnitCounter<'a> {
        let Self { pause, mut panics_after, waits_after, handed_over } = self;
        Box::new(move |unit, stop| {
            std::thread::sleep(pause);
            if let Some((units, flag)) = waits_after
                && handed_over.load(Ordering::SeqCst) >= units
            {
                wait_for(flag.unwrap_or(stop));
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if panics_after == Some(0) {
                panic::resume_unwind(Box::new("as told"));
            }
            panics_after = panics_after.map(|units| units - 1);
            handed_over.fetch_add(1, Ordering::SeqCst);
            Some(Counts { solutions: solutions(unit), nodes: 2 })
        })
    }
}
