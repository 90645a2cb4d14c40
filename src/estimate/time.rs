//! Foretells how long a count takes, from the speed of this machine.
//!
//! All threads count random pieces of the plan for a while. The method says how much of its work a piece is, and how much work
//! there is in all: nodes for the search, whose number is estimated too.

use std::time::{Duration, Instant};

use super::Size;
use crate::engine::Engine;
use crate::schedule::{self, PoolError};
use crate::search::dives::rng;

/// How fast a count goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    /// Work done in a second by all threads together, in the measure of the method; 0 on a board without any.
    pub work_per_second: f64,
    /// Wall time of the whole count, in seconds.
    pub wall_s: f64,
}

/// Measures for about `time` how fast the threads of `engine` are, all together, and foretells the time of a count of this size.
///
/// # Errors
/// When the threads cannot be started.
pub fn time(engine: &Engine<'_>, size: &Size, seed: u64, time: Duration) -> Result<Time, PoolError> {
    let method = engine.plan().method();
    let speeds = schedule::pool(engine.threads())?.broadcast(|context| {
        let mut timing = method.timing(engine.kernel()).expect("an engine has a kernel of its plan");
        let mut rng = rng(seed, context.index() as u64);
        let (began, mut work, mut spent) = (Instant::now(), 0.0, Duration::ZERO);
        while began.elapsed() < time {
            let piece = timing.piece(&mut rng);
            work += piece.work;
            spent += piece.elapsed;
        }
        work / spent.as_secs_f64().max(1e-9)
    });
    let (work, work_per_second) = (method.work(size.nodes.mean), speeds.into_iter().sum());
    // A board without work takes no time at any speed.
    Ok(Time { work_per_second, wall_s: if work > 0.0 { work / work_per_second } else { 0.0 } })
}
