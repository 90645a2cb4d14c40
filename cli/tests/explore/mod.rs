//! The commands that explore.

mod find;
mod ladder;
mod list;
