//! Writes records of counts and merges, for publishing.
//!
//! * `command`: the command as it is recorded
//! * `recorder`: appends to a file of records; `count`, `merge`: what it appends

pub mod command;
pub mod count;
pub mod merge;
pub mod recorder;
