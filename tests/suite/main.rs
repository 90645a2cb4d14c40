//! Tests of the order of the engine's sources, and of what this repository says about it.

mod documents;
mod layout;
