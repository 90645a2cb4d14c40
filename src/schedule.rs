//! The schedule: counters on threads take units one after the other, and one thread collects what they find.
//!
//! There is no work list to steal from. A claim is one step of a shared counter, so the threads are busy until no unit is
//! left, and at the end a core waits at most for the units in hand. Every thread puts its finished units into a buffer of its
//! own, which the caller's thread empties twenty times a second. So a short unit costs an uncontended lock and wakes
//! nobody, and no unit waits for the next one to end. The caller's thread alone adds up and writes.

use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::counter::{Claims, Counter, CounterError, Finished};

/// What there is to count.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    /// The unit at a place of the walk over all units; `None` from its end on.
    pub walk: &'a (dyn Fn(u64) -> Option<u64> + Sync),
    /// Whether a unit is left out.
    pub skip: &'a (dyn Fn(u64) -> bool + Sync),
    /// When set, no unit is begun any more and those in hand are given up.
    pub stop: &'a AtomicBool,
}

/// What the aggregator gets.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A unit was counted.
    Finished(Finished),
    /// Some time has passed: look after the clock, the disk and the signals.
    Tick,
}

/// A schedule that could not be carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The threads could not be started.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A counter could not go on.
    #[error(transparent)]
    Counter(#[from] CounterError),
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

/// How often the buffers are emptied, and [`Event::Tick`] comes at least. A finished unit waits no longer than this; waking
/// the aggregator for every short unit cost a sixth of the processor time of `count 16 --threads 1` (0.0351 s instead of
/// 0.0301 s, Zen 5).
pub const TICK: Duration = Duration::from_millis(50);

/// Units in a buffer from which on its thread waits for the aggregator, so that memory is bounded when the disk is slow.
/// 4,096 of them are what units of 12 µs fill in a tick, and take less than half a megabyte. Set by hand.
const FULL: usize = 4096;

/// The finished units of one thread.
type Buffer = Mutex<Vec<Finished>>;

/// The contents of a buffer. A thread that panicked left whole units in it.
fn lock(buffer: &Buffer) -> MutexGuard<'_, Vec<Finished>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Schedule<'_> {
    /// Runs each of `counters` on a thread until all units are counted or the stop flag is set, and calls `aggregate` on the
    /// caller's thread. It gets every unit that was finished, whatever happens.
    ///
    /// # Errors
    /// When the threads cannot be started, when a counter fails, and when `aggregate` fails. The others are stopped then.
    pub fn run<E: From<Error>>(
        &self,
        mut counters: Vec<Box<dyn Counter + '_>>,
        mut aggregate: impl FnMut(Event) -> Result<(), E>,
    ) -> Result<(), E> {
        let pool = pool(counters.len()).map_err(Error::from)?;
        let buffers: Vec<Buffer> = counters.iter().map(|_| Buffer::default()).collect();
        let failure = Mutex::new(None);
        let claimed = AtomicU64::new(0);
        // Nothing is sent but the wish to be emptied; the end of all senders is the end of the count.
        let (sender, receiver) = mpsc::sync_channel(0);
        let outcome = pool.in_place_scope(|scope| {
            for (counter, buffer) in counters.iter_mut().zip(&buffers) {
                let (sender, claimed, failure) = (sender.clone(), &claimed, &failure);
                scope.spawn(move |_| {
                    if let Err(error) = self.work(&mut **counter, claimed, buffer, &sender) {
                        self.stop.store(true, Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                });
            }
            drop(sender);
            let (mut outcome, mut ticked) = (Ok(()), Instant::now());
            // To the end even after a failure, or the threads would wait for ever to be emptied.
            loop {
                let wait = TICK.saturating_sub(ticked.elapsed());
                let ended = receiver.recv_timeout(wait) == Err(RecvTimeoutError::Disconnected);
                for finished in buffers.iter().flat_map(|buffer| mem::take(&mut *lock(buffer))) {
                    outcome = outcome.and_then(|()| aggregate(Event::Finished(finished)));
                }
                if ended {
                    return outcome;
                }
                if ticked.elapsed() >= TICK {
                    ticked = Instant::now();
                    outcome = outcome.and_then(|()| aggregate(Event::Tick));
                }
                if outcome.is_err() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        outcome?;
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(Error::Counter(error).into()),
            None => Ok(()),
        }
    }

    fn work(
        &self,
        counter: &mut dyn Counter,
        claimed: &AtomicU64,
        buffer: &Buffer,
        sender: &SyncSender<()>,
    ) -> Result<(), CounterError> {
        let mut take = || loop {
            let unit = (self.walk)(claimed.fetch_add(1, Ordering::Relaxed))?;
            if !(self.skip)(unit) {
                return Some(unit);
            }
        };
        counter.run(&mut Claims::new(&mut take, self.stop), &mut |finished| {
            let mut waiting = lock(buffer);
            waiting.push(finished);
            if waiting.len() >= FULL {
                drop(waiting);
                // Nobody receives only when the aggregator has panicked.
                let _ = sender.send(());
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counter::fake::{self, FakeCounter};
    use crate::kernel::Kernel;

    const UNITS: u64 = 1000;

    /// Runs counters over [`UNITS`] units, every fourth left out, and returns how it ended and which units came.
    fn run(
        counters: Vec<Box<dyn Counter + '_>>,
        stop: &AtomicBool,
        mut each: impl FnMut(u64) -> Result<(), Error>,
    ) -> (Result<(), Error>, Vec<u64>) {
        let mut came = Vec::new();
        let schedule = Schedule {
            walk: &|place| (place < UNITS).then(|| UNITS - 1 - place),
            skip: &|unit| unit % 4 == 0,
            stop,
        };
        let outcome = schedule.run(counters, |event| {
            let Event::Finished(unit) = event else { return Ok(()) };
            assert_eq!(unit.solutions, fake::solutions(unit.unit));
            came.push(unit.unit);
            each(unit.unit)
        });
        came.sort_unstable();
        (outcome, came)
    }

    fn failure() -> Error {
        CounterError { kernel: Kernel::Scalar, reason: "the disk is full".to_owned() }.into()
    }

    #[test]
    fn every_unit_that_is_not_left_out_comes_once_however_many_a_counter_holds() {
        for (threads, holds) in [(1, 1), (2, 7), (5, 1000)] {
            let handed_over = AtomicU64::new(0);
            let counters =
                (0..threads).map(|_| FakeCounter { holds, ..FakeCounter::new(&handed_over) }.boxed());
            let (outcome, came) = run(counters.collect(), &AtomicBool::new(false), |_| Ok(()));
            assert!(outcome.is_ok());
            assert_eq!(came, (0..UNITS).filter(|unit| unit % 4 != 0).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stop_drops_the_units_in_hand_and_nothing_that_was_finished() {
        let (stop, handed_over) = (AtomicBool::new(false), AtomicU64::new(0));
        let pause = Duration::from_millis(1);
        let counter = || FakeCounter { holds: 500, pause, ..FakeCounter::new(&handed_over) }.boxed();
        let (outcome, came) = run(vec![counter(), counter()], &stop, |_| {
            stop.store(true, Ordering::Relaxed);
            Ok(())
        });
        assert!(outcome.is_ok());
        assert!((1..500).contains(&came.len()), "{} units", came.len());
        assert_eq!(came.len() as u64, handed_over.into_inner());
    }

    #[test]
    fn a_counter_that_fails_ends_the_count_and_loses_nothing_that_was_finished() {
        let (stop, handed_over) = (AtomicBool::new(false), AtomicU64::new(0));
        let pause = Duration::from_millis(1);
        let lasting = FakeCounter { pause, ..FakeCounter::new(&handed_over) };
        let failing = FakeCounter { fails_after: Some(20), pause, ..FakeCounter::new(&handed_over) };
        let (outcome, came) = run(vec![lasting.boxed(), failing.boxed()], &stop, |_| Ok(()));
        let error = outcome.unwrap_err().to_string();
        assert!(error.contains("it was asked to") && error.contains("run the same command again"), "{error}");
        assert!((20..700).contains(&came.len()), "{} units", came.len());
        assert_eq!(came.len() as u64, handed_over.into_inner());
    }

    #[test]
    fn an_aggregator_that_fails_is_not_called_again_and_stops_the_counters() {
        let (stop, handed_over) = (AtomicBool::new(false), AtomicU64::new(0));
        let counter = FakeCounter { pause: Duration::from_millis(1), ..FakeCounter::new(&handed_over) };
        let (outcome, came) = run(vec![counter.boxed()], &stop, |_| Err(failure()));
        assert_eq!(outcome.unwrap_err().to_string(), failure().to_string());
        assert_eq!(came.len(), 1);
        assert!(stop.into_inner() && handed_over.into_inner() < 500);
    }

    /// Ends one unit and then works on the next until the first has arrived.
    struct Waiting<'a>(&'a AtomicBool);

    impl Counter for Waiting<'_> {
        fn run(
            &mut self,
            claims: &mut Claims<'_>,
            done: &mut dyn FnMut(Finished),
        ) -> Result<(), CounterError> {
            let kernel = Kernel::Portable;
            for unit in claims.by_ref().take(2) {
                done(Finished { unit, solutions: fake::solutions(unit), nodes: 1, elapsed: TICK, kernel });
                let began = Instant::now();
                while !self.0.load(Ordering::Relaxed) {
                    if began.elapsed() > Duration::from_millis(500) {
                        return Err(CounterError { kernel, reason: "half a second went by".to_owned() });
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Ok(())
        }
    }

    #[test]
    fn a_unit_arrives_within_half_a_second_while_its_thread_works_on_the_next() {
        let arrived = AtomicBool::new(false);
        let (outcome, came) = run(vec![Box::new(Waiting(&arrived))], &AtomicBool::new(false), |_| {
            arrived.store(true, Ordering::Relaxed);
            Ok(())
        });
        assert!(outcome.is_ok(), "{outcome:?}");
        assert_eq!(came.len(), 2);
    }

    #[test]
    fn a_slow_aggregator_is_waited_for() {
        let (stop, handed_over) = (AtomicBool::new(false), AtomicU64::new(0));
        let units = 5 * FULL as u64;
        let schedule =
            Schedule { walk: &|place| (place < units).then_some(place), skip: &|_| false, stop: &stop };
        let (mut came, mut ahead) = (0, 0);
        let outcome = schedule.run(vec![FakeCounter::new(&handed_over).boxed()], |event| {
            if let Event::Finished(_) = event {
                if came == 0 {
                    std::thread::sleep(Duration::from_millis(200));
                }
                came += 1;
                ahead = ahead.max(handed_over.load(Ordering::SeqCst) - came);
            }
            Ok::<_, Error>(())
        });
        assert!(outcome.is_ok());
        // What was taken out of the buffer, and a buffer that is full again.
        assert!(came == units && ahead <= 2 * FULL as u64 + 1, "{came} of {units}, {ahead} ahead");
    }
}
