//! What the program prints: results on stdout, everything else on stderr.
//!
//! * `event`, `messages`: notices and errors on stderr
//! * `progress`: shows a running count as a bar or lines; `frame`, `figures`, `steady_figures`, `series`,
//!   `times`: parts of that display
//! * `streams`: stdout and stderr, which never hold up a count
//! * `printing`, `json`: print results; `result`: a total; `no_result`: why there is none
//! * the other modules print one command's report each

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
