//! Prints reports on stdout. A report is the result of a command. Programs read it as an object, people as
//! text.

use std::fmt::Display;

use queens_format::{Printable, printable};
use serde::Serialize;

use super::json::numbered_json_line;
use super::streams::stderr;
use super::streams::stdout::to_stdout;
use crate::failure::shorten_words;
use crate::output::Output;

/// Prints a report on stdout: with `--json` the object, otherwise the text.
pub fn print(object: &impl Serialize, text: impl Display, output: &Output) {
    to_stdout(|out| if output.json { numbered_json_line(out, object) } else { write!(out, "{text}") });
}

/// A line of a report: its label and its text.
pub type LabelledText = (&'static str, Printable);

pub fn line(name: &'static str, text: impl Display) -> LabelledText {
    (name, printable(text))
}

/// A title, followed by lines with their labels in a column.
pub fn with_title(title: &Printable, lines: &[LabelledText]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines = lines.iter().map(|(name, text)| format!("  {name:<width$}  {text}\n"));
    format!("{title}\n{}", lines.collect::<String>())
}

/// Prints the requested help or version.
pub fn help(asked: &clap::Error) {
    let text = rendered(asked, console::colors_enabled());
    to_stdout(|out| out.write_all(text.as_bytes()));
}

/// Writes clap's message about wrong arguments to stderr.
pub fn usage(error: &clap::Error) {
    let text = rendered(error, console::colors_enabled_stderr());
    stderr::line(shorten_words(&text).into_bytes());
}

fn rendered(text: &clap::Error, has_colour: bool) -> String {
    let text = text.render();
    if has_colour { text.ansi().to_string() } else { text.to_string() }
}
