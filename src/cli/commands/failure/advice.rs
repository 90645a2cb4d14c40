//! Advice for errors of the library: the library reports what is wrong; the options that help are
//! known only here.

use std::io::{self, ErrorKind};

use nix::libc::EIO;

use super::Failure;
use crate::cli::report::files::{self, RecordError};
use crate::cluster::{self, ShardLimit};
use crate::count::CountError;
use crate::methods::counter::CounterError;
use crate::methods::device::DeviceError;
use crate::methods::{DepthError, Unavailable};
use crate::run::{self, Action, Damage};

/// What a run directory belongs to, which decides the option that names another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A run, named with `--run` or by default.
    Run,
    /// A shard, below `--dir`.
    Shard,
}

const AGAIN: &str = "run the same command again";

/// The advice for a failure, if any.
pub fn advice(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Run(error) => on_run(error, Place::Run),
        Failure::Cluster(error) => on_cluster(error),
        Failure::Count(error) => on_count(error),
        Failure::Device(error) => on_device(error),
        Failure::Depth(error) => on_depth(error),
        Failure::Record(RecordError::Io { action: files::Action::MakeFolder, .. }) => {
            Some("name another directory with --record".to_owned())
        }
        Failure::Record(_) | Failure::Usage(_) | Failure::Other(_) => None,
    }
}

fn on_run(error: &run::Error, place: Place) -> Option<String> {
    let option = match place {
        Place::Run => "--run DIR",
        Place::Shard => "--dir DIR",
    };
    let text = match error {
        run::Error::Io { action, cause, saved: None, .. } => {
            return on_refusal(*action, cause, place, option);
        }
        run::Error::Io { cause, saved: Some(_), .. } if is_failing(cause) => failing_medium(option),
        run::Error::Io { cause, saved: Some(_), .. } => match make_room(cause) {
            Some(first) => format!("{first} and {AGAIN}"),
            None => AGAIN.to_owned(),
        },
        run::Error::NotADirectory { .. } => {
            format!("name a run directory or a new directory with {option}")
        }
        run::Error::Foreign { .. } => format!("name an empty or new directory with {option}"),
        run::Error::NotThere { .. } | run::Error::NotARun { .. } => {
            "name the run directory of a count, as in queens-20.run".to_owned()
        }
        run::Error::Mismatch { .. } => {
            format!("give this run its own directory with {option}, or move the other one aside with --fresh")
        }
        run::Error::Newer { .. } => {
            "resume it with that version or a later one, or move it aside with --fresh".to_owned()
        }
        run::Error::Development { .. } => match place {
            Place::Run => {
                "give this run its own directory with --run DIR, or move the old one aside with --fresh"
            }
            Place::Shard => "give this plan its own directory with --dir DIR",
        }
        .to_owned(),
        run::Error::Corrupt { damage, .. } => on_damage(*damage).to_owned(),
        run::Error::Locked { .. } if place == Place::Shard => "let it finish the shard".to_owned(),
        run::Error::Locked { .. } => {
            format!("wait for it or stop it, or give this run its own directory with {option}")
        }
        run::Error::Moved { .. } => {
            format!("move the directory back, or name its new path with {option}, and {AGAIN}")
        }
        run::Error::Removed { .. } => format!("restore it from a copy, if there is one, and {AGAIN}"),
        _ => return None,
    };
    Some(text)
}

/// After a refusal by the file system before anything was counted.
fn on_refusal(action: Action, cause: &io::Error, place: Place, option: &str) -> Option<String> {
    if cause.get_ref().is_some() {
        // An error of our own, which includes advice.
        return None;
    }
    if let Some(first) = make_room(cause) {
        return Some(format!("{first} and {AGAIN}"));
    }
    let only_looks = matches!(action, Action::List | Action::Read);
    let text = match cause.kind() {
        ErrorKind::PermissionDenied if only_looks => "ask its owner for permission to read it".to_owned(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            let or = if place == Place::Run { ", or use --no-checkpoint" } else { "" };
            format!("name a writable directory with {option}{or}")
        }
        ErrorKind::NotADirectory => "a file is in the way: name another directory".to_owned(),
        ErrorKind::IsADirectory => "a directory is in the way: move it away".to_owned(),
        ErrorKind::NotFound if action == Action::Create => "create its parent directory first".to_owned(),
        ErrorKind::InvalidFilename => format!("name a directory with a shorter path with {option}"),
        _ if is_failing(cause) => failing_medium(option),
        // No locks, as on some network file systems, has many names: ENOLCK, EINVAL, ENOTSUP.
        _ if action == Action::Lock => {
            format!("this file system does not support locks: name a directory on another one with {option}")
        }
        _ => format!("{AGAIN}, or name a directory on another file system with {option}"),
    };
    Some(text)
}

/// What to do before a file can grow.
fn make_room(cause: &io::Error) -> Option<&'static str> {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some("free some space"),
        ErrorKind::FileTooLarge => Some("raise the file size limit"),
        _ => None,
    }
}

/// Whether the storage device failed.
fn is_failing(cause: &io::Error) -> bool {
    cause.raw_os_error() == Some(EIO)
}

fn failing_medium(option: &str) -> String {
    format!(
        "the storage device may be failing: copy the directory to another device and name the copy with {option}"
    )
}

fn on_damage(damage: Damage) -> &'static str {
    match damage {
        Damage::Manifest => {
            "resume with --repair, which rewrites it if it still identifies this run, or use --fresh to move the \
             directory aside and start over"
        }
        Damage::NoManifest => {
            "put the manifest back, or use --fresh to move the directory aside and start over"
        }
        Damage::Ledger => {
            "resume with --repair to move the bad lines to ledger.rejected and recount only their units"
        }
        Damage::NoLedger => "put it back, or resume with --repair to recount every unit",
        Damage::Result => "resume with --repair to move the result aside and rebuild it from the ledger",
    }
}

fn on_cluster(error: &cluster::Error) -> Option<String> {
    let text = match error {
        cluster::Error::Io { action, cause, .. } => return on_cluster_refusal(*action, cause),
        cluster::Error::Shards { units, limit, .. } => return on_limit(*limit, *units),
        cluster::Error::PlanExists { .. } => {
            "name another file with -o, or remove it if none of its units have been counted"
        }
        cluster::Error::CorruptPlan { .. } => {
            "copy it again from where it was made, or recreate it with `queens plan`, which writes the same plan for \
             the same options"
        }
        cluster::Error::DevelopmentPlan { .. } => "make a new plan with `queens plan`",
        cluster::Error::NewerPlan { .. } => "use that version or a later one",
        cluster::Error::OtherUnits { .. } => {
            "use that version, or make a new plan and count it in a new directory"
        }
        cluster::Error::Twice { .. } => "name each directory once",
        cluster::Error::OutputIsInput { .. } => "name another directory with --run RUN",
        cluster::Error::Foreign { .. } => "give every plan its own directory with --dir",
        cluster::Error::Conflict { .. } => {
            "move both directories aside and recount their units, and trust nothing else from the machine that turns \
             out to be at fault"
        }
        cluster::Error::OtherResult { .. } => {
            "keep both, and write this merge into another directory with --run DIR to compare them"
        }
        cluster::Error::Run(error) => return on_run(error, Place::Shard),
        _ => return None,
    };
    Some(text.to_owned())
}

fn on_cluster_refusal(action: cluster::Action, cause: &io::Error) -> Option<String> {
    let text = match (action, cause.kind()) {
        (cluster::Action::ReadPlan, _) => "name the file that `queens plan` wrote",
        (cluster::Action::Scan, _) => "name a directory that was given to `queens work` with --dir",
        (cluster::Action::WritePlan, ErrorKind::IsADirectory) => "name a file with -o",
        (cluster::Action::WritePlan, ErrorKind::NotFound) => "create its directory first",
        (cluster::Action::WritePlan, _) => match make_room(cause) {
            Some(first) => return Some(format!("{first} and {AGAIN}")),
            None => "name a file in another directory with -o",
        },
        (cluster::Action::Open | cluster::Action::Read, _) => "make it readable, or omit its directory",
    };
    Some(text.to_owned())
}

fn on_limit(limit: ShardLimit, units: u64) -> Option<String> {
    match limit {
        ShardLimit::None | ShardLimit::TooMany { .. } => None,
        ShardLimit::FewUnits { deeper: None } => Some(format!("ask for at most {units} shards")),
        ShardLimit::FewUnits { deeper: Some(depth) } => Some(format!(
            "ask for at most {units} shards, or make more and smaller units with --depth {depth}"
        )),
        ShardLimit::ManyUnits { .. } => Some("make fewer units with a smaller --depth".to_owned()),
    }
}

fn on_count(error: &CountError) -> Option<String> {
    let text = match error {
        CountError::Run(error) => return on_run(error, Place::Run),
        CountError::Depth(error) => return on_depth(error),
        CountError::BegunElsewhere(_) => format!("{AGAIN} to resume it"),
        CountError::Pool(_) => "use fewer with --threads".to_owned(),
        CountError::Counter(CounterError::Failed { .. }) => {
            format!("{AGAIN} to resume from the finished units")
        }
        CountError::Unavailable(Unavailable::KernelOfMethod { .. }) => {
            "or choose another --method".to_owned()
        }
        CountError::Unavailable(Unavailable::NoDevice { .. }) => {
            "omit --device, or start a new run or plan with --method cross".to_owned()
        }
        _ => return None,
    };
    Some(text)
}

fn on_device(error: &DeviceError) -> Option<String> {
    let text = match error {
        DeviceError::NotBuilt => "to use --device, build it with `cargo install --path . --features gpu`",
        DeviceError::NotThere { .. } => {
            "'gpu' never selects a software device: give its name, or omit --device"
        }
        DeviceError::Differs { .. } => "try another driver, or omit --device",
        _ => "omit --device to count on the CPU",
    };
    Some(text.to_owned())
}

fn on_depth(error: &DepthError) -> Option<String> {
    match error {
        DepthError::OutOfRange { .. } => None,
        DepthError::TooDeep { .. } | DepthError::TooFine { .. } => Some("use a smaller --depth".to_owned()),
    }
}
