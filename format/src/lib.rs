//! Words for people, the same in the program and in what it publishes: numbers, times, estimates, and
//! texts that somebody else wrote.
//!
//! Libraries that are there anyway do less: indicatif's `HumanCount` ends at 64 bits, its
//! `HumanDuration` has one unit from seconds on, and jiff rounds no time to the figures that count.

pub use durations::{as_shown, cpu_time, duration};
pub use estimates::{estimated, estimated_time, upper_bound};
pub use numbers::{bytes, counted, grouped, median, metric, threads, times};
pub use printable::{LONGEST_NAME, Printable, is_printable, printable, shortened};

mod durations;
mod estimates;
mod numbers;
mod printable;
