//! All tests from outside the crate, in one program: linking another takes longer than running it.
//! `tests/gpu` is apart, because it needs a device.

mod cluster;
mod command_line;
mod counting;
mod run_directory;
mod support;
