//! Publishing: from records to tables, charts and a page, the same bytes from the same records.
//!
//! ```text
//! records -> study, rivals -> tables, charts -> page -> README.md, index.html, records.csv, *.svg
//! ```
//!
//! * `study`: the best time of every board, machine by machine
//! * `rivals`: other programs, measured beside this one
//! * `table`, `tables`: Markdown and HTML from one definition of each table
//! * `chart`, `charts`: SVG, for wide and narrow screens, for light and dark
//! * `ladder`, `estimates`: the output of `queens ladder --json` and `queens estimate --json`,
//!   where it is there
//! * `page`: the whole, as HTML and as Markdown; `readme`: what a README shows of it

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;

use self::chart::Form;
use self::estimates::Estimate;
use self::page::Section;
use self::rivals::Rival;
use self::study::Machine;
use self::table::Table;
use super::record::Record;

mod chart;
mod charts;
mod estimates;
mod ladder;
mod page;
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
    /// `ladder.json` and `estimate.json`. Without `rivals` other programs are not spoken of at all.
    ///
    /// # Errors
    /// When there are no records, when the ladder or the estimates are none, and when the records
    /// cannot be written as CSV.
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
        let ladder = ladder.map(ladder::parse).transpose()?;
        let estimates = estimates.map(Estimate::parse).transpose()?.unwrap_or_default();
        let section = |title, chart, tables, notes| Section { title, chart, tables, notes };
        let mut sections = vec![
            section(
                "Counts",
                charts::growth(first, &beside),
                vec![tables::counts(records), tables::methods(records)],
                &ON_COUNTS[..],
            ),
            section(
                "Other programs",
                charts::lead(first, &beside),
                rivals.map_or(Ok(Vec::new()), |rivals| others(&machines, rivals))?,
                &ON_OTHERS,
            ),
            section("Times", charts::scaling(first), machines.iter().map(tables::best_times).collect(), &[]),
            section("Larger boards", None, estimates::table(&estimates).into_iter().collect(), &[]),
            section(
                "The ladder",
                ladder.as_ref().and_then(|ladder| charts::ladder(&ladder.rungs)),
                ladder.as_ref().map(ladder::table).into_iter().collect(),
                &[],
            ),
            section("How the numbers were made", None, vec![tables::machines(&machines)], &ON_RECORDS),
        ];
        sections.retain(|section| !section.tables.is_empty());
        let charts = sections.iter().filter_map(|section| section.chart.as_ref());
        let mut files: BTreeMap<_, _> = charts.map(|chart| (chart.file, chart.svg(Form::Wide))).collect();
        files.insert("records.csv", tables::csv(records)?);
        files.insert("README.md", page::markdown(&sections));
        files.insert("index.html", page::html(&machines, &sections));
        Ok(Self { files, blocks: readme::blocks(first, &beside) })
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

/// The tables of other programs: those measured beside `queens`, machine by machine, then what
/// their authors say.
fn others(machines: &[Machine<'_>], rivals: &[Rival]) -> anyhow::Result<Vec<Table>> {
    let here: Vec<_> = machines.iter().map(|machine| machine.site).collect();
    let elsewhere: BTreeSet<_> = rivals.iter().map(Rival::site).filter(|site| !here.contains(site)).collect();
    let mut shown = Vec::new();
    for site in here.iter().copied().chain(elsewhere) {
        let rivals: Vec<_> = rivals.iter().filter(|rival| rival.site() == site).collect();
        if !rivals.is_empty() {
            shown.push(tables::beside(site, &rivals, here.contains(&site)));
        }
    }
    shown.push(tables::authors()?);
    Ok(shown)
}

const ON_COUNTS: [&str; 1] = [
    "The program has two methods: the search, with the splits cross and rows, and the join of half boards, with the split \
     halves. They share the schedule and the code that adds up, and nothing else. The total of one method alone is \
     confirmed by the published value only.",
];

const ON_OTHERS: [&str; 2] = [
    "A program measured beside queens ran in turn with it, A B then B A, both kept on the same cores. Times are medians: \
     processor time of one thread, time by the clock of several. Its counts were compared with the known values. A time leads \
     to its record, which has the command lines.",
    "The times that authors give were made on other machines and are not measured here. They cannot be compared with those of \
     queens: a graphics processor or an FPGA is not a core.",
];

const ON_RECORDS: [&str; 5] = [
    "The program itself writes a record when a count is finished: the result, the command line, processor, kernel, threads, \
     commit, compiler, time and memory. The time of a count leads to its record, and records.csv has the figures of all \
     records. Records are only ever added.",
    "The time of a count is the best of all records of its kind. It is time by the clock from the first look at the board to \
     the total, splitting the board included.",
    "A time with † was counted in several sessions: it is the time that its units took, divided by the threads.",
    "A total is recorded when it has passed the checks that its record lists, first of all the comparison with the known value \
     (OEIS A000170). A wrong total is never recorded. Fundamental solutions are those up to rotation and reflection (OEIS \
     A002562).",
    "Charts and README show one machine: the one with most records.",
];

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing
/// where they are not.
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
