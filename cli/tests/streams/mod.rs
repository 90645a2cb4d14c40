//! Tests output streams that fail or that nobody reads, and threads that cannot start.
#![cfg(target_os = "linux")]

mod later;
mod stderr;
mod stdout;
#[cfg(target_env = "gnu")]
mod threads;
