//! Tests run directories that are repeated, inspected, written by other builds, or locked by another process.
//! For damaged files, see `src/run/tests`.

mod disk;
mod golden;
mod large;
mod neighbours;
mod remedies;
mod repeating;
mod status;
