//! The output of the program: results on stdout, the rest on stderr.
//!
//! * `event`, `messages`: lines on stderr
//! * `progress`: the bar or lines of a running count: the `frame` of the bar, its `figures` (kept in place by
//!   `steady_figures`), its place in a `series`, and its `times`
//! * `streams`: stdout and stderr, which never hold up a count
//! * `printing`, `json`: how results are printed; `result`: a total; `no_result`: why there is none
//! * every other module: the report of one command

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
