//! The tables that are published.

use std::collections::{BTreeMap, BTreeSet};

use queens::board::BoardSize;
use queens::check::known;
use queens::methods::kernel::Kernel;
use queens::methods::split::Split;

use super::given::{Estimate, Ladder};
use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, best, threads};
use super::table::{Cell, Table};
use crate::cli::report::estimate::estimated;
use crate::cli::report::record::Record;
use crate::cli::report::text::{bytes, duration, duration_with_error, metric, times};

/// The cores of a machine that many readers have access to.
pub const MANY_CORES: usize = 64;

/// What was counted: solutions, fundamental solutions, by which splits, and the best time on any
/// machine.
pub fn counts(records: &[Record]) -> Table {
    let mut splits: BTreeMap<usize, BTreeSet<Split>> = BTreeMap::new();
    for Record { result, .. } in records {
        let again = result.double_check.as_ref().map(|again| again.split);
        splits.entry(result.n.get()).or_default().extend([Some(result.split), again].into_iter().flatten());
    }
    let row = |(n, record): (usize, &Record)| {
        let result = &record.result;
        let fundamental = BoardSize::new(n).ok().and_then(known::fundamental);
        let splits: Vec<_> = splits.get(&n).into_iter().flatten().map(Split::to_string).collect();
        vec![
            Cell::count(n as u128),
            Cell::count(result.total()),
            fundamental.map(Cell::count).unwrap_or_default(),
            Cell::words(splits.join(", ")),
            Cell::number(time(record)).link(Some(format!("records/{}", record.place))),
            Cell::words(format!("{} {}, {}", result.split, result.kernel, threads(result.threads))),
            Cell::words(result.host.cpu_name()),
        ]
    };
    let heads = ["N", "solutions", "fundamental", "counted by", "best time", "with", "on"];
    Table::new(heads, best(records).into_iter().map(row))
}

/// The best time of every board on a machine: by the fastest split and kernel with each number of
/// threads, and by each in one thread.
pub fn best_times(machine: &Machine<'_>) -> Table {
    let mut columns: Vec<(String, Best<'_>)> = Vec::new();
    for count in machine.threads().into_iter().filter(|count| *count > 1) {
        columns.push((format!("fastest, {}", threads(count)), machine.best_in(count)));
    }
    for kernel in Kernel::all() {
        for split in Split::all() {
            let is_of = |Record { result, .. }: &Record| {
                result.threads == 1 && result.split == split && result.kernel == kernel.to_string()
            };
            columns.push((format!("{split} {kernel}, one thread"), machine.best(is_of)));
        }
    }
    columns.retain(|(_, best)| !best.is_empty());
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let row = |n: usize| {
        let times = columns
            .iter()
            .map(|(_, best)| best.get(&n).map_or_else(Cell::default, |best| Cell::number(time(best))));
        [Cell::count(n as u128)].into_iter().chain(times).collect()
    };
    let heads = ["N".to_owned()].into_iter().chain(columns.iter().map(|(head, _)| head.clone()));
    Table::new(heads, boards.into_iter().map(row))
}

/// Other programs, measured in turn with `queens` on the same cores: their times, and how many
/// times ours that is.
pub fn beside(rivals: &[&Rival]) -> Table {
    let boards: BTreeSet<_> = rivals.iter().flat_map(|rival| rival.pairs.keys().copied()).collect();
    let row = |n: usize| {
        let cell = |pair: &Pair| {
            let text = format!("{}; {}", duration(pair.seconds), times(pair.factor()));
            Cell::number(text).link(Some(format!("rivals/{}", pair.file)))
        };
        let cells = rivals.iter().map(|rival| rival.pairs.get(&n).map(cell).unwrap_or_default());
        [Cell::count(n as u128)].into_iter().chain(cells).collect()
    };
    let heads = ["N".to_owned()].into_iter().chain(rivals.iter().map(|rival| rival.name()));
    Table::new(heads, boards.iter().map(|n| row(*n)))
}

/// What the programs measured beside `queens` are, and how they were built.
pub fn built(rivals: &[&Rival]) -> Table {
    let row = |Rival { record, pairs }: &Rival| {
        let runs: BTreeSet<_> = pairs.values().map(|pair| pair.runs.to_string()).collect();
        vec![
            Cell::words(&record.program).link(record.source.clone()),
            Cell::words(&record.method),
            Cell::words(&record.version),
            Cell::words(&record.compiler),
            Cell::words(runs.into_iter().collect::<Vec<_>>().join(" or ")),
            Cell::words(record.started.get(..10).unwrap_or_default()),
        ]
    };
    let heads = ["program", "method", "version", "compiler", "runs of a board", "measured"];
    Table::new(heads, rivals.iter().map(|rival| row(rival)))
}

/// What boards would take, beside what they took where they were counted on the machine of the
/// estimate.
pub fn estimates(estimates: &[Estimate], machines: &[Machine<'_>]) -> Table {
    let measured = |estimate: &Estimate| {
        let machine = machines.iter().find(|machine| *machine.site.host == estimate.host)?;
        machine.best_in(estimate.threads).get(&(estimate.n as usize)).map(|record| time(record))
    };
    let row = |estimate: &Estimate| {
        let (one_core_s, error_s) = estimate.one_core_s();
        let many = MANY_CORES as f64;
        vec![
            Cell::count(estimate.n),
            Cell::number(estimated(estimate.solutions, estimate.solutions_standard_error)),
            Cell::words(format!("{} {}, {}", estimate.split, estimate.kernel, threads(estimate.threads))),
            Cell::number(duration_with_error(estimate.elapsed_s, estimate.elapsed_standard_error_s)),
            Cell::number(measured(estimate).unwrap_or_default()),
            Cell::number(duration_with_error(one_core_s / many, error_s / many)),
            Cell::number(bytes(estimate.memory_bytes)),
            Cell::count(estimate.units),
        ]
    };
    let many = format!("{MANY_CORES} such cores");
    let heads = ["N", "solutions", "with", "estimated", "measured", &many, "memory", "units"];
    Table::new(heads, estimates.iter().map(row))
}

/// The ladder.
pub fn ladder(ladder: &Ladder) -> Table {
    let row = |rung: &super::given::Rung| {
        vec![
            Cell::count(rung.rung),
            Cell::words(&rung.name),
            Cell::words(&rung.idea),
            Cell::count(rung.n),
            Cell::time(rung.elapsed_s),
            Cell::number(metric(rung.solutions_per_s).trim_end()),
            Cell::number(rung.times_rung_below.map_or_else(String::new, times)),
        ]
    };
    let heads = ["rung", "name", "idea", "N", "time", "solutions/s", "times the rung below"];
    Table::new(heads, ladder.rungs().map(row))
}

/// The machines: where the figures come from.
pub fn machines(machines: &[Machine<'_>]) -> Table {
    let row = |Machine { site, records }: &Machine<'_>| {
        let all = |value: &dyn Fn(&Record) -> String| {
            let values: BTreeSet<_> = records.iter().map(|record| value(record)).collect();
            Cell::words(values.into_iter().collect::<Vec<_>>().join(", "))
        };
        vec![
            Cell::words(site.name()),
            Cell::words(&site.host.os),
            Cell::count(records.len() as u128),
            all(&|record| record.started.get(..10).unwrap_or_default().to_owned()),
            all(&|record| format!("{} ({})", record.result.version, record.result.commit)),
            all(&|record| record.compiler.clone()),
        ]
    };
    let heads = ["machine", "system", "records", "measured", "queens", "built with"];
    Table::new(heads, machines.iter().map(row))
}

/// The time of a record, marked when it was put together from several sessions and when the machine
/// was busy.
pub fn time(record: &Record) -> String {
    let [resumed, busy] = [(record.is_resumed(), "†"), (record.machine_was_busy(), "‡")]
        .map(|(is_so, mark)| if is_so { mark } else { "" });
    format!("{}{resumed}{busy}", duration(record.seconds()))
}
