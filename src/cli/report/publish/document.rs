//! The document: what is published under which heading, as Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::chart::Chart;
use super::escape;
use super::given::{Estimate, Ladder};
use super::rivals::Rival;
use super::study::{Machine, best};
use super::tables;
use crate::cli::report::ours::MARK;
use crate::cli::report::record::Record;
use crate::cli::report::text::grouped;

/// The document. Captions are Markdown already. Headings without anything below them are left out.
pub fn markdown(
    records: &[Record],
    machines: &[Machine<'_>],
    rivals: Option<&[Rival]>,
    ladder: Option<&Ladder>,
    estimates: &[Estimate],
    charts: &BTreeMap<&'static str, Chart>,
) -> String {
    let largest = best(records).pop_last();
    let (n, solutions) = largest.map_or((0, 0), |(n, record)| (n, record.result.total()));
    let mut text = format!(
        "<!-- {MARK} -->\n# Results\n\n\
         All ways to place N queens on a board of N by N squares so that none attacks another, counted by `queens` up to \
         N = {n}: {} solutions. `queens publish` makes this document, and the same as a page to sort, \
         [`index.html`](index.html), from the records in [`records`](records).\n",
        grouped(solutions)
    );
    let mut section = |title: &str, chart: &str, parts: Vec<(String, String)>, notes: &[&str]| {
        if parts.is_empty() {
            return;
        }
        let _ = writeln!(text, "\n## {title}");
        if let Some(Chart { file, title, .. }) = charts.get(chart) {
            let _ = writeln!(text, "\n![{title}]({file})");
        }
        for (caption, body) in parts {
            let _ = writeln!(text, "\n### {caption}\n\n{}", body.trim_end());
        }
        for (index, note) in notes.iter().enumerate() {
            let _ = writeln!(text, "{}* {note}", if index == 0 { "\n" } else { "" });
        }
    };
    let part = |caption: &str, table: super::table::Table| (caption.to_owned(), table.markdown());
    section(
        "Counts",
        "time.svg",
        vec![part("Solutions and the best time", tables::counts(records))],
        &ON_COUNTS,
    );
    let times = machines
        .iter()
        .map(|machine| part(&escape::markdown(&machine.site.name()), tables::best_times(machine)));
    section("Times", "threads.svg", times.collect(), &ON_TIMES);
    section(
        "Other programs",
        "lead.svg",
        rivals.map_or(Vec::new(), |rivals| others(machines, rivals)),
        &ON_OTHERS,
    );
    let estimated = estimates.first().map(|first| {
        let caption = format!("Estimated on {}", escape::markdown(&first.host.cpu_name()));
        part(&caption, tables::estimates(estimates, machines))
    });
    section("Estimates", "", estimated.into_iter().collect(), &ON_ESTIMATES);
    let climbed = ladder.map(|ladder| {
        let place = ladder
            .host
            .as_ref()
            .map_or_else(String::new, |host| format!(" of {}", escape::markdown(&host.cpu_name())));
        part(&format!("One idea more per rung, in one thread{place}"), tables::ladder(ladder))
    });
    section("The ladder", "", climbed.into_iter().collect(), &[]);
    section("How the numbers were made", "", vec![part("Machines", tables::machines(machines))], &ON_RECORDS);
    text
}

/// The tables of other programs: those measured beside `queens`, machine by machine, then what
/// their authors say.
fn others(machines: &[Machine<'_>], rivals: &[Rival]) -> Vec<(String, String)> {
    let here: Vec<_> = machines.iter().map(|machine| machine.site).collect();
    let elsewhere: BTreeSet<_> = rivals.iter().map(Rival::site).filter(|site| !here.contains(site)).collect();
    let mut parts = Vec::new();
    for site in here.iter().copied().chain(elsewhere) {
        let rivals: Vec<_> = rivals.iter().filter(|rival| rival.site() == site).collect();
        if !rivals.is_empty() {
            let place = escape::markdown(&site.name());
            let by = if here.contains(&site) { "" } else { ", measured by the authors of queens" };
            let caption = format!("Time, and how many times that of queens, on {place}{by}");
            parts.push((caption, tables::beside(&rivals).markdown()));
            parts.push((format!("How they were built for {place}"), tables::built(&rivals).markdown()));
        }
    }
    parts.push(("Times that their authors give".to_owned(), include_str!("authors.md").to_owned()));
    parts
}

const ON_COUNTS: [&str; 2] = [
    "A total is recorded when it has passed the checks that its record lists, first of all the comparison with the known value \
     (OEIS A000170). Fundamental solutions are those up to rotation and reflection (OEIS A002562).",
    "The program has two methods: the search (splits cross and rows) and the join of half boards (split halves). They share \
     the schedule and the code that adds up, and nothing else. A total of one method alone is confirmed by the published value \
     only.",
];

const ON_TIMES: [&str; 3] = [
    "Times are wall times, the best of all records of their kind, from the first look at the board to the total.",
    "† counted in several sessions: the time of the units, divided by the threads.",
    "‡ the machine was busy: the threads of the count had less than 0.9 of the CPU time that they could have had. Such a time \
     is shown only where there is no other.",
];

const ON_OTHERS: [&str; 2] = [
    "A program measured beside queens ran in turn with it, A B then B A, both on the same cores. Times are medians: CPU time of \
     one thread, wall time of several. Its counts were compared with the known values. A time links to its record, which has \
     the command lines.",
    "The times that authors give come from other machines and were not measured here: a GPU or an FPGA is not a core.",
];

const ON_ESTIMATES: [&str; 1] = [
    "`queens estimate` samples units and counts them; ± is one standard error. 64 cores are taken to be 64 times as fast as one.",
];

const ON_RECORDS: [&str; 2] = [
    "`queens count N --record` writes a record when a count is finished: the result, the command line, processor, kernel, \
     threads, commit, compiler, time and memory, as a line of the JSON file of its machine. Lines are only ever added.",
    "Charts and README show the machine with most records.",
];
