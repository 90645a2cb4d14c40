//! The pace of a run: which share of its cost is done, and how long the rest takes at the speed of this session.
//!
//! Only what this session did counts for the speed, so that a run resumed with other threads or another kernel is not judged
//! by its past.

use std::time::{Duration, Instant};

/// How far and how fast a run is. Costs are in any unit.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    began: Instant,
    total: f64,
    resumed: f64,
    done: f64,
}

impl Pace {
    /// The pace of a run that costs `total`, of which earlier sessions did `resumed`. Its clock starts now.
    #[must_use]
    pub fn new(total: f64, resumed: f64) -> Self {
        Self { began: Instant::now(), total, resumed, done: resumed }
    }

    /// More is done.
    pub fn advance(&mut self, cost: f64) {
        self.done += cost;
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

    /// Time still needed at the speed of this session, once there is a speed to speak of.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.remaining_after(self.elapsed())
    }

    fn remaining_after(&self, elapsed: Duration) -> Option<Duration> {
        let progress = self.done - self.resumed;
        let seconds = elapsed.as_secs_f64() * (self.total - self.done).max(0.0) / progress;
        (progress > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_speed_of_this_session_says() {
        let mut pace = Pace::new(8.0, 2.0);
        let after = |pace: &Pace| pace.remaining_after(Duration::from_secs(10));
        assert_eq!((pace.done(), after(&pace)), (0.25, None));
        // One in ten seconds, of which five are left; not three in ten seconds.
        pace.advance(1.0);
        assert_eq!((pace.done(), after(&pace)), (0.375, Some(Duration::from_secs(50))));
        pace.advance(5.0);
        assert_eq!((pace.done(), after(&pace)), (1.0, Some(Duration::ZERO)));
    }

    #[test]
    fn no_speed_is_too_small_for_an_answer() {
        let mut pace = Pace::new(1.0, 0.0);
        pace.advance(1e-300);
        assert_eq!(pace.remaining_after(Duration::from_secs(1000)), Some(Duration::MAX));
    }
}
