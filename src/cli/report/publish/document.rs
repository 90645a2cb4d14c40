//! Makes the document: the values of its template, `results.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use crate::board::BoardSize;
use crate::check::known;
use crate::methods::Method;
use crate::methods::kernel::Kernel;
use minijinja::{Error, Value, context, value::Serde};

use super::given::{Estimate, Ladder};
use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, best, threads};
use super::{Given, MANY_CORES, escape};
use crate::cli::report::host::cpu_name;
use crate::cli::report::merged::MergeRecord;
use crate::cli::report::ours::MARK;
use crate::cli::report::record::Record;
use crate::cli::report::text::{duration, grouped};
use crate::run::RunResult;
use crate::run::result::Shards;

/// The document, as Markdown.
pub fn markdown(given: &Given, machines: &[Machine<'_>], has_lead: bool) -> Result<String, Error> {
    let counts = counts(given);
    let values = context! {
        mark => MARK, many_cores => MANY_CORES, largest => counts.last(), has_lead,
        machines => machines.iter().map(times).collect::<Value>(),
        places => places(&given.rivals),
        estimates => given.estimates.iter().map(|estimate| with_measured(estimate, machines)).collect::<Value>(),
        ladder => given.ladders.last().map(|Ladder { host, rungs }| context! {
            cpu => host.as_ref().map(cpu_name), rungs => Serde(rungs),
        }),
        counts,
    };
    escape::render("results.md", include_str!("results.md"), values)
}

/// What was counted: solutions, fundamental solutions, by which methods, and the best time on any
/// machine, or what a board took in shards that was counted in no other way.
fn counts(given: &Given) -> Vec<Value> {
    let methods = |n: BoardSize| {
        let counts = given.records.iter().map(|record| &record.result).filter(move |result| result.n == n);
        let again = |result: &RunResult| result.double_check.as_ref().map(|again| again.method.to_string());
        let merged = given.merges.get(&n.get()).map(|record| record.result.method.to_string());
        let counted = counts.flat_map(|result| [Some(result.method.to_string()), again(result)]).flatten();
        joined(counted.chain(merged))
    };
    let counted = |record: &Record| {
        let RunResult { n, method, kernel, device, .. } = &record.result;
        let on = device.as_ref().map_or_else(|| cpu_name(record.host()), |device| device.name.clone());
        context! {
            n => n.get(), solutions => record.result.solutions, fundamental => known::fundamental(*n),
            methods => methods(*n), time => time(record), place => &record.place,
            how => how(method, kernel, record.threads()), on,
        }
    };
    let merged = |record: &MergeRecord| {
        let RunResult { n, method, units, cpu_s, solutions, .. } = &record.result;
        let merged = record.shards();
        let (kernels, shards) = (kernels(merged), grouped(merged.shards.into()));
        let of = merged.cpu_units.map_or_else(String::new, |known| {
            format!(", CPU time of {} of {} units", grouped(known.into()), grouped((*units).into()))
        });
        context! {
            n => n.get(), solutions, fundamental => known::fundamental(*n),
            methods => methods(*n), time => duration(cpu_s.unwrap_or_default()) + "§",
            place => &record.place, how => format!("{method} {kernels}, in {shards} shards{of}"),
            on => machines(merged),
        }
    };
    let mut rows: BTreeMap<_, _> =
        best(&given.records).into_iter().map(|(n, record)| (n, counted(record))).collect();
    rows.extend(given.only_merged().into_iter().map(|(n, record)| (n, merged(record))));
    rows.into_values().collect()
}

/// The kernels that counted shards, with their numbers of shards where these are not all.
fn kernels(Shards { shards, kernels, .. }: &Shards) -> String {
    joined(kernels.iter().map(|(kernel, part)| of_shards(kernel, *part, *shards)))
}

/// The machines that counted shards, with their numbers of shards where these are not all.
fn machines(Shards { shards, machines, .. }: &Shards) -> String {
    joined(machines.iter().map(|machine| of_shards(&cpu_name(&machine.host), machine.shards, *shards)))
}

/// What counted `part` of `all` shards.
fn of_shards(name: &str, part: u64, all: u64) -> String {
    if part == all { name.to_owned() } else { format!("{name} ({} of them)", grouped(part.into())) }
}

/// A machine, and the best time of every board on it: by the fastest method and kernel with each
/// number of threads, and by each in one thread.
fn times(machine: &Machine<'_>) -> Value {
    let mut columns: Vec<(String, Best<'_>)> = Vec::new();
    for count in machine.threads().into_iter().filter(|count| *count > 1) {
        columns.push((format!("fastest, {}", threads(count)), machine.with_threads(count)));
    }
    for kernel in Kernel::ALL {
        for method in Method::ALL {
            let is_of = |record: &Record| {
                let result = &record.result;
                record.threads() == 1 && result.method == method && result.kernel == kernel.to_string()
            };
            columns.push((format!("{method} {kernel}"), machine.best(is_of)));
        }
    }
    columns.retain(|(_, best)| !best.is_empty());
    let row = |n: usize| {
        let times = columns.iter().map(|(_, best)| best.get(&n).map(|record| time(record)));
        context! { n, times => times.collect::<Value>() }
    };
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let all = |value: fn(&Record) -> String| joined(machine.records.iter().map(|record| value(record)));
    context! {
        name => machine.site.name(), os => &machine.site.host.os,
        heads => columns.iter().map(|(head, _)| head.clone()).collect::<Value>(),
        rows => boards.into_iter().map(row).collect::<Value>(),
        records => machine.records.len(),
        dates => all(|record| record.started.get(..10).unwrap_or_default().to_owned()),
        versions => all(|record| format!("{} ({})", record.result.version, record.result.commit)),
        compilers => all(|record| record.compiler.clone()),
    }
}

/// Other programs, machine by machine: every board that they and `queens` counted in turn, and how
/// they were built.
fn places(rivals: &[Rival]) -> Value {
    let place = |site| {
        let here = || rivals.iter().filter(|rival| rival.site() == site);
        let pairs = here().flat_map(|rival| rival.pairs.iter().map(move |(n, pair)| (n, pair, rival)));
        let mut rows: Vec<_> = pairs.collect();
        rows.sort_by(|(n, pair, _), (other, its, _)| n.cmp(other).then(pair.factor.total_cmp(&its.factor)));
        let row = |(n, pair, rival): (&usize, &Pair, &Rival)| {
            context! { n, program => &rival.program, threads => rival.threads, ..Value::from(Serde(pair)) }
        };
        context! {
            name => site.name(),
            programs => here().map(|rival| Value::from(Serde(rival))).collect::<Value>(),
            rows => rows.into_iter().map(row).collect::<Value>(),
        }
    };
    rivals.iter().map(Rival::site).collect::<BTreeSet<_>>().into_iter().map(place).collect()
}

/// An estimate, and the time that the board took where it was counted on the same machine.
fn with_measured(estimate: &Estimate, machines: &[Machine<'_>]) -> Value {
    let Estimate { n, method, kernel, threads, host, .. } = estimate;
    let machine = machines.iter().find(|machine| machine.site.host == host);
    let best = machine.and_then(|machine| machine.with_threads(*threads).get(n).copied());
    context! {
        cpu => cpu_name(host),
        how => how(method, kernel, *threads),
        measured => best.map(time),
        ..Value::from(Serde(estimate))
    }
}

/// Method, kernel and threads in words.
fn how(method: impl Display, kernel: impl Display, count: usize) -> String {
    format!("{method} {kernel}, {}", threads(count))
}

/// All different values, in order.
fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

/// The time of a record, marked when it was put together from several sessions, and when the
/// machine was busy.
fn time(record: &Record) -> String {
    let marks = [(record.is_resumed(), "†"), (record.machine_was_busy(), "‡")];
    let marks: String = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark).collect();
    duration(record.seconds()) + &marks
}
