//! Counting a plan: which kernel and how many threads, the schedule that runs them, and the session that adds up and saves.

pub mod auto;
pub mod engine;
pub mod memory;
pub(crate) mod one_call;
pub mod schedule;
pub mod session;
