//! The command that the user typed, for records and for resuming after a stop.

use std::ffi::OsString;
use std::path::Path;

use crate::board::BoardSize;
use crate::cli::text::shell_quoted;
use crate::cluster::ShardList;

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
    let name = OsString::from(env!("CARGO_PKG_NAME"));
    quoted(std::iter::once(name).chain(std::env::args_os().skip(1)))
}

fn quoted(arguments: impl Iterator<Item = OsString>) -> String {
    arguments.map(|argument| shell_quoted(&argument)).collect::<Vec<_>>().join(" ")
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
}
