//! Counting a plan.
//!
//! * [`choice`]: which split and kernel, on how many threads
//! * [`schedule`]: counters on threads take units, and one thread collects what they find
//! * [`session`]: adds up, saves, and shows how far a run is, from its start to its end or a stop
//! * [`memory`]: how much memory the system has free
//! * [`Count`] does it all in a few calls, and [`count()`] in one.

mod builder;
pub mod choice;
pub mod memory;
pub mod schedule;
pub mod session;

pub use builder::{Count, CountError, count};
