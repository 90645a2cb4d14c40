//! The schedule: counters on threads take units one after the other, and one thread collects the
//! results.
//!
//! Threads do not steal from each other: a claim increments a shared number. They are busy until no
//! unit is left; at the end, a core waits at most for the units that others have begun. Finished
//! units go through a bounded channel. The caller's thread empties it twenty times a second and
//! whenever it is full, and does not wait on it in between, so a short unit wakes no thread. Only
//! the caller's thread adds up and writes.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{self as channel, Receiver, RecvTimeoutError, Sender, TrySendError};
use rayon::ThreadPool;

use super::CountError;
use crate::methods::counter::{Counter, Counts, Finished, allocation, stop};
use crate::methods::{Kernel, MethodError};
use crate::os::thread_time;

#[cfg(test)]
mod tests;

#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    /// The kernel of the counters.
    pub kernel: Kernel,
    /// The unit at a place of the order; `None` from its end on.
    pub unit_at: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    /// Returns whether a unit is left out.
    pub skip: &'a (dyn Fn(u64) -> bool + Sync),
    /// The flag that stops the count: once it is set, no unit is begun and unfinished ones are
    /// dropped. It is only read.
    pub stop: &'a AtomicBool,
    /// The flag that the counters watch instead, because `stop` may be shared with other counts,
    /// which the end of this one must not stop. It is set when `stop` is, when anything fails or
    /// panics, and by any other code that ends this count.
    pub halt: &'a AtomicBool,
}

/// Ends a count when its thread panics: otherwise the other threads would count to the end.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(std::thread::panicking(), Ordering::Relaxed);
    }
}

/// A message to the aggregator.
#[derive(Clone, Copy, Debug)]
pub enum ScheduleEvent {
    /// A unit.
    Finished(Finished),
    /// Time has passed: look at the clock and the disk.
    Tick,
}

/// The longest time in which a thread starts if it gets a core at once. Set by hand.
const MAX_THREAD_START: Duration = Duration::from_millis(1);

/// Does `work` in a pool of `threads` threads: that of an earlier count, if it has as many and no
/// other count uses it now. Counts side by side must not wait for each other's threads.
///
/// # Errors
/// If the system refuses to start them.
pub fn in_pool<T>(threads: usize, work: impl FnOnce(&ThreadPool) -> T) -> Result<T, CountError> {
    static IDLE_POOL: Mutex<Option<ThreadPool>> = Mutex::new(None);
    let idle = || IDLE_POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let found = idle().take_if(|pool| pool.current_num_threads() == threads);
    let pool = match found {
        Some(pool) => pool,
        None => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("queens-{i}"))
            .build()
            .map_err(|cause| CountError::Threads { threads, cause: io::Error::other(cause) })?,
    };
    let result = work(&pool);
    *idle() = Some(pool);
    Ok(result)
}

/// The interval at which [`ScheduleEvent::Tick`] is sent and the channel is emptied, unless it is full
/// earlier. A finished unit waits no longer than this. Waking the aggregator for every short unit
/// added a sixth to the CPU time of N = 16 on one thread (0.0351 s instead of 0.0301 s, Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// Units that the channel holds. Beyond that threads wait for the aggregator, so that memory is
/// bounded when the disk is slow. One thread fills it in a tick with units of 12 µs, and it takes
/// less than half a megabyte. Set by hand.
const CHANNEL_CAPACITY: usize = 4096;

/// The outbox into which a thread puts its finished units.
struct Outbox {
    results: Sender<Finished>,
    /// Wakes the aggregator; when the last thread drops it, the count is over.
    wake: Sender<()>,
}

impl Outbox {
    fn put(&self, unit: Finished) {
        // Sending fails if the aggregator has panicked, or if its wake-up is already pending;
        // neither needs another one.
        if let Err(TrySendError::Full(unit)) = self.results.try_send(unit) {
            let _ = self.wake.try_send(());
            let _ = self.results.send(unit);
        }
    }
}

impl Schedule<'_> {
    /// Runs each of `counters` on a thread until all units are counted or the stop flag is set, and
    /// calls `aggregate` on the caller's thread. `aggregate` gets every finished unit, even when a
    /// counter fails; after it fails, it is not called again.
    ///
    /// # Errors
    /// If the threads cannot be started, if a counter fails, or if `aggregate` fails. The
    /// others are stopped then.
    ///
    /// # Panics
    /// If a counter or `aggregate` panics, after the others have stopped. Units that were finished
    /// before a counter panics are passed on first.
    pub fn run(
        &self,
        mut counters: Vec<Counter<'_>>,
        mut aggregate: impl FnMut(ScheduleEvent) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let failure = Mutex::new(None);
        let claimed = AtomicU64::new(0);
        let halt = self.halt;
        halt.fetch_or(self.stop.load(Ordering::Relaxed), Ordering::Relaxed);
        in_pool(counters.len(), |pool| {
            let spawned_at = Instant::now();
            pool.in_place_scope(|scope| {
                let (results, finished) = channel::bounded(CHANNEL_CAPACITY);
                let (wake, wakeups) = channel::bounded(1);
                for counter in &mut counters {
                    let outbox = Outbox { results: results.clone(), wake: wake.clone() };
                    let (claimed, failure) = (&claimed, &failure);
                    scope.spawn(move |_| {
                        let _guard = HaltOnPanic(halt);
                        if let Err(error) = self.work(counter, spawned_at, claimed, &outbox) {
                            halt.store(true, Ordering::Relaxed);
                            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        }
                    });
                }
                drop((results, wake));
                self.collect(&finished, &wakeups, &mut aggregate)
            })
        })??;
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), |error: MethodError| Err(error.into()))
    }

    /// Passes what is `finished` on to `aggregate`, until the last thread has dropped its `wake`. Even
    /// after a failure all units are received, or the threads would wait for ever at a full channel.
    fn collect(
        &self,
        finished: &Receiver<Finished>,
        wakeups: &Receiver<()>,
        aggregate: &mut dyn FnMut(ScheduleEvent) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let halt = self.halt;
        let _guard = HaltOnPanic(halt);
        let mut outcome = Ok(());
        let mut ticked = Instant::now();
        loop {
            let wait = TICK.saturating_sub(ticked.elapsed());
            let ended = wakeups.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
            for unit in finished.try_iter().take(CHANNEL_CAPACITY) {
                outcome = outcome.and_then(|()| aggregate(ScheduleEvent::Finished(unit)));
            }
            if ended {
                return outcome;
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                outcome = outcome.and_then(|()| aggregate(ScheduleEvent::Tick));
            }
            if outcome.is_err() || self.stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Counts units until none is left or the count is halted. If the thread started late, because other
    /// programs had the core, the delay since `spawned_at` is part of the wall time of its first unit.
    fn work(
        &self,
        counter: &mut Counter<'_>,
        spawned_at: Instant,
        claimed: &AtomicU64,
        outbox: &Outbox,
    ) -> Result<(), MethodError> {
        let mut start_delay =
            Some(spawned_at.elapsed()).filter(|&start_delay| start_delay > MAX_THREAD_START);
        while let Some(unit) = self.claim(claimed) {
            let began = Instant::now();
            let cpu_before = thread_time();
            let counted = allocation::catch_refused_allocation(|| counter(unit, self.halt))?;
            let Some(Counts { solutions, nodes }) = counted else { break };
            let wall = began.elapsed() + start_delay.take().unwrap_or_default();
            let cpu = thread_time().saturating_sub(cpu_before);
            outbox.put(Finished { unit, solutions, nodes, wall, cpu, kernel: self.kernel });
        }
        Ok(())
    }

    /// The next unit that nobody has claimed; `None` at the end or after a stop. The caller must count it.
    fn claim(&self, claimed: &AtomicU64) -> Option<u64> {
        while !stop::is_set(self.halt) {
            let unit = (self.unit_at)(claimed.fetch_add(1, Ordering::Relaxed))?;
            if !(self.skip)(unit) {
                return Some(unit);
            }
        }
        None
    }
}
