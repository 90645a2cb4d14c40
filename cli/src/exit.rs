//! The program's exit codes.

use queens::ErrorKind;
use serde::Serialize;

/// A command's outcome, from best to worst. If there are several, the worst decides the exit code. `--json`
/// uses these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "String", inline))]
pub enum Exit {
    Done,
    /// Another process holds the run directory.
    Locked,
    /// Stopped early, by Ctrl-C or otherwise. The process exits instead of dying from the signal, because an
    /// exit code can tell the caller that the work is saved. Other programs that save or clean up on Ctrl-C
    /// exit, too (hashcat with 2, restic with 130); cargo saves nothing and dies from the signal. A shell
    /// loop continues after a program that exits, so the help shows how to end the loop.
    Stopped,
    /// Wrong or contradictory arguments.
    Usage,
    /// The command could not finish its work.
    Failed,
    /// A count or a saved file is wrong.
    Wrong,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Stopped => 3,
            Self::Wrong => 4,
            Self::Locked => 5,
        }
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Usage => Self::Usage,
            ErrorKind::Busy => Self::Locked,
            ErrorKind::Corrupt => Self::Wrong,
            ErrorKind::Stopped => Self::Stopped,
            _ => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::*;

    #[test]
    fn exits_are_ordered_from_best_to_worst() {
        assert!([Done, Locked, Stopped, Usage, Failed, Wrong].is_sorted());
    }
}
