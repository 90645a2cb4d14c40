//! Prints results on stdout and everything else on stderr.
//!
//! * `event` and `messages` write notices and errors to stderr.
//! * `progress` shows a running count as a bar or lines, with the help of `frame`, `figures`,
//!   `steady_figures`, `series` and `times`.
//! * `streams` writes to stdout and stderr without holding up a count.
//! * `printing` and `json` print results. `result` prints a total, and `no_result` explains why there is
//!   none.
//! * Each of the other modules prints one command's report.

pub mod cluster;
pub mod estimate;
pub mod event;
#[cfg(feature = "explore")]
pub mod explore;
mod figures;
mod frame;
mod json;
mod messages;
mod no_result;
mod printing;
pub mod progress;
pub mod result;
#[cfg(all(test, feature = "explore"))]
mod schema;
pub mod selftest;
pub mod series;
pub mod status;
mod steady_figures;
pub mod streams;
pub mod times;
pub mod timing;
mod total_objects;
pub mod verify;

pub use json::json_line;
pub use messages::{print_error, report_failure, resume_hint, say};
pub use no_result::{StoppedCount, print_failed, print_stopped};
pub use printing::{help, print};
pub use streams::stdout::to_stdout;
