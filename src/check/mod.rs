//! Checks of a count, before and after it.
//!
//! * [`known`] has the published numbers; [`mod@reference`] is the definition of the problem as code.
//! * [`estimate`] counts some units and computes from them how long a count takes.
//! * [`plausibility`] checks whether a total can be right.
//! * [`verify`] recounts some units of a run.
//! * [`units`] has units of large boards whose solutions are known, and draws others.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
#[cfg(test)]
mod tests;
pub mod units;
pub mod verify;

use std::time::Duration;

/// The time after which units in progress are dropped, if no unit is started after `time`.
fn latest_end(time: Duration) -> Duration {
    time + (time / 2).max(Duration::from_secs(5))
}
