//! Writes records of counts and merges, for publishing.
//!
//! * `recorder`: appends to a file of records; `count`, `merge`: what it appends

pub mod count;
pub mod merge;
pub mod recorder;
