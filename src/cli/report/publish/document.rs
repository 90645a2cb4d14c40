//! Makes the document: the values of its template, `results.md`.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::{Serde, Value};
use minijinja::{Error, context};
use queens::board::BoardSize;
use queens::check::known;
use queens::methods::kernel::Kernel;
use queens::methods::split::Split;

use super::given::{Estimate, Ladder};
use super::rivals::Rival;
use super::study::{Best, Machine, best, threads};
use super::{Given, MANY_CORES, escape};
use crate::cli::report::host::Host;
use crate::cli::report::ours::MARK;
use crate::cli::report::record::Record;
use crate::cli::report::text::duration;

/// The document, as Markdown.
pub fn markdown(given: &Given, machines: &[Machine<'_>], has_lead: bool) -> Result<String, Error> {
    let counts = counts(&given.records);
    let values = context! {
        mark => MARK,
        many_cores => MANY_CORES,
        largest => counts.last(),
        has_lead,
        machines => machines.iter().map(times).collect::<Value>(),
        places => places(&given.rivals),
        estimates => given.estimates.iter().map(|estimate| with_measured(estimate, machines)).collect::<Value>(),
        ladder => given.ladder.as_ref().map(|Ladder { host, rungs }| context! {
            cpu => host.as_ref().map(Host::cpu_name), rungs => Serde(rungs),
        }),
        counts,
    };
    escape::render("results.md", include_str!("results.md"), values)
}

/// What was counted: solutions, fundamental solutions, by which splits, and the best time on any
/// machine.
fn counts(records: &[Record]) -> Vec<Value> {
    let mut splits: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for Record { result, .. } in records {
        let again = result.double_check.as_ref().map(|again| again.split.to_string());
        splits
            .entry(result.n.get())
            .or_default()
            .extend([Some(result.split.to_string()), again].into_iter().flatten());
    }
    let row = |(n, record): (usize, &Record)| {
        let result = &record.result;
        context! {
            n,
            solutions => result.total(),
            fundamental => BoardSize::new(n).ok().and_then(known::fundamental),
            splits => joined(splits[&n].iter().cloned()),
            time => time(record),
            place => &record.place,
            how => match &result.merged {
                None => how(result.split, &result.kernel, result.threads),
                Some(merged) => format!("{} {}, {} shards merged", result.split, result.kernel, merged.shards),
            },
            on => match &result.merged {
                Some(merged) => joined(merged.hosts.iter().map(Host::cpu_name)),
                None if result.devices.is_empty() => result.host.cpu_name(),
                None => joined(result.devices.iter().map(|device| device.name.clone())),
            },
        }
    };
    best(records).into_iter().map(row).collect()
}

/// A machine, and the best time of every board on it: by the fastest split and kernel with each
/// number of threads, and by each in one thread.
fn times(machine: &Machine<'_>) -> Value {
    let several = machine.threads().into_iter().filter(|count| *count > 1);
    let mut columns: Vec<(String, Best<'_>)> = several
        .map(|count| {
            (format!("fastest, {}", threads(count)), machine.best(|record| record.result.threads == count))
        })
        .collect();
    for kernel in Kernel::all() {
        for split in Split::all() {
            let is_of = |Record { result, .. }: &Record| {
                result.threads == 1 && result.split == split && result.kernel == kernel.to_string()
            };
            columns.push((format!("{split} {kernel}"), machine.best(is_of)));
        }
    }
    columns.retain(|(_, best)| !best.is_empty());
    let row = |n: usize| {
        let times =
            columns.iter().map(|(_, best)| best.get(&n).map(|record| time(record)).unwrap_or_default());
        context! { n, times => times.collect::<Value>() }
    };
    let boards: BTreeSet<_> = columns.iter().flat_map(|(_, best)| best.keys().copied()).collect();
    let all = |value: fn(&Record) -> String| joined(machine.records.iter().map(|record| value(record)));
    context! {
        name => machine.site.name(),
        os => &machine.site.host.os,
        heads => columns.iter().map(|(head, _)| head.clone()).collect::<Value>(),
        rule => vec!["---:"; columns.len()],
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
    let sites: BTreeSet<_> = rivals.iter().map(Rival::site).collect();
    let place = |site| {
        let here = || rivals.iter().filter(|rival| rival.site() == site);
        let mut rows: Vec<_> =
            here().flat_map(|rival| rival.pairs.iter().map(move |(n, pair)| (n, rival, pair))).collect();
        rows.sort_by(|(n, _, pair), (other, _, its)| {
            n.cmp(other).then(pair.factor().total_cmp(&its.factor()))
        });
        let row = |(n, rival, pair): (&usize, &Rival, &super::rivals::Pair)| {
            context! { n, program => rival.name(), factor => pair.factor(), ..Value::from(Serde(pair)) }
        };
        context! {
            name => site.name(),
            programs => here().map(|rival| Value::from(Serde(&rival.record))).collect::<Value>(),
            rows => rows.into_iter().map(row).collect::<Value>(),
        }
    };
    sites.into_iter().map(place).collect()
}

/// An estimate, and the time that the board took where it was counted on the same machine.
fn with_measured(estimate: &Estimate, machines: &[Machine<'_>]) -> Value {
    let machine = machines.iter().find(|machine| *machine.site.host == estimate.host);
    let best = machine.map(|machine| machine.best(|record| record.result.threads == estimate.threads));
    context! {
        estimate => Serde(estimate),
        cpu => estimate.host.cpu_name(),
        how => how(&estimate.split, &estimate.kernel, estimate.threads),
        measured => best.and_then(|best| best.get(&estimate.n).map(|record| time(record))),
    }
}

/// Split, kernel and threads in words.
fn how(split: impl std::fmt::Display, kernel: impl std::fmt::Display, count: usize) -> String {
    format!("{split} {kernel}, {}", threads(count))
}

/// All different values, in order.
fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

/// The time of a record, marked when it was put together from several sessions or shards, and when
/// the machine was busy.
fn time(record: &Record) -> String {
    let marks = [(record.is_resumed(), "†"), (record.machine_was_busy(), "‡"), (record.is_merge(), "§")];
    let marks: String = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark).collect();
    duration(record.seconds()) + &marks
}
