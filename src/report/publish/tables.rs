//! The tables that are published.

use std::collections::BTreeMap;

use queens::known;
use serde::Serialize;

use super::others::{Figure, Kind, PROGRAMS, Program};
use super::study::{Machine, board};
use super::table::{Cell, Column, Table};
use crate::report::record::{Kept, Record};
use crate::report::text::{grouped, metric, one_unit};

/// What was counted: N, solutions, fundamental solutions, growth, and the best time anywhere.
pub fn counts(records: &[Kept]) -> Table {
    let mut best: BTreeMap<usize, &Record> = BTreeMap::new();
    for Kept { record, .. } in records {
        let entry = best.entry(record.result.n.get()).or_insert(record);
        if record.seconds() < entry.seconds() {
            *entry = record;
        }
    }
    let solutions = |n: usize| best.get(&n).and_then(|record| record.result.solutions.parse::<u128>().ok());
    let row = |(&n, record): (&usize, &&Record)| {
        let growth =
            match (solutions(n), solutions(n + 1).or_else(|| board(n + 1).and_then(known::solutions))) {
                (Some(this @ 1..), Some(next)) => Some(next as f64 / this as f64),
                _ => None,
            };
        let count = |count: Option<u128>| {
            count.map_or_else(Cell::default, |count| Cell::number(grouped(count), count as f64))
        };
        vec![
            Cell::number(n.to_string(), n as f64),
            count(solutions(n)),
            count(board(n).and_then(known::fundamental)),
            Cell::number_if(growth, |growth| format!("{growth:.3}")),
            time(record),
            Cell::words(format!("{}, {}", record.result.kernel, threads(record.result.threads))),
        ]
    };
    Table {
        id: "counts".to_owned(),
        caption: "Solutions of each board, and the best time".to_owned(),
        columns: vec![
            Column::numbers("N"),
            Column::numbers("solutions"),
            Column::numbers("fundamental"),
            Column::numbers("next / this"),
            Column::numbers("best time"),
            Column::words("with"),
        ],
        rows: best.iter().map(row).collect(),
    }
}

/// The best time of every board with each kernel and number of threads, and how it grows.
pub fn times(machine: &Machine<'_>) -> Table {
    let mut table = by_series(machine, "times", "Best time", time);
    let Some(fastest) = machine.headline().first().copied() else { return table };
    table.columns.push(Column::numbers(format!("next / this\n{}", fastest.name())));
    for (row, n) in table.rows.iter_mut().zip(machine.boards()) {
        let seconds = |n| fastest.best(n).map(Record::seconds);
        let growth = seconds(n).and_then(|this| Some(seconds(n + 1)? / this));
        row.push(Cell::number_if(growth, |growth| format!("{growth:.2}")));
    }
    table
}

/// Nodes per second in these best times.
pub fn speeds(machine: &Machine<'_>) -> Table {
    by_series(machine, "speeds", "Nodes per second", |record| {
        let speed = record.nodes() / record.seconds();
        Cell::number(metric(speed).trim_end(), speed)
    })
}

fn by_series(machine: &Machine<'_>, id: &str, what: &str, cell: impl Fn(&Record) -> Cell) -> Table {
    let mut columns = vec![Column::numbers("N")];
    let head = |name: String| Column::numbers(name.replace(", ", "\n"));
    columns.extend(machine.series.iter().map(|series| head(series.name())));
    let row = |n: usize| {
        let mut row = vec![Cell::number(n.to_string(), n as f64)];
        row.extend(machine.series.iter().map(|series| series.best(n).map_or_else(Cell::default, &cell)));
        row
    };
    Table {
        id: format!("{id}-{}", machine.number),
        caption: format!("{what} on {}", machine.name()),
        columns,
        rows: machine.boards().into_iter().map(row).collect(),
    }
}

/// Our best times beside those of other programs, on `boards`.
pub fn comparison(machines: &[Machine<'_>], boards: &[usize]) -> Table {
    let mut columns = vec![Column::words("program"), Column::prose("machine, measured")];
    columns.extend(boards.iter().map(|n| Column::numbers(format!("N = {n}"))));
    let ours = machines
        .iter()
        .flat_map(|machine| machine.headline().into_iter().map(move |series| (machine, series)));
    let mut rows: Vec<_> = ours
        .map(|(machine, series)| {
            let on = if series.threads == 1 { "one core".to_owned() } else { threads(series.threads) };
            let mut row = vec![
                Cell::words("queens").strong(true),
                Cell::words(format!("{}, {on}", machine.cpu())).note("by us"),
            ];
            row.extend(boards.iter().map(|n| series.best(*n).map_or_else(Cell::default, time)));
            row
        })
        .collect();
    rows.extend(
        PROGRAMS
            .iter()
            .flat_map(|program| program.figures.iter().map(|figure| others(program, figure, boards))),
    );
    rows.retain(|row| row[2..].iter().any(|cell| !cell.text.is_empty()));
    Table {
        id: "comparison".to_owned(),
        caption: "Time by the clock, beside other programs".to_owned(),
        columns,
        rows,
    }
}

fn others(program: &Program, figure: &Figure, boards: &[usize]) -> Vec<Cell> {
    let machine = match figure.kind {
        Kind::Core | Kind::Gpu if !figure.on.contains(figure.kind.name()) => {
            format!("{}, {}", figure.on, figure.kind.name())
        }
        _ => figure.on.to_owned(),
    };
    let about = if figure.about { "≈ " } else { "" };
    let mut row = vec![program_cell(program), Cell::words(machine).note(figure.by.name())];
    row.extend(boards.iter().map(|n| {
        let seconds = figure.seconds.iter().find(|(board, _)| board == n).map(|(_, seconds)| *seconds);
        Cell::number_if(seconds, |seconds| format!("{about}{}", one_unit(seconds)))
    }));
    row
}

fn program_cell(program: &Program) -> Cell {
    Cell::words(program.name).link(Some(program.source).filter(|source| !source.is_empty()))
}

/// How the other programs count.
pub fn methods() -> Table {
    let row = |program: &Program| vec![program_cell(program), Cell::words(program.method)];
    Table {
        id: "methods".to_owned(),
        caption: "How the others count".to_owned(),
        columns: vec![Column::words("program"), Column::prose("method")],
        rows: PROGRAMS.iter().map(row).collect(),
    }
}

/// Every record.
pub fn records(records: &[Kept]) -> Table {
    let row = |Kept { file, record }: &Kept| {
        let result = &record.result;
        let peak = record.peak_memory_bytes as f64 / f64::from(1 << 20);
        vec![
            Cell::number(result.n.to_string(), result.n.get() as f64).link(Some(format!("records/{file}"))),
            Cell::words(result.kernel.to_string()),
            Cell::number(result.threads.to_string(), result.threads as f64),
            Cell::words(result.split.to_string()),
            time(record),
            Cell::number(one_unit(record.cpu_s), record.cpu_s),
            Cell::number(metric(record.nodes()).trim_end(), record.nodes()),
            Cell::number(format!("{peak:.0} MiB"), peak),
            Cell::words(record.started.get(..10).unwrap_or_default()),
            Cell::words(&result.commit),
        ]
    };
    Table {
        id: "records".to_owned(),
        caption: "Every record, with what it was made by".to_owned(),
        columns: vec![
            Column::numbers("N"),
            Column::words("kernel"),
            Column::numbers("threads"),
            Column::words("split"),
            Column::numbers("time"),
            Column::numbers("processor time"),
            Column::numbers("nodes"),
            Column::numbers("memory"),
            Column::words("date"),
            Column::words("commit"),
        ],
        rows: records.iter().map(row).collect(),
    }
}

/// A line of the published CSV file. Counts have all their digits; times are in seconds, memory is in bytes.
#[derive(Serialize)]
struct Line<'a> {
    n: usize,
    solutions: &'a str,
    kernel: String,
    threads: usize,
    split: String,
    seconds: f64,
    resumed: bool,
    cpu_seconds: f64,
    nodes: &'a str,
    peak_memory_bytes: u64,
    cpu: &'a str,
    cores: usize,
    os: &'a str,
    compiler: &'a str,
    commit: &'a str,
    started: &'a str,
    record: &'a str,
}

/// Every record as CSV.
pub fn csv(records: &[Kept]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for Kept { file, record } in records {
        let result = &record.result;
        writer.serialize(Line {
            n: result.n.get(),
            solutions: &result.solutions,
            kernel: result.kernel.to_string(),
            threads: result.threads,
            split: result.split.to_string(),
            seconds: record.seconds(),
            resumed: record.is_resumed(),
            cpu_seconds: record.cpu_s,
            nodes: &result.nodes,
            peak_memory_bytes: record.peak_memory_bytes,
            cpu: &result.host.cpu,
            cores: record.cores,
            os: &result.host.os,
            compiler: &record.compiler,
            commit: &result.commit,
            started: &record.started,
            record: file,
        })?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The time of a record; with a mark when it was put together from several sessions.
fn time(record: &Record) -> Cell {
    let mark = if record.is_resumed() { "†" } else { "" };
    Cell::number(format!("{}{mark}", one_unit(record.seconds())), record.seconds())
}

fn threads(count: usize) -> String {
    if count == 1 { "1 thread".to_owned() } else { format!("{count} threads") }
}
