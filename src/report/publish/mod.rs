//! Publishing: from records to tables, charts and a page, the same bytes from the same records.
//!
//! ```text
//! records -> study, rivals -> tables, charts -> sections -> README.md, index.html, records.csv, *.svg
//! ```
//!
//! * `study`: the best time of every board, machine by machine
//! * `rivals`: other programs, measured beside this one
//! * `table`, `tables`: Markdown and HTML from one definition of each table
//! * `chart`, `charts`, `drawing`, `labels`: SVG, for wide and narrow screens, for light and dark
//! * `ladder`, `estimates`: the output of `queens ladder --json` and `queens estimate --json`, where it is there
//! * `sections`: what stands under which heading; `page`, `markdown`: the whole; `readme`: what a README shows of it

use std::collections::BTreeMap;

use self::drawing::Form;
use self::estimates::Estimate;
use self::ladder::Ladder;
use self::study::Machine;
use super::record::Kept;

mod chart;
mod charts;
mod drawing;
mod estimates;
mod labels;
mod ladder;
mod markdown;
mod page;
mod readme;
mod rivals;
mod sections;
mod study;
mod table;
mod tables;

pub use rivals::{Rival, read_all as read_rivals};

/// All that is published.
pub struct Publication {
    files: BTreeMap<&'static str, String>,
    blocks: Vec<(&'static str, String)>,
}

impl Publication {
    /// The publication of `records`, of the programs measured beside them and of the texts of `ladder.json` and
    /// `estimate.json`. Without `rivals` other programs are not spoken of at all.
    ///
    /// # Errors
    /// When the ladder or the estimates are none, and when the records cannot be written as CSV.
    pub fn of(
        records: &[Kept],
        rivals: Option<&[Rival]>,
        ladder: Option<&str>,
        estimates: Option<&str>,
    ) -> anyhow::Result<Self> {
        let machines = Machine::all(records);
        let ladder = ladder.map(Ladder::parse).transpose()?;
        let estimates = estimates.map(Estimate::parse).transpose()?.unwrap_or_default();
        let sections = sections::all(records, &machines, rivals, ladder.as_ref(), &estimates)?;
        let charts = sections.iter().flat_map(|section| &section.charts);
        let mut files: BTreeMap<_, _> = charts.map(|(name, chart)| (*name, chart.svg(Form::Wide))).collect();
        files.insert("records.csv", tables::csv(records)?);
        files.insert("README.md", markdown::readme(&sections));
        files.insert("index.html", page::page(&machines, &sections));
        let blocks = machines.first().map_or_else(Vec::new, |machine| {
            readme::blocks(machine, &rivals::alike(machine, rivals.unwrap_or_default())).into()
        });
        Ok(Self { files, blocks })
    }

    /// Names and contents of the files.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// `text` with each block of a README between the two lines that mark its place, or nothing where no block has a place.
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

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing where they are not.
fn with_block(text: &str, name: &str, block: &str) -> Option<String> {
    let [begin, end] = ["begin", "end"].map(|place| format!("<!-- {name}:{place} -->"));
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n\n{}\n\n{end}{after}", block.trim_end()))
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
    fn a_text_without_both_marks_is_left_alone() {
        assert_eq!(with_block("<!-- table:end --> <!-- table:begin -->", "table", ""), None);
        assert_eq!(with_block("<!-- table:begin --> <!-- table:end -->", "summary", ""), None);
    }
}
