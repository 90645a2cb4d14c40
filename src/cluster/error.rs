//! What can go wrong with a plan and its shards: what happened, where, and what helps.

use std::io;
use std::path::{Path, PathBuf};

use super::Conflict;
use crate::plan::TallyError;
use crate::remedy::option::{DIR, OUTPUT, RUN};
use crate::remedy::{ErrorKind, Remedy, make_room};
use crate::run::{self, Damage};

/// Why a plan cannot be made, counted or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum Error {
    /// The file system reported an error. `action` is the verb.
    #[error("cannot {action} {path}: {cause}", path = .path.display())]
    Io { action: &'static str, path: PathBuf, cause: io::Error },
    /// A text that is not a list of shards.
    #[error("'{0}' is not a list of shards: give numbers from 0 and ranges of them, as in 3,7,10-20")]
    NotAList(String),
    /// A range of shards that runs backwards.
    #[error("the range {0} runs backwards: write the smaller shard first")]
    Backwards(String),
    /// The plan cannot be dealt into that many shards.
    #[error("{units} units cannot be dealt into {shards} shards: {limit}")]
    Shards { units: u64, shards: u64, limit: String, remedy: Option<String> },
    /// The file to write already exists and has another plan.
    #[error("{path} already exists and is not this plan", path = .path.display())]
    PlanExists { path: PathBuf },
    /// The plan file is damaged, or of another version.
    #[error(transparent)]
    Plan(run::Error),
    /// The plan has no shard with this number.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard { number: u64, last: u64 },
    /// A directory is given twice, and would confirm itself.
    #[error("{path} is named twice, but can only confirm itself", path = .path.display())]
    Twice { path: PathBuf },
    /// The merged run would replace one of its shards.
    #[error(
        "{path} cannot hold the merged run: {input} is one of its shards",
        path = .path.display(), input = .input.display()
    )]
    OutputIsInput { path: PathBuf, input: PathBuf },
    /// A directory of another plan or shard.
    #[error("{path} does not belong to this plan: {difference}", path = .path.display())]
    Foreign { path: PathBuf, difference: String },
    /// Two directories contradict each other, perhaps about other units too.
    #[error("CONFLICT: {conflict}{more}; one of them is wrong", more = more(*.others))]
    Conflict { conflict: Box<Conflict>, others: u64 },
    /// The directory for the merged run has another total.
    #[error(
        "{path} is a finished run of this plan with {found} solutions, but the shards add up to {merged}: one of them is \
         wrong",
        path = .path.display()
    )]
    OtherResult { path: PathBuf, found: u128, merged: u128 },
    /// The list of missing shards does not match the units that were added.
    #[error(
        "{added} of {units} units were added up, which does not match the list of missing shards: this is a bug in \
         the program, and there is no total"
    )]
    Cover { added: u64, units: u64 },
    /// The sums cannot be trusted.
    #[error(transparent)]
    Tally(#[from] TallyError),
    /// The run directory of a shard cannot be used.
    #[error(transparent)]
    Run(run::Error),
}

fn more(others: u64) -> String {
    if others == 0 { String::new() } else { format!(" (and {others} more contradictions)") }
}

impl From<run::Error> for Error {
    /// The directory of another run does not belong to this plan. All other errors of a shard's
    /// directory are kept.
    fn from(error: run::Error) -> Self {
        match error {
            run::Error::Mismatch { path, difference } => Self::Foreign { path, difference },
            run::Error::Foreign { path, found } => Self::Foreign {
                path,
                difference: format!("it holds '{found}' but no manifest.json of this program"),
            },
            run::Error::NotADirectory { path } => {
                Self::Foreign { path, difference: "it is not a directory".to_owned() }
            }
            other => Self::Run(other),
        }
    }
}

impl Remedy for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::NotAList(_)
            | Self::Backwards(_)
            | Self::Shards { .. }
            | Self::NoSuchShard { .. }
            | Self::Twice { .. }
            | Self::OutputIsInput { .. } => ErrorKind::Request,
            Self::Plan(run::Error::OtherUnits { .. })
            | Self::Conflict { .. }
            | Self::OtherResult { .. }
            | Self::Cover { .. } => ErrorKind::Wrong,
            Self::Io { .. } | Self::PlanExists { .. } | Self::Foreign { .. } => ErrorKind::Obstacle,
            Self::Tally(error) => error.kind(),
            Self::Plan(error) | Self::Run(error) => error.kind(),
        }
    }

    fn remedy(&self) -> Option<String> {
        use io::ErrorKind::{IsADirectory, NotFound};
        Some(match self {
            Self::Io { action, cause, .. } => match (*action, cause.kind()) {
                ("read the plan", _) => "name the file that `queens plan` wrote".to_owned(),
                ("look for shards in", _) => {
                    format!("name a directory that was given to `queens work` with {DIR}")
                }
                ("write", IsADirectory) => format!("name a file with {OUTPUT}"),
                ("write", NotFound) => "create its directory first".to_owned(),
                ("write", _) => make_room(cause)
                    .unwrap_or_else(|| format!("name a file in another directory with {OUTPUT}")),
                _ => "make it readable, or omit its directory".to_owned(),
            },
            // A fault of the program.
            Self::Cover { .. } => return None,
            // The message says what to write.
            Self::NotAList(_) | Self::Backwards(_) | Self::NoSuchShard { .. } => return None,
            Self::Shards { remedy, .. } => return remedy.clone(),
            Self::PlanExists { .. } => {
                format!("name another file with {OUTPUT}, or remove it if none of its units have been counted")
            }
            Self::Plan(run::Error::Development { .. }) => "make a new plan with `queens plan`".to_owned(),
            Self::Plan(run::Error::Newer { .. }) => "use that version or a later one".to_owned(),
            Self::Plan(run::Error::OtherUnits { .. }) => {
                "use that version, or make a new plan and count it in a new directory".to_owned()
            }
            Self::Twice { .. } => "name each directory once".to_owned(),
            Self::OutputIsInput { .. } => format!("name another directory with {RUN} RUN"),
            Self::Foreign { .. } => format!("give every plan its own directory with {DIR}"),
            Self::Conflict { .. } => {
                "move both directories aside and recount their units, and trust nothing else from the machine that \
                 turns out to be at fault"
                    .to_owned()
            }
            Self::OtherResult { .. } => {
                format!("keep both, and write this merge into another directory with {RUN} DIR to compare them")
            }
            Self::Tally(error) => return error.remedy(),
            Self::Plan(error) | Self::Run(error) => return error.remedy_with(DIR),
        })
    }
}

impl Error {
    /// Whether this is about the directory of one shard, so that others may still be counted.
    pub(crate) fn is_about_one_shard(&self) -> bool {
        match self {
            Self::Foreign { .. } => true,
            Self::Run(error) => matches!(
                error,
                run::Error::Locked { .. }
                    | run::Error::Corrupt { .. }
                    | run::Error::Newer { .. }
                    | run::Error::Development { .. }
            ),
            _ => false,
        }
    }

    /// The error of a plan file that makes no sense.
    pub(super) fn corrupt_plan(path: &Path, reason: String) -> Self {
        Self::Plan(run::Error::Corrupt { path: path.to_owned(), line: None, reason, damage: Damage::Plan })
    }

    /// An error of the file system; `action` is a verb.
    pub(super) fn io(action: &'static str, path: &Path, cause: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), cause }
    }
}
