//! Commands, options, values and environment variables of earlier versions. Help does not list them. Each is
//! an error, which says in one sentence what replaces it.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::Failure;
use crate::suggested_commands;

/// Options of earlier versions: the commands that had them, their names, and what replaces them.
const OPTIONS: &[(&[&str], &[&str], &str)] = &[
    (&["count"], &["--csv"], "use --json, which prints an object for each count"),
    (
        &["count"],
        &["--run-dir"],
        "name the directory of the run itself with --run, as in --run runs/queens-20.run",
    ),
    (&["status"], &["--run-dir"], "name the directory without an option, as in queens status DIR"),
    (
        &["count", "work"],
        &["--repair"],
        "omit it, because the bad lines of a ledger are skipped and their units counted again",
    ),
    (
        &["count", "work", "estimate"],
        &["--device"],
        "omit it, because only CPUs count; a run of a GPU resumes there",
    ),
    (&["work"], &["-i", "--shard"], "use --shards LIST"),
    (&["merge"], &["-o", "--output"], "use --run DIR"),
    (&["list"], &["-l", "--limit"], "pass the list to head, as in `queens list 8 | head -n 5`"),
    (&["publish"], &["--without-rivals"], "name a directory without their records with --rivals DIR"),
    (&["publish"], &["--without-newer"], "move the records that need a newer version out of results/records"),
];

/// Values of earlier versions, and what replaces them.
const VALUES: &[(&str, &str)] = &[
    ("halves", "omit --method, or use colours; version 1.1 resumes runs by halves"),
    ("hex", "use --json"),
    ("gpu", "omit it, because only CPUs count"),
];

/// Environment variables of earlier versions, and what replaces them.
const VARIABLES: &[(&str, &str)] = &[
    ("QUEENS_RUN_DIR", "name the directory of a run with --run, as in --run runs/queens-20.run"),
    ("QUEENS_DEVICE", "only CPUs count"),
    ("QUEENS_AVX512", "choose a kernel with --kernel"),
];

/// Refuses environment variables that are no longer read, because ignoring them would start a count over
/// elsewhere.
pub fn check_environment() -> Result<(), Failure> {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    match VARIABLES.iter().find(|(name, _)| set(name)) {
        None => Ok(()),
        Some((name, instead)) => Err(Failure::usage(format!(
            "the environment variable {name} is no longer read: unset it; {instead}"
        ))),
    }
}

/// The failure of a command line of an earlier version, if `error` comes from something that only earlier
/// versions had.
pub fn explained(error: &clap::Error, words: &[OsString]) -> Option<Failure> {
    let words: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let command = words.iter().find(|word| !word.starts_with('-'))?;
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let instead = match error.kind() {
        ErrorKind::InvalidSubcommand => return of_command(text(ContextKind::InvalidSubcommand)?, &words),
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg)?;
            let has = |(commands, names, _): &&(&[&str], &[&str], _)| {
                commands.contains(&command.as_str()) && names.contains(&argument)
            };
            let (_, _, instead) = OPTIONS.iter().find(has)?;
            format!("queens {command} no longer has {argument}: {instead}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let value = text(ContextKind::InvalidValue)?;
            let (_, instead) = VALUES.iter().find(|(former, _)| *former == value)?;
            format!("only earlier versions have '{value}': {instead}")
        }
        ErrorKind::ArgumentConflict if command == "find" => {
            "queens find takes N or --complete, not both: the placement says how many rows there are"
                .to_owned()
        }
        _ => return None,
    };
    Some(Failure::usage(instead))
}

/// The failure of a command of an earlier version.
fn of_command(command: &str, words: &[String]) -> Option<Failure> {
    let instead = match command {
        "missing" => {
            let after = |option: &str| {
                let pairs = words.windows(2).filter(move |pair| pair[0] == option);
                pairs.map(|pair| pair[1].as_str()).collect::<Vec<_>>()
            };
            let dirs = after("--dir");
            let plan =
                words.iter().skip(1).find(|word| !word.starts_with('-') && !dirs.contains(&word.as_str()));
            match plan.filter(|_| !dirs.is_empty()) {
                Some(plan) => {
                    let dirs: Vec<_> = dirs.into_iter().map(Path::new).collect();
                    format!(
                        "`{}` prints the list",
                        suggested_commands::status_missing(Path::new(plan), &dirs)
                    )
                }
                None => "queens status with --missing prints the list".to_owned(),
            }
        }
        "devices" => "only CPUs count; `queens --version` lists the kernels of this one".to_owned(),
        _ => return None,
    };
    Some(Failure::usage(format!("only earlier versions have queens {command}: {instead}")))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::options::Cli;

    #[test]
    fn nothing_here_is_an_option_of_this_version() {
        let program = Cli::command();
        for (commands, names, _) in OPTIONS {
            for command in *commands {
                let command = program.find_subcommand(command).expect("a command of this version");
                for name in *names {
                    let is_it = |argument: &clap::Arg| match name.strip_prefix("--") {
                        Some(long) => argument.get_long() == Some(long),
                        None => argument.get_short() == name.chars().nth(1),
                    };
                    assert!(!command.get_arguments().any(is_it), "{name} of {}", command.get_name());
                }
            }
        }
    }
}
