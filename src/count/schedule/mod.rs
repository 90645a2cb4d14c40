//! The schedule: counters on threads take units one after the other, and one thread collects the
//! results.
//!
//! Threads do not steal from each other: a claim increments a shared number. They are busy until no
//! unit is left; at the end, a core waits at most for the units that others have begun. Finished
//! units go through a bounded channel. The caller's thread empties it twenty times a second and
//! whenever it is full, and does not wait on it in between, so a short unit wakes no thread. Only
//! the caller's thread adds up and writes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{self as channel, Receiver, RecvTimeoutError, Sender, TrySendError};

use super::CountError;
use crate::methods::counter::{Counter, Counts, Finished, room, stop};
use crate::methods::{Kernel, MethodError};
use crate::os::thread_time;

mod pool;
#[cfg(test)]
mod tests;

pub use pool::in_pool;

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
pub enum Message {
    /// A unit.
    Finished(Finished),
    /// Time has passed: look at the clock and the disk.
    Tick,
}

/// The longest time in which a thread starts if it gets a core at once. Set by hand.
const START: Duration = Duration::from_millis(1);

/// The interval at which [`Message::Tick`] is sent and the channel is emptied, unless it is full
/// earlier. A finished unit waits no longer than this. Waking the aggregator for every short unit
/// added a sixth to the CPU time of N = 16 on one thread (0.0351 s instead of 0.0301 s, Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// Units that the channel holds. Beyond that threads wait for the aggregator, so that memory is
/// bounded when the disk is slow. One thread fills it in a tick with units of 12 µs, and it takes
/// less than half a megabyte. Set by hand.
const FULL: usize = 4096;

/// Bytes that the channel takes for a unit, at most.
const CHANNEL_ENTRY: usize = 2 * size_of::<Finished>();

/// The outbox into which a thread puts its finished units.
struct Outbox {
    results: Sender<Finished>,
    /// Wakes the aggregator; when the last thread drops it, the count is over.
    bell: Sender<()>,
}

impl Outbox {
    fn put(&self, unit: Finished) {
        // Sending fails if the aggregator has panicked, or if its wake-up is already pending;
        // neither needs another one.
        if let Err(TrySendError::Full(unit)) = self.results.try_send(unit) {
            let _ = self.bell.try_send(());
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
        mut aggregate: impl FnMut(Message) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let failure = Mutex::new(None);
        let claimed = AtomicU64::new(0);
        let halt = self.halt;
        halt.fetch_or(self.stop.load(Ordering::Relaxed), Ordering::Relaxed);
        in_pool(counters.len(), |pool| {
            room::check(FULL * CHANNEL_ENTRY)?;
            let asked = Instant::now();
            pool.in_place_scope(|scope| {
                let (results, finished) = channel::bounded(FULL);
                let (bell, rung) = channel::bounded(1);
                for counter in &mut counters {
                    let outbox = Outbox { results: results.clone(), bell: bell.clone() };
                    let (claimed, failure) = (&claimed, &failure);
                    scope.spawn(move |_| {
                        let _guard = HaltOnPanic(halt);
                        if let Err(error) = self.work(counter, asked, claimed, &outbox) {
                            halt.store(true, Ordering::Relaxed);
                            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        }
                    });
                }
                drop((results, bell));
                self.collect(&finished, &rung, &mut aggregate)
            })
        })??;
        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), |error: MethodError| Err(error.into()))
    }

    /// Passes what is `finished` on to `aggregate`, until the last thread has dropped its bell. Even
    /// after a failure all units are received, or the threads would wait for ever at a full channel.
    fn collect(
        &self,
        finished: &Receiver<Finished>,
        rung: &Receiver<()>,
        aggregate: &mut dyn FnMut(Message) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let halt = self.halt;
        let _guard = HaltOnPanic(halt);
        let mut outcome = Ok(());
        let mut ticked = Instant::now();
        loop {
            let wait = TICK.saturating_sub(ticked.elapsed());
            let ended = rung.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
            for unit in finished.try_iter().take(FULL) {
                outcome = outcome.and_then(|()| aggregate(Message::Finished(unit)));
            }
            if ended {
                return outcome;
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                outcome = outcome.and_then(|()| aggregate(Message::Tick));
            }
            if outcome.is_err() || self.stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Counts units until none is left or a stop. If other programs had the core after its thread was `asked`
    /// to begin, that time is part of the wall time of the first unit.
    fn work(
        &self,
        counter: &mut Counter<'_>,
        asked: Instant,
        claimed: &AtomicU64,
        outbox: &Outbox,
    ) -> Result<(), MethodError> {
        room::check(0)?;
        let mut waited = Some(asked.elapsed()).filter(|&waited| waited > START);
        while let Some(unit) = self.claim(claimed) {
            let began = Instant::now();
            let cpu_before = thread_time();
            let counted = room::or_refused(|| counter(unit, self.halt))?;
            let Some(Counts { solutions, nodes }) = counted else { break };
            let wall = began.elapsed() + waited.take().unwrap_or_default();
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
