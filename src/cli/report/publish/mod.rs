//! Publishing: turns records into a document and its charts. The same records give the same bytes.
//!
//! ```text
//! records -> study, rivals, given -> document, chart -> README.md -> html -> index.html
//!                                 -> readme -> two blocks of another README
//! ```
//!
//! * `study`: the best time of every board, machine by machine
//! * `rivals`: other programs, measured beside this one; `given`: ladder and estimates
//! * `escape`: fills the templates; the one place where foreign text becomes part of a document
//! * `document`, `chart`, `readme`, `html`: what the template of the same name shows

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;

use self::given::{Estimate, Ladder};
use self::rivals::Rival;
use self::study::Machine;
use super::files::RecordError;
use super::merged::{self, MergeRecord};
use super::record::{self, Record};
use crate::cli::options::PublishArgs;

mod chart;
mod document;
mod escape;
mod given;
mod html;
mod readme;
mod rivals;
mod study;

/// The cores of a machine that many readers have access to.
const MANY_CORES: usize = 64;

/// Fewer programs than this give no chart of leads: the table says as much.
const FEW_PROGRAMS: usize = 3;

/// What is published.
pub struct Given {
    pub records: Vec<Record>,
    /// By N.
    pub merges: BTreeMap<usize, MergeRecord>,
    rivals: Vec<Rival>,
    ladders: Vec<Ladder>,
    estimates: Vec<Estimate>,
}

impl Given {
    /// Reads what lies in the folders.
    ///
    /// # Errors
    /// When there are no records, and when something is wrong or cannot be read.
    pub fn read(args: &PublishArgs) -> Result<Self, RecordError> {
        Ok(Self {
            records: record::read_all(&args.records)?,
            merges: merged::read_all(&args.records)?,
            rivals: if args.without_others { Vec::new() } else { rivals::read_all(&args.rivals)? },
            ladders: given::read(&args.folder, "ladder.json")?,
            estimates: given::read(&args.folder, "estimate.json")?,
        })
    }

    /// The merges of boards that no machine counted alone: only these have no better time.
    fn only_merged(&self) -> BTreeMap<usize, &MergeRecord> {
        let counted: BTreeSet<_> = self.records.iter().map(|record| record.result.n.get()).collect();
        self.merges.iter().filter(|(n, _)| !counted.contains(n)).map(|(n, record)| (*n, record)).collect()
    }
}

/// All that is published. Charts and README show the machine with the latest record.
pub struct Publication {
    /// The files by name.
    pub files: BTreeMap<&'static str, String>,
    /// The blocks of a README by the name of their marks.
    blocks: [(&'static str, String); 2],
}

impl Publication {
    /// The publication of what was read.
    ///
    /// # Errors
    /// When a template cannot be filled, which is a fault of this program.
    pub fn of(given: &Given) -> anyhow::Result<Self> {
        let machines = Machine::all(&given.records);
        let last = machines
            .first()
            .context("there is no record of a count on a CPU: make one with `queens count 16 --record`")?;
        let is_beside = |rival: &&Rival| rival.threads == 1 && rival.site() == last.site;
        let beside: Vec<_> = given.rivals.iter().filter(is_beside).collect();
        let mut files = BTreeMap::from([("time.svg", chart::growth(last, &beside)?)]);
        if beside.len() >= FEW_PROGRAMS {
            files.insert("lead.svg", chart::lead(&beside)?);
        }
        let document = document::markdown(given, &machines, files.contains_key("lead.svg"))?;
        files.insert("index.html", html::page(&document)?);
        files.insert("README.md", document);
        Ok(Self { files, blocks: readme::blocks(last, &beside, given)? })
    }

    /// `text` with each block of a README between the two lines that mark its place, or nothing
    /// where no block has a place.
    pub fn in_readme(&self, text: &str) -> Option<String> {
        self.blocks.iter().fold(None, |found, (name, block)| {
            with_block(found.as_deref().unwrap_or(text), name, block).or(found)
        })
    }
}

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing
/// where they are not. A mark that is part of a line is none.
fn with_block(text: &str, name: &str, block: &str) -> Option<String> {
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let find = |mark: &str| lines.iter().position(|line| line.trim() == format!("<!-- {name}:{mark} -->"));
    let (begin, end) = (find("begin")?, find("end")?);
    (begin < end).then(|| {
        let (before, after) = (lines[..=begin].concat(), lines[end..].concat());
        format!("{before}\n{}\n\n{after}", block.trim_end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_between_its_marks_and_twice_is_like_once() {
        let text = "a\n<!-- table:begin -->\nold\n<!-- table:end -->\nb\n";
        let once = with_block(text, "table", "| new |\n").unwrap();
        assert_eq!(once, "a\n<!-- table:begin -->\n\n| new |\n\n<!-- table:end -->\nb\n");
        assert_eq!(with_block(&once, "table", "| new |\n").unwrap(), once);
    }

    #[test]
    fn a_mark_is_a_line_of_its_own_and_both_are_needed_in_order() {
        assert_eq!(with_block("<!-- table:end -->\n<!-- table:begin -->\n", "table", ""), None);
        assert_eq!(with_block("<!-- table:begin -->\n<!-- table:end -->\n", "summary", ""), None);
        assert_eq!(with_block("see <!-- table:begin -->\n<!-- table:end -->\n", "table", ""), None);
        let text = "<!-- table:begin -->\nold <!-- table:end --> old\n<!-- table:end -->\n";
        let once = "<!-- table:begin -->\n\nnew\n\n<!-- table:end -->\n";
        assert_eq!(with_block(text, "table", "new").unwrap(), once);
    }
}
