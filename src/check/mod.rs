//! Checks of a count, before and after it.
//!
//! * [`known`] has the published totals; [`mod@reference`] is the definition as code.
//! * [`estimate`] predicts how much there is to count and how long it takes.
//! * [`plausibility`] checks whether a total can be right, with the symmetric solutions from
//!   [`rotations`].
//! * [`verify`] recounts a sample of a run.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
pub mod rotations;
pub mod verify;
#[cfg(test)]
mod tests;
