//! The charts that are published.

use queens::explore::ladder::RUNGS;
use queens::methods::split::Split;

use super::chart::{Axis, Chart, Dot, Line};
use super::ladder::Rung;
use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, median, threads};
use crate::cli::report::record::Record;
use crate::cli::report::text::{duration, metric};

/// Times shorter than this are mostly the start of a process and are not drawn.
const SHORTEST: f64 = 1e-3;

/// Fewer boards than this make no line.
const FEW: usize = 3;

/// Fewer numbers of threads than this show no scaling.
const FEW_THREADS: usize = 4;

/// How time grows with N: `queens` in one thread and in all, its slower splits, and the programs
/// measured beside it.
pub fn growth(machine: &Machine<'_>, rivals: &[&Rival]) -> Option<Chart> {
    let ends = [Some(1), machine.threads().pop_last().filter(|count| *count > 1)];
    let mut lines: Vec<_> = (ends.into_iter().flatten().zip(["main", "second"]))
        .map(|(count, class)| {
            let best = machine.best(|record| record.result.threads == count);
            line(format!("queens, {}", threads(count)), points(&best), class)
        })
        .collect();
    lines.extend(slower_splits(machine));
    lines.extend(others(rivals, |pair| pair.seconds));
    for line in &mut lines {
        line.points.retain(|(_, seconds)| *seconds >= SHORTEST);
    }
    lines.retain(|line| !line.points.is_empty());
    let (from, to) = span(&lines, |point| point.1)?;
    const DAY: f64 = 86_400.0;
    let marks =
        [1e-3, 1e-2, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 4.0 * DAY, 40.0 * DAY, 365.25 * DAY];
    Some(Chart {
        file: "time.svg",
        title: "Time to count all solutions",
        place: machine.site.cpu(),
        x: boards(&lines)?,
        y: log_axis(
            "Time by the clock (log scale)",
            (from / 2.0, to * 2.0),
            marks.map(|mark| (mark, duration(mark))),
        ),
        lines,
        dots: Vec::new(),
    })
}

/// The splits that are slower on large boards, each from the last board on which it was the
/// fastest.
fn slower_splits(machine: &Machine<'_>) -> impl Iterator<Item = Line> {
    let fastest = machine.best(|record| record.result.threads == 1);
    let slower = move |split: Split| {
        let mut best = machine.best(|record| record.result.threads == 1 && record.result.split == split);
        let leads = |(n, record): &(&usize, &&Record)| record.seconds() <= fastest[n].seconds();
        let last = best.iter().rev().find(leads).map_or(0, |(n, _)| *n);
        line(format!("queens, {split} split"), points(&best.split_off(&last)), "faint")
    };
    Split::all().into_iter().map(slower).filter(|line| line.points.len() >= FEW)
}

/// How many times as long as `queens` the programs take that were measured beside it.
pub fn lead(machine: &Machine<'_>, rivals: &[&Rival]) -> Option<Chart> {
    let mut lines = others(rivals, Pair::factor);
    let (from, to) = span(&lines, |point| point.1)?;
    let x = boards(&lines)?;
    lines.insert(0, line("queens".to_owned(), vec![(x.range.0, 1.0), (x.range.1, 1.0)], "guide"));
    let marks = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    Some(Chart {
        file: "lead.svg",
        title: "Lead over other programs",
        place: format!("run in turn on {}", machine.site.cpu()),
        x,
        y: log_axis(
            "Time divided by that of queens, one thread",
            (from.min(0.9) / 1.1, to * 1.3),
            marks.map(|mark| (mark, format!("{mark}×"))),
        ),
        lines,
        dots: Vec::new(),
    })
}

/// A line per program, nearest to ours first.
fn others(rivals: &[&Rival], figure: impl Fn(&Pair) -> f64) -> Vec<Line> {
    let points = |rival: &Rival| rival.pairs.iter().map(|(n, pair)| (*n as f64, figure(pair))).collect();
    rivals.iter().map(|rival| line(rival.record.program.clone(), points(rival), "other")).collect()
}

/// How many times as fast as one thread several are, on the largest boards, where enough numbers of
/// threads were measured.
pub fn scaling(machine: &Machine<'_>) -> Option<Chart> {
    let counts = machine.threads();
    let most = *counts.last()? as f64;
    // The method of the fastest record; all others would mix the scaling with the choice of a
    // method.
    let alone = machine.best(|record| record.result.threads == 1);
    let speedups = |(n, fastest): (&usize, &&Record)| {
        let is_like_it = |record: &Record| {
            let (a, b) = (&record.result, &fastest.result);
            (a.n, a.split, &a.kernel) == (b.n, b.split, &b.kernel)
        };
        let time = |count| {
            let records = machine.records.iter().filter(|record| is_like_it(record));
            median(records.filter(|record| record.result.threads == count).map(|record| record.seconds()))
        };
        let one = time(1)?;
        let points: Vec<_> =
            counts.iter().filter_map(|count| Some((*count as f64, one / time(*count)?))).collect();
        (points.len() >= FEW_THREADS).then_some((*n, points))
    };
    let mut lines: Vec<_> = (alone.iter().rev().filter_map(speedups).zip(["main", "second", "faint"]))
        .map(|((n, points), class)| line(format!("N = {n}"), points, class))
        .collect();
    let fastest = span(&lines, |point| point.1)?.1.max(most);
    lines.push(line("as fast as threads".to_owned(), vec![(1.0, 1.0), (most, most)], "guide"));
    let powers =
        || (0..=fastest.log2() as u32).map(|power| (f64::from(1 << power), (1 << power).to_string()));
    Some(Chart {
        file: "threads.svg",
        title: "Scaling over threads",
        place: machine.site.cpu(),
        x: log_axis("Threads", (0.9, most * 1.1), powers()),
        y: log_axis("Times as fast as one thread, medians", (0.9, fastest * 1.2), powers()),
        lines,
        dots: Vec::new(),
    })
}

/// Solutions per second of each rung of the ladder, with its board, and why a rung is slower than
/// the one before.
pub fn ladder(rungs: &[Rung]) -> Option<Chart> {
    let height = rungs.len() as f64;
    let dot = |(index, rung): (usize, &Rung)| {
        let known = RUNGS.iter().find(|known| known.name == rung.name);
        let slower = rung.times_rung_below.is_some_and(|times| times < 1.0);
        Dot {
            at: (rung.solutions_per_s, height - index as f64),
            label: format!("{}, N = {}", metric(rung.solutions_per_s).trim_end(), rung.n),
            note: known.filter(|_| slower).map_or("", |known| known.slower),
        }
    };
    let dots: Vec<_> = rungs.iter().enumerate().map(dot).collect();
    let slowest = dots.iter().map(|dot| dot.at.0).reduce(f64::min)?;
    let fastest = dots.iter().map(|dot| dot.at.0).reduce(f64::max)?;
    let decades = (0..5).flat_map(|group| {
        let prefix = ["", " k", " M", " G", " T"][group as usize];
        [(0, "1"), (1, "10"), (2, "100")]
            .map(|(power, digits)| (10f64.powi(3 * group + power), format!("{digits}{prefix}")))
    });
    Some(Chart {
        file: "ladder.svg",
        title: "From brute force up",
        place: "in one thread".to_owned(),
        x: log_axis("Solutions per second (log scale)", (slowest / 3.0, fastest * 3.0), decades),
        y: Axis {
            title: "One idea more per row, each with its board",
            range: (0.3, height + 0.6),
            marks: rungs.iter().zip(&dots).map(|(rung, dot)| (dot.at.1, rung.name.clone())).collect(),
            log: false,
        },
        lines: Vec::new(),
        dots,
    })
}

fn line(label: String, points: Vec<(f64, f64)>, class: &'static str) -> Line {
    Line { label, points, class }
}

/// The times of boards.
fn points(best: &Best<'_>) -> Vec<(f64, f64)> {
    best.iter().map(|(n, record)| (*n as f64, record.seconds())).collect()
}

/// The smallest and the largest of a figure of all points.
fn span(lines: &[Line], figure: impl Fn(&(f64, f64)) -> f64) -> Option<(f64, f64)> {
    let values = || lines.iter().flat_map(|line| &line.points).map(&figure);
    Some((values().reduce(f64::min)?, values().reduce(f64::max)?))
}

/// An axis on which equal lengths are equal factors.
fn log_axis(title: &'static str, range: (f64, f64), marks: impl IntoIterator<Item = (f64, String)>) -> Axis {
    Axis { title, range, marks: marks.into_iter().collect(), log: true }
}

/// An axis of boards.
fn boards(lines: &[Line]) -> Option<Axis> {
    let (first, last) = span(lines, |point| point.0)?;
    let marks = first as usize..=last as usize;
    Some(Axis {
        title: "N, rows of the board",
        range: (first - 0.3, last + 0.3),
        marks: marks.map(|n| (n as f64, n.to_string())).collect(),
        log: false,
    })
}
