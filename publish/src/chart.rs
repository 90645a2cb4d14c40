//! Draws the chart of times by N, on a logarithmic scale. The legend is below the plot, so the chart fits
//! both wide screens and phones.

use std::collections::BTreeMap;

use minijinja::{Error, Value, context};

use queens_format::counted_in_words;

use crate::processor::computer_name;
use crate::tables::{ComputerTable, TableTime};
use crate::{MARK, Selection, template};

/// A line in the chart.
struct Curve {
    /// The index of the line's colour in the style sheet.
    colour: usize,
    is_dashed: bool,
    label: String,
    /// The line's points, by N.
    points: BTreeMap<usize, Point>,
}

#[derive(Clone, Copy)]
struct Point {
    seconds: f64,
    is_busy: bool,
}

/// The number of colours reserved for `queens`. Other programs get the colours that follow.
const OWN_COLOURS: usize = 2;

/// Draws the times in `table`, and other programs' times on the same computer.
pub fn growth(selection: &Selection<'_>, table: &ComputerTable<'_>) -> Result<String, Error> {
    let rows = || table.rows.iter();
    let one_core = rows().filter_map(|(n, row)| Some((*n, row.one_core?))).collect();
    let all_cores = rows().filter_map(|(n, row)| Some((*n, row.all_cores?))).collect();
    let mut curves = Vec::from(own(0, 1, one_core));
    curves.extend(own(1, table.computer.cores.unwrap_or_default(), all_cores));
    curves.extend(others(selection, table));
    svg("Time to count all solutions", &computer_name(table.computer), curves)
}

/// Returns a line with the times measured on `cores` cores, and a dashed line that continues it with
/// estimates.
fn own(colour: usize, cores: usize, times: BTreeMap<usize, TableTime<'_>>) -> [Curve; 2] {
    let (measured, mut estimated): (BTreeMap<_, _>, BTreeMap<_, _>) =
        times.into_iter().partition(|(_, time)| time.is_measured());
    let last = measured.last_key_value().filter(|_| !estimated.is_empty());
    estimated.extend(last.map(|(n, time)| (*n, *time)));
    let label = format!("queens, {}", counted_in_words(cores, "core"));
    [(false, label.clone(), measured), (true, label + ", estimated", estimated)].map(
        |(is_dashed, label, times)| {
            let point = |time: TableTime<'_>| Point { seconds: time.seconds(), is_busy: time.is_busy() };
            let points = times.into_iter().map(|(n, time)| (n, point(time))).collect();
            Curve { colour, is_dashed, label, points }
        },
    )
}

/// Returns a line for each other program, with its times on one core.
fn others(selection: &Selection<'_>, table: &ComputerTable<'_>) -> Vec<Curve> {
    let mut programs: BTreeMap<&str, BTreeMap<usize, Point>> = BTreeMap::new();
    for times in selection.compared.iter().filter(|times| times.is_on_one_core_of(table.computer)) {
        let points = programs.entry(&times.record.object.program).or_default();
        points.insert(times.n, Point { seconds: times.seconds, is_busy: false });
    }
    let curve = |(colour, (program, points)): (usize, (&str, _))| Curve {
        colour: colour % STYLE_COLOURS,
        is_dashed: colour >= STYLE_COLOURS,
        label: format!("{program}, one core"),
        points,
    };
    (OWN_COLOURS..).zip(programs).map(curve).collect()
}

/// The chart's width in SVG units, about the width of a phone screen.
const WIDTH: i32 = 480;
/// The plot's edges.
const LEFT_EDGE: i32 = 78;
const RIGHT_EDGE: i32 = WIDTH - 18;
const TOP_EDGE: i32 = 66;
const BOTTOM_EDGE: i32 = 340;
const LEGEND_TOP: i32 = BOTTOM_EDGE + 62;
const LEGEND_ROW_HEIGHT: i32 = 20;
/// The number of colours in the style sheet. Further programs reuse these colours with dashed lines.
const STYLE_COLOURS: usize = 6;

/// The height of a text line, and the minimum distance between two axis marks.
const LINE_HEIGHT: i32 = 16;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;
const YEAR: f64 = 365.25 * DAY;

/// The axis marks, in seconds. They cover all times that a record may contain, and a factor of ten more at
/// both ends.
const MARKS: [(f64, &str); 20] = [
    (1e-7, "0.1 µs"),
    (1e-6, "1 µs"),
    (1e-5, "10 µs"),
    (1e-4, "100 µs"),
    (1e-3, "1 ms"),
    (1e-2, "10 ms"),
    (0.1, "100 ms"),
    (1.0, "1 s"),
    (10.0, "10 s"),
    (MINUTE, "1 min"),
    (10.0 * MINUTE, "10 min"),
    (HOUR, "1 h"),
    (10.0 * HOUR, "10 h"),
    (10.0 * DAY, "10 days"),
    (100.0 * DAY, "100 days"),
    (YEAR, "1 year"),
    (10.0 * YEAR, "10 years"),
    (100.0 * YEAR, "100 years"),
    (1e3 * YEAR, "1,000 years"),
    (1e4 * YEAR, "10,000 years"),
];

/// Draws a chart. Axis marks far beyond the points are omitted.
fn svg(title: &str, subtitle: &str, mut curves: Vec<Curve>) -> Result<String, Error> {
    curves.retain(|curve| !curve.points.is_empty());
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let first = points().map(|(n, _)| *n).min().unwrap_or_default();
    let last = points().map(|(n, _)| *n).max().unwrap_or_default();
    // The axis begins and ends at a mark, so at least two marks are shown.
    let seconds = || points().map(|(_, point)| point.seconds);
    let [least, greatest] = [seconds().fold(f64::INFINITY, f64::min), seconds().fold(0.0, f64::max)];
    let marks = || MARKS.into_iter().map(|(mark, _)| mark);
    let low = marks().rfind(|mark| *mark < least).unwrap_or(least) / 1.1;
    let high = marks().find(|mark| *mark > greatest).unwrap_or(greatest) * 1.1;
    let x = |n: usize| {
        between(LEFT_EDGE, RIGHT_EDGE, (n as f64 - first as f64 + 0.3) / ((last - first) as f64 + 0.6))
    };
    let y = |value: f64| between(BOTTOM_EDGE, TOP_EDGE, (value / low).ln() / (high / low).ln());
    let mut rows: Vec<(i32, &str)> = Vec::new();
    for (mark, name) in MARKS.into_iter().filter(|(mark, _)| (low..=high).contains(mark)) {
        let at = y(mark);
        if rows.last().is_none_or(|(below, _)| below - at >= LINE_HEIGHT) {
            rows.push((at, name));
        }
    }
    let curve = |(index, curve): (usize, &Curve)| {
        let points = curve.points.iter();
        let points =
            points.map(|(n, point)| context! { x => x(*n), y => y(point.seconds), is_busy => point.is_busy });
        context! {
            colour => curve.colour, is_dashed => curve.is_dashed, label => &curve.label,
            legend => LEGEND_TOP + LEGEND_ROW_HEIGHT * index as i32, points => points.collect::<Value>(),
        }
    };
    let has_busy = points().any(|(_, point)| point.is_busy);
    let height = LEGEND_TOP + LEGEND_ROW_HEIGHT * (curves.len() + usize::from(has_busy)) as i32;
    let values = context! {
        mark => MARK, title, subtitle, width => WIDTH, height,
        left => LEFT_EDGE, right => RIGHT_EDGE, top => TOP_EDGE, bottom => BOTTOM_EDGE, has_busy,
        last_legend => height - LEGEND_ROW_HEIGHT,
        columns => (first..=last).map(|n| context! { at => x(n), name => n }).collect::<Value>(),
        rows => rows.into_iter().map(|(at, name)| context! { at, name }).collect::<Value>(),
        // SVG draws later elements on top of earlier ones, so the first lines come last.
        lines => curves.iter().enumerate().rev().map(curve).collect::<Value>(),
    };
    template::render("chart.svg", include_str!("chart.svg"), values)
}

/// Interpolates between two coordinates. `share` is 0 at `first` and 1 at `last`.
fn between(first: i32, last: i32, share: f64) -> i32 {
    (f64::from(first) + share * f64::from(last - first)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the axis marks for a chart with these times.
    fn marks(values: &[f64]) -> Vec<String> {
        let points = values.iter().map(|&seconds| Point { seconds, is_busy: false });
        let points = (12..).zip(points).collect();
        let curve = Curve { colour: 0, is_dashed: false, label: String::new(), points };
        let drawing = svg("", "", vec![curve]).unwrap();
        let names = drawing.split("class=\"right\">").skip(2);
        names.map(|name| name.split('<').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn every_scale_has_two_marks_and_room_for_them() {
        assert_eq!(marks(&[0.3]), ["100 ms", "1 s"]);
        assert_eq!(marks(&[1.0]), ["100 ms", "1 s", "10 s"]);
        assert_eq!(marks(&[3.1e10]), ["100 years", "1,000 years"]);
        assert_eq!(marks(&[0.3, 3.0, 30.0, 3000.0]), ["100 ms", "1 s", "10 s", "1 min", "10 min", "1 h"]);
        let many = marks(&[1e-6, 3e10]);
        assert!(many.len() <= 17 && many.len() >= 9, "{many:?}");
    }
}
