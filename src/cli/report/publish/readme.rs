//! Makes the two blocks of a README: a summary of the speed, and a table of the largest boards.
//! Records of a busy machine are left out.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Value;
use minijinja::{Error, context};
use queens::board::BoardSize;
use queens::check::known;

use super::given::Estimate;
use super::rivals::{Pair, Rival};
use super::study::Machine;
use super::{MANY_CORES, escape};
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
    estimates: &[Estimate],
) -> Result<[(&'static str, String); 2], Error> {
    // Of every board the program that came nearest to ours.
    let mut next: BTreeMap<usize, (&Rival, &Pair)> = BTreeMap::new();
    for (rival, (n, pair)) in
        rivals.iter().flat_map(|rival| rival.pairs.iter().map(move |pair| (rival, pair)))
    {
        let entry = next.entry(*n).or_insert((rival, pair));
        if pair.factor() < entry.1.factor() {
            *entry = (rival, pair);
        }
    }
    let estimates: BTreeMap<_, _> = (estimates.iter())
        .filter(|estimate| estimate.host == *machine.site.host)
        .map(|estimate| (estimate.n, estimate.one_core_s()))
        .collect();
    let cores = machine.threads().pop_last().unwrap_or(1);
    let best = |wanted: &dyn Fn(usize) -> bool| {
        machine.best(|record| !record.machine_was_busy() && wanted(record.result.threads))
    };
    let [any, alone, together] = [best(&|_| true), best(&|count| count == 1), best(&|count| count == cores)];
    // What ran in turn with another program comes first: both times are of the same day.
    let one_core = |n: usize| {
        let beside = next.get(&n).map(|(_, pair)| Time::measured(pair.ours));
        let alone = || alone.get(&n).map(|record| Time::measured(record.seconds()));
        let share = || {
            any.get(&n).map(|record| Time::measured(record.seconds()).on(1.0 / record.result.threads as f64))
        };
        let estimate = || {
            estimates.get(&n).map(|(seconds, error)| Time {
                seconds: *seconds,
                error: *error,
                is_measured: false,
            })
        };
        beside.or_else(alone).or_else(share).or_else(estimate)
    };
    let all_cores = |n: usize| match together.get(&n) {
        Some(record) => Some(Time::measured(record.seconds())),
        None => Some(one_core(n)?.on(cores as f64)),
    };
    let many_cores =
        |n: usize| one_core(n).filter(|time| time.seconds >= LONG_S).map(|time| time.on(MANY_CORES as f64));
    let row = |n: &usize| {
        let [one, all, many] = [one_core(*n), all_cores(*n), many_cores(*n)].map(|time| time.map(Time::text));
        let solutions = BoardSize::new(*n).ok().and_then(known::solutions);
        let next = next.get(n).map(|(rival, pair)| {
            context! {
                program => &rival.record.program, source => &rival.record.source,
                seconds => pair.seconds, factor => pair.factor(), runs => pair.runs,
            }
        });
        context! { n, solutions, one, all, many, next }
    };
    let boards: BTreeSet<_> = any.keys().chain(next.keys()).chain(estimates.keys()).collect();
    let compared = next.last_key_value().map(|(n, _)| n);
    let values = context! {
        cores,
        many_cores => MANY_CORES,
        machine => machine.site.name(),
        fastest => compared.or(alone.last_key_value().map(|(n, _)| n)).map(row),
        large => Some(&LARGE).filter(|n| boards.contains(n)).map(row),
        has_next => compared.is_some(),
        rows => boards.iter().skip(boards.len().saturating_sub(ROWS)).copied().map(row).collect::<Value>(),
    };
    Ok([
        ("summary", escape::render("summary.md", include_str!("summary.md"), values.clone())?),
        ("table", escape::render("table.md", include_str!("table.md"), values)?),
    ])
}
