//! Remedies for the errors of records and of publishing.

use std::io;

use queens_publish::records::files::{Action, RecordError};

use super::command::Command;
use super::refusal::{self, READ_BY_OWNER};
use super::{Advice, Remedy};
use crate::exit::Exit;

impl Remedy for RecordError {
    fn advice(&self, command: &Command) -> Advice {
        match self {
            Self::Io { action, cause, .. } => (Exit::Failed, after_refusal(*action, cause, command)),
            // The messages say what to do.
            Self::None { .. } | Self::Development { .. } => (Exit::Failed, None),
            Self::Newer { .. } => {
                const LEAVE: &str = "leave out such records with --without-newer";
                (Exit::Failed, command.any_of(&["use that version or a later one", LEAVE]))
            }
            Self::Wrong { .. } | Self::Conflict { .. } => (Exit::Wrong, None),
        }
    }
}

/// Returns the remedy if the system refused an `action` because of `cause`.
fn after_refusal(action: Action, cause: &io::Error, command: &Command) -> Option<String> {
    refusal::of_system(cause).or_else(|| match action {
        Action::CreateDirectory | Action::WriteRecord => command.way("name another directory with --record"),
        Action::Read | Action::ReadDirectory if cause.kind() == io::ErrorKind::PermissionDenied => {
            Some(READ_BY_OWNER.to_owned())
        }
        // The message says what is in the way, and where.
        Action::Read | Action::ReadDirectory => None,
    })
}

impl Remedy for queens_publish::Error {
    fn advice(&self, _: &Command) -> Advice {
        // A template that cannot be filled is a fault of this program.
        (Exit::Failed, None)
    }
}
