//! Tests `queens count`, including stopping and resuming, and the commands used before and after it.

mod checks;
mod count;
mod estimate;
mod memory;
mod stopping;
mod table;
mod verify;
