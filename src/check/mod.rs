//! Checks of a count, before and after it.
//!
//! * [`known`] has the published totals; `reference` is the definition as code.
//! * `sample` has some counted units, and `goal` says when it ends; `estimate` computes from it how
//!   long a count takes.
//! * `plausibility` checks whether a total can be right, with the symmetric solutions from
//!   `rotations`.
//! * [`verify`] recounts some units of a run.

#[cfg(any(feature = "cli", test))]
pub(crate) mod estimate;
#[cfg(any(feature = "cli", test))]
pub(crate) mod goal;
pub mod known;
#[cfg(any(feature = "cli", test))]
pub(crate) mod plausibility;
#[cfg(any(feature = "cli", test))]
pub(crate) mod reference;
#[cfg(any(feature = "cli", test))]
pub(crate) mod rotations;
#[cfg(any(feature = "cli", test))]
pub(crate) mod sample;
#[cfg(test)]
mod tests;
pub mod verify;
