//! What stands under which heading, on the page and in the file alike.

use std::collections::BTreeSet;

use super::chart::Chart;
use super::estimates::{self, Estimate};
use super::ladder::Ladder;
use super::rivals::{Rival, alike};
use super::study::Machine;
use super::table::Table;
use super::{charts, tables};
use crate::report::record::Kept;

/// A heading and what stands below it.
#[derive(Default)]
pub struct Section {
    pub title: &'static str,
    /// The charts, each with the name of its file.
    pub charts: Vec<(&'static str, Chart)>,
    pub tables: Vec<Table>,
    /// Paragraphs, without markup.
    pub notes: Vec<String>,
    /// Whether it is too long to be shown unasked.
    pub folded: bool,
}

/// The sections that have something to show.
pub fn all(
    records: &[Kept],
    machines: &[Machine<'_>],
    rivals: Option<&[Rival]>,
    ladder: Option<&Ladder>,
    estimates: &[Estimate],
) -> anyhow::Result<Vec<Section>> {
    let first = machines.first();
    let beside = first.map_or_else(Vec::new, |machine| alike(machine, rivals.unwrap_or_default()));
    let chart =
        |name, chart: Option<Option<Chart>>| chart.flatten().map(|chart| (name, chart)).into_iter().collect();
    let sections = [
        Section {
            title: "Counts",
            charts: chart("time.svg", first.map(|machine| charts::growth(machine, &beside))),
            tables: vec![tables::counts(records)],
            ..Section::default()
        },
        Section {
            title: "Other programs",
            charts: chart("lead.svg", first.map(|machine| charts::lead(machine, &beside))),
            tables: rivals.map_or(Ok(Vec::new()), |rivals| others(machines, rivals))?,
            notes: rivals.into_iter().flat_map(|_| ON_OTHERS).map(str::to_owned).collect(),
            ..Section::default()
        },
        Section {
            title: "Times",
            charts: chart("threads.svg", first.map(charts::scaling)),
            tables: machines.iter().map(tables::best_times).collect(),
            ..Section::default()
        },
        Section {
            title: "Larger boards",
            tables: estimates::table(estimates).into_iter().collect(),
            ..Section::default()
        },
        Section {
            title: "The ladder",
            charts: chart("ladder.svg", ladder.map(charts::ladder)),
            tables: ladder.map(Ladder::table).into_iter().collect(),
            ..Section::default()
        },
        Section {
            title: "How the numbers were made",
            notes: how_made(records, machines),
            ..Section::default()
        },
        Section {
            title: "Records",
            tables: vec![tables::records(records)],
            folded: true,
            ..Section::default()
        },
    ];
    let is_there = |section: &Section| !section.tables.is_empty() || !section.notes.is_empty();
    Ok(sections.into_iter().filter(is_there).collect())
}

/// The tables of other programs: those measured beside ours, machine by machine, then what their authors say.
fn others(machines: &[Machine<'_>], rivals: &[Rival]) -> anyhow::Result<Vec<Table>> {
    let mut shown = Vec::new();
    for machine in machines {
        let rivals: Vec<_> = rivals.iter().filter(|rival| rival.is_on(machine)).collect();
        if !rivals.is_empty() {
            shown.push(tables::beside(machine, &rivals));
        }
    }
    shown.push(tables::authors()?);
    Ok(shown)
}

/// How the numbers were made, a paragraph each.
fn how_made(records: &[Kept], machines: &[Machine<'_>]) -> Vec<String> {
    let mut notes: Vec<_> = machines
        .iter()
        .map(|machine| format!("Machine: {} ({}).", machine.name(), machine.host.os))
        .collect();
    if let [first, _, ..] = machines {
        notes.push(format!("The charts show the machine with most records, {}.", first.name()));
    }
    let compilers: BTreeSet<_> = records.iter().map(|kept| &*kept.record.compiler).collect();
    notes.push(format!("Built with {}.", compilers.into_iter().collect::<Vec<_>>().join("; ")));
    notes.extend(ON_RECORDS.map(str::to_owned));
    notes
}

const ON_RECORDS: [&str; 5] = [
    "The program itself writes a record when a count is finished: the result, the command line, processor, kernel, threads, \
     commit, compiler, time and memory. Every row here comes from such files. Records are only ever added.",
    "A time is the best of all records of the same machine, board and number of threads. It is time by the clock from the \
     first look at the board to the total, splitting the board included.",
    "A time with † was counted in several sessions: it is the time that its units took, divided by the threads.",
    "A total is recorded when it has passed the checks that its record lists, first of all the comparison with the known value \
     (OEIS A000170). A wrong total is never recorded. Fundamental solutions are those up to rotation and reflection (OEIS \
     A002562).",
    "Nodes are queens placed by the search. Their number depends on split and kernel.",
];

const ON_OTHERS: [&str; 2] = [
    "A program measured beside queens ran in turn with it, A B then B A, both kept on the same cores. Times are medians: \
     processor time of one thread, time by the clock of several. Its counts were compared with the known values.",
    "The times that authors give were made on other machines and are not measured here. They cannot be compared with ours: a \
     graphics processor or an FPGA is not a core.",
];
