//! The lists of the join: far lists, and lists of norths.

pub mod far;
pub mod list;
pub mod ranks;
