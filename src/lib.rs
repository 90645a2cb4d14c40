//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.

pub mod board;
pub mod board_page;
pub mod cluster;
pub mod estimate;
pub mod find;
pub mod kernel;
pub mod known;
pub mod ladder;
pub mod plausibility;
pub mod reference;
pub mod run;
pub mod schedule;
pub mod session;
pub mod signals;
pub mod solutions;
pub mod split;
pub mod symmetry;
pub mod tally;
pub mod turns;
pub mod verify;
