//! A count's pace: how much is done, and how long the rest will take at the current rate.
//!
//! The rate depends only on the finished units' costs and on how long each unit occupied its counter. So a
//! running count and its ledger give the same estimate of the time left. The error is computed from how these
//! times scatter.
//!
//! Older units weigh less, so the time left adapts when the machine's load changes. A unit that is one window
//! old has the weight 1/e.

use std::time::Duration;

use crate::methods::estimated_value::{EstimatedValue, small_sample_factor};

/// The window, in seconds. After a minute, the time left reflects the machine's current load. Not tuned.
const WINDOW_S: f64 = 60.0;

/// The minimum number of units in the window. The mean of fewer units varies too much.
const MIN_WINDOW_UNITS: f64 = 100.0;

/// The minimum number of units in the window per counter. Chosen for boards where one of the first units
/// takes 0.2 s, and all others take 2 s. Not tuned.
const MIN_WINDOW_UNITS_PER_COUNTER: f64 = 4.0;

/// A count's progress and rate. Only cost ratios matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    total: f64,
    done: f64,
    rate: Rate,
}

/// The time that a counter takes for a cost of 1, estimated from recent units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// The number of counters that work at the same time.
    counters: f64,
    /// The number of units observed, whatever their weight.
    units: f64,
    recent: WeightedSums,
}

/// Sums over recent units: the sums of the weights and of their squares, and the weighted sums of costs,
/// seconds and their products.
#[derive(Clone, Copy, Debug, Default)]
struct WeightedSums {
    weight: f64,
    squared_weight: f64,
    cost: f64,
    seconds: f64,
    cost_cost: f64,
    cost_seconds: f64,
    seconds_seconds: f64,
}

impl WeightedSums {
    fn add(&mut self, cost: f64, seconds: f64) {
        self.weight += 1.0;
        self.squared_weight += 1.0;
        self.cost += cost;
        self.seconds += seconds;
        self.cost_cost += cost * cost;
        self.cost_seconds += cost * seconds;
        self.seconds_seconds += seconds * seconds;
    }

    /// Multiplies every weight by `factor`.
    fn fade(&mut self, factor: f64) {
        self.squared_weight *= factor * factor;
        let Self { weight, cost, seconds, cost_cost, cost_seconds, seconds_seconds, .. } = self;
        for sum in [weight, cost, seconds, cost_cost, cost_seconds, seconds_seconds] {
            *sum *= factor;
        }
    }

    /// Returns the estimated seconds for a cost of 1.
    fn rate(&self) -> EstimatedValue {
        let mean = self.seconds / self.cost;
        let residuals = self.seconds_seconds - 2.0 * mean * self.cost_seconds + mean * mean * self.cost_cost;
        // `degrees + 1` equally weighted units would have the same error.
        let degrees = self.weight * self.weight / self.squared_weight - 1.0;
        let variance = (residuals / self.weight).max(0.0) / degrees;
        let relative = variance.sqrt() / (self.seconds / self.weight) * small_sample_factor(degrees);
        EstimatedValue { mean, standard_error: mean * relative }
    }
}

impl Pace {
    /// Creates the pace for a count on `counters` counters. `total` is the whole count's cost, and `done` is
    /// the part that earlier sessions finished.
    pub fn new(total: f64, done: f64, counters: usize) -> Self {
        Self { total, done, rate: Rate::new(counters) }
    }

    /// Records a finished unit. `wall` is the time for which the unit occupied its counter.
    pub fn advance(&mut self, cost: f64, wall: Duration) {
        self.done += cost;
        self.rate.observe(cost, wall);
    }

    /// Returns the finished share of the cost, from 0 to 1.
    pub fn done(&self) -> f64 {
        // Rounding can push the sum of costs above the total.
        (self.done / self.total).min(1.0)
    }

    /// Returns the seconds left at the recent rate, or `None` while the rate is unknown.
    pub fn remaining_s(&self) -> Option<EstimatedValue> {
        let left = (self.total - self.done).max(0.0);
        self.rate.seconds().map(|rate| rate.times(left / self.rate.counters))
    }
}

impl Rate {
    /// Creates the rate for `counters` counters, before any unit is finished.
    pub fn new(counters: usize) -> Self {
        Self { counters: counters.max(1) as f64, units: 0.0, recent: WeightedSums::default() }
    }

    /// Records a finished unit. `wall` is the time for which the unit occupied its counter.
    pub fn observe(&mut self, cost: f64, wall: Duration) {
        let seconds = wall.as_secs_f64();
        let each = if self.recent.weight > 0.0 { self.recent.seconds / self.recent.weight } else { seconds };
        let min_units = MIN_WINDOW_UNITS.max(MIN_WINDOW_UNITS_PER_COUNTER * self.counters);
        let window = min_units.max(WINDOW_S * self.counters / each.max(1e-9));
        self.recent.fade((-1.0 / window).exp());
        self.recent.add(cost, seconds);
        self.units += 1.0;
    }

    /// Returns the seconds that a counter takes for a cost of 1. Returns `None` until at least two units, and
    /// at least one per counter, are finished, because the first units say little about the rest.
    pub fn seconds(&self) -> Option<EstimatedValue> {
        let is_known = self.units >= self.counters.max(2.0) && self.recent.seconds > 0.0;
        is_known.then(|| self.recent.rate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn pace(counters: usize, units: u64, wall: impl Fn(u64) -> Duration) -> Pace {
        let mut pace = Pace::new(1e6, 0.0, counters);
        (0..units).for_each(|unit| pace.advance(1.0, wall(unit)));
        pace
    }

    /// Asserts that the time left is about `expected` seconds.
    #[track_caller]
    fn assert_remaining(pace: &Pace, expected: f64) -> EstimatedValue {
        let remaining = pace.remaining_s().unwrap();
        assert!((remaining.mean / expected - 1.0).abs() < 0.05, "{remaining:?} instead of {expected} s");
        remaining
    }

    #[test]
    fn all_counters_share_the_time_left() {
        let remaining = assert_remaining(&pace(2, 10, |_| seconds(3)), 1.5 * 999_990.0);
        assert_eq!(remaining.standard_error, 0.0);
        assert_eq!(pace(1, 10, |_| seconds(3)).done(), 1e-5);
    }

    #[test]
    fn time_left_needs_at_least_two_units() {
        for (counters, known_from) in [(1, 2), (2, 2), (64, 64)] {
            for units in 0..100 {
                let remaining = pace(counters, units, |_| seconds(1)).remaining_s();
                assert_eq!(remaining.is_some(), units >= known_from, "{counters} counters, {units} units");
            }
        }
    }

    #[test]
    fn error_is_that_of_the_mean_unit() {
        // Times alternate between 1 and 3 s, so their standard deviation is half the mean.
        let alternating = |unit| seconds(1 + 2 * (unit % 2));
        let few = pace(1, 4, alternating).remaining_s().unwrap().relative_error();
        // With four values, the standard error is 1 / sqrt(3) / 2 times the mean, and Student's t is 3.18
        // instead of 1.96.
        assert!((few / (0.5 / 3_f64.sqrt() * 3.18 / 1.96) - 1.0).abs() < 0.05, "{few}");
        let many = pace(1, 30, alternating).remaining_s().unwrap().relative_error();
        assert!((many / (0.5 / 29_f64.sqrt()) - 1.0).abs() < 0.1, "{many}");
    }

    #[test]
    fn weights_units_by_expected_cost() {
        let mut pace = Pace::new(100.0, 0.0, 1);
        for cost in [1.0, 2.0, 4.0] {
            pace.advance(cost, Duration::from_secs_f64(10.0 * cost));
        }
        let remaining = assert_remaining(&pace, 930.0);
        assert!(remaining.relative_error() < 1e-6, "{remaining:?}");
    }

    #[test]
    fn rate_covers_only_this_session() {
        let mut pace = Pace::new(1000.0, 900.0, 1);
        assert_eq!((pace.done(), pace.remaining_s()), (0.9, None));
        pace.advance(1.0, seconds(10));
        pace.advance(1.0, seconds(10));
        assert_remaining(&pace, 980.0);
    }

    #[test]
    fn time_left_follows_a_changing_load() {
        // One hour at ten units a second, then one unit a second.
        let wall = |unit| if unit < 36_000 { Duration::from_millis(100) } else { seconds(1) };
        assert_remaining(&pace(1, 36_000, wall), 96_400.0);
        assert_remaining(&pace(1, 37_000, wall), 963_000.0);
    }

    #[test]
    fn averages_long_units_over_a_hundred() {
        let wall = |unit| seconds(if unit % 10 == 0 { 1200 } else { 200 });
        assert_remaining(&pace(1, 1000, wall), 300.0 * 999_000.0);
    }

    #[test]
    fn no_time_left_at_the_end() {
        // In floating point, 0.1 + 0.1 + 0.1 is more than 0.3.
        let mut pace = Pace::new(0.3, 0.0, 1);
        (0..3).for_each(|_| pace.advance(0.1, seconds(1)));
        assert_eq!((pace.done(), pace.remaining_s()), (1.0, Some(EstimatedValue::exact(0.0))));
    }
}
