//! Repeats the command that the user typed: in records, and to go on after a stop.

use std::ffi::OsString;

use crate::report::text::shell_quoted;

/// The command that goes on with this run: as it was typed, but for the options that are meant for a start, since a
/// second `--fresh` would move aside what was just saved.
pub fn to_go_on() -> String {
    quoted(std::env::args_os().filter(|argument| argument != "--fresh" && argument != "--repair"))
}

/// The command for a record: as it was typed, with the name of the program instead of the place where it lies.
pub fn for_record() -> String {
    let name = OsString::from(env!("CARGO_PKG_NAME"));
    quoted(std::iter::once(name).chain(std::env::args_os().skip(1)))
}

fn quoted(arguments: impl Iterator<Item = OsString>) -> String {
    arguments.map(|argument| shell_quoted(&argument)).collect::<Vec<_>>().join(" ")
}
