//! The reports of the commands that explore.

pub mod ladder;
pub mod solutions;
