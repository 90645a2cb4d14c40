//! Beside the engine: programs about queens that do not count large boards.
//!
//! * [`solutions`] lists solutions, [`find`] finds one on a large board.
//! * [`ladder`] is the road from brute force to the kernels, each step with its time.

pub mod find;
pub mod ladder;
pub mod solutions;
