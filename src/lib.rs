//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.

pub mod board;
pub mod cluster;
pub mod estimate;
pub mod kernel;
pub mod known;
pub mod plausibility;
pub mod reference;
pub mod run;
pub mod schedule;
pub mod session;
pub mod signals;
pub mod split;
pub mod symmetry;
pub mod tally;
pub mod turns;
pub mod verify;
