//! The program behind a result.

use queens::run::Program;
use serde::{Deserialize, Serialize};

/// An object's fields about its program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProgramFields {
    /// The program's name: `queens`.
    #[serde(rename = "program")]
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
}

impl From<Program> for ProgramFields {
    fn from(Program { name, version, commit }: Program) -> Self {
        Self { name: name.to_owned(), version: version.to_owned(), commit: commit.to_owned() }
    }
}
