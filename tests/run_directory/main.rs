//! Run directories as the program's users meet them: repeated, looked into, and of other builds.
//! What can happen to the files is tested in `src/run/tests`.

mod development;
mod forged;
mod golden;
mod remedies;
mod repeating;
mod status;

#[path = "../support/mod.rs"]
mod support;
