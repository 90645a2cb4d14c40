//! All integration tests. They are a single program, because linking another would take longer than running
//! it.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod cluster;
mod command_line;
mod counting;
#[cfg(feature = "explore")]
mod explore;
mod run_directory;
mod streams;
mod support;
mod transcripts;
