//! Tests the program's input and output: options, environment variables, messages and records.

mod commit;
mod environment;
mod hostile;
#[cfg(target_os = "linux")]
mod measure;
mod merges;
mod ours;
mod output;
mod progress;
mod publish;
mod readme;
mod records;
mod shell;
mod terminal;
mod wrong_input;
