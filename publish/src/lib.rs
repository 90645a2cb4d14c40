//! Publishing: turns records of counts into a document, a chart and parts of a README. The same records
//! give the same bytes.
//!
//! ```text
//! records -> read -> choose -> document -> README.md
//!                           -> chart    -> time.svg
//!                           -> readme   -> two blocks of another README
//! ```
//!
//! * [`records`]: results kept for publishing, of counts, merges and other programs
//! * `read`: these, the ladder, and estimates
//! * `choose`: what is shown of them, above all the best time of every board, machine by machine
//! * `document`, `chart`, `readme`: each fills its templates, the files beside them
//! * `template`: the one place where foreign text becomes part of a document

use std::collections::BTreeMap;

/// A template that cannot be filled: a fault of the program.
pub use minijinja::Error;

pub use self::read::Published;

use self::choose::Choice;

mod chart;
mod choose;
mod document;
mod read;
mod readme;
pub mod records;
mod template;

/// The comment that marks every file that this program makes.
pub const MARK: &str = "made by queens";

/// The files and the parts of a README that are published. Chart and README show the machine that
/// counted the largest board in the least time.
pub struct Publication {
    /// The document and the chart by the names of their files.
    pub files: BTreeMap<&'static str, String>,
    /// The blocks of a README by the name of their marks.
    blocks: [(&'static str, String); 2],
}

impl Publication {
    /// Makes the files and blocks from what was read.
    ///
    /// # Errors
    /// If a template cannot be filled: a fault of the program.
    pub fn of(published: &Published) -> Result<Self, Error> {
        let choice = Choice::of(published);
        let mut files = BTreeMap::new();
        if let Some(machine) = choice.machines.first() {
            files.insert("time.svg", chart::growth(&choice, machine)?);
        }
        files.insert("README.md", document::markdown(&choice)?);
        Ok(Self { files, blocks: readme::blocks(&choice)? })
    }

    /// Returns the README with its blocks between their marks, or `None` if it has no marks.
    pub fn fill(&self, readme: &str) -> Option<String> {
        readme::with_blocks(readme, &self.blocks)
    }
}
