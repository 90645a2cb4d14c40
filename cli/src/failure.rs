//! Command failures, with their messages and exit codes.

use std::fmt::Display;
use std::io;

use queens::CountError;
use queens::board::BoardError;
use queens::cluster::ClusterError;
use queens::methods::MethodError;
use queens::run::RunError;
use queens_publish::files::RecordError;
use serde::Serialize;

use crate::advice::{self, Doing};
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
}

/// Words up to this length are printed in full. This is enough for any path that Linux or macOS accepts, plus
/// a punctuation mark.
const MAX_WORD_BYTES: usize = 4096;

/// A word's length after shortening.
const SHORTENED_WORD_CHARS: usize = 100;

/// Shortens words too long to have been typed on purpose.
pub fn shorten_words(text: &str) -> String {
    let shorten_words = |word: &str| match word.char_indices().nth(SHORTENED_WORD_CHARS) {
        Some((end, _)) if word.trim_end().len() > MAX_WORD_BYTES => {
            format!("{}…{}", &word[..end], &word[word.trim_end().len()..])
        }
        _ => word.to_owned(),
    };
    text.split_inclusive(char::is_whitespace).map(shorten_words).collect()
}

/// An engine error. Its kind determines the exit code, and the module `advice` provides the advice.
pub trait EngineError: Display {
    fn exit(&self) -> Exit;
    fn advice(&self, doing: Doing<'_>) -> Option<String>;
}

/// Converts engine errors to failures, with advice from the module `advice`.
macro_rules! engine_errors {
    ($($error:ty: $advice:expr;)*) => {
        $(impl EngineError for $error {
            fn exit(&self) -> Exit {
                self.kind().into()
            }

            fn advice(&self, doing: Doing<'_>) -> Option<String> {
                $advice(self, doing)
            }
        }

        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::when(Doing::Anything)(error)
            }
        })*
    };
}

engine_errors! {
    RunError: advice::of_run;
    CountError: advice::of_count;
    ClusterError: advice::of_cluster;
    MethodError: |error, _| advice::of_method(error);
}

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
        use RecordError::{Conflict, NotUtf8, Wrong};
        let is_wrong = matches!(error, Wrong { .. } | NotUtf8 { .. } | Conflict { .. });
        let exit = if is_wrong { Exit::Wrong } else { Exit::Failed };
        Self { remedy: advice::of_record(&error), ..Self::new(exit, error) }
    }
}

impl From<queens_publish::Error> for Failure {
    fn from(error: queens_publish::Error) -> Self {
        Self::new(Exit::Failed, error)
    }
}

impl Failure {
    fn new(exit: Exit, error: impl Display) -> Self {
        // The alternate form includes the error's causes.
        Self { exit, message: shorten_words(&format!("{error:#}")), remedy: None }
    }

    /// Returns a closure for `map_err` that converts an engine error to a failure. The advice depends on what
    /// the command was `doing`.
    pub fn when<E: EngineError>(doing: Doing<'_>) -> impl FnOnce(E) -> Self {
        move |error| Self { remedy: error.advice(doing), ..Self::new(error.exit(), error) }
    }

    pub fn advised(self, advice: impl Into<String>) -> Self {
        Self { remedy: Some(advice.into()), ..self }
    }

    /// Raises the exit code to `exit`, the code of an earlier problem, if that is worse.
    pub fn after(self, exit: Exit) -> Self {
        Self { exit: self.exit.max(exit), ..self }
    }

    /// Creates a failure caused by wrong arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message.into())
    }

    /// Creates a failure unrelated to the arguments.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Exit::Failed, message.into())
    }

    /// Returns a closure for `map_err` that appends the cause to a message such as `cannot read README.md`.
    pub fn with_cause<E: Display>(what: impl FnOnce() -> String) -> impl FnOnce(E) -> Self {
        |cause| Self::failed(format!("{}: {cause:#}", what()))
    }

    /// Returns the message, followed by the remedy, if any.
    pub fn text(&self) -> String {
        self.remedy
            .as_ref()
            .map_or_else(|| self.message.clone(), |remedy| format!("{}; {remedy}", self.message))
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
