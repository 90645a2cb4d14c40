//! Stdout and stderr that cannot be written, that no process reads, or that need what the system refuses.
#![cfg(target_os = "linux")]

mod later;
mod stderr;
mod stdout;
#[cfg(target_env = "gnu")]
mod threads;
