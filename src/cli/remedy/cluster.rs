//! What helps against the errors of a plan and its shards.

use std::io;

use super::option::{DEPTH, DIR, OUTPUT, RUN};
use super::refusal::Directory;
use super::run::remedy_in;
use super::{Remedy, make_room};
use crate::cli::exit::Exit;
use crate::cluster::Error;
use crate::plan::Plan;
use crate::run;

impl Remedy for Error {
    fn exit(&self) -> Exit {
        match self {
            Self::NotAList(_)
            | Self::Backwards(_)
            | Self::NoShards { .. }
            | Self::TooManyShards { .. }
            | Self::TooFewUnits { .. }
            | Self::TooManyUnits { .. }
            | Self::NoSuchShard { .. }
            | Self::Twice { .. }
            | Self::OutputIsInput { .. } => Exit::Usage,
            Self::Plan(run::Error::OtherUnits { .. })
            | Self::Conflict { .. }
            | Self::OtherResult { .. }
            | Self::Cover { .. } => Exit::Wrong,
            Self::Io { .. } | Self::PlanExists { .. } | Self::Foreign { .. } => Exit::Failed,
            Self::Tally(error) => error.exit(),
            Self::Plan(error) | Self::Run(error) => error.exit(),
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
            Self::NotAList(_)
            | Self::Backwards(_)
            | Self::NoSuchShard { .. }
            | Self::NoShards { .. }
            | Self::TooManyShards { .. } => return None,
            Self::TooFewUnits { units, depth, .. } if *depth < Plan::MAX_DEPTH => {
                let deeper = depth + 1;
                format!("ask for at most {units} shards, or make more and smaller units with {DEPTH} {deeper}")
            }
            Self::TooFewUnits { units, .. } => format!("ask for at most {units} shards"),
            Self::TooManyUnits { .. } => format!("make fewer units with a smaller {DEPTH}"),
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
            Self::Plan(error) | Self::Run(error) => return remedy_in(Directory::Shards, error),
        })
    }
}
