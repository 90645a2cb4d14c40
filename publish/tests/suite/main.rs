//! Tests what is published and which records are rejected.
#![allow(clippy::disallowed_methods, reason = "tests open files as other programs do")]

mod altered;
mod compared;
mod damage;
mod documents;
mod hostile;
mod rules;
mod support;
mod tables;
mod totals;
