//! Notices and errors on stderr.

use super::event::Event;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Returns how to resume the stopped command. Repeating `--fresh` would move the saved work aside.
pub fn resume_hint(fresh: bool) -> &'static str {
    if fresh {
        "to resume, run the same command again without --fresh"
    } else {
        "to resume, run the same command again"
    }
}

/// Writes a notice to stderr, unless `--quiet` is given.
pub fn say(output: &Output, text: &str) {
    if !output.quiet {
        Event::Notice { text: text.to_owned() }.print();
    }
}

/// Writes an error to stderr, even with `--quiet`.
pub fn print_error(text: &str) {
    Event::Error { text: text.to_owned() }.print();
}

/// Reports a failure and returns its exit code.
pub fn report_failure(failure: &Failure) -> Exit {
    print_error(&failure.text());
    failure.exit
}
