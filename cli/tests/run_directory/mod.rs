//! Run directories as users of the program meet them: repeated, inspected, made by other builds,
//! and held by another process.
//! What can happen to the files is tested in `src/run/tests`.

mod disk;
mod golden;
mod large;
mod neighbours;
mod remedies;
mod repeating;
mod status;
