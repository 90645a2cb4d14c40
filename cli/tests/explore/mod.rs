//! Tests the commands of the feature `explore`.

mod find;
mod ladder;
mod list;
