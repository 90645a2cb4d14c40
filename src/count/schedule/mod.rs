//! The schedule: counters on threads claim one unit at a time, and one thread collects the results.
//!
//! Threads do not steal from each other: a claim increments a shared number. They are busy until no unit is
//! left; at the end, a core only waits for units that other threads have started. Finished units go through a
//! bounded channel. The caller's thread empties the channel twenty times a second, and whenever it is full.
//! It does not wait on the channel in between, so a short unit wakes no thread. Only the caller's thread adds
//! up and writes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{self as channel, Receiver, RecvTimeoutError, Sender, TrySendError};

use super::CountError;
use crate::methods::counter::{Counter, Counts, FinishedUnit, allocation, stop};
use crate::methods::{Kernel, MethodError};
use crate::os::thread_time;

mod pool;
#[cfg(test)]
mod tests;

pub use pool::in_pool;

/// The units of a session, in order, and the flags that end it.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    pub kernel: Kernel,
    /// The unit at each place in the order; `None` past the end.
    pub unit_at: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    /// Returns whether a unit is skipped.
    pub skip: &'a (dyn Fn(u64) -> bool + Sync),
    /// The flag that stops the count: once it is set, no unit is started, and units in progress are dropped.
    /// It is only read.
    pub stop: &'a AtomicBool,
    /// The flag that the counters poll. It belongs to this count only, whereas `stop` may be shared with
    /// other counts, which must go on when this one ends. It is set when `stop` is set, when anything fails
    /// or panics, and by any other code that ends this count.
    pub halt: &'a AtomicBool,
}

/// Ends the count when its thread panics; otherwise, the other threads would count to the end.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(std::thread::panicking(), Ordering::Relaxed);
    }
}

/// An event for the aggregator.
#[derive(Clone, Copy, Debug)]
pub enum ScheduleEvent {
    Finished(FinishedUnit),
    /// Time has passed, so saving, syncing or progress may be due.
    Tick,
}

/// The longest time that a thread takes to start if a core is free. A longer delay counts as a wait for a
/// core. Not tuned.
const MAX_THREAD_START: Duration = Duration::from_millis(1);

/// The interval at which [`ScheduleEvent::Tick`] is sent and the channel is emptied, unless it is full
/// earlier. A finished unit waits no longer than this. Waking the aggregator for every short unit
/// added a sixth to the CPU time of N = 16 on one thread (0.0351 s instead of 0.0301 s, Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// The capacity of the channel, in units. When it is full, threads wait for the aggregator, so that a slow
/// disk cannot make memory grow. One thread fills it within a tick if its units take 12 µs. It takes less
/// than half a megabyte. Not tuned.
const CHANNEL_CAPACITY: usize = 4096;

/// The memory that the channel takes for a unit, at most.
const CHANNEL_ENTRY_BYTES: usize = 2 * size_of::<FinishedUnit>();

/// The outbox into which a thread puts its finished units.
struct Outbox {
    results: Sender<FinishedUnit>,
    /// Wakes the aggregator. When the last thread drops its sender, the count is over.
    wake: Sender<()>,
}

impl Outbox {
    fn put(&self, unit: FinishedUnit) {
        // Sending fails if the aggregator has panicked or if a wake-up is already pending. In both cases, no
        // other wake-up is needed.
        if let Err(TrySendError::Full(unit)) = self.results.try_send(unit) {
            let _ = self.wake.try_send(());
            let _ = self.results.send(unit);
        }
    }
}

impl Schedule<'_> {
    /// Runs each of `counters` on a thread until all units are counted or the stop flag is set, and calls
    /// `aggregate` on the caller's thread. `aggregate` gets every finished unit, even if a counter fails.
    /// Once `aggregate` has failed, it is not called again.
    ///
    /// # Errors
    /// If the threads cannot be started, if a counter fails, or if `aggregate` fails. All counters are
    /// stopped then.
    ///
    /// # Panics
    /// If a counter or `aggregate` panics, once all other counters have stopped. Units that were finished
    /// before a counter panics are passed on first.
    pub fn run(
        &self,
        mut counters: Vec<Counter<'_>>,
        mut aggregate: impl FnMut(ScheduleEvent) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let failure = Mutex::new(None);
        let claimed = AtomicU64::new(0);
        let halt = self.halt;
        halt.fetch_or(stop::is_set(self.stop), Ordering::Relaxed);
        in_pool(counters.len(), |pool| {
            allocation::check_available(CHANNEL_CAPACITY * CHANNEL_ENTRY_BYTES)?;
            let spawned_at = Instant::now();
            pool.in_place_scope(|scope| {
                let (results, finished) = channel::bounded(CHANNEL_CAPACITY);
                let (wake, wakeups) = channel::bounded(1);
                // No thread asks for memory while the others are started.
                let asking = allocation::lock();
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
                drop(asking);
                drop((results, wake));
                self.collect(&finished, &wakeups, &mut aggregate)
            })
        })??;
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), |error: MethodError| Err(error.into()))
    }

    /// Passes `finished` units on to `aggregate` until the last thread has dropped its `wake`. Receives all
    /// units even after a failure; otherwise, threads would wait forever on a full channel.
    fn collect(
        &self,
        finished: &Receiver<FinishedUnit>,
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
            if outcome.is_err() || stop::is_set(self.stop) {
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
        allocation::check_available(0)?;
        let mut start_delay =
            Some(spawned_at.elapsed()).filter(|&start_delay| start_delay > MAX_THREAD_START);
        while let Some(unit) = self.claim(claimed) {
            let began = Instant::now();
            let cpu_before = thread_time();
            let counted = allocation::catch_refused_allocation(|| counter(unit, self.halt))?;
            let Some(Counts { solutions, nodes }) = counted else { break };
            let wall = began.elapsed() + start_delay.take().unwrap_or_default();
            let cpu = thread_time().saturating_sub(cpu_before);
            outbox.put(FinishedUnit { unit, solutions, nodes, wall, cpu, kernel: self.kernel });
        }
        Ok(())
    }

    /// Claims the next unit, which the caller must count; `None` at the end or after a stop.
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
