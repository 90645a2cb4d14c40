//! What counting never needs: solutions themselves, the steps from brute force to the engine, and a page for
//! placing queens by hand. The commands `list`, `find`, `ladder` and `board` of the program are made of it.
//!
//! * [`solutions`]: all solutions of a board, one of a large board, or one with given queens
//! * [`ladder`]: eleven ways to count, each with one idea more, and their times
//! * [`board`]: the page

pub mod board;
pub mod ladder;
pub mod solutions;
