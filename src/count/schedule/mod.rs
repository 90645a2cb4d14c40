//! The schedule: counters on a pool's threads claim one unit at a time, and the caller's thread collects the
//! results.
//!
//! Threads claim units by incrementing a shared number, so there is no work stealing. They stay busy until no
//! unit is left; at the end, a core waits only for units already started on other threads. Finished units go
//! to an outbox. The caller's thread empties it twenty times a second, and whenever it is full, so a short
//! unit wakes no thread. Only the caller's thread adds up and writes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};
use std::{io, mem, thread};

use crossbeam_channel::{self as channel, Receiver, RecvTimeoutError, Sender};
use rayon::ThreadPoolBuilder;

use super::CountError;
use crate::methods::Kernel;
use crate::methods::counter::{Counts, FinishedUnit, UnitCounter};
use crate::os::thread_time;
use crate::stop;

#[cfg(test)]
mod tests;

/// A session's units, in order, and the flags that end it.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    pub kernel: Kernel,
    /// Returns the unit at a place in the order, or `None` past the end.
    pub unit_at: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    /// Returns whether to skip a unit.
    pub skip: &'a (dyn Fn(u64) -> bool + Sync),
    /// Stops the count: once set, no unit is started, and units in progress are dropped. Only read here.
    pub stop: &'a AtomicBool,
    /// The flag that counters poll. It belongs to this count alone, whereas `stop` may be shared with counts
    /// that must go on when this one ends. Set after `stop`, after any failure or panic, and by whatever else
    /// ends this count.
    pub halt: &'a AtomicBool,
}

/// Ends the count when its thread panics. Otherwise, the other threads would count to the end.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

/// An event passed to the aggregator.
#[derive(Clone, Copy, Debug)]
pub enum ScheduleEvent {
    Finished(FinishedUnit),
    /// Time has passed, so saving, syncing or progress may be due.
    Tick,
}

/// How long a thread may take to start if a core is free. Any longer counts as waiting for a core. Not tuned.
const MAX_THREAD_START: Duration = Duration::from_millis(1);

/// How often a [`ScheduleEvent::Tick`] is sent and the outbox is emptied, unless it fills up earlier. So a
/// finished unit never waits longer. Waking the aggregator for every short unit would add a sixth to the CPU
/// time of N = 16 on one thread (0.0351 s instead of 0.0301 s, Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// The outbox's capacity. When it is full, threads wait for the aggregator, so a slow disk cannot make memory
/// grow. A full outbox takes less than half a megabyte. One thread fills it within a tick if its units take
/// 12 µs. Not tuned.
const OUTBOX_UNITS: usize = 4096;

/// Finished units on their way to the aggregator. This is not a bounded channel, because thousands of threads
/// waiting for room would then cost time in proportion to their number, for every unit.
#[derive(Default)]
struct Outbox {
    units: Mutex<Vec<FinishedUnit>>,
    has_room: Condvar,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Vec<FinishedUnit>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds `unit`. While the outbox is full, wakes the aggregator and waits, unless the count is halted.
    fn put(&self, unit: FinishedUnit, wake: &Sender<()>, halt: &AtomicBool) {
        let mut units = self.lock();
        while units.len() >= OUTBOX_UNITS && !stop::is_set(halt) {
            // Fails if a wake-up is already pending, or if the aggregator has panicked.
            let _ = wake.try_send(());
            units = self.has_room.wait_timeout(units, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        units.push(unit);
    }

    /// Takes all units.
    fn empty(&self) -> Vec<FinishedUnit> {
        let units = mem::take(&mut *self.lock());
        self.has_room.notify_all();
        units
    }
}

impl Schedule<'_> {
    /// Runs each of `counters` on a thread, until all units are counted or the stop flag is set. Calls
    /// `aggregate` on the caller's thread with every finished unit, but not again once it has failed.
    ///
    /// # Errors
    /// If the threads cannot be started, or if `aggregate` fails, which stops all counters.
    ///
    /// # Panics
    /// Propagates a panic of a counter or of `aggregate` after all other counters have stopped. The finished
    /// units of a counter that panics are passed to `aggregate` first.
    pub fn run(
        &self,
        mut counters: Vec<UnitCounter<'_>>,
        mut aggregate: impl FnMut(ScheduleEvent) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let threads = counters.len();
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "queens".to_owned()).build();
        let pool = pool.map_err(|cause| CountError::Threads { threads, cause: io::Error::other(cause) })?;
        let claimed = AtomicU64::new(0);
        // When counting began. No counter starts before all have their threads: thousands of busy threads
        // would leave no core to this one, which also watches the stop flag.
        let began = RwLock::new(Instant::now());
        let outbox = Outbox::default();
        pool.in_place_scope(|scope| {
            // When the last counter drops its sender, the count is over.
            let (wake, wakeups) = channel::bounded(1);
            let mut starting = began.write().unwrap_or_else(PoisonError::into_inner);
            for counter in &mut counters {
                let (began, claimed, outbox, wake) = (&began, &claimed, &outbox, wake.clone());
                scope.spawn(move |_| {
                    let began = *began.read().unwrap_or_else(PoisonError::into_inner);
                    self.work(counter, began, claimed, outbox, &wake);
                });
            }
            *starting = Instant::now();
            drop((starting, wake));
            self.collect(&outbox, &wakeups, &mut aggregate)
        })
    }

    /// Passes finished units to `aggregate` until the last thread has dropped its `wakeups` sender. Takes
    /// units even after a failure; otherwise, threads would wait for room until the count is halted.
    fn collect(
        &self,
        outbox: &Outbox,
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
            for unit in outbox.empty() {
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

    /// Counts units until none is left or the count is halted. If other programs keep this thread from
    /// getting a core until long after counting `began`, the delay is part of its first unit's wall time.
    fn work(
        &self,
        counter: &mut UnitCounter<'_>,
        began: Instant,
        claimed: &AtomicU64,
        outbox: &Outbox,
        wake: &Sender<()>,
    ) {
        let _guard = HaltOnPanic(self.halt);
        let mut start_delay = Some(began.elapsed()).filter(|&start_delay| start_delay > MAX_THREAD_START);
        while let Some(unit) = self.claim(claimed) {
            let unit_began = Instant::now();
            let cpu_before = thread_time();
            let Some(Counts { solutions, nodes }) = counter(unit, self.halt) else { break };
            let wall = unit_began.elapsed() + start_delay.take().unwrap_or_default();
            let cpu = thread_time().saturating_sub(cpu_before);
            let kernel = self.kernel;
            outbox.put(FinishedUnit { unit, solutions, nodes, wall, cpu, kernel }, wake, self.halt);
        }
    }

    /// Claims the next unit, which the caller must count. Returns `None` at the end or after a stop.
    fn claim(&self, claimed: &AtomicU64) -> Option<u64> {
        // Checking `halt` is not enough: the aggregator, which sets it, may wait for a core behind thousands
        // of threads.
        while !stop::is_set(self.halt) && !stop::is_set(self.stop) {
            let unit = (self.unit_at)(claimed.fetch_add(1, Ordering::Relaxed))?;
            if !(self.skip)(unit) {
                return Some(unit);
            }
        }
        None
    }
}
