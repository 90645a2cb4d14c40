//! What to type when the library reports an error: the library says what is wrong, and only here do
//! its errors meet the options of the program.

use std::io::{self, ErrorKind};

use nix::libc::EIO;
use queens::cluster::{self, ShardLimit};
use queens::count::choice::KernelChoiceError;
use queens::count::{schedule, session};
use queens::methods::counter::CounterError;
use queens::methods::device::DeviceError;
use queens::methods::split::DepthError;
use queens::run::{self, Action, Damage};

use super::Failure;
use crate::cli::report::files::{self, RecordError};

/// Where a run directory is, which decides the option that names another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It was named with `--run` or by its default.
    Run,
    /// It is a shard's, below `--dir`.
    Shard,
}

const AGAIN: &str = "run the same command again";

/// The advice that goes with a failure, if there is any.
pub fn advice(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Run(error) => on_run(error, Place::Run),
        Failure::Cluster(error) => on_cluster(error),
        Failure::Session(error) => on_session(error),
        Failure::Schedule(error) => on_schedule(error),
        Failure::Kernel(error) => on_kernel(error),
        Failure::Device(error) => on_device(error),
        Failure::Depth(error) => on_depth(error),
        Failure::Record(RecordError::Io { action: files::Action::MakeFolder, .. }) => {
            Some("name another folder with --record".to_owned())
        }
        Failure::Record(_) | Failure::Usage(_) | Failure::OtherUnits(_) | Failure::Other(_) => None,
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
            format!("name a run directory, or a new one to count in with {option}")
        }
        run::Error::Foreign { .. } => format!("name an empty or a new directory with {option}"),
        run::Error::NotThere { .. } | run::Error::NotARun { .. } => {
            "name the run directory of a count, as in queens-20.run".to_owned()
        }
        run::Error::Mismatch { .. } => {
            format!("give this run its own directory with {option}, or move the other one aside with --fresh")
        }
        run::Error::Newer { .. } => {
            "resume it with that version or a later one, or move it aside with --fresh".to_owned()
        }
        run::Error::Corrupt { damage, .. } => on_damage(*damage).to_owned(),
        run::Error::Locked { .. } if place == Place::Shard => "leave the shard to it".to_owned(),
        run::Error::Locked { .. } => {
            format!("wait for it or stop it, or give this run its own directory with {option}")
        }
        run::Error::Moved { .. } => {
            format!("put the directory back, or name its new place with {option}, and {AGAIN}")
        }
        run::Error::Removed { .. } => format!("put it back from a copy, if there is one, and {AGAIN}"),
        _ => return None,
    };
    Some(text)
}

/// After a refusal by the file system before anything was counted.
fn on_refusal(action: Action, cause: &io::Error, place: Place, option: &str) -> Option<String> {
    if cause.get_ref().is_some() {
        // A refusal of our own, which says what to do.
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
            format!("name a directory that can be written with {option}{or}")
        }
        ErrorKind::NotADirectory => "a file is in the way: name another directory".to_owned(),
        ErrorKind::IsADirectory => "a directory is in the way: move it away".to_owned(),
        ErrorKind::NotFound if action == Action::Create => "make its parent directory first".to_owned(),
        ErrorKind::InvalidFilename => format!("name a directory with a shorter path with {option}"),
        _ if is_failing(cause) => failing_medium(option),
        // No locks, as on some network file systems, has many names: ENOLCK, EINVAL, ENOTSUP.
        _ if action == Action::Lock => {
            format!("this file system has no locks: name a directory on another one with {option}")
        }
        _ => format!("{AGAIN}, or name a directory on another file system with {option}"),
    };
    Some(text)
}

/// What has to be done before a file can grow.
fn make_room(cause: &io::Error) -> Option<&'static str> {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some("free some space"),
        ErrorKind::FileTooLarge => Some("raise the limit on the size of files"),
        _ => None,
    }
}

/// Whether the medium could not do what it was asked for.
fn is_failing(cause: &io::Error) -> bool {
    cause.raw_os_error() == Some(EIO)
}

fn failing_medium(option: &str) -> String {
    format!("the medium may be failing: copy what is there to another one and name that with {option}")
}

fn on_damage(damage: Damage) -> &'static str {
    match damage {
        Damage::Manifest => {
            "resume with --repair, which writes it again if it still shows that it was of this run, or use --fresh \
             to move the directory aside and start over"
        }
        Damage::NoManifest => {
            "put the manifest back, or use --fresh to move the directory aside and start over"
        }
        Damage::Ledger => {
            "resume with --repair to move the bad lines to ledger.rejected and count just their units again"
        }
        Damage::NoLedger => "put it back, or resume with --repair to count every unit again",
        Damage::Result => "resume with --repair to move the result aside and make it again from the ledger",
        Damage::UnusableResult => "move it aside, and the same command makes it again from the ledger",
    }
}

fn on_cluster(error: &cluster::Error) -> Option<String> {
    let text = match error {
        cluster::Error::Io { action, cause, .. } => return on_cluster_refusal(*action, cause),
        cluster::Error::Shards { units, limit, .. } => return on_limit(*limit, *units),
        cluster::Error::PlanExists { .. } => {
            "name another file with -o, or remove it if none of its units was counted"
        }
        cluster::Error::CorruptPlan { .. } => {
            "copy it again from where it was made, or make it again with `queens plan`, which writes the same plan \
             for the same options"
        }
        cluster::Error::NewerPlan { .. } => "use that version or a later one",
        cluster::Error::OtherUnits { .. } => {
            "use that version, or make a new plan and work it in a new directory"
        }
        cluster::Error::Twice { .. } => "name each directory once",
        cluster::Error::OutputIsInput { .. } => "name another directory with --run RUN",
        cluster::Error::Foreign { .. } => "give every plan a directory of its own with --dir",
        cluster::Error::Conflict { .. } => {
            "move both directories aside and count their units again, and trust nothing else from the machine that \
             turns out to be at fault"
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
        (cluster::Action::WritePlan, ErrorKind::NotFound) => "make its folder first",
        (cluster::Action::WritePlan, _) => match make_room(cause) {
            Some(first) => return Some(format!("{first} and {AGAIN}")),
            None => "name a file in another folder with -o",
        },
        (cluster::Action::Open | cluster::Action::Read, _) => {
            "make sure that it can be read, or leave its directory out"
        }
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

fn on_session(error: &session::Error) -> Option<String> {
    match error {
        session::Error::Run(error) => on_run(error, Place::Run),
        session::Error::Schedule(error) => on_schedule(error),
        session::Error::BegunElsewhere(_) => Some(format!("{AGAIN} to resume it")),
        _ => None,
    }
}

fn on_schedule(error: &schedule::Error) -> Option<String> {
    match error {
        schedule::Error::Pool(_) => Some("ask for fewer with --threads".to_owned()),
        schedule::Error::Counter(CounterError::Failed { .. }) => {
            Some(format!("{AGAIN} to resume from what is finished"))
        }
        _ => None,
    }
}

fn on_kernel(error: &KernelChoiceError) -> Option<String> {
    match error {
        KernelChoiceError::OtherSplit { .. } => Some("or choose another --split".to_owned()),
        KernelChoiceError::NoDevice { .. } => {
            Some("leave --device out, or begin a run or a plan with --split cross".to_owned())
        }
        _ => None,
    }
}

fn on_device(error: &DeviceError) -> Option<String> {
    let text = match error {
        DeviceError::NotBuilt => "for --device build it with `cargo install --path . --features gpu`",
        DeviceError::NotThere { .. } => {
            "'gpu' never takes a software device: give its name, or leave --device out"
        }
        DeviceError::Differs { .. } => "look for another driver, or leave --device out",
        _ => "leave --device out to count on the CPU",
    };
    Some(text.to_owned())
}

fn on_depth(error: &DepthError) -> Option<String> {
    match error {
        DepthError::OutOfRange { .. } => None,
        DepthError::TooDeep { .. } | DepthError::TooFine { .. } => {
            Some("ask for less with --depth".to_owned())
        }
    }
}
