//! The schedule: a pool of threads that claim units one after the other, in the order of the plan.
//!
//! There is no work list to steal from. A claim is one step of a shared counter, so the threads are busy until
//! no unit is left, and at the end a core waits at most for the units in hand. Results travel over a channel to the
//! caller's thread, which alone keeps the books.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};

use crate::kernel::Kernel;
use crate::kernel::unit::UnitCounter;
use crate::split::{Plan, Shard};

/// What there is to do, and with what.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    /// The units.
    pub plan: &'a Plan,
    /// The part of them that is this machine's.
    pub shard: Shard,
    /// How they are counted.
    pub kernel: Kernel,
    /// Threads that count; the caller's own thread is not one of them.
    pub threads: usize,
    /// When set, no unit is begun any more and those in hand are given up.
    pub stop: &'a AtomicBool,
}

/// A unit that was counted.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// Its number.
    pub unit: u64,
    /// Solutions of the board in it.
    pub solutions: u128,
    /// Queens placed by the kernel.
    pub nodes: u64,
    /// Time it took on its thread.
    pub elapsed: Duration,
}

/// What the aggregator is told.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A unit was counted.
    Finished(Finished),
    /// Some time has passed: look after the clock, the disk and the signals.
    Tick,
}

/// A pool that could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {cause}; ask for fewer with --threads")]
pub struct PoolError {
    threads: usize,
    cause: rayon::ThreadPoolBuildError,
}

/// A pool of `threads` threads.
///
/// # Errors
/// When the system refuses them.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, PoolError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("queens-{i}"))
        .build()
        .map_err(|cause| PoolError { threads, cause })
}

/// Units that end within this time of each other are told together: short ones would wake the aggregator, and make it
/// wait awake for the next, more often than it is worth.
const TOGETHER: Duration = Duration::from_millis(2);

/// How often [`Event::Tick`] comes at least.
pub const TICK: Duration = Duration::from_millis(50);

impl Schedule<'_> {
    /// Counts every unit that `skip` does not name, and tells `aggregate` on the caller's thread. Returns when all units are
    /// counted, or soon after the stop flag is set; units that were finished by then are reported in any case.
    ///
    /// # Errors
    /// When the threads cannot be started, and when `aggregate` fails, which stops the others.
    pub fn run<E: From<PoolError>>(
        &self,
        skip: &(dyn Fn(u64) -> bool + Sync),
        mut aggregate: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        // More threads than units would only wait for each other.
        let threads = self.threads.min(self.shard.len(self.plan.units()).max(1) as usize);
        let pool = pool(threads)?;
        let claimed = AtomicU64::new(0);
        let (sender, receiver) = crossbeam_channel::bounded(4 * threads + 64);
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (sender, claimed) = (sender.clone(), &claimed);
                scope.spawn(move |_| self.work(claimed, skip, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            let mut ticked = Instant::now();
            // To the end of the channel even after a failure, or the threads would wait for room in it for ever.
            loop {
                let finished = match receiver.recv_timeout(TICK) {
                    Ok(finished) => finished,
                    Err(RecvTimeoutError::Timeout) => Vec::new(),
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                };
                if outcome.is_ok() {
                    outcome = finished.into_iter().map(Event::Finished).try_for_each(&mut aggregate);
                    if outcome.is_ok() && ticked.elapsed() >= TICK {
                        ticked = Instant::now();
                        outcome = aggregate(Event::Tick);
                    }
                    if outcome.is_err() {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        })
    }

    fn work(
        &self,
        claimed: &AtomicU64,
        skip: &(dyn Fn(u64) -> bool + Sync),
        results: &Sender<Vec<Finished>>,
    ) {
        let mut counter = UnitCounter::new(self.kernel, self.stop);
        let order = self.shard.order(self.plan.units());
        let (mut finished, mut told) = (Vec::new(), Instant::now());
        while !self.stop.load(Ordering::Relaxed) {
            let Some(unit) = order.unit_at(claimed.fetch_add(1, Ordering::Relaxed)) else { break };
            if skip(unit) {
                continue;
            }
            let start = Instant::now();
            let Some(counts) = counter.count(self.plan, unit) else { break };
            let elapsed = start.elapsed();
            finished.push(Finished { unit, solutions: counts.solutions, nodes: counts.nodes, elapsed });
            if told.elapsed() >= TOGETHER {
                told = Instant::now();
                if results.send(mem::take(&mut finished)).is_err() {
                    return;
                }
            }
        }
        // Nobody is there to be told only when the aggregator has given up.
        let _ = results.send(finished);
    }
}
