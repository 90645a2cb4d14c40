//! The pace of a run: the finished share of its cost, and the time left at the recent rate.
//!
//! The rate depends only on this session, because a run may be resumed with another number of
//! threads or another kernel. Older work has less weight, so that the time left follows when the
//! machine gets other work or loses it.
//!
//! The rate is the finished cost divided by its time, both weighted: work that is one window old
//! has the weight 1/e. In the first window the rate is nearly that since the start.

use std::time::{Duration, Instant};

/// The window, in seconds. Set by hand: a glance at the bar after a minute shows what the machine
/// does now.
const WINDOW: f64 = 60.0;

/// The window covers at least this many units, because a few vary much: 133 units, a hundredth of
/// N = 20, cost what is expected to within 2.5% (docs/checking.md).
const UNITS: u64 = 100;

/// The window covers at least this many rounds, in each of which every counter finishes the units
/// that it holds. Set by hand: of the first units of N = 24 with `halves`, one took 0.2 s and others
/// 2 s.
const ROUNDS: u64 = 4;

/// The progress and speed of a run. Costs are in any unit; times are wall time.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    began: Instant,
    total: f64,
    done: f64,
    /// Units that all counters hold at a time.
    in_flight: u64,
    /// Units finished in this session.
    units: u64,
    /// The recently finished cost and the seconds it took, with the weights at `weighted_at`
    /// seconds after the start.
    recent_cost: f64,
    recent_time: f64,
    weighted_at: f64,
}

impl Pace {
    /// The pace of a run that costs `total`, of which earlier sessions did `resumed`, by one
    /// counter that holds one unit. Its clock starts now.
    #[must_use]
    pub fn new(total: f64, resumed: f64) -> Self {
        Self {
            began: Instant::now(),
            total,
            done: resumed,
            in_flight: 1,
            units: 0,
            recent_cost: 0.0,
            recent_time: 0.0,
            weighted_at: 0.0,
        }
    }

    /// From now on the counters hold `units` units at a time, all together.
    pub fn hold(&mut self, units: u64) {
        self.in_flight = units.max(1);
    }

    /// A unit of this cost is done.
    pub fn advance(&mut self, cost: f64) {
        self.advance_at(self.elapsed(), cost);
    }

    fn advance_at(&mut self, elapsed: Duration, cost: f64) {
        self.age(elapsed);
        self.units += 1;
        self.done += cost;
        self.recent_cost += cost;
    }

    /// The share of the run that is done, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.done / self.total
    }

    /// Time since this session began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Time left at the recent rate; `None` until as many units have finished as are counted at a
    /// time, because the first ones say little about the others.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.remaining_at(self.elapsed())
    }

    fn remaining_at(mut self, elapsed: Duration) -> Option<Duration> {
        self.age(elapsed);
        let seconds = self.recent_time * (self.total - self.done).max(0.0) / self.recent_cost;
        let known = self.recent_cost > 0.0 && self.units >= self.in_flight;
        known.then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// Decays the weights to what they are at `elapsed`.
    fn age(&mut self, elapsed: Duration) {
        let elapsed = elapsed.as_secs_f64();
        let units = UNITS.max(ROUNDS.saturating_mul(self.in_flight)) as f64;
        let window = WINDOW.max(units * elapsed / self.units.max(1) as f64);
        let loss = -(-(elapsed - self.weighted_at) / window).exp_m1();
        self.recent_cost -= self.recent_cost * loss;
        self.recent_time += (window - self.recent_time) * loss;
        self.weighted_at = elapsed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// Lets units of cost 1 end at these seconds.
    fn advance(pace: &mut Pace, ends: impl IntoIterator<Item = u64>) {
        ends.into_iter().for_each(|second| pace.advance_at(seconds(second), 1.0));
    }

    /// Asserts that the time left `at` these seconds is about `expected` seconds.
    fn assert_remaining(pace: &Pace, at: u64, expected: f64) {
        let remaining = pace.remaining_at(seconds(at)).unwrap().as_secs_f64();
        assert!((remaining / expected - 1.0).abs() < 0.05, "{remaining} s left instead of {expected} s");
    }

    #[test]
    fn a_young_run_continues_as_fast_as_since_its_start() {
        let mut pace = Pace::new(100.0, 0.0);
        assert_eq!((pace.done(), pace.remaining_at(seconds(3))), (0.0, None));
        advance(&mut pace, [1]);
        assert_remaining(&pace, 1, 99.0);
        advance(&mut pace, [2, 3, 4, 5]);
        assert_remaining(&pace, 5, 95.0);
        assert_eq!(pace.done(), 0.05);
    }

    #[test]
    fn the_rate_is_known_when_every_unit_in_flight_could_have_ended() {
        let mut pace = Pace::new(10_000.0, 0.0);
        pace.hold(1000);
        // A device that finishes a thousand units at a time, every ten minutes: they end together.
        advance(&mut pace, [600; 999]);
        assert_eq!(pace.remaining_at(seconds(600)), None);
        advance(&mut pace, [600]);
        assert_remaining(&pace, 600, 5400.0);
        for round in 2..=5 {
            advance(&mut pace, [600 * round; 1000]);
        }
        // A round that has just ended counts a little more than its share.
        let left = pace.remaining_at(seconds(3000)).unwrap().as_secs();
        assert!((2700..=3300).contains(&left), "{left} s left");
    }

    #[test]
    fn only_what_this_session_did_counts_for_the_speed() {
        let mut pace = Pace::new(1000.0, 900.0);
        assert_eq!((pace.done(), pace.remaining_at(seconds(10))), (0.9, None));
        // One in ten seconds, of which 99 are left; not 901 in ten seconds.
        advance(&mut pace, [10]);
        assert_remaining(&pace, 10, 990.0);
    }

    #[test]
    fn the_time_left_follows_a_changing_load_within_some_minutes() {
        let mut pace = Pace::new(1e6, 0.0);
        // Ten units a second for an hour, then one a second.
        let fast = (0..36_000).map(|unit| unit / 10);
        advance(&mut pace, fast);
        assert_remaining(&pace, 3600, 1e5 - 3600.0);
        advance(&mut pace, 3600..3660);
        let left = pace.remaining_at(seconds(3660)).unwrap().as_secs_f64();
        assert!((1.5e5..4e5).contains(&left), "{left} s left after a minute");
        advance(&mut pace, 3660..3960);
        assert_remaining(&pace, 3960, 1e6 - 36_360.0);
    }

    #[test]
    fn units_of_minutes_are_averaged_over_more_than_a_minute() {
        let mut pace = Pace::new(1e6, 0.0);
        // One every five minutes: in its window of a minute there is a unit, or nearly none.
        advance(&mut pace, (1..=1000).map(|unit| 300 * unit));
        for at in [300_000, 300_150, 300_299] {
            assert_remaining(&pace, at, 300.0 * 999_000.0);
        }
    }

    #[test]
    fn a_run_that_stands_still_has_more_and_more_time_left() {
        let mut pace = Pace::new(1000.0, 0.0);
        advance(&mut pace, 1..=600);
        let after = |at| pace.remaining_at(seconds(at)).unwrap();
        assert!(after(720) > 2 * after(600) && after(960) > 2 * after(720));
    }

    #[test]
    fn the_end_and_a_speed_too_small_for_an_answer_are_no_faults() {
        let mut pace = Pace::new(2.0, 1.0);
        advance(&mut pace, [10]);
        assert_eq!((pace.done(), pace.remaining_at(seconds(20))), (1.0, Some(Duration::ZERO)));
        let mut pace = Pace::new(1.0, 0.0);
        pace.advance_at(seconds(1), 1e-300);
        assert_eq!(pace.remaining_at(seconds(1000)), Some(Duration::MAX));
    }
}
