//! What helps if the file system refuses something: it depends on the action, on the cause, and on
//! the directory.

use std::io;

use queens::run::Action;

use self::Directory::Shards;
use super::option::{DIR, NO_CHECKPOINT, RUN};
use super::{AGAIN, make_room};
use crate::os;

/// What helps against a file that this user may not read.
pub(super) const READ_BY_OWNER: &str = "ask its owner for permission to read it";

/// Which directory an error is about. The remedy depends on the options that the command has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Directory {
    /// The run of a count.
    Run,
    /// The run that a merge writes.
    Merged,
    /// That of the shards of a plan.
    Shards,
}

impl Directory {
    /// The option that names it.
    pub fn option(self) -> &'static str {
        if self == Shards { DIR } else { RUN }
    }
}

/// What helps if the system refuses to `action` in `directory` because of `cause`. With `saved`
/// units in the ledger, the directory could be used so far.
pub(super) fn remedy(
    action: Action,
    cause: &io::Error,
    saved: Option<u64>,
    directory: Directory,
) -> Option<String> {
    use io::ErrorKind::*;
    let option = directory.option();
    if saved.is_some() {
        return Some(if is_failing(cause) {
            failing_medium(option)
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
        (_, PermissionDenied | ReadOnlyFilesystem) if directory == Directory::Run => {
            format!("name a writable directory with {RUN} DIR, or use {NO_CHECKPOINT}")
        }
        (_, PermissionDenied | ReadOnlyFilesystem) => format!("name a writable directory with {option} DIR"),
        (_, NotADirectory) => "a file is in the way: name another directory".to_owned(),
        (_, IsADirectory) => "a directory is in the way: move it away".to_owned(),
        (Action::Create, NotFound) => "create its parent directory first".to_owned(),
        (_, InvalidFilename) => format!("name a directory with a shorter path with {option} DIR"),
        _ if is_failing(cause) => failing_medium(option),
        (Action::Lock, NotFound) => format!("another process is moving the directory: {AGAIN}"),
        // No locks, as on some network file systems, has many names: ENOLCK, EINVAL, ENOTSUP.
        (Action::Lock, _) => {
            format!(
                "this file system does not support locks: name a directory on another one with {option} DIR"
            )
        }
        _ => format!("{AGAIN}, or name a directory on another file system with {option} DIR"),
    })
}

/// What helps against a `cause` that lies in the system, whatever the file and whatever it is for.
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

/// Whether the storage device failed.
fn is_failing(cause: &io::Error) -> bool {
    cause.raw_os_error().is_some_and(|code| os::FAILING.contains(&code))
}

/// Whether the system has no more of what every program shares, such as open files and memory.
fn is_exhausted(cause: &io::Error) -> bool {
    cause.raw_os_error().is_some_and(|code| os::EXHAUSTED.contains(&code))
}

fn failing_medium(option: &str) -> String {
    format!(
        "the storage device may be failing: copy the directory to another device and name the copy with {option} DIR"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_system_error_has_a_remedy() {
        let actions = Action::ALL.iter();
        for (&action, code) in actions.flat_map(|action| (1..133).map(move |code| (action, code))) {
            for saved in [None, Some(7)] {
                let cause = io::Error::from_raw_os_error(code);
                assert!(remedy(action, &cause, saved, Directory::Run).is_some(), "{action}: {cause}");
            }
        }
    }

    #[test]
    fn remedy_depends_on_cause_and_option() {
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
            let [of_run, of_merged, of_shard] = [Directory::Run, Directory::Merged, Directory::Shards]
                .map(|directory| remedy(action, &cause, saved, directory).unwrap());
            assert!(of_run.contains(help), "{action}: {cause}: {of_run}");
            assert!(!of_merged.contains(NO_CHECKPOINT), "{action}: {of_merged}");
            assert!(!of_shard.contains(RUN) && !of_shard.contains(NO_CHECKPOINT), "{action}: {of_shard}");
        }
    }
}
