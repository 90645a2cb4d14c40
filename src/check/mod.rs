//! Checks counts, before and after.
//!
//! * [`known`] contains the published numbers; [`mod@reference`] is the problem's definition as code.
//! * [`estimate`] counts some units and extrapolates to the whole count.
//! * [`plausibility`] checks whether a total can be right.
//! * [`verify`] recounts some units of a run.
//! * [`units`] lists units of large boards with known solutions, and draws random ones.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
#[cfg(test)]
mod tests;
pub mod units;
pub mod verify;

use std::time::Duration;

/// Returns when to drop the units in progress, if no unit is started after `time`.
fn latest_end(time: Duration) -> Duration {
    time + (time / 2).max(Duration::from_secs(5))
}
