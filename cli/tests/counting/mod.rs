//! `queens count`, how it stops and resumes, and the commands before and after a count.

mod checks;
mod count;
mod estimate;
mod memory;
mod stopping;
mod table;
mod verify;
