//! Remedies for operations that the file system refuses. They depend on the action, the cause and
//! the directory.

use std::io;

use queens::run::Action;

use self::Directory::Shards;
use super::command::Command;
use super::{AGAIN, make_room};
use crate::os;

/// The remedy for a file that this user may not read.
pub(super) const READ_BY_OWNER: &str = "ask its owner for permission to read it";

/// The directory that an error is about. The remedy depends on the options that the command has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Directory {
    /// The run of a count.
    Run,
    /// The run that a merge writes.
    Merged,
    /// The directory of the shards of a plan.
    Shards,
}

impl Directory {
    /// The option that names it.
    pub fn option(self) -> &'static str {
        if self == Shards { "--dir DIR" } else { "--run DIR" }
    }
}

/// Returns the remedy if the system refused an `action` in `directory` because of `cause`. If the
/// ledger has `saved` units, the directory was usable until now.
pub(super) fn remedy(
    action: Action,
    cause: &io::Error,
    saved: Option<u64>,
    directory: Directory,
    command: &Command,
) -> Option<String> {
    use io::ErrorKind::*;
    let named = command.with(directory.option());
    if saved.is_some() {
        return Some(if is_failing(cause) {
            failing_medium(&named)
        } else {
            make_room(cause).unwrap_or_else(|| AGAIN.to_owned())
        });
    }
    if cause.get_ref().is_some() {
        // An error of our own, which says what helps.
        return None;
    }
    Some(match (action, cause.kind()) {
        (_, StorageFull | QuotaExceeded | FileTooLarge) => return make_room(cause),
        _ if is_exhausted(cause) => return of_system(cause),
        (Action::List | Action::Read, PermissionDenied) => READ_BY_OWNER.to_owned(),
        (_, PermissionDenied | ReadOnlyFilesystem) => {
            return command.any_of(&[&format!("name a writable directory{named}"), "use --no-checkpoint"]);
        }
        (_, NotADirectory) => "a file is in the way: name another directory".to_owned(),
        (_, IsADirectory) => "a directory is in the way: move it away".to_owned(),
        (Action::Create, NotFound) => "create its parent directory first".to_owned(),
        (_, InvalidFilename) => format!("name a directory with a shorter path{named}"),
        _ if is_failing(cause) => failing_medium(&named),
        (Action::Lock, NotFound) => format!("another process is moving the directory: {AGAIN}"),
        // A file system without locks, as some network file systems are, reports that in many ways:
        // ENOLCK, EINVAL, ENOTSUP.
        (Action::Lock, _) => {
            format!("this file system does not support locks: name a directory on another one{named}")
        }
        _ => format!("{AGAIN}, or name a directory on another file system{named}"),
    })
}

/// Returns the remedy for a `cause` that lies in the system, whatever the file and its purpose.
pub(super) fn of_system(cause: &io::Error) -> Option<String> {
    if is_failing(cause) {
        Some("the storage device may be failing: copy what is on it to another one".to_owned())
    } else if is_exhausted(cause) {
        Some(format!(
            "end other programs, or raise the limits as with `ulimit -n` and `ulimit -v`, and {AGAIN}"
        ))
    } else {
        make_room(cause)
    }
}

/// Returns whether the storage device failed.
fn is_failing(cause: &io::Error) -> bool {
    cause.raw_os_error().is_some_and(|code| os::FAILING.contains(&code))
}

/// Returns whether the system has run out of a resource that all programs share, such as open files
/// or memory.
fn is_exhausted(cause: &io::Error) -> bool {
    cause.raw_os_error().is_some_and(|code| os::EXHAUSTED.contains(&code))
}

fn failing_medium(named: &str) -> String {
    format!(
        "the storage device may be failing: copy the directory to another device and name the copy{named}"
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::command_named;
    use super::*;

    #[test]
    fn every_file_system_error_has_a_remedy() {
        let count = command_named("count");
        let actions = Action::ALL.iter();
        for (&action, code) in actions.flat_map(|action| (1..133).map(move |code| (action, code))) {
            for saved in [None, Some(7)] {
                let cause = io::Error::from_raw_os_error(code);
                let remedy = remedy(action, &cause, saved, Directory::Run, &count);
                assert!(remedy.is_some(), "{action}: {cause}");
            }
        }
    }

    #[test]
    fn remedy_depends_on_the_cause() {
        use io::ErrorKind::{NotFound, PermissionDenied, StorageFull, Unsupported};
        let failing = || io::Error::from_raw_os_error(os::FAILING[0]);
        let exhausted = || io::Error::from_raw_os_error(os::EXHAUSTED[0]);
        let cases: [(_, io::Error, _, _); 13] = [
            (Action::Lock, exhausted(), None, "end other programs"),
            (Action::Read, exhausted(), None, "end other programs"),
            (Action::Lock, Unsupported.into(), None, "does not support locks"),
            (Action::Lock, failing(), None, "device may be failing"),
            (Action::Lock, NotFound.into(), None, "another process is moving the directory"),
            (Action::Sync, failing(), Some(7), "device may be failing"),
            (Action::AppendTo, StorageFull.into(), Some(7), "free some space and run the same command again"),
            (Action::Write, StorageFull.into(), None, "free some space"),
            (Action::Read, PermissionDenied.into(), None, "ask its owner"),
            (Action::Create, PermissionDenied.into(), None, "or use --no-checkpoint"),
            (Action::Create, NotFound.into(), None, "create its parent directory first"),
            (Action::Sync, NotFound.into(), None, "another file system with --run DIR"),
            (Action::Sync, PermissionDenied.into(), Some(1), "run the same command again"),
        ];
        for (action, cause, saved, help) in cases {
            let remedy = remedy(action, &cause, saved, Directory::Run, &command_named("count")).unwrap();
            assert!(remedy.contains(help), "{action}: {cause}: {remedy}");
        }
    }
}
