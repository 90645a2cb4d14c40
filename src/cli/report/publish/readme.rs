//! The two blocks of a README: some sentences that say how fast the program is, and a table of
//! seven rows at most without a hole.

use std::collections::BTreeMap;

use super::rivals::{Pair, Rival};
use super::study::{Machine, best, threads};
use super::table::{Cell, Table};
use super::tables::known_solutions;
use crate::cli::report::record::Record;
use crate::cli::report::text::{duration, times};

/// Rows of the table at most.
const ROWS: usize = 7;

/// Of every board the program that came nearest to ours.
type Next<'a> = BTreeMap<usize, (&'a Rival, &'a Pair)>;

/// The blocks by the name of their marks, as Markdown. `rivals` were measured on `machine`, in one
/// thread.
pub fn blocks(machine: &Machine<'_>, rivals: &[&Rival]) -> [(&'static str, String); 2] {
    let mut next = Next::new();
    for rival in rivals {
        for (n, pair) in &rival.pairs {
            let entry = next.entry(*n).or_insert((rival, pair));
            if pair.factor() < entry.1.factor() {
                *entry = (rival, pair);
            }
        }
    }
    let table = if next.is_empty() { alone(machine) } else { beside(&next) };
    [("summary", summary(machine, &next)), ("table", table.markdown())]
}

/// How many times as fast as the next program, what the largest board took, and where.
fn summary(machine: &Machine<'_>, next: &Next<'_>) -> String {
    let even = next.iter().filter(|(n, _)| *n % 2 == 0);
    let mut leads: Vec<_> = even
        .map(|(n, (_, pair))| format!("N = {n}: {} times", times(pair.factor()).trim_end_matches('×')))
        .collect();
    let mut text = String::new();
    if !leads.is_empty() {
        let leads = leads.split_off(leads.len().saturating_sub(3)).join(", ");
        text += &format!("**{leads} as fast as the next CPU program**, on the same core in the same hour. ");
    }
    if let Some((n, record)) = best(machine.records.iter().copied()).pop_last() {
        let (time, threads) = (duration(record.seconds()), threads(record.result.threads));
        text += &format!("N = {n} takes {time} in {threads}. ");
    }
    text + &format!("The machine: {}.", machine.site.name())
}

/// The largest boards, each with the program that came nearest to ours.
fn beside(next: &Next<'_>) -> Table {
    let row = |(n, (rival, pair)): (&usize, &(&Rival, &Pair))| {
        vec![
            Cell::count(*n as u128),
            known_solutions(*n).map(Cell::count).unwrap_or_default(),
            Cell::time(pair.ours),
            Cell::time(pair.seconds),
            Cell::number(times(pair.factor()), pair.factor()),
            Cell::words(&rival.record.program).link(rival.record.source.clone()),
        ]
    };
    let heads = ["N", "solutions", "queens, one core", "next program", "times as long", "next program is"];
    Table::new("", heads, next.iter().skip(next.len().saturating_sub(ROWS)).map(row))
}

/// The best times of the largest boards, where no other program was measured.
fn alone(machine: &Machine<'_>) -> Table {
    let best = best(machine.records.iter().copied());
    let row = |(n, record): (&usize, &&Record)| {
        vec![
            Cell::count(*n as u128),
            Cell::count(record.result.total()),
            Cell::time(record.seconds()),
            Cell::count(record.result.threads as u128),
        ]
    };
    let heads = ["N", "solutions", "queens", "threads"];
    Table::new("", heads, best.iter().skip(best.len().saturating_sub(ROWS)).map(row))
}
