//! Counting a plan.
//!
//! * [`choice`]: the split, the kernel and the number of threads
//! * [`schedule`]: counters on threads take units, and one thread collects the results
//! * [`session`]: adds up, saves and shows the progress of a run, from its start to its end or a
//!   stop
//! * [`memory`]: the amount of free memory
//! * [`Count`] does it all in a few calls, and [`count()`] in one.

mod builder;
pub mod choice;
pub mod memory;
pub mod schedule;
pub mod session;

pub use builder::{Count, CountError, count};
