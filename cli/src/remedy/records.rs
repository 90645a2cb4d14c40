//! What helps against the errors of records and of publishing.

use queens_publish::records::files::{Action, RecordError};

use super::command::{Command, any_of};
use super::option::{RECORD, WITHOUT_NEWER};
use super::{Advice, Remedy};
use crate::exit::Exit;

impl Remedy for RecordError {
    fn advice(&self, command: Command) -> Advice {
        match self {
            Self::Io { action: Action::CreateDirectory, .. } => {
                (Exit::Failed, command.way("name another directory with", RECORD))
            }
            // The system says what is wrong with the file, and the other messages what to do.
            Self::Io { .. } | Self::None { .. } | Self::Development { .. } => (Exit::Failed, None),
            Self::Newer { .. } => {
                let ways = [
                    Some("use that version or a later one".to_owned()),
                    command.way("leave out such records with", WITHOUT_NEWER),
                ];
                (Exit::Failed, any_of(ways))
            }
            Self::Wrong { .. } => (Exit::Wrong, None),
        }
    }
}

impl Remedy for queens_publish::Error {
    fn advice(&self, _: Command) -> Advice {
        // A template that cannot be filled is a fault of this program.
        (Exit::Failed, None)
    }
}
