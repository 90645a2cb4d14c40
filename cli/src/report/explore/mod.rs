//! Reports of `list`, `find` and `ladder`.

pub mod ladder;
pub mod solutions;
