//! Checks of a count, before and after it.
//!
//! * [`known`] has the published numbers; [`mod@reference`] is the definition as code.
//! * [`estimate`] counts some units and computes from them how long a count takes.
//! * [`plausibility`] checks whether a total can be right.
//! * [`verify`] recounts some units of a run.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
#[cfg(test)]
mod tests;
pub mod verify;
