//! What the program adds to an error: its exit code, and what to type to fix it.
//!
//! The library knows no command line: its errors say what happened, where, and what is allowed.
//! Every error type that can end a command implements [`Remedy`] here. No match of the variants of an
//! error has a wildcard, so the compiler asks for the remedy of a new one.
//!
//! * `run`: of a run directory; `refusal`: if the file system refuses something
//! * `cluster`: of a plan and its shards; `records`: of records and of publishing
//! * [`option`]: the options that remedies name

use std::fmt::Display;
use std::io;

use queens::board::BoardError;
use queens::count::CountError;
use queens::methods::MethodError;
use queens::plan::TallyError;

use self::option::{DEPTH, DEVICE, METHOD, THREADS};
use crate::exit::Exit;
pub use run::against;

mod cluster;
mod records;
mod refusal;
mod run;

/// How the program ends with an error, and what the user can do, in words that follow the message:
/// none if the message says it, or if nothing helps.
pub type Advice = (Exit, Option<String>);

fn usage(remedy: impl Into<String>) -> Advice {
    (Exit::Usage, Some(remedy.into()))
}

fn failed(remedy: impl Into<String>) -> Advice {
    (Exit::Failed, Some(remedy.into()))
}

fn wrong(remedy: impl Into<String>) -> Advice {
    (Exit::Wrong, Some(remedy.into()))
}

/// An error of a command.
pub trait Remedy: Display {
    /// What the program adds to the message.
    fn advice(&self) -> Advice;
}

impl Remedy for io::Error {
    fn advice(&self) -> Advice {
        // It knows neither the file nor what it was for.
        (Exit::Failed, refusal::of_system(self))
    }
}

/// The remedy for errors that may not occur again.
pub const AGAIN: &str = "run the same command again";

/// What is said against an error that the engine has and this program does not know. A test compares
/// both: the engine adds none without its remedy.
const UNKNOWN: Advice = (Exit::Failed, None);

/// What to do before a file can grow, if `cause` says that it cannot.
pub fn make_room(cause: &io::Error) -> Option<String> {
    let first = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space",
        io::ErrorKind::FileTooLarge => "raise the file size limit",
        _ => return None,
    };
    Some(format!("{first} and {AGAIN}"))
}

/// The options that remedies name. A test compares them with the command line.
pub mod option {
    macro_rules! table {
        ($($name:ident = $option:literal),* $(,)?) => {
            $(pub const $name: &str = $option;)*
            /// All of them.
            #[cfg(test)]
            pub const ALL: &[&str] = &[$($name),*];
        };
    }

    table! {
        DEPTH = "--depth",
        DEVICE = "--device",
        DIR = "--dir",
        FRESH = "--fresh",
        METHOD = "--method",
        NO_CHECKPOINT = "--no-checkpoint",
        OUTPUT = "-o",
        RECORD = "--record",
        REPAIR = "--repair",
        RUN = "--run",
        THREADS = "--threads",
        WITHOUT_NEWER = "--without-newer",
    }
}

impl Remedy for BoardError {
    fn advice(&self) -> Advice {
        match self {
            // The message says what to write.
            Self::Size(_) => (Exit::Usage, None),
            _ => UNKNOWN,
        }
    }
}

impl Remedy for TallyError {
    fn advice(&self) -> Advice {
        match self {
            // A fault of the program.
            Self::Unexpected(_) | Self::Overflow(_) => (Exit::Wrong, None),
            _ => UNKNOWN,
        }
    }
}

impl Remedy for MethodError {
    fn advice(&self) -> Advice {
        match self {
            // The message says what to choose, or the parser of the option adds it.
            Self::UnknownName { .. } | Self::Variable { .. } | Self::NoSuchDepth { .. } => {
                (Exit::Usage, None)
            }
            // A fault of the program: it chooses only kernels that this machine has.
            Self::Start { .. } => (Exit::Failed, None),
            Self::TooDeep { .. } | Self::TooFine { .. } => usage(format!("use a smaller {DEPTH}")),
            Self::NoKernel { .. } | Self::OnlyOnDevice { .. } => usage("choose one of these, or auto"),
            Self::NoKernelOfMethod { .. } => usage(format!("or choose auto, or another {METHOD}")),
            Self::NoDeviceForMethod { .. } => {
                usage(format!("omit {DEVICE}, or start a new run or plan with {METHOD} cross"))
            }
            Self::NoDevices => usage(format!(
                "to use {DEVICE}, build it with `cargo install --path cli --locked --features gpu`"
            )),
            Self::NoSuchDevice { .. } => {
                usage(format!("'gpu' never selects a software device: give its name, or omit {DEVICE}"))
            }
            Self::UnusableDevice { .. } => failed(format!("omit {DEVICE} to count on the CPU")),
            Self::Memory { .. } => {
                failed(format!("use fewer {THREADS}, or raise the limit on its memory, as with `ulimit -v`"))
            }
            Self::WrongDevice { .. } => wrong(format!("try another driver, or omit {DEVICE}")),
            Self::Failed { .. } => failed(format!("{AGAIN} to resume from the finished units")),
            _ => UNKNOWN,
        }
    }
}

impl Remedy for CountError {
    fn advice(&self) -> Advice {
        match self {
            Self::Size(error) => error.advice(),
            Self::Method(error) => error.advice(),
            Self::Run(error) => error.advice(),
            Self::Tally(error) => error.advice(),
            Self::Threads { .. } => failed(format!("use fewer with {THREADS}")),
            Self::BegunElsewhere(_) => failed(format!("{AGAIN} to resume it")),
            // Whoever set the flag knows what to do.
            Self::Stopped => (Exit::Failed, None),
            _ => UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::option;
    use crate::options::Cli;

    #[test]
    fn remedies_name_existing_options() {
        let program = Cli::command();
        let known = |option: &str| {
            let mut arguments = program.get_subcommands().flat_map(Command::get_arguments);
            arguments.any(|argument| match option.strip_prefix("--") {
                Some(long) => argument.get_long() == Some(long),
                None => argument.get_short().map(|short| format!("-{short}")).as_deref() == Some(option),
            })
        };
        let unknown: Vec<_> = option::ALL.iter().filter(|option| !known(option)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// The engine's errors may grow, so the compiler asks for nothing here.
    #[test]
    fn every_error_of_the_library_is_dealt_with() {
        let interface = include_str!("../../../docs/interface.txt");
        let [remedies, run] = [include_str!("mod.rs"), include_str!("run.rs")];
        let errors = [
            ("board::BoardError", remedies),
            ("cluster::ClusterError", include_str!("cluster.rs")),
            ("count::CountError", remedies),
            ("count::Notice", include_str!("../report/notice.rs")),
            ("methods::MethodError", remedies),
            ("plan::TallyError", remedies),
            ("run::Damage", run),
            ("run::RunError", run),
        ];
        for (error, source) in errors {
            let (_, name) = error.split_once("::").unwrap();
            let after = |text: &'static str, start: &str| text.split_once(start).map(|(_, rest)| rest);
            let source = after(source, &format!("impl Remedy for {name} {{"))
                .filter(|_| source == remedies)
                .map_or(source, |rest| rest.split("\n}\n").next().unwrap());
            let listed = after(interface, &format!("enum queens::{error}\n")).unwrap();
            let variants = listed
                .split("\n    }")
                .next()
                .unwrap()
                .lines()
                .filter_map(|line| line.strip_prefix("        "));
            let variants = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
            let name_of = |line: &'static str| line.split(|c: char| !c.is_alphanumeric()).next().unwrap();
            let variants: Vec<_> = variants.map(name_of).collect();
            assert!(!variants.is_empty(), "{error}");
            let source = source.split("#[cfg(test)]").next().unwrap();
            // A condition, or a variant within, leaves other values of this one to the wildcard.
            let is_whole = |rest: &str| {
                let pattern = rest.split("=>").next().unwrap();
                let fields = pattern.split([')', '}']).next().unwrap();
                !rest.starts_with(|c: char| c.is_alphanumeric())
                    && !pattern.contains(" if ")
                    && !fields.contains("::")
            };
            let is_missing = |variant: &&str| {
                let arms = ["Self", name].map(|of| format!("{of}::{variant}"));
                !arms.iter().flat_map(|arm| source.split(arm.as_str()).skip(1)).any(is_whole)
            };
            let missing: Vec<_> = variants.into_iter().filter(is_missing).collect();
            assert!(missing.is_empty(), "{error}: {missing:?}");
        }
    }
}
