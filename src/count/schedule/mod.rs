//! Runs counters on a pool of threads, and collects the results on the caller's thread.
//!
//! Each counter claims one unit at a time by incrementing a shared number, so there is no work stealing. All
//! threads stay busy until no unit is left to claim. After that, a core only waits for units already started
//! on other threads.
//!
//! Finished units go to an outbox. The caller's thread empties the outbox twenty times a second, and also
//! whenever it is full. This way, a short unit does not wake a thread. Only the caller's thread adds up and
//! saves units.

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

/// A session's units, in order, and the flags that end the session.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    pub kernel: Kernel,
    /// Returns the unit at a place in the order, or `None` past the end.
    pub unit_at: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    /// Returns whether to skip a unit.
    pub skip: &'a (dyn Fn(u64) -> bool + Sync),
    /// Stops the count. Once it is set, no unit is started, and units in progress are dropped. It is only
    /// read here.
    pub stop: &'a AtomicBool,
    /// The flag that counters poll. It is set when this count must end, for example after a stop, an error or
    /// a panic. We can't set `stop` instead, since other counts may share it and must go on.
    pub halt: &'a AtomicBool,
}

/// Ends the count if the current thread panics. Otherwise, the other threads would count to the end.
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

/// The longest time that a thread takes to start if a core is free. A thread that takes longer has been
/// waiting for a core. Not tuned.
const MAX_THREAD_START: Duration = Duration::from_millis(1);

/// The interval between two [`ScheduleEvent::Tick`]s. The outbox is emptied at least this often, so no
/// finished unit waits longer. Waking the aggregator for every short unit would add a sixth to the CPU time
/// of N = 16 on one thread (0.0351 s instead of 0.0301 s on Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// The outbox's capacity. If it is full, threads wait for the aggregator, so memory cannot grow when the disk
/// is slow. A full outbox takes less than half a megabyte. A thread whose units take 12 µs fills it in one
/// tick. Not tuned.
const OUTBOX_UNITS: usize = 4096;

/// Holds finished units until the aggregator takes them. We don't use a bounded channel, because thousands of
/// threads might wait for room. Each unit would then take time proportional to the number of threads.
#[derive(Default)]
struct Outbox {
    units: Mutex<Vec<FinishedUnit>>,
    has_room: Condvar,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Vec<FinishedUnit>> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds `unit`. If the outbox is full, first wakes the aggregator and waits for room or for the end of
    /// the count.
    fn put(&self, unit: FinishedUnit, wake: &Sender<()>, halt: &AtomicBool) {
        let mut units = self.lock();
        while units.len() >= OUTBOX_UNITS && !stop::is_set(halt) {
            // Ignore the error. It only means that a wake-up is pending or that the aggregator has panicked.
            let _ = wake.try_send(());
            units = self.has_room.wait_timeout(units, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        units.push(unit);
    }

    /// Takes all units, and wakes the threads that wait for room.
    fn empty(&self) -> Vec<FinishedUnit> {
        let units = mem::take(&mut *self.lock());
        self.has_room.notify_all();
        units
    }
}

impl Schedule<'_> {
    /// Runs each of `counters` on a thread, until all units are counted or the stop flag is set. Calls
    /// `aggregate` on the caller's thread with every finished unit. If `aggregate` fails, it is not called
    /// again.
    ///
    /// # Errors
    /// Fails if the threads cannot be started. If `aggregate` fails, returns its error after stopping all
    /// counters.
    ///
    /// # Panics
    /// Panics if a counter or `aggregate` panics, after all other counters have stopped. The units that the
    /// panicking counter finished are passed to `aggregate` first.
    pub fn run(
        &self,
        mut counters: Vec<UnitCounter<'_>>,
        mut aggregate: impl FnMut(ScheduleEvent) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let threads = counters.len();
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "queens".to_owned()).build();
        let pool = pool.map_err(|cause| CountError::Threads { threads, cause: io::Error::other(cause) })?;
        let claimed = AtomicU64::new(0);
        // When counting began. The lock keeps the counters waiting until all of them have a thread.
        // Otherwise, thousands of busy threads might leave no core for this thread, which also watches the
        // stop flag.
        let began = RwLock::new(Instant::now());
        let outbox = Outbox::default();
        pool.in_place_scope(|scope| {
            // The count is over when the last counter drops its sender.
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

    /// Passes finished units to `aggregate` until every thread has dropped its sender for `wakeups`. After a
    /// failure, the outbox is still emptied, so that no thread waits for room.
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

    /// Counts units until none is left or the count is halted. `began` is when counting began. If other
    /// programs keep this thread waiting for a core, the delay is added to the wall time of its first unit.
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

    /// Claims the next unit for the caller to count. Returns `None` if no unit is left or the count was
    /// stopped.
    fn claim(&self, claimed: &AtomicU64) -> Option<u64> {
        // Check both flags, because the aggregator may be late to set `halt` if thousands of threads are
        // waiting for a core.
        while !stop::is_set(self.halt) && !stop::is_set(self.stop) {
            let unit = (self.unit_at)(claimed.fetch_add(1, Ordering::Relaxed))?;
            if !(self.skip)(unit) {
                return Some(unit);
            }
        }
        None
    }
}
