//! A finished command, with assertions about its output and exit code.

use std::process::{Child, Command, Output};

use super::{contains, known};

#[derive(Clone)]
pub struct Finished(Output);

impl Finished {
    /// Runs a command until it exits.
    pub fn by(command: &mut Command) -> Self {
        Self(command.output().expect("the program starts"))
    }

    /// Waits for a child process to exit.
    pub fn of(child: Child) -> Self {
        Self(child.wait_with_output().expect("the program ends"))
    }

    /// Returns the exit code. Panics if a signal ended the program.
    pub fn code(&self) -> i32 {
        self.0.status.code().expect("a signal ended the program")
    }

    /// Returns the exit code, or `None` if a signal ended the program.
    pub fn code_or_signal(&self) -> Option<i32> {
        self.0.status.code()
    }

    pub fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).expect("stdout is text")
    }

    pub fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).expect("stderr is text")
    }

    /// Parses stdout as a single JSON value.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout()).unwrap_or_else(|error| panic!("{error}: {}", self.stderr()))
    }

    /// Asserts the exit code, that stderr contains all of `says`, and that stdout is empty.
    #[track_caller]
    pub fn fails(&self, code: i32, says: &[&str]) -> &Self {
        assert_eq!(self.stdout(), "", "a failure leaves no result on stdout");
        self.ends(code, says)
    }

    /// Asserts the exit code, and that stderr contains all of `says`.
    #[track_caller]
    pub fn ends(&self, code: i32, says: &[&str]) -> &Self {
        assert_eq!(self.code(), code, "stderr: {}", self.stderr());
        self.says(says)
    }

    /// Asserts that stderr contains all of `parts`.
    #[track_caller]
    pub fn says(&self, parts: &[&str]) -> &Self {
        contains(&self.stderr(), parts);
        self
    }

    /// Asserts that stdout contains all of `parts`.
    #[track_caller]
    pub fn shows(&self, parts: &[&str]) -> &Self {
        contains(&self.stdout(), parts);
        self
    }

    /// Asserts that the command succeeded, and returns stdout without trailing white space.
    #[track_caller]
    pub fn printed(&self) -> String {
        assert_eq!(self.code(), 0, "stderr: {}", self.stderr());
        self.stdout().trim_end().to_owned()
    }

    /// Asserts that the command succeeded and printed the known total for `n`.
    #[track_caller]
    pub fn prints_total(&self, n: usize) -> &Self {
        self.prints(&format!("{}\n", known(n)))
    }

    /// Asserts that the command succeeded and printed exactly `stdout`.
    #[track_caller]
    pub fn prints(&self, stdout: &str) -> &Self {
        assert_eq!((self.code(), self.stdout().as_str()), (0, stdout), "stderr: {}", self.stderr());
        self
    }
}
