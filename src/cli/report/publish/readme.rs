//! Makes the two blocks of a README: a summary of the speed, and a table of the largest boards.
//! Records of a busy machine are left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::BoardSize;
use crate::check::known;
use minijinja::{Error, Value, context, value::Serde};

use super::given::Estimate;
use super::rivals::{Pair, Rival};
use super::study::Machine;
use super::{Given, MANY_CORES, escape};
use crate::cli::report::record::Record;
use crate::cli::report::text::duration_with_error;

/// Rows of the table at most.
const ROWS: usize = 12;

/// The board whose time strangers ask for.
const LARGE: usize = 24;

/// Times of one core below this, in seconds, say nothing about many cores.
const LONG_S: f64 = 600.0;

/// A time in seconds with its standard error, and whether exactly this was measured.
#[derive(Clone, Copy)]
struct Time {
    seconds: f64,
    error: f64,
    is_measured: bool,
}

impl Time {
    fn measured(seconds: f64) -> Self {
        Self { seconds, error: 0.0, is_measured: true }
    }

    /// The same work on so many times as many cores.
    fn on(self, cores: f64) -> Self {
        Self { seconds: self.seconds / cores, error: self.error / cores, is_measured: false }
    }

    fn text(self) -> String {
        let time = duration_with_error(self.seconds, self.error);
        if self.is_measured { time } else { format!("about {time}") }
    }
}

/// The blocks by the name of their marks, as Markdown. `rivals` were measured on `machine`, in one
/// thread.
pub fn blocks(
    machine: &Machine<'_>,
    rivals: &[&Rival],
    given: &Given,
) -> Result<[(&'static str, String); 2], Error> {
    // Of every board the program that came nearest to ours.
    let mut next: BTreeMap<usize, (&Rival, &Pair)> = BTreeMap::new();
    for rival in rivals {
        for (n, pair) in &rival.pairs {
            let nearest = next.entry(*n).or_insert((rival, pair));
            if pair.factor < nearest.1.factor {
                *nearest = (rival, pair);
            }
        }
    }
    let cores = machine.threads().pop_last().unwrap_or(1);
    let quiet = machine.records.iter().copied().filter(|record| !record.machine_was_busy()).collect();
    let quiet = Machine { site: machine.site, records: quiet };
    let measured = |(n, record): (usize, &Record)| (n, Time::measured(record.seconds()));
    let share = |(n, record): (usize, &Record)| {
        (n, Time::measured(record.seconds()).on(1.0 / record.threads() as f64))
    };
    let estimated = |Estimate { n, threads, wall_s, wall_standard_error_s, .. }: &Estimate| {
        let time = Time { seconds: *wall_s, error: *wall_standard_error_s, is_measured: false };
        (*n, time.on(1.0 / *threads as f64))
    };
    let here = given.estimates.iter().filter(|estimate| estimate.host == *machine.site.host);
    let alone = quiet.with_threads(1);
    // What comes later replaces what is there. What ran in turn with another program comes last:
    // both times are of the same day.
    let mut one_core: BTreeMap<usize, Time> = here.map(estimated).collect();
    one_core.extend(quiet.best(|_| true).into_iter().map(share));
    one_core.extend(alone.clone().into_iter().map(measured));
    one_core.extend(next.iter().map(|(n, (_, pair))| (*n, Time::measured(pair.ours))));
    let mut all_cores: BTreeMap<usize, Time> =
        one_core.iter().map(|(n, time)| (*n, time.on(cores as f64))).collect();
    all_cores.extend(quiet.with_threads(cores).into_iter().map(measured));
    let merged = given.only_merged();
    let row = |n: usize| {
        let [one, all] = [&one_core, &all_cores].map(|times| times.get(&n).copied());
        let many = one.filter(|time| time.seconds >= LONG_S).map(|time| time.on(MANY_CORES as f64).text());
        let next = next.get(&n).map(|(rival, pair)| {
            context! { program => &rival.program, source => &rival.source, ..Value::from(Serde(pair)) }
        });
        let merge = merged.get(&n);
        let known = BoardSize::new(n).ok().and_then(known::solutions);
        let solutions = known.or(merge.map(|record| record.result.solutions));
        let shards = merge.map(|record| record.shards().shards);
        context! { n, solutions, shards, one => one.map(Time::text), all => all.map(Time::text), many, next }
    };
    let compared = next.keys().next_back();
    let boards: BTreeSet<_> = one_core.keys().chain(merged.keys()).copied().collect();
    let values = context! {
        cores, many_cores => MANY_CORES, machine => machine.site.name(), has_next => compared.is_some(),
        fastest => compared.or(alone.keys().next_back()).copied().map(row),
        large => one_core.contains_key(&LARGE).then(|| row(LARGE)),
        rows => boards.iter().skip(boards.len().saturating_sub(ROWS)).copied().map(row).collect::<Value>(),
    };
    Ok([
        ("summary", escape::render("summary.md", include_str!("summary.md"), values.clone())?),
        ("table", escape::render("table.md", include_str!("table.md"), values)?),
    ])
}
