//! Notices and errors on stderr, and with `--json` the reason why a command has no result.

use std::io;

use serde::Serialize;

use super::event::{Event, Stopped};
use super::json::numbered_json_line;
use super::print::to_stdout;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// The reason why a command with `--json` has no result.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended<'a> {
    /// It was stopped before its end.
    Stopped(&'a Stopped),
    /// It was stopped between units.
    #[serde(rename = "stopped")]
    Between { resume_command: Option<&'a str> },
    /// It failed.
    Error(&'a Failure),
}

/// Prints as JSON why there is no result, and the exit code.
pub fn print_ended(ended: &Ended<'_>, exit: Exit) -> io::Result<()> {
    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(flatten)]
        ended: &'a Ended<'a>,
        exit_code: u8,
    }
    to_stdout(|out| numbered_json_line(out, &Object { ended, exit_code: exit.code() }))
}

/// Writes a notice to stderr, but not with `--quiet`.
pub fn say(output: &Output, text: &str) {
    if !output.quiet {
        Event::Notice { text: text.to_owned() }.print();
    }
}

/// Writes an error to stderr, even with `--quiet`.
pub fn failure(text: &str) {
    Event::Error { text: text.to_owned() }.print();
}

/// Reports a failure and returns its exit code.
pub fn failed(failure: &Failure) -> Exit {
    self::failure(&failure.text());
    failure.exit
}
