//! Times in which the whole process was suspended, as by Ctrl-Z: they are not charged to a unit.
//!
//! A thread reads the clock twenty times a second and does nothing else. Unlike the thread that saves
//! and shows, it never waits for a disk or a terminal. If it missed many readings, the whole process
//! was therefore suspended. No system clock can tell this: the clocks that stop while the machine is
//! suspended continue while only the process is.
//!
//! One thread serves all counts of the process. It starts when a count is 50 ms old, because a younger
//! one has no pause worth finding, and ends with the last count.

use std::cell::OnceCell;
use std::mem;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::methods::Finished;

/// How often the thread looks at the clock.
const LOOK: Duration = Duration::from_millis(50);

/// Without a look for so long, the process was suspended: even on a machine with many other
/// processes the thread looks once a second.
const LEAST: Duration = Duration::from_secs(3);

/// The pauses of this process since a count began.
#[derive(Debug)]
pub struct Pauses {
    since: Instant,
    /// `None` inside if the system refused the thread: then no pause is found.
    watch: OnceCell<Option<Arc<Watch>>>,
}

/// The thread that looks at the clock. It ends when this is dropped.
#[derive(Debug)]
struct Watch {
    looks: Arc<Mutex<Looks>>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Looks {
    latest: Instant,
    /// When a pause began and ended, ascending.
    pauses: Vec<(Instant, Instant)>,
}

/// The watch that the counts of this process share.
static SHARED: Mutex<Weak<Watch>> = Mutex::new(Weak::new());

impl Pauses {
    /// Of a count that begins now.
    pub fn new() -> Self {
        Self { since: Instant::now(), watch: OnceCell::new() }
    }

    /// The watch, if the count is old enough for one. What happens before the first call must take
    /// less than [`LEAST`], or it looks like a pause.
    fn watch(&self) -> Option<&Watch> {
        if self.watch.get().is_none() && self.since.elapsed() < LOOK {
            return None;
        }
        self.watch.get_or_init(|| Watch::shared(self.since)).as_deref()
    }

    /// Watches from now on, if the count is old enough.
    pub fn look(&self) {
        self.watch();
    }

    /// The wall time of a unit that ended at `ended`, without the pauses in it.
    pub fn wall_without(&self, unit: &Finished, ended: Instant) -> Duration {
        self.watch().map_or(unit.wall, |watch| locked(&watch.looks).wall_without(unit, ended))
    }
}

impl Drop for Pauses {
    fn drop(&mut self) {
        // With the lock, so that no new thread begins before this one has ended.
        let _shared = locked(&SHARED);
        drop(mem::take(&mut self.watch));
    }
}

impl Watch {
    /// The watch that another count has begun, or one that knows a pause since `since`.
    fn shared(since: Instant) -> Option<Arc<Self>> {
        let mut shared = locked(&SHARED);
        if let Some(watch) = shared.upgrade() {
            return Some(watch);
        }
        let looks = Arc::new(Mutex::new(Looks::new(since)));
        let watched = Arc::clone(&looks);
        let (end, ended) = mpsc::channel();
        let watch = move || loop {
            locked(&watched).look(Instant::now());
            if ended.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        };
        let thread = thread::Builder::new().name("queens-clock".to_owned()).spawn(watch).ok()?;
        let watch = Arc::new(Self { looks, thread: Some((end, thread)) });
        *shared = Arc::downgrade(&watch);
        Some(watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Looks {
    fn new(now: Instant) -> Self {
        Self { latest: now, pauses: Vec::new() }
    }

    fn look(&mut self, now: Instant) {
        if now.saturating_duration_since(self.latest) >= LEAST {
            self.pauses.push((self.latest, now));
        }
        self.latest = now;
    }

    /// A pause is known but for the time between two looks, in which the unit may have been
    /// counted: it took its CPU time at least.
    fn wall_without(&self, unit: &Finished, ended: Instant) -> Duration {
        let Some(began) = ended.checked_sub(unit.wall) else { return unit.wall };
        // The unit may have ended before the thread looked again.
        let last = (ended.saturating_duration_since(self.latest) >= LEAST).then_some((self.latest, ended));
        let pauses = last.into_iter().chain(self.pauses.iter().rev().copied());
        let paused = pauses
            .take_while(|(_, end)| *end > began)
            .map(|(start, end)| end.min(ended).saturating_duration_since(start.max(began)))
            .sum();
        unit.wall.saturating_sub(paused).max(unit.cpu.min(unit.wall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Kernel;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn unit(wall: Duration, cpu: Duration) -> Finished {
        Finished { unit: 0, solutions: 1, nodes: 1, wall, cpu, kernel: Kernel::Scalar }
    }

    /// The looks of a process that is suspended from `from` to `to` milliseconds after the start
    /// for each of `pauses`, up to its last look at `until`.
    fn looks(start: Instant, pauses: &[(u64, u64)], until: u64) -> Looks {
        let mut looks = Looks::new(start);
        let mut now = 0;
        while now <= until {
            looks.look(start + ms(now));
            now += 50;
            if let Some((_, to)) = pauses.iter().find(|(from, to)| (*from..*to).contains(&now)) {
                now = to + 7;
            }
        }
        looks
    }

    #[test]
    fn units_keep_no_pause_and_all_of_their_work() {
        let mut random = fastrand::Rng::with_seed(61);
        for _ in 0..60 {
            // Units one after the other, pauses at random, and looks that fall anywhere.
            let mut pauses = Vec::new();
            let mut from = 0;
            for _ in 0..random.u64(0..4) {
                from += random.u64(1..30_000);
                pauses.push((from, from + random.u64(3_100..20_000)));
                from = pauses[pauses.len() - 1].1;
            }
            let start = Instant::now();
            let mut began = random.u64(0..50);
            let longest = [20, 300, 15_000][random.usize(0..3)];
            while began < 90_000 {
                let work = random.u64(1..longest);
                let mut ended = began + work;
                for &(from, to) in &pauses {
                    if from < ended && to > began {
                        ended += to - from;
                    }
                }
                // The aggregator asks at once, or much later because its disk was slow.
                let asked = ended + [0, 40, 9_000][random.usize(0..3)];
                let looks = looks(start, &pauses, asked);
                let wall = looks.wall_without(&unit(ms(ended - began), ms(work)), start + ms(ended));
                assert_eq!(
                    wall,
                    ms(work),
                    "from {began} to {ended} with pauses {pauses:?}, asked at {asked}"
                );
                began = ended;
            }
        }
    }

    #[test]
    fn waits_for_a_core_are_no_pause() {
        let start = Instant::now();
        let looks = looks(start, &[(10_000, 14_000)], 30_000);
        // Of ten seconds, four were a pause and five went to other programs.
        let wall = looks.wall_without(&unit(ms(10_000), ms(1_000)), start + ms(19_000));
        assert!((ms(5_900)..ms(6_100)).contains(&wall), "{wall:?}");
        assert_eq!(looks.wall_without(&unit(ms(4_000), ms(10)), start + ms(19_000)), ms(4_000));
        // Begun between the last look and the pause, it waited after the pause, too.
        assert_eq!(looks.wall_without(&unit(ms(6_010), ms(10)), start + ms(16_000)), ms(1_993));
        // More CPU time than wall time, as coarse clocks may say.
        assert_eq!(looks.wall_without(&unit(ms(5), ms(8)), start + ms(12_000)), ms(5));
    }

    #[test]
    fn busy_caller_is_no_pause() {
        let pauses = Pauses::new();
        thread::sleep(LOOK);
        pauses.look();
        // As long as a slow disk or a stopped terminal may keep the thread that saves and shows.
        thread::sleep(LEAST + ms(200));
        let unit = unit(LEAST + ms(100), ms(20));
        assert_eq!(pauses.wall_without(&unit, Instant::now()), unit.wall);
    }

    #[test]
    fn counts_share_a_thread_that_ends_with_them() {
        let counting = || Pauses { since: Instant::now() - LOOK, watch: OnceCell::new() };
        let [first, second] = [counting(), counting()];
        let looks = Arc::downgrade(&first.watch().unwrap().looks);
        assert!(std::ptr::eq(first.watch().unwrap(), second.watch().unwrap()));
        drop(first);
        assert_eq!(looks.strong_count(), 2, "one of the second count, one of the thread");
        drop(second);
        // Another test may share the watch, and has its own reference then.
        assert!(looks.strong_count() == 0 || locked(&SHARED).strong_count() > 0);
        let young = Pauses { since: Instant::now() + LEAST, watch: OnceCell::new() };
        assert_eq!(young.wall_without(&unit(ms(40), ms(40)), Instant::now()), ms(40));
        assert!(young.watch.get().is_none(), "a short count starts no thread");
    }
}
