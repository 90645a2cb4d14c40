//! The command that the user typed, for records and for resuming after a stop.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use queens::board::BoardSize;
use queens::cluster::ShardList;

/// This command as typed, if nothing has begun yet, but for a time limit: it would stop again.
pub fn again() -> String {
    quoted(without_limit(std::env::args_os()))
}

/// The command that resumes this run: as typed, without a time limit and the options for a start. A
/// second `--fresh` would move aside what was just saved.
pub fn resume() -> String {
    quoted(
        without_limit(std::env::args_os()).filter(|argument| argument != "--fresh" && argument != "--repair"),
    )
}

/// These arguments without `--max-time` and its value.
fn without_limit(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut is_value = false;
    arguments.filter(move |argument| {
        let is_limit =
            std::mem::take(&mut is_value) || argument.as_encoded_bytes().starts_with(b"--max-time=");
        is_value = argument == "--max-time";
        !is_limit && !is_value
    })
}

/// The command that resumes the run of a board of `n` in `directory`. The run knows its method and
/// depth, and without QUEENS_RUN_DIR a count finds the directory that has the default name.
pub fn resume_run(directory: &Path, n: BoardSize) -> String {
    let mut arguments: Vec<OsString> = vec!["count".into(), n.to_string().into()];
    let is_elsewhere = directory != Path::new(&format!("queens-{n}.run"));
    if is_elsewhere || std::env::var_os("QUEENS_RUN_DIR").is_some() {
        arguments.extend(["--run".into(), directory.into()]);
    }
    quoted(std::env::args_os().take(1).chain(arguments))
}

/// The command that resumes `shards` of the plan in the file `plan`.
pub fn resume_shards(plan: &Path, shards: &ShardList, directory: &Path) -> String {
    let arguments: [OsString; 6] = [
        "work".into(),
        plan.into(),
        "--shards".into(),
        shards.to_string().into(),
        "--dir".into(),
        directory.into(),
    ];
    quoted(std::env::args_os().take(1).chain(arguments))
}

/// The command for a record: as typed, but with the name of the program instead of its path.
pub fn for_record() -> String {
    let name = OsString::from("queens");
    quoted(std::iter::once(name).chain(std::env::args_os().skip(1)))
}

fn quoted(arguments: impl Iterator<Item = OsString>) -> String {
    arguments.map(|argument| shell_quoted(&argument)).collect::<Vec<_>>().join(" ")
}

/// An argument as it is typed in bash, zsh and other shells that know `$'…'`. Only bytes that are
/// not printable text need that.
fn shell_quoted(argument: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    match argument.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if !text.chars().any(char::is_control) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let escaped = argument.as_encoded_bytes().iter().map(|&byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\{byte:03o}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resuming_commands_have_no_time_limit() {
        for typed in ["count 20 --max-time 8h --quiet", "count --max-time=8h 20 --quiet"] {
            let kept: Vec<_> = without_limit(typed.split(' ').map(OsString::from)).collect();
            assert_eq!(kept, ["count", "20", "--quiet"], "{typed}");
        }
    }

    #[test]
    fn quotes_arguments_for_the_shell() {
        for (argument, quoted) in [
            ("--run=a/b-1.run", "--run=a/b-1.run"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x` \"y\" é", "'$HOME `x` \"y\" é'"),
            ("a\nb\\'c", r"$'a\012b\\\'c'"),
        ] {
            assert_eq!(shell_quoted(OsStr::new(argument)), quoted);
        }
    }
}
