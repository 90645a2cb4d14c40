//! Tests of the engine from outside, and of what this repository says about it.

mod colours;
mod documents;
mod figures;
mod layout;
mod stranger;
