//! Explores the N-queens problem with code that counting does not need. The commands `list`, `find`, `ladder`
//! and `board` use this package.
//!
//! * [`solutions`] finds a board's solutions: all, one on a large board, or one with given queens.
//! * [`ladder`] measures eleven ways to count, from brute force to the engine. Each one adds an idea.
//! * [`board`] contains a page for placing queens by hand.

pub mod board;
pub mod ladder;
pub mod solutions;
