//! The program that found or measured something.

use queens::run::Program;
use serde::{Deserialize, Serialize};

/// The fields that name a program in an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProgramFields {
    /// The name of the program: `queens`.
    #[serde(rename = "program")]
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
}

impl From<Program> for ProgramFields {
    fn from(Program { name, version, commit }: Program) -> Self {
        Self { name: name.to_owned(), version: version.to_owned(), commit: commit.to_owned() }
    }
}
