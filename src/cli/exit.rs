//! The exit codes of the program.

use std::process::ExitCode;

use crate::cli::remedy::ErrorKind;

/// How a command ended, which is the exit code of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The arguments are wrong, or contradict each other.
    Usage = 2,
    /// It was stopped before the end.
    Stopped = 3,
    /// A count or a saved file is wrong.
    Wrong = 4,
    /// Another process holds the run directory.
    Locked = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<ErrorKind> for Exit {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Request => Self::Usage,
            ErrorKind::Wrong => Self::Wrong,
            ErrorKind::InUse => Self::Locked,
            ErrorKind::Obstacle => Self::Failed,
        }
    }
}

impl Exit {
    /// The one that matters more of two: a wrong count before an error, an error before a stop, and
    /// so on down.
    pub fn or_worse(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::Locked => 1,
            Self::Stopped => 2,
            Self::Usage => 3,
            Self::Failed => 4,
            Self::Wrong => 5,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::*;

    #[test]
    fn keeps_the_more_serious_exit() {
        let order = [Done, Locked, Stopped, Usage, Failed, Wrong];
        for (i, first) in order.into_iter().enumerate() {
            for (j, second) in order.into_iter().enumerate() {
                assert_eq!(first.or_worse(second), order[i.max(j)], "{first:?}, then {second:?}");
            }
        }
    }
}
