//! The charts that are published.

use std::collections::BTreeMap;

use queens::ladder::RUNGS;

use super::chart::{Axis, Chart, Dot, Line};
use super::ladder::Ladder;
use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, median, threads};
use crate::report::record::Record;
use crate::report::text::{duration, metric};

/// Times shorter than this are mostly the start of a process and are not drawn.
const SHORTEST: f64 = 1e-3;

/// Fewer boards than this make no line.
const FEW: usize = 3;

/// Fewer numbers of threads than this show no scaling.
const FEW_THREADS: usize = 4;

/// How time grows with N: `queens` in one thread and in all, its slower splits, and the programs measured beside it.
pub fn growth(machine: &Machine<'_>, rivals: &[&Rival]) -> Option<Chart> {
    let mut lines: Vec<_> = (machine.threads().into_iter())
        .filter(|count| *count == 1 || Some(count) == machine.threads().last())
        .map(|count| {
            let class = if count == 1 { "main" } else { "second" };
            line(format!("queens, {}", threads(count)), seconds(&machine.best(count)), class)
        })
        .collect();
    lines.extend(slower_splits(machine));
    lines.extend(others(rivals, |pair| pair.seconds));
    for line in &mut lines {
        line.points.retain(|(_, seconds)| *seconds >= SHORTEST);
    }
    lines.retain(|line| !line.points.is_empty());
    let (from, to) = span(&lines, |point| point.1)?;
    Some(Chart {
        title: "Time to count all solutions",
        place: machine.cpu(),
        x: boards(&lines)?,
        y: Axis {
            title: "Time by the clock (log scale)",
            range: (from / 2.0, to * 4.0),
            ticks: times_to_mark(),
            log: true,
        },
        lines,
        dots: Vec::new(),
    })
}

/// The splits that are slower on large boards, each from the last board on which it was the fastest.
fn slower_splits(machine: &Machine<'_>) -> Vec<Line> {
    let fastest = machine.best(1);
    let mut splits: BTreeMap<String, BTreeMap<usize, f64>> = BTreeMap::new();
    for (split, _, best) in machine.methods() {
        let of_split = splits.entry(split).or_default();
        for (n, record) in best {
            let best = of_split.entry(n).or_insert(f64::INFINITY);
            *best = best.min(record.seconds());
        }
    }
    let slower = |(split, best): (String, BTreeMap<usize, f64>)| {
        let is_faster = |n: &usize| best[n] <= fastest[n].seconds();
        let last_lead = best.keys().rev().find(|n| is_faster(n)).copied().unwrap_or_default();
        let points = best.range(last_lead..).map(|(n, seconds)| (*n as f64, *seconds));
        line(format!("queens, {split} split"), points.collect(), "faint")
    };
    splits.into_iter().map(slower).filter(|line| line.points.len() >= FEW).collect()
}

/// How many times as long as `queens` the programs take that were measured beside it.
pub fn lead(machine: &Machine<'_>, rivals: &[&Rival]) -> Option<Chart> {
    let mut lines = others(rivals, Pair::factor);
    let (from, to) = span(&lines, |point| point.1)?;
    let x = boards(&lines)?;
    lines.insert(0, line("queens".to_owned(), vec![(x.range.0, 1.0), (x.range.1, 1.0)], "guide"));
    let marks = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    Some(Chart {
        title: "Lead over other programs",
        place: format!("run in turn on {}", machine.cpu()),
        x,
        y: Axis {
            title: "Time divided by that of queens, one thread",
            range: (from.min(0.8) / 1.1, to * 1.6),
            ticks: marks.map(|mark| (mark, format!("{mark}×"))).to_vec(),
            log: true,
        },
        lines,
        dots: Vec::new(),
    })
}

/// A line per program, nearest to ours first.
fn others(rivals: &[&Rival], figure: impl Fn(Pair) -> f64) -> Vec<Line> {
    let points = |rival: &Rival| rival.pairs().iter().map(|(n, pair)| (*n as f64, figure(*pair))).collect();
    rivals.iter().map(|rival| line(rival.program.clone(), points(rival), "other")).collect()
}

/// How many times as fast as one thread several are, on the largest boards, where enough numbers of threads were measured.
pub fn scaling(machine: &Machine<'_>) -> Option<Chart> {
    let counts = machine.threads();
    if counts.len() < FEW_THREADS || counts.first() != Some(&1) {
        return None;
    }
    let most = *counts.last()? as f64;
    // The method of the fastest record; all others would mix the scaling with the choice of a method.
    let alone = machine.best(1);
    let speedups = |(n, fastest): (&usize, &&Record)| {
        let same = |record: &&Record| {
            let (a, b) = (&record.result, &fastest.result);
            a.n == b.n && a.split == b.split && a.kernel == b.kernel
        };
        let time = |count| median(machine.with_threads(count).filter(same).map(Record::seconds));
        let one = time(1)?;
        let points: Vec<_> =
            counts.iter().filter_map(|count| Some((*count as f64, one / time(*count)?))).collect();
        (points.len() >= FEW_THREADS).then_some((*n, points))
    };
    let mut largest: Vec<_> = alone.iter().filter_map(speedups).collect();
    largest.reverse();
    let mut lines: Vec<_> = (largest.into_iter().zip(["main", "second", "faint"]))
        .map(|((n, points), class)| line(format!("N = {n}"), points, class))
        .collect();
    let (_, fastest) = span(&lines, |point| point.1)?;
    lines.push(line("as fast as threads".to_owned(), vec![(1.0, 1.0), (most, most)], "guide"));
    let powers = |most: f64| -> Vec<_> {
        (0..=most.log2() as u32).map(|power| (f64::from(1 << power), (1 << power).to_string())).collect()
    };
    Some(Chart {
        title: "Scaling over threads",
        place: machine.cpu(),
        x: Axis { title: "Threads", range: (0.9, most * 1.4), ticks: powers(most), log: true },
        y: Axis {
            title: "Times as fast as one thread, medians",
            range: (0.9, fastest.max(most) * 1.2),
            ticks: powers(fastest.max(most)),
            log: true,
        },
        lines,
        dots: Vec::new(),
    })
}

/// Solutions per second of each rung of the ladder, with its board, and why a rung is slower than the one before.
pub fn ladder(ladder: &Ladder) -> Option<Chart> {
    let rungs: Vec<_> = ladder.measured().collect();
    let height = rungs.len() as f64;
    let dots: Vec<_> = (rungs.iter().enumerate())
        .map(|(index, (rung, measured))| {
            let known = RUNGS.iter().find(|known| known.name == rung.name);
            let slower = measured.times_rung_below.is_some_and(|times| times < 1.0);
            Dot {
                at: (measured.solutions_per_s, height - index as f64),
                label: format!("{}, N = {}", metric(measured.solutions_per_s).trim_end(), rung.n),
                note: known.filter(|_| slower).map_or("", |known| known.slower),
            }
        })
        .collect();
    let slowest = dots.iter().map(|dot| dot.at.0).reduce(f64::min)?;
    let fastest = dots.iter().map(|dot| dot.at.0).reduce(f64::max)?;
    let decades = (-3..=15).map(|power| 10f64.powi(power)).map(|value| (value, round(value)));
    Some(Chart {
        title: "From brute force up",
        place: "in one thread".to_owned(),
        x: Axis {
            title: "Solutions per second (log scale)",
            range: (slowest / 3.0, fastest * 3.0),
            ticks: decades.step_by(((fastest / slowest).log10() / 5.0) as usize + 1).collect(),
            log: true,
        },
        y: Axis {
            title: "One idea more per row, each with its board",
            range: (0.3, height + 0.6),
            ticks: (rungs.iter().zip(&dots)).map(|((rung, _), dot)| (dot.at.1, rung.name.clone())).collect(),
            log: false,
        },
        lines: Vec::new(),
        dots,
    })
}

fn line(label: String, points: Vec<(f64, f64)>, class: &'static str) -> Line {
    Line { label, points, class }
}

fn seconds(best: &Best<'_>) -> Vec<(f64, f64)> {
    best.iter().map(|(n, record)| (*n as f64, record.seconds())).collect()
}

/// The smallest and the largest of a figure of all points.
fn span(lines: &[Line], figure: impl Fn(&(f64, f64)) -> f64) -> Option<(f64, f64)> {
    let values = || lines.iter().flat_map(|line| &line.points).map(&figure);
    Some((values().reduce(f64::min)?, values().reduce(f64::max)?))
}

/// An axis of boards, with room for labels at its end.
fn boards(lines: &[Line]) -> Option<Axis> {
    let (first, last) = span(lines, |point| point.0)?;
    let ticks = (first as usize..=last as usize).map(|n| (n as f64, n.to_string()));
    let step = if last - first > 12.0 { 2 } else { 1 };
    Some(Axis {
        title: "N, rows of the board",
        range: (first - 0.3, last + 0.3 + (last - first + 1.0) / 5.0),
        ticks: ticks.filter(|(n, _)| (*n as usize).is_multiple_of(step)).collect(),
        log: false,
    })
}

/// Times that people know, from a millisecond to some years.
fn times_to_mark() -> Vec<(f64, String)> {
    const DAY: f64 = 86_400.0;
    let marks =
        [1e-3, 1e-2, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 4.0 * DAY, 40.0 * DAY, 365.25 * DAY];
    marks.map(|seconds| (seconds, duration(seconds))).to_vec()
}

/// A power of ten with a prefix, as in `10 M`.
fn round(value: f64) -> String {
    let text = metric(value);
    let (digits, prefix) = text.split_once(' ').unwrap_or((&text, ""));
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits} {prefix}").trim_end().to_owned()
}
