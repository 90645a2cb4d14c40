//! What a count is measured by, before and after it.
//!
//! * [`known`] has the published totals, [`mod@reference`] is the definition itself, as code.
//! * [`estimate`] says beforehand how much there is to count and how long it takes.
//! * [`plausibility`] says whether a total can be right, with the symmetric solutions from
//!   [`rotations`].
//! * [`verify`] counts a sample of a run again.

pub mod estimate;
pub mod known;
pub mod plausibility;
pub mod reference;
pub mod rotations;
pub mod verify;
