//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.

pub mod board;
pub mod kernel;
pub mod known;
pub mod reference;
pub mod run;
pub mod schedule;
pub mod session;
pub mod signals;
pub mod split;
pub mod symmetry;
pub mod tally;
