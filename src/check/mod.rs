//! Predicts, checks and recounts totals.
//!
//! * [`known`] contains the published numbers. [`mod@reference`] counts by the problem's definition.
//! * [`estimate`] predicts a count's time and result.
//! * [`plausibility`] checks whether a total can be right.
//! * [`verify`] recounts some of a run's units.
//! * [`units`] has units of large boards, either with known solutions or drawn at random.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
#[cfg(test)]
mod tests;
pub mod units;
pub mod verify;

use std::time::Duration;

/// Returns the time at which units in progress are dropped, if no unit is started after `time`.
fn latest_end(time: Duration) -> Duration {
    time + (time / 2).max(Duration::from_secs(5))
}
