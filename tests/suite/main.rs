//! Tests of the order of the engine's sources, and of what this repository says about it.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod documents;
mod layout;
