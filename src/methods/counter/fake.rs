//! A counter that does not count, for the tests of everything around counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Claims, Counter, Finished, MethodError};
use crate::methods::kernel::Kernel;

/// The solutions that [`FakeCounter`] finds in a unit.
pub fn solutions(unit: u64) -> u128 {
    1 + u128::from(unit).pow(3)
}

/// Waits until the flag is set.
pub fn wait_for(flag: &AtomicBool) {
    wait_until(&|| flag.load(Ordering::Relaxed));
}

/// Waits for as long as a busy machine may need.
pub fn wait_until(is_so: &dyn Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(180), "nothing came in three minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Takes several units at a time and finishes them in reverse order.
pub struct FakeCounter<'a> {
    /// Units that it holds at a time.
    pub holds: usize,
    /// Time that it sleeps for every unit.
    pub pause: Duration,
    /// Wall time, and CPU time, that it claims to have spent on a unit.
    pub time: Duration,
    /// Units after which it fails.
    pub fails_after: Option<u64>,
    /// Units of all counters after which it waits for a flag: this one, or its stop.
    pub waits_after: Option<(u64, Option<&'a AtomicBool>)>,
    /// Units that all counters of a test have finished.
    pub handed_over: &'a AtomicU64,
}

impl<'a> FakeCounter<'a> {
    /// A counter that never fails and takes no time.
    pub fn new(handed_over: &'a AtomicU64) -> Self {
        let pause = Duration::ZERO;
        let time = Duration::from_millis(3);
        Self { holds: 3, pause, time, fails_after: None, waits_after: None, handed_over }
    }

    /// The counter in the form in which a method makes it.
    pub fn boxed(self) -> Box<dyn Counter + 'a> {
        Box::new(self)
    }
}

impl Counter for FakeCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        let kernel = Kernel::Portable;
        loop {
            let held: Vec<u64> = claims.by_ref().take(self.holds).collect();
            if held.is_empty() {
                return Ok(());
            }
            for unit in held.into_iter().rev() {
                std::thread::sleep(self.pause);
                if let Some((units, flag)) = self.waits_after
                    && self.handed_over.load(Ordering::SeqCst) >= units
                {
                    wait_for(flag.unwrap_or(claims.stop()));
                }
                if claims.stop().load(Ordering::Relaxed) {
                    return Ok(());
                }
                if self.fails_after == Some(0) {
                    return Err(MethodError::Start { kernel, reason: "it was asked to".to_owned() });
                }
                self.fails_after = self.fails_after.map(|units| units - 1);
                self.handed_over.fetch_add(1, Ordering::SeqCst);
                let solutions = solutions(unit);
                done(Finished { unit, solutions, nodes: 2, wall: self.time, cpu: self.time, kernel });
            }
        }
    }

    fn holds(&self) -> u64 {
        self.holds as u64
    }
}
