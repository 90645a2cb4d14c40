//! Why a command failed: what is printed of it, and what it means.

use std::fmt::Display;

use serde::Serialize;

use crate::exit::Exit;
use crate::remedy::Remedy;

/// Why a command failed: as JSON, an object of these fields.
#[derive(Debug, Serialize)]
pub struct Failure {
    #[serde(rename = "kind")]
    pub exit: Exit,
    pub message: String,
    /// What the user can do, unless the message says it.
    pub remedy: Option<String>,
}

impl<E: Remedy> From<E> for Failure {
    fn from(error: E) -> Self {
        let (exit, remedy) = error.advice();
        // This form shows an error with what led to it.
        Self { exit, message: format!("{error:#}"), remedy }
    }
}

impl Failure {
    /// Arguments that are valid on their own, but not together. The message says what to write
    /// instead.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into(), remedy: None }
    }

    /// An obstacle. The message says what to do.
    pub fn obstacle(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, message: message.into(), remedy: None }
    }

    /// For `map_err`: an obstacle, as in `cannot read README.md`, with its cause.
    pub fn of<E: Display>(what: impl FnOnce() -> String) -> impl FnOnce(E) -> Self {
        |cause| Self::obstacle(format!("{}: {cause:#}", what()))
    }

    /// The message, then the remedy.
    pub fn text(&self) -> String {
        match &self.remedy {
            Some(remedy) => format!("{}; {remedy}", self.message),
            None => self.message.clone(),
        }
    }
}
