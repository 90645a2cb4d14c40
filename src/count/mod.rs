//! Counting a plan: which kernel and how many threads, the schedule that runs them, and the session that adds up and saves.

pub mod choice;
pub mod memory;
pub(crate) mod one_call;
pub mod schedule;
pub mod session;
