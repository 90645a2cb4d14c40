//! Tests of what is published from records, and of which records are refused.

mod altered;
mod compared;
mod documents;
mod hostile;
mod rules;
mod support;
mod tables;
mod totals;
