//! The tables that are published, and the figures of all records as a spreadsheet.

use std::collections::{BTreeMap, BTreeSet};

use queens::board::BoardSize;
use queens::check::known;
use queens::methods::kernel::Kernel;
use queens::methods::split::Split;

use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, Site, best, threads};
use super::table::{Cell, Table};
use crate::cli::report::record::Record;
use crate::cli::report::text::times;

/// What was counted: solutions, fundamental solutions, growth, and the best time on any machine.
pub fn counts(records: &[Record]) -> Table {
    let row = |(n, record): (usize, &Record)| {
        let (result, total) = (&record.result, record.result.total());
        let fundamental = BoardSize::new(n).ok().and_then(known::fundamental);
        let growth = known_solutions(n + 1).filter(|_| total > 0).map(|next| next as f64 / total as f64);
        vec![
            Cell::count(n as u128),
            Cell::count(total),
            fundamental.map(Cell::count).unwrap_or_default(),
            growth.map(|growth| Cell::number(format!("{growth:.3}"), growth)).unwrap_or_default(),
            time(record),
            Cell::words(format!("{} {}, {}", result.split, result.kernel, threads(result.threads))),
            Cell::words(result.host.cpu_name()),
        ]
    };
    let heads = ["N", "solutions", "fundamental", "next / this", "best time", "with", "on"];
    Table::new("Solutions of each board, and the best time", heads, best(records).into_iter().map(row))
}

/// By which methods each board was counted, split by split with the kernels.
pub fn methods(records: &[Record]) -> Table {
    let mut found_by: BTreeMap<usize, BTreeSet<(Split, &str)>> = BTreeMap::new();
    for Record { result, .. } in records {
        let found = found_by.entry(result.n.get()).or_default();
        found.insert((result.split, &result.kernel));
        found.extend(result.double_check.as_ref().map(|again| (again.split, &*again.kernel)));
    }
    let has = |found: &BTreeSet<(Split, &str)>, split| found.iter().any(|(by, _)| *by == split);
    let mut splits = Split::all();
    splits.retain(|split| found_by.values().any(|found| has(found, *split)));
    let row = |(n, found): (&usize, &BTreeSet<_>)| {
        let both = splits.iter().any(|split| has(found, *split) && has(found, split.checked_by()));
        let methods = Cell::words(if both { "two methods" } else { "one method" });
        let kernels = splits.iter().map(|split| {
            let by = found.iter().filter(|(by, _)| by == split).map(|(_, kernel)| *kernel);
            Cell::words(by.collect::<Vec<_>>().join(", "))
        });
        [Cell::count(*n as u128), methods].into_iter().chain(kernels).collect()
    };
    let kernels = splits.iter().map(|split| format!("kernels of {split}"));
    let heads = ["N", "counted by"].map(str::to_owned).into_iter().chain(kernels);
    Table::new("By which methods each board was counted", heads, found_by.iter().map(row))
}

/// The best time of every board on a machine: by each split and kernel in one thread, and by the
/// fastest with each number of threads.
pub fn best_times(machine: &Machine<'_>) -> Table {
    let mut columns: Vec<(String, Best<'_>)> = Vec::new();
    for kernel in Kernel::all() {
        for split in Split::all() {
            let is_of = |Record { result, .. }: &Record| {
                result.threads == 1 && result.split == split && result.kernel == kernel.to_string()
            };
            columns.push((format!("{split} {kernel}\none thread"), machine.best(is_of)));
        }
    }
    for count in machine.threads().into_iter().filter(|count| *count > 1) {
        let best = machine.best(|record| record.result.threads == count);
        columns.push((format!("fastest\n{}", threads(count)), best));
    }
    columns.retain(|(_, best)| !best.is_empty());
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let row = |n: usize| {
        let times = columns.iter().map(|(_, best)| best.get(&n).map(|best| time(best)).unwrap_or_default());
        [Cell::count(n as u128)].into_iter().chain(times).collect()
    };
    let heads = ["N".to_owned()].into_iter().chain(columns.iter().map(|(head, _)| head.clone()));
    Table::new(format!("Best times on {}", machine.site.name()), heads, boards.into_iter().map(row))
}

/// Other programs, measured in turn with `queens` on the same cores: their times, how many times
/// ours that is, and what they are. What was measured where nothing else was recorded comes from
/// the authors of `queens`.
pub fn beside(site: Site<'_>, rivals: &[&Rival], is_here: bool) -> Table {
    let boards: BTreeSet<_> = rivals.iter().flat_map(|rival| rival.pairs.keys().copied()).collect();
    let row = |Rival { record, pairs }: &Rival| {
        let cell = |pair: &Pair| {
            let record = format!("rivals/{}", pair.file);
            Cell::time(pair.seconds).note(times(pair.factor())).link(Some(record))
        };
        let cells = boards.iter().map(|n| pairs.get(n).map(cell).unwrap_or_default());
        let name = Cell::words(&record.program).link(record.source.clone()).note(threads(record.threads));
        let made = [
            Cell::words(&record.method),
            Cell::words(format!("{}, {}", record.version, record.compiler)),
            Cell::words(record.started.get(..10).unwrap_or_default()),
        ];
        [name].into_iter().chain(cells).chain(made).collect()
    };
    let heads = boards.iter().map(|n| format!("N = {n}"));
    let made = ["method", "version, compiler", "measured"].map(str::to_owned);
    let by = if is_here { "" } else { ", measured by the authors of queens" };
    let caption = format!("Other programs on {}{by}: time, and how many times that of queens", site.name());
    let heads = ["program".to_owned()].into_iter().chain(heads).chain(made);
    Table::new(caption, heads, rivals.iter().map(|rival| row(rival)))
}

/// What the authors of other programs say of them, on their own machines.
pub fn authors() -> anyhow::Result<Table> {
    let mut reader = csv::Reader::from_reader(include_str!("authors.csv").as_bytes());
    let row = |line: Result<[String; 5], csv::Error>| -> Result<Vec<_>, csv::Error> {
        let [program, source, method, machine, times] = line?;
        let program = Cell::words(program).link(Some(source).filter(|source| !source.is_empty()));
        Ok([program].into_iter().chain([method, machine, times].map(Cell::words)).collect())
    };
    let rows = reader.deserialize().map(row).collect::<Result<Vec<_>, _>>()?;
    let heads = ["program", "method", "machine", "time, as its author gives it"];
    Ok(Table::new("Times that their authors give, on their own machines", heads, rows))
}

/// The machines: where the figures come from, and which one the charts show.
pub fn machines(machines: &[Machine<'_>]) -> Table {
    let row = |(index, Machine { site, records }): (usize, &Machine<'_>)| {
        let all = |value: &dyn Fn(&Record) -> String| {
            let values: BTreeSet<_> = records.iter().map(|record| value(record)).collect();
            values.into_iter().collect::<Vec<_>>().join(", ")
        };
        let hides = !site.host.cpu.contains(|c: char| c.is_ascii_digit());
        vec![
            Cell::words(site.name()).note(if hides { "the system hides the model" } else { "" }),
            Cell::words(&site.host.os),
            Cell::count(records.len() as u128),
            Cell::words(all(&|record| record.started.get(..10).unwrap_or_default().to_owned())),
            Cell::words(all(&|record| record.result.version.clone())),
            Cell::words(all(&|record| record.compiler.clone())),
            Cell::words(if index == 0 { "charts, README" } else { "" }),
        ]
    };
    let heads = ["machine", "system", "records", "measured", "queens", "built with", "shown in"];
    Table::new("The machines that were measured", heads, machines.iter().enumerate().map(row))
}

/// Every record as CSV. Counts have all their digits; times are in seconds, memory is in bytes.
pub fn csv(records: &[Record]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (index, record) in records.iter().enumerate() {
        let result = &record.result;
        let fields = [
            ("n", result.n.to_string()),
            ("solutions", result.solutions.clone()),
            ("kernel", result.kernel.clone()),
            ("threads", result.threads.to_string()),
            ("split", result.split.to_string()),
            ("seconds", record.seconds().to_string()),
            ("resumed", record.is_resumed().to_string()),
            ("cpu_seconds", record.cpu_s.to_string()),
            ("nodes", result.nodes.clone()),
            ("peak_memory_bytes", record.peak_memory_bytes.to_string()),
            ("cpu", result.host.cpu.clone()),
            ("cores", record.cores.to_string()),
            ("os", result.host.os.clone()),
            ("compiler", record.compiler.clone()),
            ("commit", result.commit.clone()),
            ("started", record.started.clone()),
            ("record", record.file.clone()),
        ];
        if index == 0 {
            writer.write_record(fields.iter().map(|(name, _)| name))?;
        }
        writer.write_record(fields.iter().map(|(_, value)| value))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The published number of solutions of a board.
pub fn known_solutions(n: usize) -> Option<u128> {
    BoardSize::new(n).ok().and_then(known::solutions)
}

/// The time of a record, which it leads to; marked when it was put together from several sessions.
fn time(record: &Record) -> Cell {
    let mut cell = Cell::time(record.seconds()).link(Some(format!("records/{}", record.file)));
    if record.is_resumed() {
        cell.text.push('†');
    }
    cell
}
