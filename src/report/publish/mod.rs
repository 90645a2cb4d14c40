//! Publishing: from records to tables, charts and a page, the same bytes from the same records.
//!
//! ```text
//! records -> study -> tables, charts -> README.md, index.html, records.csv, *.svg
//! ```
//!
//! * `study`: the best time of every board, machine by machine
//! * `others`: what other programs' authors have published
//! * `table`, `tables`: Markdown and HTML from one definition of each table
//! * `chart`, `charts`, `drawing`, `labels`, `ink`: SVG, for wide and narrow screens, for light and dark
//! * `ladder`: the output of `queens ladder --json`, where there is one
//! * `page`, `markdown`: the whole

use std::collections::BTreeMap;

use self::chart::{Chart, Form};
use self::ladder::Ladder;
use self::study::Machine;
use self::table::Table;
use super::record::Kept;

mod chart;
mod charts;
mod drawing;
mod ink;
mod labels;
mod ladder;
mod markdown;
mod others;
mod page;
mod study;
mod table;
mod tables;

/// The boards of the comparison on the page.
const COMPARED: [usize; 7] = [16, 18, 20, 21, 22, 24, 27];
/// The boards of the shorter comparison.
const COMPARED_SHORTLY: [usize; 6] = [16, 18, 20, 22, 24, 27];

const BEGIN: &str = "<!-- table:begin -->";
const END: &str = "<!-- table:end -->";

/// All that is published.
pub struct Publication {
    files: BTreeMap<&'static str, String>,
    comparison: String,
}

/// What the pages are made of.
struct Contents<'a> {
    machines: Vec<Machine<'a>>,
    counts: Table,
    comparison: Table,
    methods: Table,
    times: Vec<(Table, Table)>,
    ladder: Option<Table>,
    records: Table,
    /// The charts, each with the name of its file.
    charts: Vec<(&'static str, Chart)>,
    compilers: Vec<&'a str>,
}

impl Publication {
    /// The publication of `records` and of the text of `ladder.json`.
    ///
    /// # Errors
    /// When the ladder is none.
    pub fn of(records: &[Kept], ladder: Option<&str>) -> anyhow::Result<Self> {
        let machines = Machine::all(records);
        let ladder = ladder.map(Ladder::parse).transpose()?;
        let first = machines.first();
        let charts = [
            ("time.svg", first.map(charts::time)),
            ("kernels.svg", first.and_then(charts::kernels)),
            ("threads.svg", first.and_then(charts::scaling)),
            ("ladder.svg", ladder.as_ref().and_then(charts::ladder)),
        ];
        let mut compilers: Vec<_> = records.iter().map(|kept| &*kept.record.compiler).collect();
        compilers.sort_unstable();
        compilers.dedup();
        let contents = Contents {
            counts: tables::counts(records),
            comparison: tables::comparison(&machines, &COMPARED),
            methods: tables::methods(),
            times: machines.iter().map(|machine| (tables::times(machine), tables::speeds(machine))).collect(),
            ladder: ladder.as_ref().map(Ladder::table),
            records: tables::records(records),
            charts: charts.into_iter().filter_map(|(name, chart)| Some((name, chart?))).collect(),
            compilers,
            machines,
        };
        let mut files = BTreeMap::new();
        for (name, chart) in &contents.charts {
            files.insert(*name, chart.svg(Form::File)?);
        }
        files.insert("records.csv", tables::csv(records)?);
        files.insert("README.md", markdown::readme(&contents));
        files.insert("index.html", page::page(&contents)?);
        let table = tables::comparison(&contents.machines, &COMPARED_SHORTLY).markdown();
        let comparison = format!("{table}\n{}\n", markdown::comparison_note(&contents));
        Ok(Self { files, comparison })
    }

    /// Names and contents of the files.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// The shorter comparison with other programs, as a Markdown table with a note below it.
    pub fn comparison(&self) -> &str {
        &self.comparison
    }
}

/// `text` with `table` between the two lines that mark its place, or nothing where they are not.
pub fn with_table(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_goes_between_its_marks_and_twice_is_like_once() {
        let text = "a\n<!-- table:begin -->\nold\n<!-- table:end -->\nb\n";
        let once = with_table(text, "| new |\n").unwrap();
        assert_eq!(once, "a\n<!-- table:begin -->\n\n| new |\n\n<!-- table:end -->\nb\n");
        assert_eq!(with_table(&once, "| new |\n").unwrap(), once);
    }

    #[test]
    fn a_text_without_both_marks_is_left_alone() {
        assert_eq!(with_table("<!-- table:end --> <!-- table:begin -->", ""), None);
        assert_eq!(with_table("nothing", ""), None);
    }
}
