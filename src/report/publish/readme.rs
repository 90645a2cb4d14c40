//! The two blocks of a README: a sentence that says how fast the program is, and a table of seven rows at most without a hole. Where no
//! other program was measured, the table shows what more threads are worth.

use std::collections::BTreeMap;

use queens::board::BoardSize;
use queens::known;

use super::rivals::{Pair, Rival};
use super::study::{Machine, threads};
use super::table::{Cell, Column, Table};
use crate::report::text::{duration, grouped, times};

/// Rows of the table at most.
const ROWS: usize = 7;

/// The blocks by the name of their marks, as Markdown. `rivals` were measured on `machine`, in one thread.
pub fn blocks(machine: &Machine<'_>, rivals: &[&Rival]) -> [(&'static str, String); 2] {
    // Of every board the program that came nearest to ours.
    let mut next: BTreeMap<usize, (&Rival, Pair)> = BTreeMap::new();
    for rival in rivals {
        for (n, pair) in rival.pairs() {
            let entry = next.entry(n).or_insert((rival, pair));
            if pair.factor() < entry.1.factor() {
                *entry = (rival, pair);
            }
        }
    }
    let table = if next.is_empty() { alone(machine) } else { beside(&next) };
    [("summary", summary(machine, &next)), ("table", table.markdown())]
}

/// How many times as fast as the next program, and what the largest board took.
fn summary(machine: &Machine<'_>, next: &BTreeMap<usize, (&Rival, Pair)>) -> String {
    let even = next.iter().rev().filter(|(n, _)| *n % 2 == 0).take(3);
    let mut leads: Vec<_> = even
        .map(|(n, (_, pair))| format!("N = {n}: {} times", times(pair.factor()).trim_end_matches('×')))
        .collect();
    leads.reverse();
    let mut sentences = Vec::new();
    if !leads.is_empty() {
        sentences.push(format!(
            "**{} as fast as the next CPU program**, on the same core ({}) in the same hour.",
            leads.join(", "),
            machine.cpu()
        ));
    }
    let largest = (machine.threads().into_iter())
        .filter_map(|count| machine.best(count).pop_last())
        .reduce(|a, b| if (b.0, -b.1.seconds()) > (a.0, -a.1.seconds()) { b } else { a });
    if let Some((n, record)) = largest {
        let (time, threads) = (duration(record.seconds()), threads(record.result.threads));
        sentences.push(format!("N = {n} takes {time} in {threads} ({}).", machine.cpu()));
    }
    sentences.join(" ")
}

/// The largest boards, each with the program that came nearest to ours.
fn beside(next: &BTreeMap<usize, (&Rival, Pair)>) -> Table {
    let row = |(n, (rival, pair)): (&usize, &(&Rival, Pair))| {
        vec![
            Cell::words(n.to_string()),
            solutions(*n),
            Cell::words(duration(pair.ours)),
            Cell::words(duration(pair.seconds)),
            Cell::words(times(pair.factor())),
            Cell::words(&rival.program).link(rival.source.clone()),
        ]
    };
    let heads = ["N", "solutions", "queens", "next program", "times as long"].map(Column::numbers);
    let columns = heads.into_iter().chain([Column::words("next program is")]).collect();
    table(columns, next.iter().skip(next.len().saturating_sub(ROWS)).map(row).collect())
}

/// The largest boards that were counted in one thread, or the fewest there are, and in all.
fn alone(machine: &Machine<'_>) -> Table {
    let counts = machine.threads();
    let columns: Vec<_> =
        counts.first().into_iter().chain(counts.last().filter(|_| counts.len() > 1)).collect();
    let best: Vec<_> = columns.iter().map(|count| machine.best(**count)).collect();
    let common = |n: &usize| best.iter().all(|best| best.contains_key(n));
    let boards: Vec<_> =
        best.first().into_iter().flat_map(|best| best.keys().copied()).filter(common).collect();
    let row = |n: &usize| {
        let times = best.iter().map(|best| Cell::words(duration(best[n].seconds())));
        [Cell::words(n.to_string()), solutions(*n)].into_iter().chain(times).collect()
    };
    let heads = ["N".to_owned(), "solutions".to_owned()]
        .into_iter()
        .chain(columns.iter().map(|count| threads(**count)));
    table(
        heads.map(Column::numbers).collect(),
        boards.iter().skip(boards.len().saturating_sub(ROWS)).map(row).collect(),
    )
}

/// A table that stands alone: it needs neither a name nor a caption.
fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
    Table { id: String::new(), caption: String::new(), columns, rows }
}

fn solutions(n: usize) -> Cell {
    let known = BoardSize::new(n).ok().and_then(known::solutions);
    Cell::words(known.map_or_else(|| "not known".to_owned(), grouped))
}
