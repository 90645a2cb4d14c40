//! Publishing: from records to one document and its charts, the same bytes from the same records.
//!
//! ```text
//! records -> study, rivals, given -> tables, charts -> document -> README.md -> index.html
//! ```
//!
//! * `study`: the best time of every board, machine by machine
//! * `rivals`: other programs, measured beside this one; `given`: ladder and estimates, where they
//!   are there
//! * `escape`: the one place where foreign text becomes part of a document
//! * `tables`, `table`; `charts`, `chart`: the parts, as Markdown and SVG
//! * `document`: the whole, as Markdown; `html`: the page made of it; `readme`: what a README shows
//!   of it

use std::collections::BTreeMap;

use anyhow::Context;

use self::given::{Estimate, Ladder};
use self::rivals::Rival;
use self::study::Machine;
use super::record::Record;

mod chart;
mod charts;
mod document;
mod escape;
mod given;
mod html;
mod readme;
mod rivals;
mod study;
mod table;
mod tables;

pub use rivals::read_all as read_rivals;

/// All that is published. Charts and README show the first machine, which has most records.
pub struct Publication {
    files: BTreeMap<&'static str, String>,
    blocks: [(&'static str, String); 2],
}

impl Publication {
    /// The publication of `records`, of the programs measured beside them and of the texts of
    /// `ladder.json` and `estimate.json`. Without `rivals` it does not mention other programs.
    ///
    /// # Errors
    /// When there are no records, and when the ladder or the estimates cannot be read.
    pub fn of(
        records: &[Record],
        rivals: Option<&[Rival]>,
        ladder: Option<&str>,
        estimates: Option<&str>,
    ) -> anyhow::Result<Self> {
        let machines = Machine::all(records);
        let first = machines.first().context("there are no records")?;
        let beside: Vec<_> = (rivals.unwrap_or_default().iter())
            .filter(|rival| rival.record.threads == 1 && rival.site() == first.site)
            .collect();
        let ladder = ladder.map(Ladder::parse).transpose()?;
        let estimates = estimates.map(Estimate::parse).transpose()?.unwrap_or_default();
        let charts = [charts::growth(first, &beside), charts::lead(&beside), charts::scaling(first)];
        let charts: BTreeMap<_, _> = charts.into_iter().flatten().map(|chart| (chart.file, chart)).collect();
        let document = document::markdown(records, &machines, rivals, ladder.as_ref(), &estimates, &charts);
        let mut files: BTreeMap<_, _> = charts.iter().map(|(file, chart)| (*file, chart.svg())).collect();
        files.insert("index.html", html::page(&document, &files));
        files.insert("README.md", document);
        Ok(Self { files, blocks: readme::blocks(first, &beside, &estimates) })
    }

    /// Names and contents of the files.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// `text` with each block of a README between the two lines that mark its place, or nothing
    /// where no block has a place.
    pub fn in_readme(&self, text: &str) -> Option<String> {
        let (mut text, mut found) = (text.to_owned(), false);
        for (name, block) in &self.blocks {
            if let Some(changed) = with_block(&text, name, block) {
                (text, found) = (changed, true);
            }
        }
        found.then_some(text)
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
