//! Counters: a counter claims units, counts them, and reports the results.
//!
//! ```text
//! claims: which unit is next?  ->  counter  ->  done: the result of a unit
//! ```
//!
//! A counter decides how many units it holds at a time and in which order it finishes them: a CPU
//! thread counts one after the other, a device may hold a thousand and report later. It knows
//! nothing of plans, shards or run directories. The units that it holds when it is stopped are
//! dropped, and later counted again from the beginning.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::methods::MethodError;
use crate::methods::kernel::Kernel;
use crate::os::thread_time;

pub mod stop;

#[cfg(test)]
pub(crate) mod fake;

/// A unit that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number in the plan, from 0.
    pub unit: u64,
    /// Solutions of the board in it.
    pub solutions: u128,
    /// The size of the work: queens placed by the search; pairs of halves decided by `halves`; pairs of
    /// placements of a colour that fit by `colours`; queens placed with the kernel `scalar` of both.
    pub nodes: u64,
    /// Wall time that the counter spent on it. A counter that works on several units at a time
    /// divides its time among them.
    pub wall: Duration,
    /// CPU time that its thread spent on it, or threads that work for a device.
    pub cpu: Duration,
    /// The kernel that counted it.
    pub kernel: Kernel,
}

impl Finished {
    /// The time that it kept a core of the CPU, or a device.
    pub(crate) fn busy(&self) -> Duration {
        if self.kernel == Kernel::Gpu { self.wall } else { self.cpu }
    }
}

/// Takes units and counts them.
pub(crate) trait Counter: Send {
    /// Counts the units of `claims` until these end, and calls `done` with each as soon as it is
    /// counted, whole.
    ///
    /// # Errors
    /// If it cannot continue. Units that `done` was called with stay valid.
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError>;

    /// The number of units it works on at a time, at least 1: that many must finish before their
    /// rate means anything.
    fn holds(&self) -> u64 {
        1
    }
}

/// The unclaimed units: iterates until none remain or until a stop. Whoever claims a unit counts
/// it.
pub(crate) struct Claims<'a> {
    take: &'a mut dyn FnMut() -> Option<u64>,
    stop: &'a AtomicBool,
}

impl<'a> Claims<'a> {
    /// The units that `take` gives, until `stop` is set.
    pub fn new(take: &'a mut dyn FnMut() -> Option<u64>, stop: &'a AtomicBool) -> Self {
        Self { take, stop }
    }

    /// The flag to poll while counting a unit. When it is set, unfinished units must be dropped
    /// within a second.
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop
    }
}

impl Iterator for Claims<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if stop::is_set(self.stop) { None } else { (self.take)() }
    }
}

/// The results of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitCounts {
    /// Solutions of the board, weights applied.
    pub solutions: u128,
    /// Steps taken to find them, in the measure of the method.
    pub nodes: u64,
}

/// Runs a counter that takes one unit after the other on its thread: `count` counts a unit, or
/// returns `None` when the stop flag was set.
pub fn one_by_one(
    kernel: Kernel,
    claims: &mut Claims<'_>,
    done: &mut dyn FnMut(Finished),
    count: &mut dyn FnMut(u64, &AtomicBool) -> Option<UnitCounts>,
) {
    let stop = claims.stop();
    for unit in claims {
        let began = Instant::now();
        let cpu_before = thread_time();
        let Some(UnitCounts { solutions, nodes }) = count(unit, stop) else { break };
        let wall = began.elapsed();
        let cpu = thread_time().saturating_sub(cpu_before);
        done(Finished { unit, solutions, nodes, wall, cpu, kernel });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn stops_claiming_at_the_end_or_at_a_stop() {
        let stop = AtomicBool::new(false);
        let mut units = 5..9;
        let mut take = || units.next();
        let mut claims = Claims::new(&mut take, &stop);
        assert_eq!((claims.next(), claims.next()), (Some(5), Some(6)));
        claims.stop().store(true, Ordering::Relaxed);
        assert_eq!(claims.next(), None);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(Claims::new(&mut take, &stop).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn separates_wall_time_from_cpu_time() {
        let stop = AtomicBool::new(false);
        let mut units = 0..2;
        let mut times = Vec::new();
        let pause = Duration::from_millis(50);
        let mut take = || units.next();
        one_by_one(
            Kernel::Scalar,
            &mut Claims::new(&mut take, &stop),
            &mut |unit| times.push((unit.wall, unit.cpu)),
            &mut |unit, _| {
                let began = thread_time();
                let worked = Instant::now();
                match unit {
                    0 => std::thread::sleep(pause),
                    // Bounded, in case the clock of the thread stands still.
                    _ => while thread_time() - began < pause && worked.elapsed() < 1200 * pause {},
                }
                Some(UnitCounts::default())
            },
        );
        assert!(times.iter().all(|(wall, _)| *wall >= pause), "{times:?}");
        assert!(times[0].1 < pause && times[1].1 >= pause, "{times:?}");
    }
}
