//! Tests of what gets published, and of which records are refused.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod altered;
mod compared;
mod documents;
mod hostile;
mod rules;
mod support;
mod tables;
mod totals;
