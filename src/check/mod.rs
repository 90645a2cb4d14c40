//! Checks of a count, before and after it.
//!
//! * [`known`] has the published totals; `reference` is the definition as code.
//! * `sample` has some counted units; `estimate` computes from it how long a count takes.
//! * `plausibility` checks whether a total can be right, with the symmetric solutions from
//!   `rotations`.
//! * [`verify`] recounts some units of a run.

pub(crate) mod estimate;
pub mod known;
pub(crate) mod plausibility;
pub(crate) mod reference;
pub(crate) mod rotations;
pub(crate) mod sample;
#[cfg(test)]
mod tests;
pub mod verify;
