//! Publishing: turns records of counts into a document, a chart and parts of a README. The same records
//! always give the same bytes.
//!
//! ```text
//! records -> read -> tables, compared -> document -> README.md
//!                                     -> chart    -> time.svg
//!                                     -> readme   -> two blocks of another README
//! ```
//!
//! * [`files`]: reads files, and checks their objects by the rules in `queens_format::wire`; `unique_keys`:
//!   rejects JSON with a repeated key
//! * `read`: the records, comparisons and estimates to publish
//! * `tables`: each computer's times; `compared`: other programs
//! * `document`, `chart`, `readme`: each fills its templates, the files next to it
//! * `template`: the only place that turns untrusted text into part of a document; `processor`: names
//!   computers
//!
//! Comparisons and estimates are published together with the counts, so that one command produces every
//! figure of a page, and one test reproduces all pages. The ladder is not published: `queens ladder` measures
//! and prints it.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

use std::collections::BTreeMap;

/// An error in filling a template: a bug in the program.
pub use minijinja::Error;

pub use self::read::{RecordSet, SMALLEST_BOARD};
pub use self::readme::{Filled, MisplacedMark};

use self::compared::ComparedTimes;
use self::tables::{ComputerTable, TableTime};

mod chart;
mod compared;
mod document;
pub mod files;
mod processor;
mod read;
mod readme;
mod tables;
mod template;
mod unique_keys;

/// Marks every file that this program writes, alone on its line.
pub const MARK: &str = "made by queens";

/// What is published.
struct Selection<'a> {
    set: &'a RecordSet,
    tables: Vec<ComputerTable<'a>>,
    compared: Vec<ComparedTimes<'a>>,
}

impl<'a> Selection<'a> {
    /// Returns the table to show in the chart and the README, if any of its boards was counted in one
    /// session.
    fn first_table(&self) -> Option<&ComputerTable<'a>> {
        self.tables.first().filter(|table| table.times.iter().any(|time| time.is_measured()))
    }
}

/// The published files, and parts of a README. Chart and README show the computer that counted the largest
/// board in the shortest time.
pub struct Publication {
    /// The document and the chart, by file name.
    pub files: BTreeMap<&'static str, String>,
    /// The number of times that no table shows, because a newer release counted on the same computer, or
    /// because they are for neither one core nor all cores.
    pub left_out: usize,
    /// The README's blocks, by mark name.
    blocks: [(&'static str, String); 2],
}

impl Publication {
    /// Creates the files and blocks from the records.
    ///
    /// # Errors
    /// If a template cannot be filled, which is a bug in the program.
    pub fn of(set: &RecordSet) -> Result<Self, Error> {
        let tables = ComputerTable::all(set);
        let selection = Selection { set, tables, compared: ComparedTimes::all(set) };
        let mut files = BTreeMap::new();
        if let Some(table) = selection.first_table() {
            files.insert("time.svg", chart::growth(&selection, table)?);
        }
        files.insert("README.md", document::markdown(&selection)?);
        let shown: usize = selection.tables.iter().map(|table| table.times.len()).sum();
        let all = set.estimates.len() + set.counts.iter().filter_map(TableTime::of).count();
        Ok(Self { files, left_out: all - shown, blocks: readme::blocks(&selection)? })
    }

    /// Returns the README with its blocks filled in between their marks.
    ///
    /// # Errors
    /// If a mark lacks its counterpart.
    pub fn fill(&self, readme: &str) -> Result<Filled, MisplacedMark> {
        readme::with_blocks(readme, &self.blocks)
    }
}
