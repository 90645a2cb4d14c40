//! Tests the order of the engine's sources, and the repository's documents.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod documents;
mod layout;
