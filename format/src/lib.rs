//! Formats numbers, times, estimates and untrusted text. The program and its published documents share this
//! code. Also contains the [`wire`] types, which the program writes and `publish` reads.
//!
//! The program already uses jiff, but jiff cannot round durations to significant figures. They are formatted
//! here instead.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

pub use durations::{cpu_time, duration, rounded_as_shown};
pub use estimates::{estimated, estimated_time};
pub use numbers::{bytes, counted_in_words, factor, median, metric};
pub use printable::{MAX_NAME_CHARS, Printable, is_printable, printable};
pub use queens::text::{counted, grouped, shortened, utc};

mod durations;
mod estimates;
mod numbers;
mod printable;
pub mod wire;
