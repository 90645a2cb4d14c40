//! Why a command failed: what is printed of it, and what it means.

use std::fmt::Display;

use serde::Serialize;

use crate::cli::exit::Exit;
use crate::cli::remedy::Remedy;

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
        // This form shows an error with what led to it.
        Self { exit: error.exit(), message: format!("{error:#}"), remedy: error.remedy() }
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::options::Cli;
    use crate::cli::remedy::option;
    use crate::{cluster, count, run};

    #[test]
    fn remedies_name_existing_options() {
        let program = Cli::command();
        let known = |option: &str| {
            let mut arguments = program.get_subcommands().flat_map(clap::Command::get_arguments);
            arguments.any(|argument| match option.strip_prefix("--") {
                Some(long) => argument.get_long() == Some(long),
                None => argument.get_short().map(|short| format!("-{short}")).as_deref() == Some(option),
            })
        };
        let unknown: Vec<_> = option::ALL.iter().filter(|option| !known(option)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn wrapped_run_errors_keep_their_kind() {
        let locked = || run::Error::Locked { path: PathBuf::from("a"), holder: "process 7".to_owned() };
        let failures: [(Failure, &str); 3] = [
            (locked().into(), "wait for it or stop it, or give this run its own directory with --run DIR"),
            (count::CountError::from(locked()).into(), "wait for it or stop it, or give this run its own"),
            (cluster::Error::from(locked()).into(), "let it finish the shard"),
        ];
        for (failure, remedy) in failures {
            assert_eq!(failure.exit, Exit::Locked);
            let text = failure.text();
            assert!(text.starts_with(&format!("a is in use by process 7; {remedy}")), "{text}");
        }
        let led_to = Failure::of(|| "what was tried".to_owned())("the cause");
        assert_eq!(led_to.text(), "what was tried: the cause");
    }
}
