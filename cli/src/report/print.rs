//! Prints reports on stdout. A report is what a command finds out: it is an object for programs, and its
//! `Display` is the text for people. A result that could not be written is an error.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};

use queens_format::{Printable, printable};
use serde::Serialize;

use super::json::numbered_json_line;
use super::stream;
use crate::output::Output;

/// Prints a report on stdout: with `--json` the object, otherwise the text.
pub fn print(report: &(impl Serialize + Display), output: &Output) -> io::Result<()> {
    print_as(report, report, output)
}

/// The same with another text.
pub fn print_as(report: &impl Serialize, text: impl Display, output: &Output) -> io::Result<()> {
    to_stdout(|out| if output.json { numbered_json_line(out, report) } else { write!(out, "{text}") })
}

/// A line of a text: its name and what it says.
pub type Line = (&'static str, Printable);

/// The line of this name that says `text`.
pub fn line(name: &'static str, text: impl Display) -> Line {
    (name, printable(text))
}

/// A title, and under it lines with their names in a column.
pub fn titled(title: &Printable, lines: &[Line]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines = lines.iter().map(|(name, text)| format!("  {name:<width$}  {text}\n"));
    format!("{title}\n{}", lines.collect::<String>())
}

pub fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, stream::stdout());
    written(write(&mut out).and_then(|()| out.flush()))
}

/// Prints the requested help or version.
pub fn help(asked: &clap::Error) -> io::Result<()> {
    written(asked.print().and_then(|()| io::stdout().flush()))
}

/// The outcome of a write to stdout. A reader that closes the pipe has read enough: no error.
fn written(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => {
            result.map_err(|error| io::Error::new(error.kind(), format!("cannot write to stdout: {error}")))
        }
    }
}
