//! The charts that are published.

use std::ops::RangeInclusive;

use queens::known;

use super::chart::{Axis, Chart, Line, Mark};
use super::ink::Ink;
use super::ladder::Ladder;
use super::others::{By, Kind, PROGRAMS};
use super::study::{Machine, Series, board};
use crate::report::record::Record;
use crate::report::text::metric;

/// Times shorter than this are mostly the start of a process and are not drawn.
const SHORTEST: f64 = 1e-3;

/// Time against N, with the figures that others have published.
pub fn time(machine: &Machine<'_>) -> Chart {
    let mut lines: Vec<Line> = PROGRAMS.iter().flat_map(others_lines).collect();
    for (index, series) in machine.headline().into_iter().enumerate() {
        let mut points = floats(&series.points(Record::seconds));
        points.retain(|(_, seconds)| *seconds >= SHORTEST);
        let short = threads(series.threads);
        lines.push(Line {
            short,
            ..line(format!("queens, {}", threads(series.threads)), points, Ink::of_line(index))
        });
    }
    let points = || lines.iter().flat_map(|line| &line.points);
    let last = points().fold(20.0, |last: f64, (n, _)| last.max(*n));
    let first = points().fold(last, |first: f64, (n, _)| first.min(*n));
    let shortest = points().fold(1.0, |shortest: f64, (_, seconds)| shortest.min(*seconds));
    let longest = points().fold(1.0, |longest: f64, (_, seconds)| longest.max(*seconds));
    Chart {
        title: "Time to count all solutions".to_owned(),
        x: boards(first as usize..=last as usize, 0.5),
        y: Axis {
            title: "Time by the clock, ms to years (log scale)".to_owned(),
            range: (shortest / 2.0, longest * 2.0),
            ticks: spans(),
            log: true,
        },
        lines,
        bars: Vec::new(),
        legend: vec![
            (Mark::Disc, Ink::First, "queens"),
            (Mark::Disc, Ink::Other, Kind::Core.name()),
            (Mark::Square, Ink::Other, Kind::Cores.name()),
            (Mark::Circle, Ink::Other, Kind::Gpu.name()),
            (Mark::Triangle, Ink::Other, Kind::Fpga.name()),
        ],
    }
}

/// The figures of a program that its authors give.
fn others_lines(program: &super::others::Program) -> Vec<Line> {
    let published = program.figures.iter().filter(|figure| figure.by == By::Author);
    published
        .map(|figure| Line {
            label: format!("{} ({})", figure.on, program.short),
            short: figure.brief.to_owned(),
            points: figure.seconds.iter().map(|(n, seconds)| (*n as f64, *seconds)).collect(),
            ink: Ink::Other,
            mark: match figure.kind {
                Kind::Core => Mark::Disc,
                Kind::Cores => Mark::Square,
                Kind::Gpu => Mark::Circle,
                Kind::Fpga => Mark::Triangle,
            },
            width: 1,
        })
        .collect()
}

/// Solutions per second with each kernel, in one thread.
pub fn kernels(machine: &Machine<'_>) -> Option<Chart> {
    let lines: Vec<_> = machine
        .with_threads(1)
        .enumerate()
        .map(|(index, series)| {
            let mut points = floats(&series.points(solutions_per_second));
            points.retain(|(n, speed)| *speed > 0.0 && *n >= 8.0);
            line(series.kernel.to_string(), points, Ink::of_line(index))
        })
        .filter(|line| !line.points.is_empty())
        .collect();
    let (from, to) = span(lines.iter().flat_map(|line| &line.points).map(|(_, speed)| *speed))?;
    let (first, last) = span(lines.iter().flat_map(|line| &line.points).map(|(n, _)| *n))?;
    Some(Chart {
        title: "Speed of each kernel in one thread".to_owned(),
        x: boards(first as usize..=last as usize, 0.3),
        y: Axis {
            title: "Solutions per second (log scale)".to_owned(),
            range: (from / 1.5, to * 1.5),
            ticks: decades(0..=12, &[1.0, 3.0]),
            log: true,
        },
        lines,
        bars: Vec::new(),
        legend: Vec::new(),
    })
}

/// How many times as fast as one thread several are, with the fastest kernel, on the largest boards.
pub fn scaling(machine: &Machine<'_>) -> Option<Chart> {
    let kernel = machine.series.first()?.kernel;
    let series: Vec<&Series<'_>> = machine.series.iter().filter(|series| series.kernel == kernel).collect();
    let alone = series.iter().find(|series| series.threads == 1)?;
    let most = series.last()?.threads;
    if most == 1 {
        return None;
    }
    let speedups = |n: usize| -> Vec<(f64, f64)> {
        let one = alone.best(n).map(Record::seconds);
        (series.iter())
            .filter_map(|series| Some((series.threads as f64, one? / series.best(n)?.seconds())))
            .collect()
    };
    let mut boards: Vec<_> =
        alone.boards().map(|n| (n, speedups(n))).filter(|(_, points)| points.len() > 1).collect();
    let drawn = boards.split_off(boards.len().saturating_sub(3));
    let mut lines = vec![Line {
        width: 1,
        mark: Mark::None,
        ..line("ideal".to_owned(), vec![(1.0, 1.0), (most as f64, most as f64)], Ink::Soft)
    }];
    for (index, (n, points)) in drawn.into_iter().rev().enumerate() {
        lines.push(line(format!("N = {n}"), points, Ink::of_line(index)));
    }
    let (_, fastest) = span(lines.iter().flat_map(|line| &line.points).map(|(_, speedup)| *speedup))?;
    (lines.len() > 1).then(|| Chart {
        title: "Scaling over threads".to_owned(),
        x: whole_numbers("Threads", 0.9, most as f64),
        y: whole_numbers("Times as fast as one thread", 0.0, fastest),
        lines,
        bars: Vec::new(),
        legend: Vec::new(),
    })
}

/// Solutions per second of each rung of the ladder.
pub fn ladder(ladder: &Ladder) -> Option<Chart> {
    let rungs: Vec<_> = ladder.measured().collect();
    let (slowest, fastest) = span(rungs.iter().map(|(_, measured)| measured.solutions_per_s))?;
    let middle = |index: usize| (rungs.len() - index) as f64;
    Some(Chart {
        title: "From brute force up, one idea at a time".to_owned(),
        x: Axis {
            title: "Solutions per second (log scale)".to_owned(),
            range: (slowest / 3.0, fastest * 3.0),
            ticks: decades(-3..=15, &[1.0])
                .into_iter()
                .step_by(((fastest / slowest).log10() / 5.0) as usize + 1)
                .collect(),
            log: true,
        },
        y: Axis {
            title: "One thread; each idea on the board it was measured on".to_owned(),
            range: (0.4, rungs.len() as f64 + 0.6),
            ticks: rungs.iter().enumerate().map(|(i, (rung, _))| (middle(i), rung.name.clone())).collect(),
            log: false,
        },
        lines: Vec::new(),
        bars: rungs
            .iter()
            .enumerate()
            .map(|(i, (_, measured))| {
                (middle(i), measured.solutions_per_s, metric(measured.solutions_per_s).trim_end().to_owned())
            })
            .collect(),
        legend: Vec::new(),
    })
}

/// Solutions of the board per second of a record.
fn solutions_per_second(record: &Record) -> f64 {
    let known = board(record.result.n.get()).and_then(known::solutions);
    let solutions = record.result.solutions.parse().ok().or(known).unwrap_or(0);
    solutions as f64 / record.seconds()
}

fn line(label: String, points: Vec<(f64, f64)>, ink: Ink) -> Line {
    Line { short: label.clone(), label, points, ink, mark: Mark::Disc, width: 2 }
}

fn floats(points: &[(usize, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|(n, value)| (*n as f64, *value)).collect()
}

fn threads(count: usize) -> String {
    if count == 1 { "one thread".to_owned() } else { format!("{count} threads") }
}

/// The smallest and the largest value.
fn span(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |span, value| {
        let (from, to) = span.unwrap_or((value, value));
        Some((value.min(from), value.max(to)))
    })
}

/// An axis of boards, with some room at both ends.
fn boards(boards: RangeInclusive<usize>, room: f64) -> Axis {
    let (first, last) = boards.into_inner();
    let step = if last - first > 12 { 2 } else { 1 };
    Axis {
        title: "N, rows of the board".to_owned(),
        range: (first as f64 - room, last as f64 + room),
        ticks: (first..=last).filter(|n| n % step == 0).map(|n| (n as f64, n.to_string())).collect(),
        log: false,
    }
}

/// An axis of whole numbers, with some room above.
fn whole_numbers(title: &str, from: f64, to: f64) -> Axis {
    let step = (to / 8.0).ceil() as usize;
    let marked = |value: &usize| value.is_multiple_of(step) || (*value == 1 && step < 4);
    Axis {
        title: title.to_owned(),
        range: (from, to * 1.06),
        ticks: (0..=to as usize).filter(marked).map(|value| (value as f64, value.to_string())).collect(),
        log: false,
    }
}

/// Times that people know, from a millisecond to some years.
fn spans() -> Vec<(f64, String)> {
    const SPANS: [(f64, &str); 13] = [
        (1e-3, "1 ms"),
        (1e-2, "10 ms"),
        (0.1, "0.1 s"),
        (1.0, "1 s"),
        (10.0, "10 s"),
        (60.0, "1 min"),
        (600.0, "10 min"),
        (3_600.0, "1 h"),
        (36_000.0, "10 h"),
        (86_400.0 * 3.0, "3 days"),
        (86_400.0 * 30.0, "30 days"),
        (86_400.0 * 365.0, "1 year"),
        (86_400.0 * 3_650.0, "10 years"),
    ];
    SPANS.map(|(seconds, name)| (seconds, name.to_owned())).to_vec()
}

/// Powers of ten, times each of `steps`.
fn decades(powers: RangeInclusive<i32>, steps: &[f64]) -> Vec<(f64, String)> {
    let values = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
    values.map(|value| (value, short(value))).collect()
}

/// A round number with a prefix, as in `30 M`.
fn short(value: f64) -> String {
    let (scaled, prefix) = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        .into_iter()
        .find(|&(unit, _)| value >= unit * 0.999)
        .map_or((value, ""), |(unit, prefix)| (value / unit, prefix));
    format!("{}{prefix}", (scaled * 1000.0).round() / 1000.0)
}
