//! What counting never needs: the solutions themselves, the steps from brute force to the engine, and a page
//! for placing queens by hand. The program's commands `list`, `find`, `ladder` and `board` are built on it.
//!
//! * [`solutions`]: all solutions of a board, one of a large board, or one with given queens
//! * [`ladder`]: eleven ways to count, each with one more idea, and their times
//! * [`board`]: the page

pub mod board;
pub mod ladder;
pub mod solutions;
