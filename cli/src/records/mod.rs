//! Writes count and merge records, for publishing.
//!
//! * `recorder` appends records to a file.
//! * `count` and `merge` create the records.

pub mod count;
pub mod merge;
pub mod recorder;
