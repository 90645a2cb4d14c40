//! The command that the user typed, for records and for resuming after a stop.

use std::ffi::OsString;
use std::path::Path;

use crate::board::BoardSize;
use crate::cli::text::shell_quoted;
use crate::cluster::ShardList;

/// This command as typed, if nothing has begun yet.
pub fn again() -> String {
    quoted(std::env::args_os())
}

/// The command that resumes this run: as typed, without the options for a start. A second `--fresh`
/// would move aside what was just saved.
pub fn resume() -> String {
    quoted(std::env::args_os().filter(|argument| argument != "--fresh" && argument != "--repair"))
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
