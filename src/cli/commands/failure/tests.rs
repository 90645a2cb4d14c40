//! Every error of the library as the user reads it, with its advice.

use std::path::PathBuf;

use crate::cluster::ShardLimit;
use crate::cluster::gather::{Conflict, Place};
use crate::methods::Method;
use crate::methods::counter::CounterError;
use crate::methods::kernel::Kernel;
use crate::plan::tally::TallyError;
use crate::run::{Action, Damage};
use nix::libc::{EINVAL, EIO, EISDIR, ENOLCK, ENOSPC};

use super::*;
use crate::cli::commands::Exit;

fn path() -> PathBuf {
    PathBuf::from("a")
}

fn corrupt(damage: Damage) -> run::Error {
    run::Error::Corrupt { path: path(), line: None, reason: "why".to_owned(), damage }
}

fn locked() -> run::Error {
    run::Error::Locked { path: path(), holder: "process 7".to_owned() }
}

fn refused(action: Action, kind: io::ErrorKind, saved: Option<u64>) -> run::Error {
    run::Error::Io { action, path: path(), cause: kind.into(), saved }
}

/// The messages of these failures, a line each.
fn messages(failures: impl IntoIterator<Item = impl Into<Failure>>) -> String {
    failures.into_iter().map(|failure| failure.into().message() + "\n").collect()
}

#[test]
fn every_kind_of_error_has_its_exit_code_wherever_it_comes_from() {
    let manifest = || corrupt(Damage::Manifest);
    let failures: [(Failure, Exit); 10] = [
        (manifest().into(), Exit::Wrong),
        (CountError::Run(manifest()).into(), Exit::Wrong),
        (cluster::Error::Run(manifest()).into(), Exit::Wrong),
        (CountError::Tally(TallyError::Overflow(1)).into(), Exit::Wrong),
        (cluster::Error::Tally(TallyError::Unexpected(1)).into(), Exit::Wrong),
        (CountError::Run(locked()).into(), Exit::Locked),
        (cluster::Error::from(locked()).into(), Exit::Locked),
        (run::Error::NotARun { path: path() }.into(), Exit::Failed),
        (cluster::Error::NoSuchShard { number: 1, last: 0 }.into(), Exit::Usage),
        (Failure::Usage(String::new()), Exit::Usage),
    ];
    for (failure, exit) in failures {
        assert_eq!(Exit::from(failure.kind()), exit, "{failure:?}");
    }
}

#[test]
fn a_run_directory_that_cannot_be_used_comes_with_what_to_type() {
    let (difference, found) = ("n is 8, not 9".to_owned(), "thesis.tex".to_owned());
    let (unknown, program_version) = ("format 9".to_owned(), "9.1.0".to_owned());
    insta::assert_snapshot!(messages([
        run::Error::NotADirectory { path: path() },
        run::Error::Foreign { path: path(), found },
        run::Error::NotThere { path: path() },
        run::Error::NotARun { path: path() },
        run::Error::Mismatch { path: path(), difference },
        run::Error::Newer { path: path(), unknown, program_version },
        run::Error::Development { path: path(), format: 3 },
        corrupt(Damage::Manifest),
        corrupt(Damage::NoManifest),
        corrupt(Damage::Ledger),
        corrupt(Damage::NoLedger),
        corrupt(Damage::Result),
        locked(),
        run::Error::Moved { path: path(), saved: 3 },
        run::Error::Removed { path: path() },
    ]), @r"
    a is not a directory; name a run directory or a new directory with --run DIR
    a is not a run directory: it holds 'thesis.tex' but no manifest.json of this program; name an empty or new directory with --run DIR
    a does not exist; name the run directory of a count, as in queens-20.run
    a is not a run directory: it has no manifest.json; name the run directory of a count, as in queens-20.run
    a belongs to another run: n is 8, not 9; give this run its own directory with --run DIR, or move the other one aside with --fresh
    a was made by a newer version of queens, 9.1.0: this one does not know format 9; resume it with that version or a later one, or move it aside with --fresh
    a has format 3: only development builds of queens read it, and this version leaves it as it is; give this run its own directory with --run DIR, or move the old one aside with --fresh
    a is corrupt: why; resume with --repair, which rewrites it if it still identifies this run, or use --fresh to move the directory aside and start over
    a is corrupt: why; put the manifest back, or use --fresh to move the directory aside and start over
    a is corrupt: why; resume with --repair to move the bad lines to ledger.rejected and recount only their units
    a is corrupt: why; put it back, or resume with --repair to recount every unit
    a is corrupt: why; resume with --repair to move the result aside and rebuild it from the ledger
    a is in use by process 7; wait for it or stop it, or give this run its own directory with --run DIR
    a was moved or replaced during the count, which has stopped; units saved in the moved ledger: 3; move the directory back, or name its new path with --run DIR, and run the same command again
    a was removed during the count, which has stopped; restore it from a copy, if there is one, and run the same command again
    ");
}

#[test]
fn a_refusal_by_the_file_system_comes_with_what_helps_against_it() {
    use io::ErrorKind::*;
    let refusals = [
        (Action::Lock, Unsupported, None),
        (Action::Sync, Unsupported, None),
        (Action::Create, NotFound, None),
        (Action::Sync, NotFound, None),
        (Action::Create, NotADirectory, None),
        (Action::Create, PermissionDenied, None),
        (Action::Write, ReadOnlyFilesystem, None),
        (Action::List, PermissionDenied, None),
        (Action::Read, PermissionDenied, None),
        (Action::Write, InvalidFilename, None),
        (Action::Write, StorageFull, None),
        (Action::Write, QuotaExceeded, None),
        (Action::Write, FileTooLarge, None),
        (Action::Append, StorageFull, Some(1)),
        (Action::Sync, FileTooLarge, Some(7)),
        (Action::Sync, Other, Some(7)),
    ];
    insta::assert_snapshot!(messages(refusals.map(|(action, kind, saved)| refused(action, kind, saved))), @r"
    cannot lock a: unsupported; this file system does not support locks: name a directory on another one with --run DIR
    cannot sync a: unsupported; run the same command again, or name a directory on another file system with --run DIR
    cannot create a: entity not found; create its parent directory first
    cannot sync a: entity not found; run the same command again, or name a directory on another file system with --run DIR
    cannot create a: not a directory; a file is in the way: name another directory
    cannot create a: permission denied; name a writable directory with --run DIR, or use --no-checkpoint
    cannot write a: read-only filesystem or storage medium; name a writable directory with --run DIR, or use --no-checkpoint
    cannot list a: permission denied; ask its owner for permission to read it
    cannot read a: permission denied; ask its owner for permission to read it
    cannot write a: invalid filename; name a directory with a shorter path with --run DIR
    cannot write a: no storage space; free some space and run the same command again
    cannot write a: quota exceeded; free some space and run the same command again
    cannot write a: file too large; raise the file size limit and run the same command again
    cannot append to a: no storage space; 1 unit is saved; free some space and run the same command again
    cannot sync a: file too large; 7 units are saved; raise the file size limit and run the same command again
    cannot sync a: other error; 7 units are saved; run the same command again
    ");
}

#[test]
fn what_media_and_network_file_systems_refuse_comes_with_what_helps_against_it() {
    let io = |action, code, saved| run::Error::Io {
        action,
        path: path(),
        cause: io::Error::from_raw_os_error(code),
        saved,
    };
    let shard = |action, code, saved| Failure::from(cluster::Error::from(io(action, code, saved)));
    let refusals: [Failure; 11] = [
        io(Action::Lock, ENOLCK, None).into(),
        io(Action::Lock, EINVAL, None).into(),
        io(Action::Lock, EIO, None).into(),
        io(Action::Lock, EISDIR, None).into(),
        io(Action::Lock, ENOSPC, None).into(),
        // The manifest, and the directory that holds it.
        io(Action::Write, EIO, None).into(),
        io(Action::Sync, EIO, None).into(),
        io(Action::Sync, EIO, Some(7)).into(),
        shard(Action::Lock, ENOLCK, None),
        shard(Action::Sync, EIO, None),
        shard(Action::Append, EIO, Some(7)),
    ];
    insta::assert_snapshot!(messages(refusals), @r"
    cannot lock a: No locks available (os error 37); this file system does not support locks: name a directory on another one with --run DIR
    cannot lock a: Invalid argument (os error 22); this file system does not support locks: name a directory on another one with --run DIR
    cannot lock a: Input/output error (os error 5); the storage device may be failing: copy the directory to another device and name the copy with --run DIR
    cannot lock a: Is a directory (os error 21); a directory is in the way: move it away
    cannot lock a: No space left on device (os error 28); free some space and run the same command again
    cannot write a: Input/output error (os error 5); the storage device may be failing: copy the directory to another device and name the copy with --run DIR
    cannot sync a: Input/output error (os error 5); the storage device may be failing: copy the directory to another device and name the copy with --run DIR
    cannot sync a: Input/output error (os error 5); 7 units are saved; the storage device may be failing: copy the directory to another device and name the copy with --run DIR
    cannot lock a: No locks available (os error 37); this file system does not support locks: name a directory on another one with --dir DIR
    cannot sync a: Input/output error (os error 5); the storage device may be failing: copy the directory to another device and name the copy with --dir DIR
    cannot append to a: Input/output error (os error 5); 7 units are saved; the storage device may be failing: copy the directory to another device and name the copy with --dir DIR
    ");
}

#[test]
fn no_refusal_by_the_file_system_comes_without_what_helps_against_it() {
    use Action::*;
    for action in [Append, Create, List, Lock, MoveAside, Open, Read, Repair, Sync, Write] {
        for code in 1..133 {
            for saved in [None, Some(7)] {
                let cause = io::Error::from_raw_os_error(code);
                let refused = run::Error::Io { action, path: path(), cause, saved };
                assert!(advice(&refused.into()).is_some(), "{action} {code}");
            }
        }
    }
}

#[test]
fn a_plan_or_shard_that_cannot_be_used_comes_with_what_to_type() {
    let limits = [
        (0, ShardLimit::None),
        (9, ShardLimit::TooMany { most: 8 }),
        (9, ShardLimit::FewUnits { deeper: Some(3) }),
        (9, ShardLimit::FewUnits { deeper: None }),
        (9, ShardLimit::ManyUnits { most: 7 }),
    ];
    let limits = limits.map(|(shards, limit)| cluster::Error::Shards { units: 8, shards, limit });
    let io = |action, kind: io::ErrorKind| cluster::Error::Io { action, path: path(), cause: kind.into() };
    let version = || "9.1.0".to_owned();
    let difference = || "units is 7, not 8".to_owned();
    let place = |file: &str, solutions| Place { file: PathBuf::from(file), line: 1, solutions };
    let conflict = Conflict { unit: 5, first: place("a", 1), second: place("b", 2) };
    let others = [
        io(cluster::Action::ReadPlan, io::ErrorKind::NotFound),
        io(cluster::Action::Scan, io::ErrorKind::NotFound),
        io(cluster::Action::WritePlan, io::ErrorKind::IsADirectory),
        io(cluster::Action::WritePlan, io::ErrorKind::NotFound),
        io(cluster::Action::WritePlan, io::ErrorKind::PermissionDenied),
        cluster::Error::PlanExists { path: path() },
        cluster::Error::CorruptPlan { path: path(), reason: "why".to_owned() },
        cluster::Error::NewerPlan {
            path: path(),
            unknown: "format 9".to_owned(),
            program_version: version(),
        },
        cluster::Error::OtherUnits { path: path(), program_version: version(), difference: difference() },
        cluster::Error::NoSuchShard { number: 3, last: 2 },
        cluster::Error::Twice { path: path() },
        cluster::Error::OutputIsInput { path: path(), input: PathBuf::from("b") },
        cluster::Error::Foreign { path: path(), difference: difference() },
        cluster::Error::Conflict { conflict: Box::new(conflict), others: 2 },
        cluster::Error::OtherResult { path: path(), found: "91".to_owned(), merged: "92".to_owned() },
        locked().into(),
        refused(Action::Create, io::ErrorKind::PermissionDenied, None).into(),
        run::Error::Moved { path: path(), saved: 3 }.into(),
    ];
    insta::assert_snapshot!(messages(limits.into_iter().chain(others)), @r"
    8 units cannot be dealt into 0 shards: a plan needs at least one
    8 units cannot be dealt into 9 shards: a plan can have at most 8
    8 units cannot be dealt into 9 shards: a shard needs at least one unit; ask for at most 8 shards, or make more and smaller units with --depth 3
    8 units cannot be dealt into 9 shards: a shard needs at least one unit; ask for at most 8 shards
    8 units cannot be dealt into 9 shards: a run can have at most 7 units; make fewer units with a smaller --depth
    cannot read the plan a: entity not found; name the file that `queens plan` wrote
    cannot look for shards in a: entity not found; name a directory that was given to `queens work` with --dir
    cannot write a: is a directory; name a file with -o
    cannot write a: entity not found; create its directory first
    cannot write a: permission denied; name a file in another directory with -o
    a already exists and is not this plan; name another file with -o, or remove it if none of its units have been counted
    a is not a valid plan: why; copy it again from where it was made, or recreate it with `queens plan`, which writes the same plan for the same options
    a was made by a newer version of queens, 9.1.0: this one does not know format 9; use that version or a later one
    a is a plan of queens 9.1.0, which makes other units than this version: units is 7, not 8; use that version, or make a new plan and count it in a new directory
    there is no shard 3: the shards of this plan are numbered 0 to 2
    a is named twice, but can only confirm itself; name each directory once
    a cannot hold the merged run: b is one of its shards; name another directory with --run RUN
    a does not belong to this plan: units is 7, not 8; give every plan its own directory with --dir
    CONFLICT: unit 5 has 1 solutions in a line 1, but 2 in b line 1 (and 2 more contradictions); one of them is wrong; move both directories aside and recount their units, and trust nothing else from the machine that turns out to be at fault
    a is a finished run of this plan with 91 solutions, but the shards add up to 92: one of them is wrong; keep both, and write this merge into another directory with --run DIR to compare them
    a is in use by process 7; let it finish the shard
    cannot create a: permission denied; name a writable directory with --dir DIR
    a was moved or replaced during the count, which has stopped; units saved in the moved ledger: 3; move the directory back, or name its new path with --dir DIR, and run the same command again
    ");
}

#[test]
fn other_failures_come_with_what_to_type() {
    let kernel = Unavailable::KernelOfMethod {
        kernel: Kernel::Avx512,
        method: Method::Halves,
        available: "portable".to_owned(),
    };
    let (depth, size) = (9, "30".parse().unwrap());
    let lost = CounterError::Failed { kernel: Kernel::Scalar, reason: "it was lost".to_owned() };
    let failures: [Failure; 7] = [
        kernel.into(),
        DepthError::TooDeep { depth, size, max: 7 }.into(),
        DepthError::TooFine { depth, size, most: 7 }.into(),
        CountError::Counter(lost).into(),
        CountError::BegunElsewhere(path()).into(),
        CountError::Run(locked()).into(),
        anyhow::anyhow!("the cause").context("what was tried").into(),
    ];
    insta::assert_snapshot!(messages(failures), @r"
    the method halves has no avx512 kernel on this CPU: choose auto, portable; or choose another --method
    a depth of 9 cuts a board of 30 into more than 7 placements; use a smaller --depth
    a depth of 9 makes more than the 7 units that a board of 30 may have; use a smaller --depth
    the scalar kernel failed: it was lost; run the same command again to resume from the finished units
    another process has begun this run in a in the meantime; run the same command again to resume it
    a is in use by process 7; wait for it or stop it, or give this run its own directory with --run DIR
    what was tried: the cause
    ");
}
