//! What can go wrong with a plan and its shards: what, where, and what to do.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::gather::Conflict;
use crate::run;

/// Why a plan cannot be made, worked or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused something.
    #[error("cannot {action} {path}: {cause}{hint}", path = .path.display(), hint = hint(.action, .cause))]
    Io {
        /// What was tried, as in "cannot …".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A plan that cannot be dealt into that many shards.
    #[error("{units} units cannot be dealt into {shards} shards: {hint}")]
    Shards {
        /// The units of the plan.
        units: u64,
        /// The shards asked for.
        shards: u64,
        /// What to ask for instead.
        hint: String,
    },
    /// A file of another plan where this one is to be written.
    #[error(
        "{path} is there already and is not this plan: name another file with -o, or remove it if nothing was worked of it",
        path = .path.display()
    )]
    PlanExists {
        /// The file.
        path: PathBuf,
    },
    /// A plan file that is not as it was written.
    #[error(
        "{path} is not a plan to rely on: {reason}; copy it again from where it was made, or make it anew with \
         `queens plan`, which writes the same plan for the same options",
        path = .path.display()
    )]
    CorruptPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A plan file of a newer version.
    #[error(
        "{path} was made by a newer version of queens: this one does not know {unknown}; work it with queens \
         {program_version} or later",
        path = .path.display()
    )]
    NewerPlan {
        /// The file.
        path: PathBuf,
        /// What this version does not know, in words.
        unknown: String,
        /// The version that wrote it.
        program_version: String,
    },
    /// A plan of units that this version does not make.
    #[error(
        "{path} is a plan of queens {program_version} whose units are not those of this version: {difference}; \
         use that version, or make a new plan and work it in a new directory",
        path = .path.display()
    )]
    OtherUnits {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        program_version: String,
        /// What differs.
        difference: String,
    },
    /// A number that is no shard's.
    #[error("there is no shard {number}: the shards of this plan are numbered 0 to {last}")]
    NoSuchShard {
        /// The number.
        number: u64,
        /// The greatest one there is.
        last: u64,
    },
    /// One directory given twice, which would confirm itself.
    #[error("{path} is named twice, and would only agree with itself: name each directory once", path = .path.display())]
    Twice {
        /// The directory.
        path: PathBuf,
    },
    /// The merged run would take the place of what it is made of.
    #[error(
        "{path} is no place for the merged run, for {input} is merged: name another one with --run RUN",
        path = .path.display(), input = .input.display()
    )]
    OutputIsInput {
        /// Where the merged run was to be written.
        path: PathBuf,
        /// The directory of a shard.
        input: PathBuf,
    },
    /// A directory of some other plan, or of another shard.
    #[error("{path} is not of this plan: {difference}; give every plan a directory of its own with --dir", path = .path.display())]
    Foreign {
        /// The run directory.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Another process works on a shard.
    #[error("{path} is in use by {holder}: leave the shard to it", path = .path.display())]
    Locked {
        /// The run directory.
        path: PathBuf,
        /// Who holds it, in its own words.
        holder: String,
    },
    /// Two directories contradict each other.
    #[error(
        "CONFLICT: {conflict}{more}; one of them is wrong: move both directories aside and count what is in them \
         again, and do not trust anything else from the machine that turns out to be at fault"
    )]
    Conflict {
        /// The first contradiction.
        conflict: Box<Conflict>,
        /// How many more units there are like it, in words.
        more: String,
    },
    /// A directory for the merged run that holds another total.
    #[error(
        "{path} is a finished run of this plan with {found} solutions, but the shards add up to {merged}: one of them is \
         wrong; keep both, and write this merge into another directory with --run DIR to compare them",
        path = .path.display()
    )]
    OtherResult {
        /// The directory.
        path: PathBuf,
        /// Its total.
        found: String,
        /// The total of the shards.
        merged: String,
    },
    /// The sums are not to be trusted.
    #[error(transparent)]
    Tally(#[from] crate::plan::tally::TallyError),
    /// A shard's run directory cannot be used.
    #[error(transparent)]
    Run(run::Error),
}

/// What to do after a refusal by the file system, with its leading punctuation, or nothing.
fn hint(action: &str, cause: &io::Error) -> &'static str {
    match (action, cause.kind()) {
        ("read the plan", _) => "; name the file that `queens plan` wrote",
        ("look for shards in", _) => "; name a directory that was given to `queens work` with --dir",
        ("write", ErrorKind::IsADirectory) => "; name a file with -o",
        ("write", ErrorKind::NotFound) => "; make the folder that it is to lie in first",
        _ => "",
    }
}

impl From<run::Error> for Error {
    /// Puts what is about a shard into the words of this module, whose options are others.
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
            run::Error::Locked { path, holder } => Self::Locked { path, holder },
            run::Error::Io { action, path, cause, .. }
                if matches!(
                    cause.kind(),
                    io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
                ) =>
            {
                Self::Io { action, path, cause }
            }
            other => Self::Run(other),
        }
    }
}

impl Error {
    /// What this error means.
    #[must_use]
    pub fn kind(&self) -> run::ErrorKind {
        match self {
            Self::Shards { .. }
            | Self::NoSuchShard { .. }
            | Self::Twice { .. }
            | Self::OutputIsInput { .. } => run::ErrorKind::Request,
            Self::CorruptPlan { .. }
            | Self::OtherUnits { .. }
            | Self::Conflict { .. }
            | Self::OtherResult { .. }
            | Self::Tally(_) => run::ErrorKind::Wrong,
            Self::Locked { .. } => run::ErrorKind::InUse,
            Self::Run(error) => error.kind(),
            Self::Io { .. } | Self::PlanExists { .. } | Self::NewerPlan { .. } | Self::Foreign { .. } => {
                run::ErrorKind::Obstacle
            }
        }
    }

    /// A directory named like a shard that a plan of `shards` does not have.
    pub(super) fn beyond(path: PathBuf, shards: u64) -> Self {
        Self::Foreign { path, difference: format!("the plan has only {shards} shards, numbered from 0") }
    }

    pub(super) fn io(action: &'static str, path: &Path, cause: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), cause }
    }
}
