//! The exit codes of the program.

use serde::Serialize;

/// How a command ended, from good to bad: of several ends, the worst wins. `--json`
/// has these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Exit {
    Done,
    /// Another process holds the run directory.
    Locked,
    /// It was stopped before the end, also by Ctrl-C: the process does not end by the signal, because
    /// the caller learns from the exit code that the work is saved. Programs that save or clean up on
    /// Ctrl-C do so (hashcat exits with 2, restic with 130); cargo, which saves nothing, ends by the
    /// signal. A loop of a shell goes on after a program that exits, so the help shows how to end it.
    Stopped,
    /// The arguments are wrong, or contradict each other.
    Usage,
    /// It could not be done.
    Failed,
    /// A count or a saved file is wrong.
    Wrong,
}

impl Exit {
    /// The exit code of the program.
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

#[cfg(test)]
mod tests {
    use super::Exit::*;

    #[test]
    fn worse_exits_come_later() {
        assert!([Done, Locked, Stopped, Usage, Failed, Wrong].is_sorted());
    }
}
