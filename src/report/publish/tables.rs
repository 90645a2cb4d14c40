//! The tables that are published, and the figures of all records as a spreadsheet.

use std::collections::{BTreeMap, BTreeSet};

use queens::board::BoardSize;
use queens::known;

use super::rivals::Rival;
use super::study::{Best, Machine, best, threads};
use super::table::{Cell, Column, Table};
use crate::report::record::{Kept, Record};
use crate::report::text::{duration, grouped, metric, times};

/// What was counted: N, solutions, fundamental solutions, growth, the splits that found them, and the best time anywhere.
pub fn counts(records: &[Kept]) -> Table {
    let mut splits: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for Kept { record: Record { result, .. }, .. } in records {
        let found = splits.entry(result.n.get()).or_default();
        found.insert(result.split.to_string());
        found.extend(result.double_check.as_ref().map(|again| again.split.to_string()));
    }
    let best = best(records.iter().map(|kept| &kept.record));
    let known = |n: usize| BoardSize::new(n).ok().and_then(known::solutions);
    let solutions =
        |n: usize| best.get(&n).and_then(|record| record.result.solutions.parse().ok()).or_else(|| known(n));
    let row = |(&n, record): (&usize, &&Record)| {
        let growth = match (solutions(n), solutions(n + 1)) {
            (Some(this @ 1..), Some(next)) => Some(next as f64 / this as f64),
            _ => None,
        };
        let count = |count: Option<u128>| {
            count.map_or_else(Cell::default, |count| Cell::number(grouped(count), count as f64))
        };
        let splits: Vec<_> = splits.get(&n).into_iter().flatten().map(String::as_str).collect();
        vec![
            Cell::number(n.to_string(), n as f64),
            count(solutions(n)),
            count(BoardSize::new(n).ok().and_then(known::fundamental)),
            Cell::number_if(growth, |growth| format!("{growth:.3}")),
            Cell::words(splits.join(", ")),
            time(record),
            Cell::words(format!("{}, {}", method(record), threads(record.result.threads))),
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
            Column::words("counted by"),
            Column::numbers("best time"),
            Column::words("with"),
        ],
        rows: best.iter().map(row).collect(),
    }
}

/// The best time of every board: by each method in one thread, and by the fastest with each number of threads.
pub fn best_times(machine: &Machine<'_>) -> Table {
    let methods = (machine.methods().into_iter())
        .map(|(split, kernel, best)| (format!("{split} {kernel}\none thread"), best));
    let counts = machine.threads().into_iter().filter(|count| *count > 1);
    let columns: Vec<(String, Best<'_>)> = methods
        .chain(counts.map(|count| (format!("fastest\n{}", threads(count)), machine.best(count))))
        .collect();
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let row = |n: usize| {
        let cells =
            columns.iter().map(|(_, best)| best.get(&n).map_or_else(Cell::default, |record| time(record)));
        [Cell::number(n.to_string(), n as f64)].into_iter().chain(cells).collect()
    };
    let heads = columns.iter().map(|(head, _)| Column::numbers(head));
    Table {
        id: id("times", machine),
        caption: format!("Best times on {}", machine.name()),
        columns: [Column::numbers("N")].into_iter().chain(heads).collect(),
        rows: boards.iter().copied().map(row).collect(),
    }
}

/// Other programs, measured in turn with `queens` on the same cores: their times, how many times ours that is, and what they
/// are.
pub fn beside(machine: &Machine<'_>, rivals: &[&Rival]) -> Table {
    let boards: BTreeSet<_> = rivals.iter().flat_map(|rival| rival.pairs().into_keys()).collect();
    let row = |rival: &&Rival| {
        let pairs = rival.pairs();
        let cells = boards.iter().map(|n| {
            pairs.get(n).map_or_else(Cell::default, |pair| {
                Cell::number(duration(pair.seconds), pair.seconds).note(times(pair.factor()))
            })
        });
        let name = Cell::words(&rival.program).link(rival.source.clone()).note(threads(rival.threads));
        let date = rival.started.get(..10).unwrap_or_default();
        let record = Cell::words(date).link(Some(format!("rivals/{}", rival.file)));
        let made = [
            Cell::words(&rival.method),
            Cell::words(format!("{}, {}", rival.version, rival.compiler)),
            record,
        ];
        [name].into_iter().chain(cells).chain(made).collect()
    };
    let heads = boards.iter().map(|n| Column::numbers(format!("N = {n}")));
    let made = [Column::prose("method"), Column::prose("version, compiler"), Column::words("measured")];
    Table {
        id: id("beside", machine),
        caption: format!("Other programs on {}: time, and how many times that of queens", machine.name()),
        columns: [Column::words("program")].into_iter().chain(heads).chain(made).collect(),
        rows: rivals.iter().map(row).collect(),
    }
}

/// Every record.
pub fn records(records: &[Kept]) -> Table {
    let row = |Kept { file, record }: &Kept| {
        let result = &record.result;
        let peak = record.peak_memory_bytes as f64 / f64::from(1 << 20);
        vec![
            Cell::number(result.n.to_string(), result.n.get() as f64).link(Some(format!("records/{file}"))),
            Cell::words(result.split.to_string()),
            Cell::words(result.kernel.to_string()),
            Cell::number(result.threads.to_string(), result.threads as f64),
            time(record),
            Cell::number(duration(record.cpu_s), record.cpu_s),
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
            Column::words("split"),
            Column::words("kernel"),
            Column::numbers("threads"),
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
/// What the authors of other programs say of them, on their own machines.
pub fn authors() -> anyhow::Result<Table> {
    let mut reader = csv::Reader::from_reader(include_str!("authors.csv").as_bytes());
    let row = |line: Result<[String; 5], csv::Error>| -> Result<_, csv::Error> {
        let [program, source, method, machine, times] = line?;
        let program = Cell::words(program).link(Some(source).filter(|source| !source.is_empty()));
        Ok([program].into_iter().chain([method, machine, times].map(Cell::words)).collect())
    };
    let columns = ["method", "machine", "time, as its author gives it"].map(Column::prose);
    Ok(Table {
        id: "authors".to_owned(),
        caption: "Times that their authors give, on their own machines".to_owned(),
        columns: [Column::words("program")].into_iter().chain(columns).collect(),
        rows: reader.deserialize().map(row).collect::<Result<_, _>>()?,
    })
}

/// Every record as CSV. Counts have all their digits; times are in seconds, memory is in bytes.
pub fn csv(records: &[Kept]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "n",
        "solutions",
        "kernel",
        "threads",
        "split",
        "seconds",
        "resumed",
        "cpu_seconds",
        "nodes",
        "peak_memory_bytes",
        "cpu",
        "cores",
        "os",
        "compiler",
        "commit",
        "started",
        "record",
    ])?;
    for Kept { file, record } in records {
        let result = &record.result;
        writer.serialize((
            (result.n.get(), &result.solutions, &result.kernel, result.threads, result.split.to_string()),
            (record.seconds(), record.is_resumed(), record.cpu_s, &result.nodes, record.peak_memory_bytes),
            (&result.host.cpu, record.cores, &result.host.os),
            (&record.compiler, &result.commit, &record.started, file),
        ))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The identifier of a table about a machine.
fn id(what: &str, machine: &Machine<'_>) -> String {
    format!("{what} {}", machine.name()).replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// The time of a record; with a mark when it was put together from several sessions.
fn time(record: &Record) -> Cell {
    let mark = if record.is_resumed() { "†" } else { "" };
    Cell::number(format!("{}{mark}", duration(record.seconds())), record.seconds())
}

/// How a record was counted: split and kernel.
fn method(record: &Record) -> String {
    format!("{} {}", record.result.split, record.result.kernel)
}
