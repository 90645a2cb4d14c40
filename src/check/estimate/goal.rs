//! Decides when a sample ends.

use std::time::Duration;

use super::Sample;
use crate::check::latest_end;

/// The minimum number of units before a small error ends the sample. The scatter of fewer units says too
/// little about the error.
const MIN_UNITS_TO_END: u64 = 30;

/// The time after which a sample without a time limit gives up. By then, even a busy machine should have
/// finished enough units.
const MAX_TIME: Duration = Duration::from_secs(3600);

/// The conditions that end a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The relative standard error at which the sample is accurate enough.
    pub error: f64,
    /// The time after which no unit is started, if the time of all units can be estimated by then.
    pub time: Duration,
    /// True if units in progress are dropped soon after `time`, even if nothing can be estimated by then.
    pub is_limit: bool,
}

impl Goal {
    /// Returns the time at which units in progress are dropped.
    pub(super) fn end(&self) -> Duration {
        if self.is_limit { latest_end(self.time) } else { self.time.max(MAX_TIME) }
    }

    /// Returns whether the sample is accurate enough. Returns false if the whole board can be counted in
    /// time.
    pub(super) fn is_reached(&self, sample: &Sample, elapsed: Duration) -> bool {
        let Some(cpu_s) = sample.cpu_s() else { return false };
        let whole = elapsed.as_secs_f64() * cpu_s.mean / sample.cpu.as_secs_f64().max(1e-9);
        sample.counted() >= MIN_UNITS_TO_END
            && cpu_s.relative_error() <= self.error
            && whole > self.time.as_secs_f64()
    }

    /// Returns whether the units in progress, on average, will finish after `time`. Returns false while there
    /// is no estimate.
    pub(super) fn is_over(&self, sample: &Sample, elapsed: Duration) -> bool {
        let each = sample.wall.checked_div(sample.counted().try_into().unwrap_or(u32::MAX));
        elapsed + each.unwrap_or_default() / 2 >= self.time && sample.cpu_s().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::{FinishedUnit, Kernel};

    #[test]
    fn small_error_or_short_count_reaches_the_goal() {
        let goal = |error, ms| Goal { error, time: Duration::from_millis(ms), is_limit: true };
        let finished = |unit, ms| {
            let wall = Duration::from_millis(ms);
            let cpu = Duration::from_millis(ms);
            FinishedUnit { unit, solutions: 1, nodes: 1, wall, cpu, kernel: Kernel::Scalar }
        };
        let mut sample = Sample::new(1000, &[0], 1);
        for unit in 0..MIN_UNITS_TO_END {
            assert!(!goal(0.5, 1000).is_reached(&sample, Duration::from_secs(1)), "{unit} units");
            sample.add(&finished(unit, 9 + unit % 3), 0.001);
        }
        // At 10 ms each, all units take 10 s of CPU time. On one thread, they take as much wall time.
        let elapsed = Duration::from_millis(300);
        let reached = |error, ms| goal(error, ms).is_reached(&sample, elapsed);
        assert!(reached(0.02, 9_500) && !reached(0.001, 9_500) && !reached(0.02, 10_500));
        // On average, the unit in progress needs another 5 ms.
        let over = |ms| goal(0.05, ms).is_over(&sample, elapsed);
        assert!(over(304) && !over(306));
        // Units in progress may run past the time by half of it or by 5 s, whichever is longer.
        assert_eq!([1_000, 60_000].map(|ms| goal(0.05, ms).end().as_secs()), [6, 90]);
        assert_eq!(Goal { is_limit: false, ..goal(0.05, 1) }.end(), MAX_TIME);
    }

    /// Each unit takes as long as a unit of N = 32 on a busy machine.
    #[test]
    fn standard_time_goes_on_until_the_time_is_known() {
        let standard = Goal { error: 0.05, time: Duration::from_secs(240), is_limit: false };
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let mut sample = Sample::new(1_000_000, &[0, 1], 2);
        for unit in 0..10 {
            let elapsed = minutes(10 * unit);
            assert!(!standard.is_over(&sample, elapsed) && !standard.is_reached(&sample, elapsed), "{unit}");
            let (wall, cpu) = (minutes(20), minutes(10));
            sample
                .add(&FinishedUnit { unit, solutions: 1, nodes: 1, wall, cpu, kernel: Kernel::Scalar }, 1e-6);
        }
        assert!(standard.is_over(&sample, minutes(100)) && sample.cpu_s().is_some());
    }
}
