//! The advice on every error, for every command: whoever reads it can type it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{CommandFactory, Parser};
use queens::cluster::ClusterError;
use queens::run::{Action, Damage, RunError};
use queens::{Kernel, Method};
use queens_publish::records::files::{self, RecordError};

use super::*;
use crate::options::Cli;
use crate::os;

pub fn command_named(name: &str) -> Command {
    Command::of(Cli::command().find_subcommand(name).unwrap())
}

/// Calls `check` with every error that has a remedy of its own.
fn every_error(check: &mut dyn FnMut(&dyn Remedy)) {
    let path = || PathBuf::from("queens-20.run");
    let text = String::new;
    let (kernel, method) = (Kernel::Avx2, Method::Cross);
    let size = queens::board::BoardSize::new(20).unwrap();
    let method_errors = [
        MethodError::TooDeep { depth: 9, size, max: 1 },
        MethodError::TooFine { depth: 9, size, most: 1 },
        MethodError::NoKernel { kernel, available: text() },
        MethodError::NoKernelOfMethod { kernel, method, available: text() },
        MethodError::Memory { bytes: 1 },
        MethodError::Start { kernel, reason: text() },
    ];
    method_errors.iter().for_each(|error| check(error));
    let of_runs: [fn(RunError) -> Box<dyn Remedy>; 4] = [
        |error| Box::new(error),
        |error| Box::new(ClusterError::Run(error)),
        |error| Box::new(ClusterError::MergedRun(error)),
        |error| Box::new(ClusterError::Plan(error)),
    ];
    for of_run in of_runs {
        run_errors(&mut |error| check(&*of_run(error)));
    }
    for &action in Action::ALL {
        for code in 1..133 {
            check(&ClusterError::Io { action, path: path(), cause: io::Error::from_raw_os_error(code) });
        }
    }
    let cluster_errors = [
        ClusterError::TooFewUnits { units: 1, shards: 2 },
        ClusterError::TooManyUnits { units: 1, shards: 2, max: 1 },
        ClusterError::PlanExists { path: path() },
        ClusterError::DuplicateDirectory { path: path() },
        ClusterError::OutputIsInput { path: path(), input: path() },
        ClusterError::Foreign { path: path(), difference: text() },
        ClusterError::Changed { unit: 1 },
        ClusterError::OtherResult { path: path(), found: 1, merged: 2 },
        ClusterError::Unfinished { path: path(), units: 1 },
    ];
    cluster_errors.iter().for_each(|error| check(error));
    for action in [files::Action::CreateDirectory, files::Action::WriteRecord] {
        let error: RecordError = files::io_error(action, "records".as_ref())(io::ErrorKind::NotFound.into());
        check(&error);
    }
    check(&CountError::Threads { threads: 1, cause: io::ErrorKind::WouldBlock.into() });
    check(&CountError::BegunElsewhere(path()));
}

/// Calls `check` with every error of a run directory.
fn run_errors(check: &mut dyn FnMut(RunError)) {
    let path = || PathBuf::from("queens-20.run/ledger.jsonl");
    for &action in Action::ALL {
        for (code, saved) in (1..133).flat_map(|code| [(code, None), (code, Some(7))]) {
            let cause = io::Error::from_raw_os_error(code);
            check(RunError::Io { action, path: path(), cause, saved });
        }
    }
    use Damage::*;
    for damage in [Manifest, NoManifest, Ledger, Converted, NoLedger, Behind, Result, Plan] {
        check(RunError::Corrupt { path: path(), line: None, reason: String::new(), damage });
    }
    let others = [
        RunError::NotADirectory { path: path() },
        RunError::Foreign { path: path(), found: String::new() },
        RunError::NotFound { path: path() },
        RunError::NotARun { path: path() },
        RunError::Mismatch { path: path(), difference: String::new() },
        RunError::Newer { path: path(), unknown: String::new(), program_version: String::new() },
        RunError::Development { path: path(), format: 1 },
        RunError::Former { path: path(), method: String::new() },
        RunError::OtherUnits {
            path: path(),
            what: "a plan",
            program_version: String::new(),
            difference: String::new(),
        },
        RunError::Locked { path: path(), holder: String::new() },
        RunError::Moved { path: path(), saved: 1 },
        RunError::Removed { path: path() },
        RunError::Changed { path: path(), length: 1, written: 2, saved: 1 },
        RunError::ChangedWhileRead { path: path() },
    ];
    others.into_iter().for_each(check);
}

/// The options that `text` names outside of whole commands, and the commands, which are in backticks.
fn options_and_commands(text: &str) -> (Vec<&str>, Vec<&str>) {
    let parts = || text.split('`').zip([false, true].into_iter().cycle());
    let words = parts().filter(|(_, is_command)| !is_command).flat_map(|(words, _)| words.split_whitespace());
    let options = words.map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric()));
    let options = options.filter(|word| word.starts_with('-') && word.len() > 1).collect();
    (options, parts().filter(|(_, is_command)| *is_command).map(|(command, _)| command).collect())
}

#[test]
fn advice_can_be_typed_with_every_command() {
    let program = Cli::command();
    let mut told = BTreeSet::new();
    for typed in program.get_subcommands() {
        let command = Command::of(typed);
        every_error(&mut |error| {
            let Some(advice) = error.advice(&command).1 else { return };
            let (options, commands) = options_and_commands(&advice);
            for option in options {
                let name = typed.get_name();
                assert!(command.has(option), "`queens {name}` has no {option}: {error}; {advice}");
                told.insert(option.to_owned());
            }
            for command in commands.into_iter().filter(|command| command.starts_with("queens ")) {
                let names_itself = program.find_subcommand(&command["queens ".len()..]).is_some();
                let is_accepted = names_itself || Cli::try_parse_from(command.split_whitespace()).is_ok();
                assert!(is_accepted, "{advice}");
            }
        });
    }
    // A way with a misspelled option would be left out.
    let all = "--depth --dir --fresh --method --no-checkpoint --record --repair --run --threads -o";
    assert_eq!(Vec::from_iter(told).join(" "), all);
}

#[test]
fn refusals_of_the_system_have_a_remedy_whatever_was_done() {
    let [count, work] = ["count", "work"].map(command_named);
    let of_records = |action, cause: io::Error| {
        let error: RecordError = files::io_error(action, "records".as_ref())(cause);
        error.advice(&count).1
    };
    let of_shards = |action, cause: io::Error| {
        ClusterError::Io { action, path: PathBuf::from("shards"), cause }.advice(&work).1
    };
    use files::Action::{CreateDirectory, Read, ReadDirectory, WriteRecord};
    for action in [CreateDirectory, Read, ReadDirectory, WriteRecord] {
        assert!(of_records(action, io::ErrorKind::PermissionDenied.into()).is_some(), "{action}");
    }
    for action in [Action::ReadPlan, Action::LookForShards] {
        let [denied, not_found] = [io::ErrorKind::PermissionDenied, io::ErrorKind::NotFound]
            .map(|kind| of_shards(action, kind.into()).unwrap());
        assert!(denied == refusal::READ_BY_OWNER && not_found.starts_with("name "), "{not_found}");
    }
    for code in os::FAILING.into_iter().chain(os::EXHAUSTED) {
        let cause = || io::Error::from_raw_os_error(code);
        let help = cause().advice(&count).1;
        assert!(help.is_some(), "{code}");
        for action in [CreateDirectory, Read, ReadDirectory, WriteRecord] {
            assert_eq!(of_records(action, cause()), help, "{action}");
        }
        for action in [Action::ReadPlan, Action::LookForShards] {
            assert_eq!(of_shards(action, cause()), help, "{action}");
        }
    }
}
