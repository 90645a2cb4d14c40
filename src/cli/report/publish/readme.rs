//! The two blocks of a README: a sentence on how fast the program is, and a table of the largest
//! boards.

use std::collections::{BTreeMap, BTreeSet};

use queens::board::BoardSize;
use queens::check::known;

use super::escape;
use super::given::Estimate;
use super::rivals::{Pair, Rival};
use super::study::{Machine, best};
use super::table::{Cell, Table};
use super::tables::{MANY_CORES, time};
use crate::cli::report::text::{duration, duration_with_error, times};

/// Rows of the table at most.
const ROWS: usize = 12;

/// The board whose time strangers ask for.
const LARGE: u32 = 24;

/// Times of one core below this, in seconds, say nothing about many cores.
const LONG_S: f64 = 600.0;

/// Of every board the program that came nearest to ours.
type Next<'a> = BTreeMap<usize, (&'a Rival, &'a Pair)>;

/// The blocks by the name of their marks, as Markdown. `rivals` were measured on `machine`, in one
/// thread.
pub fn blocks(
    machine: &Machine<'_>,
    rivals: &[&Rival],
    estimates: &[Estimate],
) -> [(&'static str, String); 2] {
    let mut next = Next::new();
    for rival in rivals {
        for (n, pair) in &rival.pairs {
            let entry = next.entry(*n).or_insert((rival, pair));
            if pair.factor() < entry.1.factor() {
                *entry = (rival, pair);
            }
        }
    }
    let estimates: Vec<_> = estimates.iter().filter(|estimate| estimate.host == *machine.site.host).collect();
    [
        ("summary", summary(machine, &next, &estimates)),
        ("table", table(machine, &next, &estimates).markdown()),
    ]
}

/// How long a board takes here, how long it takes the next program, and on which machine.
fn summary(machine: &Machine<'_>, next: &Next<'_>, estimates: &[&Estimate]) -> String {
    let alone = machine.best_in(1);
    let place = escape::markdown(&machine.site.name());
    let large = estimates.iter().find(|estimate| estimate.n == LARGE).map(|estimate| {
        let (seconds, error) = estimate.one_core_s();
        let cores = MANY_CORES as f64;
        let time = duration_with_error(seconds / cores, error / cores);
        format!("N = {LARGE} takes about {time} on {MANY_CORES} such cores. ")
    });
    let large = large.unwrap_or_default();
    if let Some((n, (rival, pair))) = next.last_key_value() {
        let name = escape::link(&rival.record.program, rival.record.source.as_deref().unwrap_or_default());
        let ours = alone.get(n).map_or_else(|| duration(pair.ours), |record| time(record));
        let (theirs, factor) = (duration(pair.seconds), times(pair.factor()));
        let runs =
            if pair.runs == 1 { "one run each".to_owned() } else { format!("medians of {} runs", pair.runs) };
        let factor = factor.trim_end_matches('×');
        return format!(
            "On one core N = {n} takes {ours}. The fastest other CPU program measured, {name}, takes {theirs} on the same \
             core, run in turn: {factor} times as long ({runs}). {large}The machine: {place}."
        );
    }
    let longest =
        alone.last_key_value().map(|(n, record)| format!("On one core N = {n} takes {}. ", time(record)));
    format!("{}{large}The machine: {place}.", longest.unwrap_or_default())
}

/// The largest boards that were counted or estimated: what each takes on one core, on this machine
/// and on many cores.
fn table(machine: &Machine<'_>, next: &Next<'_>, estimates: &[&Estimate]) -> Table {
    let all_threads = machine.threads().pop_last().unwrap_or(1);
    let [any, alone, together] =
        [best(machine.records.iter().copied()), machine.best_in(1), machine.best_in(all_threads)];
    let estimate = |n: usize| estimates.iter().find(|estimate| estimate.n as usize == n);
    // Seconds of one core, with a standard error where they are estimated.
    let one_core = |n: usize| match (alone.get(&n), next.get(&n), any.get(&n), estimate(n)) {
        (Some(record), ..) => Some((record.seconds(), 0.0)),
        (_, Some((_, pair)), ..) => Some((pair.ours, 0.0)),
        (.., Some(record), _) => Some((record.seconds() * record.result.threads as f64, 0.0)),
        (.., estimate) => estimate.map(|estimate| estimate.one_core_s()),
    };
    let about = |n: usize, cores: usize| {
        let seconds = one_core(n)
            .map(|(seconds, error)| duration_with_error(seconds / cores as f64, error / cores as f64));
        seconds.map_or_else(Cell::default, |text| Cell::number(format!("about {text}")))
    };
    let row = |n: usize| {
        let solutions = BoardSize::new(n).ok().and_then(known::solutions);
        let measured = |record: &&crate::cli::report::record::Record| Cell::number(time(record));
        let mut row = vec![Cell::count(n as u128), solutions.map_or_else(Cell::default, Cell::count)];
        let beside = || next.get(&n).map_or_else(|| about(n, 1), |(_, pair)| Cell::time(pair.ours));
        row.push(alone.get(&n).map_or_else(beside, measured));
        if all_threads > 1 {
            row.push(together.get(&n).map_or_else(|| about(n, all_threads), measured));
        }
        row.push(match one_core(n) {
            Some((seconds, _)) if seconds >= LONG_S => about(n, MANY_CORES),
            _ => Cell::default(),
        });
        if !next.is_empty() {
            let pair =
                next.get(&n).map(|(_, pair)| format!("{}, {}", duration(pair.seconds), times(pair.factor())));
            row.push(pair.map_or_else(Cell::default, Cell::number));
        }
        row
    };
    let mut heads = vec!["N".to_owned(), "solutions".to_owned(), "one core".to_owned()];
    heads.extend((all_threads > 1).then(|| format!("{all_threads} cores")));
    heads.push(format!("{MANY_CORES} such cores"));
    heads.extend((!next.is_empty()).then(|| "next program, one core".to_owned()));
    let boards: BTreeSet<_> = any
        .keys()
        .chain(next.keys())
        .copied()
        .chain(estimates.iter().map(|estimate| estimate.n as usize))
        .collect();
    let left_out = boards.len().saturating_sub(ROWS);
    Table::new(heads, boards.iter().skip(left_out).map(|n| row(*n)))
}
