//! The output of the program: results on stdout, the rest on stderr.
//!
//! * `event`, `say`: lines on stderr
//! * `progress`: the bar or lines of a running count: the `frame` of the bar, its `figures`, its place in a
//!   `series`, and the time on the `clock`
//! * `streams`: stdout and stderr, which never hold up a count
//! * `print`, `json`: how results are printed; `result`: a total
//! * the rest: one command's report each

pub mod clock;
pub mod cluster;
pub mod estimate;
pub mod event;
mod figures;
mod frame;
mod json;
pub mod ladder;
mod print;
pub mod progress;
pub mod result;
mod say;
pub mod selftest;
pub mod series;
pub mod solutions;
pub mod status;
pub mod streams;
pub mod timing;
pub mod verify;

pub use json::{Program, json_line, numbered_json_line};
pub use print::{help, print, print_as, usage};
pub use say::{Ended, Stopped, again, failed, failure, print_ended, say};
pub use streams::stdout::to_stdout;
