//! Draws the charts: figures by N as lines on a logarithmic scale. The legend is below the plot, so
//! that one drawing fits wide screens and phones.

use std::collections::BTreeMap;

use minijinja::value::Value;
use minijinja::{Error, context};

use super::escape;
use super::rivals::{Pair, Rival};
use super::study::{Machine, threads};
use crate::cli::report::ours::MARK;
use crate::cli::report::text::duration;

/// Fewer programs than this give no chart of leads: the table says as much.
const FEW_PROGRAMS: usize = 3;

/// A label, and a figure of some boards by N.
type Line = (String, BTreeMap<usize, f64>);

/// How time grows with N: `queens` in one thread and in all, and the programs measured beside it.
pub fn growth(machine: &Machine<'_>, rivals: &[&Rival]) -> Result<String, Error> {
    let ends = [Some(1), machine.threads().pop_last().filter(|count| *count > 1)];
    let ours = ends.into_iter().flatten().map(|count| {
        let best = machine.best(|record| record.result.threads == count);
        let times = best.into_iter().map(|(n, record)| (n, record.seconds())).collect();
        (format!("queens, {}", threads(count)), times)
    });
    const DAY: f64 = 86_400.0;
    let marks =
        [1e-3, 1e-2, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 4.0 * DAY, 40.0 * DAY, 365.25 * DAY];
    let lines = ours.chain(others(rivals, |pair| pair.seconds)).collect();
    svg("Time to count all solutions", "Time (log scale)", marks.map(|mark| (mark, duration(mark))), lines)
}

/// How many times as long as `queens` the programs take that were measured beside it, where they
/// are enough to compare.
pub fn lead(rivals: &[&Rival]) -> Option<Result<String, Error>> {
    let marks = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    let marks = marks.map(|mark| (mark, format!("{mark}×")));
    let title = "Time of other programs, divided by that of queens";
    let chart =
        || svg(title, "One thread, run in turn (log scale)", marks, others(rivals, Pair::factor).collect());
    (rivals.len() >= FEW_PROGRAMS).then(chart)
}

/// A line per program.
fn others(rivals: &[&Rival], figure: impl Fn(&Pair) -> f64) -> impl Iterator<Item = Line> {
    rivals.iter().map(move |Rival { record, pairs }| {
        (record.program.clone(), pairs.iter().map(|(n, pair)| (*n, figure(pair))).collect())
    })
}

/// The width of a drawing, in its own pixels: about that of a phone.
const WIDTH: i32 = 480;
/// Where the plot begins and ends.
const TOP: i32 = 66;
const BOTTOM: i32 = 340;
const RIGHT: i32 = WIDTH - 18;
/// Where the legend begins, and the height of its rows.
const LEGEND: (i32, i32) = (14, BOTTOM + 62);
const ROW: i32 = 20;
/// The colours of the style sheet; further lines have them again, dashed.
const COLOURS: usize = 6;

/// The drawing. `marks` are values of the scale with their names; those beyond the points are left
/// out.
fn svg(
    title: &str,
    y_title: &str,
    marks: impl IntoIterator<Item = (f64, String)>,
    mut lines: Vec<Line>,
) -> Result<String, Error> {
    lines.retain(|(_, points)| !points.is_empty());
    let points = || lines.iter().flat_map(|(_, points)| points);
    let first = points().map(|(n, _)| *n).min().unwrap_or_default();
    let last = points().map(|(n, _)| *n).max().unwrap_or_default();
    let low = points().map(|(_, value)| *value).fold(f64::INFINITY, f64::min) / 1.5;
    let high = points().map(|(_, value)| *value).fold(0.0, f64::max) * 1.5;
    let marks: Vec<_> = marks.into_iter().filter(|(value, _)| (low..=high).contains(value)).collect();
    let left = marks.iter().map(|(_, name)| width_of(name)).max().unwrap_or(0) + 20;
    let x = |n: usize| between(left, RIGHT, (n as f64 - first as f64 + 0.3) / ((last - first) as f64 + 0.6));
    let y = |value: f64| between(BOTTOM, TOP, (value / low).ln() / (high / low).ln());
    let mut legend = LEGEND;
    let line = |(index, (label, points)): (usize, &Line)| {
        if legend.0 > LEGEND.0 && legend.0 + 26 + width_of(label) > RIGHT {
            legend = (LEGEND.0, legend.1 + ROW);
        }
        let place = legend;
        legend.0 += 44 + width_of(label);
        let points: Value = points.iter().map(|(n, value)| context! { x => x(*n), y => y(*value) }).collect();
        context! { colour => index % COLOURS, dashes => index / COLOURS, x => place.0, y => place.1, label, points }
    };
    let lines: Vec<Value> = lines.iter().enumerate().map(line).collect();
    let values = context! {
        mark => MARK, title, y_title, width => WIDTH, height => legend.1 + ROW,
        left, right => RIGHT, top => TOP, bottom => BOTTOM,
        columns => (first..=last).map(|n| context! { at => x(n), name => n }).collect::<Value>(),
        rows => marks.iter().map(|(value, name)| context! { at => y(*value), name }).collect::<Value>(),
        // The first lines lie on top.
        lines => lines.into_iter().rev().collect::<Value>(),
    };
    escape::render("chart.svg", include_str!("chart.svg"), values)
}

/// The pixel at this share of the way between two others.
fn between(first: i32, last: i32, share: f64) -> i32 {
    (f64::from(first) + share * f64::from(last - first)).round() as i32
}

/// The width of a text in pixels: an estimate on the wide side, as the reader's font is not known.
fn width_of(text: &str) -> i32 {
    (text.chars().count() as f64 * 13.0 * 0.6).ceil() as i32
}
