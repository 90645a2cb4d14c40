//! Tests of what is published from records, and of which records are refused.

mod altered;
mod fields;
mod hostile;
mod merges;
mod publish;
mod readme;
mod records;
mod rivals;
mod support;
