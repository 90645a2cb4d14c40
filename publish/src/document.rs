//! Makes the document: the values of its template, `results.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use minijinja::{Error, Value, context, value::Serde};
use queens::check::known;
use queens::run::{Host, Total};
use queens_format::{duration, grouped, threads};

use super::choose::{Choice, MANY_CORES, MachineRecords, best, compared};
use super::read::{EstimateRecord, Published};
use super::template;
use crate::MARK;
use crate::records::host::cpu_name;
use crate::records::merge::MergeRecord;
use crate::records::record::Record;
use crate::records::rival::Rival;

/// The document, as Markdown.
pub fn markdown(choice: &Choice<'_>) -> Result<String, Error> {
    let published = choice.published;
    let counts = counts(choice);
    let values = context! {
        mark => MARK, many_cores => MANY_CORES, largest => counts.last(),
        machine => choice.machines.first().map(|machine| machine.site.name()), links => &published.links,
        program => option_env!("CARGO_PKG_REPOSITORY").filter(|address| !address.is_empty()),
        machines => choice.machines.iter().map(times).collect::<Value>(),
        places => places(&published.rivals),
        estimates => estimates(choice), has_bounds => published.estimates.iter().any(|estimate| estimate.machine_was_busy),
        ladder => published.ladder.as_ref().map(|ladder| context! {
            cpu => cpu_name(&ladder.host), ..Value::from(Serde(ladder))
        }),
        counts,
    };
    Ok(without_unused_marks(&template::render("results.md", include_str!("results.md"), values)?))
}

/// `document` without the lines that explain a mark it does not use, as in `* † counted`.
pub fn without_unused_marks(document: &str) -> String {
    let is_unused = |line: &str| {
        let mark = ["§", "†", "‡"].into_iter().find(|mark| line.starts_with(&format!("* {mark} ")));
        mark.is_some_and(|mark| document.matches(mark).count() == 1)
    };
    document.split_inclusive('\n').filter(|line| !is_unused(line)).collect()
}

/// The counts: every board with its best time on any machine, or with the CPU time that its shards or
/// sessions took if it was counted in no other way.
fn counts(choice: &Choice<'_>) -> Vec<Value> {
    let published = choice.published;
    let best = best(published.timed()).into_iter();
    let mut rows: BTreeMap<_, _> = best.map(|(n, record)| (n, counted(published, record))).collect();
    rows.extend(choice.merges.iter().map(|(n, record)| (*n, merged(published, record))));
    rows.extend(choice.resumed.iter().map(|(n, record)| (*n, resumed(published, record))));
    rows.into_values().collect()
}

/// The board of a result: its solutions, and the methods that counted it.
fn board(published: &Published, result: &Total) -> Value {
    let counts =
        published.records.iter().map(|record| &record.result).filter(|count| count.total.n == result.n);
    let counts = counts.flat_map(|count| iter::once(count).chain(count.double_check.as_deref()));
    let counts = counts.map(|count| &count.total);
    let merges = published.merges.iter().map(|record| &record.result.total);
    let merges = merges.filter(|total| total.n == result.n);
    context! {
        n => result.n.get(), solutions => result.solutions, fundamental => known::fundamental(result.n, result.solutions),
        methods => joined(counts.chain(merges).map(|count| count.method.clone())),
    }
}

/// A board that was counted, with its best time.
fn counted(published: &Published, record: &Record) -> Value {
    let Total { method, kernel, .. } = &record.result.total;
    context! {
        time => time(Some(record)), place => &record.place,
        how => format!("{method} {kernel}, {}", threads(record.threads())),
        on => cpu_name(record.host()),
        ..board(published, &record.result.total)
    }
}

/// A board that was added up from shards. A kernel or machine that counted only some of the shards
/// is shown with their number. A CPU time of only some units is not the time of the board.
fn merged(published: &Published, record: &MergeRecord) -> Value {
    let merged = record.shards();
    let Total { method, cpu_s, .. } = &record.result.total;
    let of_shards = |name: String, part: u64| {
        if part == merged.shards { name } else { format!("{name} ({} of them)", grouped(part.into())) }
    };
    let kernels = joined(merged.kernels.iter().map(|(name, part)| of_shards(name.clone(), *part)));
    let machines = merged.machines.iter().map(|(host, &part)| of_shards(cpu_name(host), part));
    let shards = grouped(merged.shards.into());
    context! {
        time => cpu_time(cpu_s.filter(|_| merged.cpu_units.is_none()), "§"), place => &record.place,
        how => format!("{method} {kernels}, in {shards} shards"), on => joined(machines),
        ..board(published, &record.result.total)
    }
}

/// A board that was counted in several sessions, of which a record knows only the last.
fn resumed(published: &Published, record: &Record) -> Value {
    let Total { method, cpu_s, .. } = &record.result.total;
    context! {
        time => cpu_time(*cpu_s, "†"), place => &record.place, how => format!("{method}, in several sessions"),
        on => cpu_name(record.host()), ..board(published, &record.result.total)
    }
}

/// A CPU time, with the mark that explains it.
fn cpu_time(seconds: Option<f64>, mark: &str) -> Value {
    let text = seconds.map_or_else(|| "not known".to_owned(), |seconds| duration(seconds) + mark);
    context! { text }
}

/// A machine, and the best times on it.
fn times(machine: &MachineRecords<'_>) -> Value {
    let columns = machine.columns();
    let row = |n: usize| {
        let times = columns.iter().map(|(_, best)| time(best.get(&n).copied()));
        context! { n, times => times.collect::<Value>() }
    };
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let all = |value: fn(&Record) -> String| joined(machine.records.iter().map(|record| value(record)));
    context! {
        name => machine.site.name(), os => &machine.site.host.os,
        heads => columns.iter().map(|(head, _)| head.clone()).collect::<Value>(),
        rows => boards.into_iter().map(row).collect::<Value>(),
        records => machine.records.len(),
        dates => all(|record| record.day().to_owned()), latest => machine.records.iter().map(|record| record.day()).max(),
        versions => all(|record| format!("{} ({})", record.result.total.version, record.result.total.commit)),
        compilers => joined(machine.records.iter().filter_map(|record| record.compiler.clone())),
    }
}

/// Other programs, machine by machine: every board that they and `queens` counted alternately, and how
/// they were built.
fn places(rivals: &[Rival]) -> Value {
    let place = |site| {
        let here = || rivals.iter().filter(|rival| rival.site() == site);
        let rows = compared(here()).into_iter().map(|(n, rival, pair)| {
            context! { n, program => &rival.program, threads => rival.threads, ..Value::from(Serde(pair)) }
        });
        context! {
            name => site.name(), rows => rows.collect::<Value>(),
            programs => here().map(|rival| Value::from(Serde(rival))).collect::<Value>(),
        }
    };
    rivals.iter().map(Rival::site).collect::<BTreeSet<_>>().into_iter().map(place).collect()
}

/// The estimates, machine by machine, each with its number of threads.
fn estimates(choice: &Choice<'_>) -> Value {
    let mut machines: Vec<((&Host, usize), Vec<Value>)> = Vec::new();
    for estimate in &choice.published.estimates {
        let machine = (&estimate.host, estimate.threads);
        let row = with_measured(estimate, choice);
        match machines.iter_mut().find(|(known, _)| *known == machine) {
            Some((_, rows)) => rows.push(row),
            None => machines.push((machine, vec![row])),
        }
    }
    let machines = machines.into_iter().map(|((host, threads), rows)| {
        context! { cpu => cpu_name(host), threads, rows }
    });
    machines.collect()
}

/// An estimate, and the time that the board took where the same method and kernel counted it with as many
/// threads on the same machine.
fn with_measured(estimate: &EstimateRecord, choice: &Choice<'_>) -> Value {
    let EstimateRecord { n, threads, host, method, kernel, .. } = estimate;
    let machine = choice.machines.iter().find(|machine| machine.site.host == host);
    let is_same = |record: &Record| {
        let result = &record.result.total;
        record.threads() == *threads && result.method == *method && result.kernel == *kernel
    };
    let best = machine.and_then(|machine| machine.best(is_same).get(n).copied());
    context! {
        measured => time(best), time => estimate.time(*threads), many => estimate.time(MANY_CORES), day => estimate.day(),
        ..Value::from(Serde(estimate))
    }
}

/// The distinct values, in order and separated by commas.
fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

/// The time of a record, if there is one, marked when the machine was busy.
pub fn time(record: Option<&Record>) -> Value {
    let busy = |record: &Record| if record.machine_was_busy() { "‡" } else { "" };
    let text = record.map(|record| duration(record.seconds()) + busy(record));
    context! { text, place => record.map(|record| &record.place) }
}
