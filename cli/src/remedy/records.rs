//! What helps against the errors of records and of publishing.

use queens_publish::records::files::{Action, RecordError};

use super::option::{RECORD, WITHOUT_NEWER};
use super::{Advice, Remedy, failed};
use crate::exit::Exit;

impl Remedy for RecordError {
    fn advice(&self) -> Advice {
        match self {
            Self::Io { action: Action::CreateDirectory, .. } => {
                (Exit::Failed, Some(format!("name another directory with {RECORD}")))
            }
            // The system says what is wrong with the file, and the other messages what to do.
            Self::Io { .. } | Self::None { .. } | Self::Development { .. } => (Exit::Failed, None),
            Self::Newer { .. } => failed(format!(
                "use that version or a later one, or leave out such records with {WITHOUT_NEWER}"
            )),
            Self::Wrong { .. } => (Exit::Wrong, None),
        }
    }
}

impl Remedy for queens_publish::Error {
    fn advice(&self) -> Advice {
        // A template that cannot be filled is a fault of this program.
        (Exit::Failed, None)
    }
}
