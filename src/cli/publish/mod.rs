//! Publishing: turns records into a document and its charts. The same records give the same bytes.
//!
//! ```text
//! read -> choose -> document -> README.md
//!                -> document -> page -> index.html
//!                -> chart    -> time.svg, lead.svg
//!                -> readme   -> two blocks of another README
//! ```
//!
//! * `read`: records of counts, merges and other programs, the ladder, and estimates
//! * `choose`: what is shown of them, above all the best time of every board, machine by machine
//! * `document`, `chart`, `page`, `readme`: each fills its templates, the files beside them
//! * `template`: the one place where foreign text becomes part of a document

use std::collections::BTreeMap;

use minijinja::Error;

pub use self::read::Given;

use self::choose::Choice;

mod chart;
mod choose;
mod document;
mod page;
mod read;
mod readme;
mod template;

/// Fewer programs than this give no chart of leads: the table says as much.
const FEW_PROGRAMS: usize = 3;

/// All that is published. Charts and README show the machine that counted the largest board in the
/// least time.
pub struct Publication {
    pub files: BTreeMap<&'static str, String>,
    /// The blocks of a README by the name of their marks.
    blocks: [(&'static str, String); 2],
}

impl Publication {
    pub fn of(given: &Given) -> Result<Self, Error> {
        let choice = Choice::of(given);
        let mut files = BTreeMap::new();
        if let Some(machine) = choice.machines.first() {
            files.insert("time.svg", chart::growth(&choice, machine)?);
        }
        if choice.beside.len() >= FEW_PROGRAMS {
            files.insert("lead.svg", chart::lead(&choice)?);
        }
        let [document, page] = document::markdown(&choice, files.contains_key("lead.svg"))?;
        files.extend([("README.md", document), ("index.html", page::html(&page)?)]);
        Ok(Self { files, blocks: readme::blocks(&choice)? })
    }

    /// A README with its blocks between their marks, or nothing where it has no marks.
    pub fn fill(&self, readme: &str) -> Option<String> {
        readme::with_blocks(readme, &self.blocks)
    }
}
