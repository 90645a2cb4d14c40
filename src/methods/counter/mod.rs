//! Counters: a counter claims units, counts them, and reports the results.
//!
//! ```text
//! claims: which unit is next?  ->  counter  ->  done: the result of a unit
//! ```
//!
//! A counter decides how many units it holds at a time and in which order it finishes them. It knows
//! nothing of plans, shards or run directories. The units that it holds when it is stopped are
//! dropped, and later counted again from the beginning.

use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::methods::{Kernel, Method, MethodError};
use crate::os::thread_time;

pub mod room;
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
    /// The size of the work: queens placed by the search, or by the kernel `scalar` of colours; pairs of
    /// placements of a colour that fit by its other kernels.
    pub nodes: u64,
    /// Wall time that the counter spent on it. A counter that works on several units at a time
    /// divides its time among them.
    pub wall: Duration,
    /// CPU time that its thread spent on it.
    pub cpu: Duration,
    /// The kernel that counted it.
    pub kernel: Kernel,
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

/// The results of a unit, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Solutions of the board.
    pub solutions: u128,
    /// Steps taken to find them, in the measure of the method.
    pub nodes: u64,
}

impl Counts {
    /// The same with each solution counted `weight` times.
    pub fn times(self, weight: impl Into<u128>) -> Self {
        Self { solutions: weight.into() * self.solutions, ..self }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.nodes += other.nodes;
    }
}

/// A function that counts a unit, or returns `None` when the stop flag was set meanwhile: a unit is
/// counted whole or not at all. It panics if the number is not below the number of units.
pub type CountUnit<'a> = Box<dyn FnMut(u64, &AtomicBool) -> Option<Counts> + Send + 'a>;

/// A counter for each of `threads`, which takes one unit after the other. `count_unit` makes its function
/// with `kernel`, or `None` if this CPU cannot run it.
///
/// # Errors
/// If this CPU cannot run the kernel.
pub fn on_threads<'a>(
    method: Method,
    kernel: Kernel,
    threads: usize,
    count_unit: &dyn Fn() -> Option<CountUnit<'a>>,
) -> Result<Vec<Box<dyn Counter + 'a>>, MethodError> {
    let counter = |_| {
        let count_unit = count_unit().ok_or_else(|| method.kernel_error(kernel))?;
        Ok(Box::new(OneByOne { kernel, count_unit }) as Box<dyn Counter>)
    };
    (0..threads).map(counter).collect()
}

/// Counts one unit after the other on its thread.
struct OneByOne<'a> {
    kernel: Kernel,
    count_unit: CountUnit<'a>,
}

impl Counter for OneByOne<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        let stop = claims.stop();
        let kernel = self.kernel;
        for unit in claims {
            let began = Instant::now();
            let cpu_before = thread_time();
            let counted = room::or_refused(|| (self.count_unit)(unit, stop))?;
            let Some(Counts { solutions, nodes }) = counted else { break };
            let wall = began.elapsed();
            let cpu = thread_time().saturating_sub(cpu_before);
            done(Finished { unit, solutions, nodes, wall, cpu, kernel });
        }
        Ok(())
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
        let mut done = |unit: Finished| times.push((unit.wall, unit.cpu));
        let count_unit = Box::new(|unit, _: &AtomicBool| {
            let began = thread_time();
            let worked = Instant::now();
            match unit {
                0 => std::thread::sleep(pause),
                // Bounded, in case the clock of the thread stands still.
                _ => while thread_time() - began < pause && worked.elapsed() < 1200 * pause {},
            }
            Some(Counts::default())
        });
        let mut counter = OneByOne { kernel: Kernel::Scalar, count_unit };
        counter.run(&mut Claims::new(&mut take, &stop), &mut done).unwrap();
        assert!(times.iter().all(|(wall, _)| *wall >= pause), "{times:?}");
        assert!(times[0].1 < pause && times[1].1 >= pause, "{times:?}");
    }
}
