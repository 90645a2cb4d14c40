//! Advice on I/O errors.

use std::io::{self, ErrorKind as Cause};
use std::path::Path;

use queens::run::{Action, RunError, SavedRun};

use super::{Doing, OTHER_PLACE, OTHER_RUN};

/// Returns advice on an action that failed with an I/O error.
pub fn of_refusal(
    action: Action,
    cause: &io::Error,
    is_saved: bool,
    error: &RunError,
    doing: Doing<'_>,
) -> Option<String> {
    // Errors created by this program already say what to do.
    if cause.get_ref().is_some() {
        return None;
    }
    let of_the_system = match (action, cause.kind()) {
        (_, Cause::StorageFull | Cause::QuotaExceeded) => Some("free some space and try again"),
        (_, Cause::FileTooLarge) => Some("raise the file size limit and try again"),
        _ if error.is_of_a_failing_device() => {
            Some("the storage device may be failing: copy its data to another device")
        }
        // Another process is moving the directory.
        (Action::Lock, Cause::NotFound) => Some("try again"),
        (Action::Lock, Cause::PermissionDenied | Cause::ReadOnlyFilesystem) => None,
        // File systems without locks report ENOLCK, EINVAL, ENOTSUP and more.
        (Action::Lock, _) => Some("if this file system does not support locks, use a different one"),
        _ if is_saved => Some("try again"),
        _ => None,
    };
    let elsewhere = match doing {
        // Do not suggest copying a run that cannot be read.
        Doing::Counting { .. } if action == Action::Read => None,
        Doing::Counting { run: Some(path), .. } if has_no_room(cause) && has_units(path) => Some(
            "copy the run somewhere writable and resume it there with --run DIR; no finished unit is lost",
        ),
        Doing::Counting { is_named: true, .. } | Doing::Merging { .. } => Some(OTHER_RUN),
        Doing::Counting { run: Some(_), .. } => {
            Some("name a directory with --run DIR, or save nothing with --no-checkpoint")
        }
        Doing::WithShards { .. } if action == Action::Create || action == Action::MoveAside => {
            Some("choose a different directory with --dir")
        }
        Doing::Cutting => Some(OTHER_PLACE),
        _ => None,
    };
    let both: Vec<_> = of_the_system.into_iter().chain(elsewhere).collect();
    (!both.is_empty()).then(|| both.join(", or "))
}

/// Returns whether nothing more can be written to the run directory.
fn has_no_room(cause: &io::Error) -> bool {
    use Cause::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull | QuotaExceeded | FileTooLarge)
}

/// Returns whether the run at `path` contains finished units. They would be missing from a different
/// directory.
fn has_units(path: &Path) -> bool {
    SavedRun::at(path).inspect().is_ok_and(|found| found.sums().units > 0)
}
