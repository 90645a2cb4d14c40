//! The charts that are published.

use super::chart::{Axis, Chart, Line};
use super::rivals::{Pair, Rival};
use super::study::{Best, Machine, median, threads};
use crate::cli::report::record::Record;
use crate::cli::report::text::duration;

/// Fewer programs than this give no chart of leads: the table says as much.
const FEW_PROGRAMS: usize = 3;

/// Fewer numbers of threads than this show no scaling.
const FEW_THREADS: usize = 4;

/// How time grows with N: `queens` in one thread and in all, and the programs measured beside it.
pub fn growth(machine: &Machine<'_>, rivals: &[&Rival]) -> Option<Chart> {
    let ends = [Some(1), machine.threads().pop_last().filter(|count| *count > 1)];
    let mut lines: Vec<_> = (ends.into_iter().flatten())
        .map(|count| line(format!("queens, {}", threads(count)), points(&machine.best_in(count))))
        .collect();
    lines.extend(others(rivals, |pair| pair.seconds));
    lines.retain(|line| !line.points.is_empty());
    let (from, to) = span(&lines, |point| point.1)?;
    const DAY: f64 = 86_400.0;
    let marks =
        [1e-3, 1e-2, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 4.0 * DAY, 40.0 * DAY, 365.25 * DAY];
    Some(Chart {
        file: "time.svg",
        title: "Time to count all solutions".to_owned(),
        x: boards(&lines)?,
        y: log_axis("Time (log scale)", (from / 2.0, to * 2.0), marks.map(|mark| (mark, duration(mark)))),
        lines,
    })
}

/// How many times as long as `queens` the programs take that were measured beside it.
pub fn lead(rivals: &[&Rival]) -> Option<Chart> {
    let mut lines = others(rivals, Pair::factor);
    if lines.len() < FEW_PROGRAMS {
        return None;
    }
    let (from, to) = span(&lines, |point| point.1)?;
    let x = boards(&lines)?;
    lines.push(guide("queens", [(x.range.0, 1.0), (x.range.1, 1.0)]));
    let marks = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    Some(Chart {
        file: "lead.svg",
        title: "Time of other programs, divided by that of queens".to_owned(),
        x,
        y: log_axis(
            "One thread, run in turn (log scale)",
            (from.min(0.9) / 1.1, to * 1.3),
            marks.map(|mark| (mark, format!("{mark}×"))),
        ),
        lines,
    })
}

/// A line per program, nearest to ours first.
fn others(rivals: &[&Rival], figure: impl Fn(&Pair) -> f64) -> Vec<Line> {
    let points = |rival: &Rival| rival.pairs.iter().map(|(n, pair)| (*n as f64, figure(pair))).collect();
    rivals.iter().map(|rival| line(rival.record.program.clone(), points(rival))).collect()
}

/// How many times as fast as one thread several are, on the largest boards, where enough numbers of
/// threads were measured.
pub fn scaling(machine: &Machine<'_>) -> Option<Chart> {
    let counts = machine.threads();
    let most = *counts.last()? as f64;
    // The method of the fastest record; all others would mix the scaling with the choice of a
    // method.
    let alone = machine.best_in(1);
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
        (points.len() >= FEW_THREADS).then(|| line(format!("N = {n}"), points))
    };
    let mut lines: Vec<_> = alone.iter().rev().filter_map(speedups).take(3).collect();
    let fastest = span(&lines, |point| point.1)?.1.max(most);
    lines.push(guide("as fast as threads", [(1.0, 1.0), (most, most)]));
    let powers = || {
        (0..=fastest.log2() as u32)
            .map(|power| (2f64.powi(power as i32), format!("{}", 2f64.powi(power as i32))))
    };
    Some(Chart {
        file: "threads.svg",
        title: "Scaling over threads".to_owned(),
        x: log_axis("Threads", (0.9, most * 1.1), powers()),
        y: log_axis("Times as fast as one thread, medians", (0.9, fastest * 1.2), powers()),
        lines,
    })
}

fn line(label: String, points: Vec<(f64, f64)>) -> Line {
    Line { label, points, is_guide: false }
}

fn guide(label: &str, points: [(f64, f64); 2]) -> Line {
    Line { label: label.to_owned(), points: points.to_vec(), is_guide: true }
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
    let marks = (first as usize..=last as usize).map(|n| (n as f64, n.to_string())).collect();
    Some(Axis { title: "N, rows of the board", range: (first - 0.3, last + 0.3), marks, log: false })
}
