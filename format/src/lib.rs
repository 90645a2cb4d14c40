//! Text for people, the same in the program and in what it publishes: numbers, times, estimates,
//! and texts that somebody else wrote. And the total that the program writes and `publish` reads.
//!
//! jiff, which the program uses anyway, does not round a time to its significant figures.

pub use durations::{as_shown, cpu_time, duration};
pub use estimates::{estimated, estimated_time};
pub use numbers::{bytes, counted, grouped, median, metric, threads, times};
pub use printable::{LONGEST_NAME, Printable, is_printable, printable, shortened};
pub use total::{CheckObject, CheckedTotal};

mod durations;
mod estimates;
mod numbers;
mod printable;
mod total;
