//! Publishes count records as a document, a chart and README parts. The same records always produce the same
//! bytes.
//!
//! ```text
//! records -> read -> tables, compared -> document -> README.md
//!                                     -> chart    -> time.svg
//!                                     -> readme   -> two blocks of another README
//! ```
//!
//! * [`files`] reads files, and checks their objects against the rules in `queens_format::wire`.
//! * `unique_keys` rejects JSON with a repeated key.
//! * `read` collects the records, comparisons and estimates to publish.
//! * `tables` arranges each computer's times.
//! * `compared` arranges the comparisons with other programs.
//! * `document`, `chart` and `readme` fill the templates in this folder.
//! * `template` escapes untrusted text. No other module turns untrusted text into part of a document.
//! * `processor` names computers.
//!
//! Comparisons and estimates are published together with the counts. One command therefore produces every
//! figure on a page, and one test reproduces all pages. Times from `queens ladder` are not published.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

use std::collections::BTreeMap;

/// An error from filling a template. It means that the program has a bug.
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

/// Every generated document, page, chart and manual page contains this mark in one of its first lines.
pub const MARK: &str = "made by queens";

/// The records to publish, with the tables and comparisons made from them.
struct Selection<'a> {
    set: &'a RecordSet,
    tables: Vec<ComputerTable<'a>>,
    compared: Vec<ComparedTimes<'a>>,
}

impl<'a> Selection<'a> {
    /// Returns the table for the chart and the README. This is the first table, if any of its times was
    /// measured.
    fn first_table(&self) -> Option<&ComputerTable<'a>> {
        self.tables.first().filter(|table| table.times.iter().any(|time| time.is_measured()))
    }
}

/// The files to publish, and the blocks for a README. The chart and the README show the computer that counted
/// the largest board in the shortest time.
pub struct Publication {
    /// The document and the chart, by file name.
    pub files: BTreeMap<&'static str, String>,
    /// The number of measured and estimated times that are in no table. A time is left out if a newer release
    /// counted on the same computer, or if it is for neither one core nor all cores.
    pub left_out: usize,
    /// The blocks for the README, each with the name used in its marks.
    blocks: [(&'static str, String); 2],
}

impl Publication {
    /// Creates the files and blocks from the records.
    ///
    /// # Errors
    /// Fails if a template cannot be filled, which means that the program has a bug.
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

    /// Fills in each block between its marks, and returns the resulting README.
    ///
    /// # Errors
    /// Fails if a mark lacks its counterpart or is inside another block.
    pub fn fill(&self, readme: &str) -> Result<Filled, MisplacedMark> {
        readme::with_blocks(readme, &self.blocks)
    }
}
