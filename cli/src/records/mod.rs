//! Writes records of counts and merges, for publishing.
//!
//! * `recorder`: appends to a file of records; `count`, `merge`: what it appends
//! * `usage`: the time and memory of a count

pub mod count;
pub mod merge;
pub mod recorder;
pub mod usage;
