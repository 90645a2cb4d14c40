//! The identity of this program.

use queens::run::Program;

/// The identity of this program in everything that it saves and prints.
pub const PROGRAM: Program =
    Program { name: "queens", version: env!("CARGO_PKG_VERSION"), commit: env!("QUEENS_COMMIT") };
