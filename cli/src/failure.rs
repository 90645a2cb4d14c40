//! The failure of a command: what the program prints about it, and the exit code.

use std::fmt::Display;
use std::io;

use queens::CountError;
use queens::board::BoardError;
use queens::cluster::ClusterError;
use queens::methods::MethodError;
use queens::run::RunError;
use queens_publish::files::RecordError;
use serde::Serialize;

use crate::exit::Exit;

/// Why a command failed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct Failure {
    /// The meaning of the exit code, 1, 2, 4 or 5.
    #[serde(rename = "kind")]
    pub exit: Exit,
    /// The error, and where it happened.
    pub message: String,
    /// What to do, with the options of the command; null if the message already says it.
    pub remedy: Option<String>,
    /// True if the message already has advice, and the remedy is an alternative.
    #[serde(skip)]
    is_alternative: bool,
}

/// The longest word that a message repeats, in bytes. No system has longer paths, even with a punctuation
/// mark after them.
const MAX_WORD_BYTES: usize = 4096;

/// The number of characters that are kept of a longer word.
const SHORTENED_WORD_CHARS: usize = 100;

/// The text with its overlong words, which cannot have been intended, cut to their beginning.
pub fn shorten_words(text: &str) -> String {
    let shorten_words = |word: &str| match word.char_indices().nth(SHORTENED_WORD_CHARS) {
        Some((end, _)) if word.trim_end().len() > MAX_WORD_BYTES => {
            format!("{}…{}", &word[..end], &word[word.trim_end().len()..])
        }
        _ => word.to_owned(),
    };
    text.split_inclusive(char::is_whitespace).map(shorten_words).collect()
}

/// Makes a failure of each error that has a kind.
macro_rules! from_errors {
    ($($error:ty)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::new(error.kind().into(), error)
            }
        })*
    };
}

from_errors!(MethodError RunError CountError ClusterError);

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Self {
        Self::new(Exit::Usage, error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(Exit::Failed, error)
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        let exit = if matches!(error, RecordError::Wrong { .. } | RecordError::Conflict { .. }) {
            Exit::Wrong
        } else {
            Exit::Failed
        };
        Self::new(exit, error)
    }
}

impl From<queens_publish::Error> for Failure {
    fn from(error: queens_publish::Error) -> Self {
        Self::new(Exit::Failed, error)
    }
}

impl Failure {
    fn new(exit: Exit, error: impl Display) -> Self {
        // The alternate form shows an error together with its causes.
        Self { exit, message: shorten_words(&format!("{error:#}")), remedy: None, is_alternative: false }
    }

    /// Adds what to do.
    pub fn with_remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }

    /// Raises the exit code to that of an earlier problem, if that is worse.
    pub fn after(self, exit: Exit) -> Self {
        Self { exit: self.exit.max(exit), ..self }
    }

    /// Returns whether the message has advice, which follows a semicolon.
    pub fn has_advice(&self) -> bool {
        self.message.contains("; ")
    }

    /// Adds an alternative to the advice in the message.
    pub fn or(self, remedy: impl Into<String>) -> Self {
        Self { is_alternative: true, ..self.with_remedy(remedy) }
    }

    /// The failure of arguments that the command line does not allow, from the lines that clap prints about
    /// them.
    pub fn of_arguments(error: &clap::Error) -> Self {
        let text = shorten_words(&error.render().to_string());
        let said = text.split("\n\nUsage:").next().unwrap_or_default();
        let said = said.split("\n\nFor more information").next().unwrap_or_default();
        let (message, tip) = said.split_once("tip: ").map_or((said, None), |(said, tip)| (said, Some(tip)));
        let in_a_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let message = in_a_line(message.strip_prefix("error: ").unwrap_or(message));
        Self { remedy: tip.map(in_a_line), ..Self::usage(message) }
    }

    /// The failure of arguments that are valid on their own, but not together. The message says what to write
    /// instead.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message.into())
    }

    /// A failure that is not an error of the command line. The message says what to do.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Exit::Failed, message.into())
    }

    /// Returns a function for `map_err` that adds the cause to a message such as `cannot read README.md`.
    pub fn with_cause<E: Display>(what: impl FnOnce() -> String) -> impl FnOnce(E) -> Self {
        |cause| Self::failed(format!("{}: {cause:#}", what()))
    }

    /// The message, followed by the remedy.
    pub fn text(&self) -> String {
        match &self.remedy {
            Some(remedy) if self.is_alternative => format!("{}, or {remedy}", self.message),
            Some(remedy) => format!("{}; {remedy}", self.message),
            None => self.message.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_only_words_longer_than_a_path() {
        let path = "x".repeat(MAX_WORD_BYTES - 1);
        for text in ["", "two  words\nand a line", &path, &format!("cannot read {path}: why")] {
            assert_eq!(shorten_words(text), *text);
        }
        let cut = "ä".repeat(SHORTENED_WORD_CHARS);
        for (text, expected) in [
            (format!("'{}' is no number", "ä".repeat(100_000)), format!("'{}… is no number", &cut[2..])),
            ("ä".repeat(100_000) + "\n", format!("{cut}…\n")),
        ] {
            assert_eq!(shorten_words(&text), expected);
        }
    }
}
