//! The failure of a command: what the program prints about it, and the exit code.

use serde::Serialize;

use crate::exit::Exit;
use crate::remedy::Remedy;
use crate::remedy::command::Command;

/// The failure of a command. In JSON it is an object with these fields.
#[derive(Debug, Serialize)]
pub struct Failure {
    #[serde(rename = "kind")]
    pub exit: Exit,
    pub message: String,
    /// Advice on what the user can do, unless the message already gives it.
    pub remedy: Option<String>,
}

impl<E: Remedy> From<E> for Failure {
    fn from(error: E) -> Self {
        let (exit, remedy) = error.advice(Command::running());
        // The alternate form shows an error together with its causes.
        Self { exit, message: format!("{error:#}"), remedy }
    }
}

impl Failure {
    /// Arguments that the command line does not allow, from the lines that clap prints about them.
    pub fn of_arguments(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let said = text.split("\n\nUsage:").next().unwrap_or_default();
        let said = said.split("\n\nFor more information").next().unwrap_or_default();
        let (message, tip) = said.split_once("tip: ").map_or((said, None), |(said, tip)| (said, Some(tip)));
        let in_a_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let message = in_a_line(message.strip_prefix("error: ").unwrap_or(message));
        Self { exit: Exit::Usage, message, remedy: tip.map(in_a_line) }
    }

    /// Arguments that are valid on their own, but not together. The message says what to write
    /// instead.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into(), remedy: None }
    }

    /// An obstacle. The message says what to do.
    pub fn obstacle(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, message: message.into(), remedy: None }
    }

    /// Returns a function for `map_err`. It makes an obstacle, as in `cannot read README.md`, that
    /// gives the cause and the remedy for it.
    pub fn of<E: Remedy>(what: impl FnOnce() -> String) -> impl FnOnce(E) -> Self {
        |cause| {
            let (_, remedy) = cause.advice(Command::running());
            Self { remedy, ..Self::obstacle(format!("{}: {cause:#}", what())) }
        }
    }

    /// The message, then the remedy.
    pub fn text(&self) -> String {
        match &self.remedy {
            Some(remedy) => format!("{}; {remedy}", self.message),
            None => self.message.clone(),
        }
    }
}
