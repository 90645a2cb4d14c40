//! Everything that the program prints: results on stdout, the rest on stderr.

use std::io::{self, Write};

use event::{Event, Stopped};
use serde::Serialize;

use crate::cli::failure::Problem;
use crate::cli::settings::Output;
use crate::run::result::COMMIT;

pub mod clock;
pub mod cluster;
pub mod devices;
pub mod estimate;
pub mod event;
pub mod ladder;
pub mod notice;
pub mod progress;
pub mod result;
pub mod selftest;
pub mod series;
pub mod solutions;
pub mod status;
mod stdout;
pub mod timing;
pub mod verify;

pub use stdout::{check_stdout, help, to_stdout};

/// The version of the objects that `--json` prints. New fields do not change it; see
/// `docs/json.md`. Lower numbers belong to development builds.
const JSON_FORMAT: u32 = 4;

/// The program in its reports.
#[derive(Clone, Copy, Debug, Serialize)]
struct Program {
    program: &'static str,
    version: &'static str,
    /// What it was built from.
    commit: &'static str,
}

impl Program {
    /// This one.
    const THIS: Self =
        Self { program: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION"), commit: COMMIT };
}

/// A result as one line of JSON: the number of its format, then its fields.
pub fn numbered_json_line(out: &mut dyn Write, result: &impl Serialize) -> io::Result<()> {
    #[derive(Serialize)]
    struct Numbered<'a, T> {
        format: u32,
        #[serde(flatten)]
        result: &'a T,
    }
    json_line(out, &Numbered { format: JSON_FORMAT, result })
}

/// A value as one line of JSON.
pub fn json_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Why a command with `--json` has no result.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended<'a> {
    /// It was stopped before its end.
    Stopped(&'a Stopped),
    /// It was stopped while it counted no unit.
    #[serde(rename = "stopped")]
    Between { resume_command: &'a str },
    /// It failed.
    Error(&'a Problem<'a>),
}

/// Prints as JSON why there is no result, and the exit code.
pub fn print_ended(ended: &Ended<'_>, exit_code: u8) -> io::Result<()> {
    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(flatten)]
        ended: &'a Ended<'a>,
        exit_code: u8,
    }
    to_stdout(|out| numbered_json_line(out, &Object { ended, exit_code }))
}

/// Writes a notice to stderr, even with `--quiet`.
pub fn notice(text: &str) {
    Event::Notice { text: text.to_owned() }.print();
}

/// Writes a notice to stderr, but not with `--quiet`.
pub fn say(output: &Output, text: &str) {
    if !output.quiet {
        notice(text);
    }
}

/// Writes an error to stderr, even with `--quiet`.
pub fn failure(text: &str) {
    Event::Error { text: text.to_owned() }.print();
}
