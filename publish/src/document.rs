//! Creates the document from the template `results.md`.

use std::collections::BTreeSet;

use minijinja::{Error, Value, context};
use queens::check::known;
use queens::run::Total;
use queens_format::wire::release::Release;
use queens_format::{counted, counted_in_words, duration};

use crate::compared::ComparedTimes;
use crate::processor::{computer_name, processor_name};
use crate::tables::{ComputerTable, TableRow, TableTime};
use crate::{MARK, Selection, template};

/// Returns the document in Markdown.
pub fn markdown(selection: &Selection<'_>) -> Result<String, Error> {
    let first = selection.first_table();
    let values = context! {
        mark => MARK, links => &selection.set.links, has_chart => first.is_some(),
        largest => selection.set.totals().max_by_key(|total| total.n).map(|total| context! {
            n => total.n.get(), solutions => total.solutions,
        }),
        tables => selection.tables.iter().map(table).collect::<Value>(),
        totals => totals(selection),
        compared => selection.compared.iter().map(compared).collect::<Value>(),
        programs => programs(selection),
    };
    Ok(without_unused_notes(&template::render("results.md", include_str!("results.md"), values)?))
}

/// Removes the notes `* ‡ ...`, `* ± ...` and `* "Up to" ...` whose marks do not appear elsewhere in
/// `document`.
pub fn without_unused_notes(document: &str) -> String {
    let is_unused = |line: &str| {
        let note = [("* ‡ ", "‡"), ("* ± ", "±"), ("* \"Up to\" ", "up to ")];
        let explained = note.into_iter().find(|(start, _)| line.starts_with(start));
        explained.is_some_and(|(_, mark)| {
            let mut others = document.lines().filter(|other| *other != line);
            !others.any(|other| !other.starts_with("* ") && other.contains(mark))
        })
    };
    document.split_inclusive('\n').filter(|line| !is_unused(line.trim_end())).collect()
}

/// Returns the template values for a computer's table.
fn table(table: &ComputerTable<'_>) -> Value {
    let records = || {
        table.times.iter().filter_map(|time| match time {
            TableTime::Measured(record) => Some(&record.object),
            TableTime::Estimated(_) => None,
        })
    };
    context! {
        name => computer_name(table.computer), os => &table.computer.host.os, release => table.release.to_string(),
        records => records().count(),
        dates => joined(records().filter_map(|record| record.started.get(..10))),
        commits => joined(records().map(|record| &*record.result.total.commit)),
        compilers => joined(records().filter_map(|record| record.compiler.as_deref())),
        ..rows(table, table.rows.keys().copied()),
    }
}

/// Returns the table's rows for `boards`, with a flag for each column that may be empty.
pub fn rows(table: &ComputerTable<'_>, boards: impl Iterator<Item = usize>) -> Value {
    let rows: Vec<_> = boards.filter_map(|n| Some((n, table.rows.get(&n)?))).collect();
    let has = |time: fn(&TableRow<'_>) -> bool| rows.iter().any(|(_, row)| time(row));
    context! {
        cores => table.computer.cores,
        has_one_core => has(|row| row.one_core.is_some()), has_all_cores => has(|row| row.all_cores.is_some()),
        has_avx2 => has(|row| row.avx2.is_some()),
        rows => rows.iter().map(|(n, row)| context! {
            n, solutions => row.solutions, method => row.method, kernel => row.kernel,
            one_core => time(row.one_core), all_cores => time(row.all_cores), avx2 => time(row.avx2),
        }).collect::<Value>(),
    }
}

/// Returns a time as text, and the place of its record if it was measured.
pub fn time(time: Option<TableTime<'_>>) -> Value {
    let place = time.and_then(|time| match time {
        TableTime::Measured(record) => Some(&record.place),
        TableTime::Estimated(_) => None,
    });
    context! { text => time.map(TableTime::text), place }
}

/// Returns the rows for totals outside the tables of times, by N. These are all merges, and the last count of
/// each board that was neither merged nor measured in a table.
fn totals(selection: &Selection<'_>) -> Value {
    let measured = selection.tables.iter().flat_map(|table| table.measured().map(|(n, _)| n));
    let mut known: BTreeSet<_> = measured.collect();
    let mut rows = Vec::new();
    for merge in &selection.set.merges {
        let shards = merge.object.shards();
        let total = &merge.object.result.total;
        let machines = shards.machines.iter().map(|(host, part)| {
            let name = processor_name(host);
            if *part == shards.shards { name } else { format!("{name} ({})", counted(*part, "shard")) }
        });
        let how = counted(shards.shards, "shard");
        // A CPU time that covers only some units is not the CPU time of the board.
        let cpu_s = total.cpu_s.filter(|_| shards.cpu_units.is_none());
        let on = machines.collect::<Vec<_>>().join(", ");
        rows.push((total.n, of_total(total, cpu_s, &how, &on, &merge.place)));
        known.insert(total.n.get());
    }
    for record in selection.set.counts.iter().rev() {
        let total = &record.object.result.total;
        if known.insert(total.n.get()) {
            let how = if record.object.is_resumed() {
                "several sessions".to_owned()
            } else {
                counted_in_words(record.object.threads(), "thread")
            };
            let on = computer_name(record.object.computer());
            rows.push((total.n, of_total(total, total.cpu_s, &how, &on, &record.place)));
        }
    }
    rows.sort_by_key(|(n, _)| *n);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns the row for a total. `how` names its shards, sessions or threads, and `on` names its machines.
fn of_total(total: &Total, cpu_s: Option<f64>, how: &str, on: &str, place: &str) -> Value {
    context! {
        n => total.n.get(), solutions => total.solutions, method => &total.method, kernel => &total.kernel,
        fundamental => known::fundamental(total.n, total.solutions), version => &total.version,
        cpu_time => cpu_s.map_or_else(|| "not known".to_owned(), duration), how, on, place,
    }
}

/// Returns the row for a comparison.
pub fn compared(times: &ComparedTimes<'_>) -> Value {
    let record = &times.record.object;
    context! {
        n => times.n, program => &record.program, version => &record.version, source => &record.source,
        threads => record.threads, seconds => times.seconds, queens_version => &record.queens.version,
        queens_release => Release::of(&record.queens.version).map(|release| release.to_string()),
        queens_seconds => times.queens_seconds, factor => times.factor(), runs => times.runs,
        on => computer_name(record.computer()), place => &times.record.place,
    }
}

/// Returns the rows for the compared programs, without duplicates.
fn programs(selection: &Selection<'_>) -> Value {
    let mut programs = Vec::new();
    for times in &selection.compared {
        let record = &times.record.object;
        let program = context! {
            program => &record.program, version => &record.version, source => &record.source,
            method => &record.method, compiler => &record.compiler, on => computer_name(record.computer()),
            day => record.started.get(..10),
        };
        if !programs.contains(&program) {
            programs.push(program);
        }
    }
    programs.into_iter().collect()
}

/// Sorts the strings, removes duplicates, and joins the rest with commas.
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}
