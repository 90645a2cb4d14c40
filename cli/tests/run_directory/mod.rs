//! Run directories as users meet them: repeated, inspected, written by other builds, and locked by another
//! process. For damage to their files, see `src/run/tests`.

mod disk;
mod golden;
mod large;
mod neighbours;
mod remedies;
mod repeating;
mod status;
