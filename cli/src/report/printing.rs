//! Prints a command's result on stdout, as JSON for programs or as text for people.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use queens_format::{Printable, printable};
use serde::Serialize;

use super::json::numbered_json_line;
use super::streams::stderr;
use super::streams::stdout::to_stdout;
use crate::output::Output;

/// Prints `object` if `--json` is given, and `text` otherwise.
pub fn print(object: &impl Serialize, text: impl Display, output: &Output) {
    to_stdout(|out| if output.json { numbered_json_line(out, object) } else { write!(out, "{text}") });
}

/// The label and the text of a report line.
pub type LabelledText = (&'static str, Printable);

pub fn line(name: &'static str, text: impl Display) -> LabelledText {
    (name, printable(text))
}

/// Formats a report as a title followed by lines, with the labels in a column.
pub fn with_title(title: &Printable, lines: &[LabelledText]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines = lines.iter().map(|(name, text)| format!("  {name:<width$}  {text}\n"));
    format!("{title}\n{}", lines.collect::<String>())
}

/// Prints clap's help or version on stdout, or on stderr if the user did not ask for it.
pub fn help(text: &clap::Error, output: &Output) {
    let is_terminal = if text.use_stderr() { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let styled = text.render();
    let shown = if output.color.is_on(is_terminal) { styled.ansi().to_string() } else { styled.to_string() };
    if text.use_stderr() {
        stderr::line(shown.into_bytes());
    } else {
        to_stdout(|out| out.write_all(shown.as_bytes()));
    }
}
