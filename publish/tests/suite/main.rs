//! What is published of records, and which records are refused.

mod altered;
mod fields;
mod hostile;
mod merges;
mod publish;
mod readme;
mod records;
mod rivals;
mod support;
