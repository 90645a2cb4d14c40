//! This program's identity.

use queens::run::Program;

/// Identifies this program in everything it saves and prints.
pub const PROGRAM: Program =
    Program { name: "queens", version: env!("CARGO_PKG_VERSION"), commit: env!("QUEENS_COMMIT") };
