//! Draws the chart: times by N as lines on a logarithmic scale. The legend is below the plot, so
//! that one drawing fits wide screens and phones.

use std::collections::BTreeMap;

use minijinja::{Error, Value, context};
use queens_format::{duration, threads};

use super::choose::{Choice, MachineRecords};
use super::{readme, template};
use crate::MARK;
use crate::records::rival::Rival;

/// A line of a chart: its style, its label, and a figure for each of its boards by N.
type Curve = (Style, String, BTreeMap<usize, f64>);

/// A colour of the style sheet, and whether the line is dashed.
type Style = (usize, bool);

/// The colours of our own lines come before this one.
const OTHERS: usize = 2;

/// Draws how time grows with N, for `queens` on one thread and on all, measured and estimated, and for the
/// programs measured beside it.
pub fn growth(choice: &Choice<'_>, machine: &MachineRecords<'_>) -> Result<String, Error> {
    let ends = [Some(1), machine.threads().pop_last().filter(|count| *count > 1)];
    let ours = (0..OTHERS).zip(ends.into_iter().flatten()).flat_map(|(colour, count)| {
        let best = machine.with_threads(count).into_iter();
        let times: BTreeMap<_, _> = best.map(|(n, record)| (n, record.seconds())).collect();
        let label = format!("queens, {}", threads(count));
        let further = (format!("{label}, estimated"), estimated(choice, machine, count, &times));
        [((colour, false), label, times), ((colour, true), further.0, further.1)]
    });
    const DAY: f64 = 86_400.0;
    const YEAR: f64 = 365.25 * DAY;
    // The marks go from a tenth of the shortest time that a record may have to ten times the
    // longest.
    let short = (-7..=1).map(|digits| 10_f64.powi(digits));
    let long = [60.0, 600.0, 3_600.0, 36_000.0, 4.0 * DAY, 40.0 * DAY];
    let years = (0..=4).map(|digits| 10_f64.powi(digits) * YEAR);
    let marks: Vec<_> = short.chain(long).chain(years).collect();
    let lines = ours.chain(others(choice)).collect();
    svg("Time to count all solutions", &machine.site.name(), &marks, duration, lines)
}

/// The estimates for larger boards on this machine, after the last of the `times` that were measured.
fn estimated(
    choice: &Choice<'_>,
    machine: &MachineRecords<'_>,
    count: usize,
    times: &BTreeMap<usize, f64>,
) -> BTreeMap<usize, f64> {
    let Some((largest, time)) = times.last_key_value() else { return BTreeMap::new() };
    let larger = readme::fastest(readme::estimates(choice, Some(*largest))).into_iter();
    let here =
        larger.filter(|(_, estimate)| estimate.host == *machine.site.host && estimate.threads == count);
    let walls = here.filter_map(|(n, estimate)| Some((n, estimate.wall()?.mean)));
    let mut points: BTreeMap<_, _> = walls.collect();
    if !points.is_empty() {
        points.insert(*largest, *time);
    }
    points
}

fn others(choice: &Choice<'_>) -> impl Iterator<Item = Curve> {
    (OTHERS..).zip(&choice.beside).map(move |(colour, Rival { program, pairs, .. })| {
        (
            (colour % COLOURS, colour >= COLOURS),
            program.clone(),
            pairs.iter().map(|(n, pair)| (*n, pair.seconds)).collect(),
        )
    })
}

/// The width of a drawing, in its own pixels: about that of a phone.
const WIDTH: i32 = 480;
/// The edges of the plot.
const LEFT: i32 = 78;
const RIGHT: i32 = WIDTH - 18;
const TOP: i32 = 66;
const BOTTOM: i32 = 340;
/// The top of the legend, and the height of its rows.
const LEGEND: i32 = BOTTOM + 62;
const ROW: i32 = 20;
/// The colours of the style sheet; further programs have them again, dashed.
const COLOURS: usize = 6;

/// The least distance of two marks in a drawing: a line of text.
const LINE: i32 = 16;

/// Draws a chart. `marks` are values of the scale, in order, which `name` names; those beyond the
/// points are left out.
fn svg(
    title: &str,
    subtitle: &str,
    marks: &[f64],
    name: impl Fn(f64) -> String,
    mut lines: Vec<Curve>,
) -> Result<String, Error> {
    lines.retain(|(.., points)| !points.is_empty());
    let points = || lines.iter().flat_map(|(.., points)| points);
    let first = points().map(|(n, _)| *n).min().unwrap_or_default();
    let last = points().map(|(n, _)| *n).max().unwrap_or_default();
    // From one mark to another, so that a scale has two of them.
    let least = points().map(|(_, value)| *value).fold(f64::INFINITY, f64::min);
    let greatest = points().map(|(_, value)| *value).fold(0.0, f64::max);
    let low = marks.iter().copied().rfind(|mark| *mark < least).unwrap_or(least) / 1.1;
    let high = marks.iter().copied().find(|mark| *mark > greatest).unwrap_or(greatest) * 1.1;
    let x = |n: usize| between(LEFT, RIGHT, (n as f64 - first as f64 + 0.3) / ((last - first) as f64 + 0.6));
    let y = |value: f64| between(BOTTOM, TOP, (value / low).ln() / (high / low).ln());
    let mut rows: Vec<(i32, String)> = Vec::new();
    for mark in marks.iter().filter(|value| (low..=high).contains(*value)) {
        let at = y(*mark);
        if rows.last().is_none_or(|(below, _)| below - at >= LINE) {
            rows.push((at, name(*mark)));
        }
    }
    let line = |(index, ((colour, is_dashed), label, points)): (usize, &Curve)| {
        let points: Value = points.iter().map(|(n, value)| context! { x => x(*n), y => y(*value) }).collect();
        let legend = LEGEND + ROW * index as i32;
        context! { colour, is_dashed, label, legend, points }
    };
    let values = context! {
        mark => MARK, title, subtitle, width => WIDTH, height => LEGEND + ROW * lines.len() as i32,
        left => LEFT, right => RIGHT, top => TOP, bottom => BOTTOM,
        columns => (first..=last).map(|n| context! { at => x(n), name => n }).collect::<Value>(),
        rows => rows.into_iter().map(|(at, name)| context! { at, name }).collect::<Value>(),
        // The first lines lie on top.
        lines => lines.iter().enumerate().rev().map(line).collect::<Value>(),
    };
    template::render("chart.svg", include_str!("chart.svg"), values)
}

/// The pixel at this share of the way between two others.
fn between(first: i32, last: i32, share: f64) -> i32 {
    (f64::from(first) + share * f64::from(last - first)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the rows of a drawing with these values.
    fn rows(values: &[f64]) -> Vec<String> {
        let points = (12..).zip(values.iter().copied()).collect();
        let marks: Vec<_> = (-7..=11).map(|digits| 10_f64.powi(digits)).collect();
        let drawing =
            svg("", "", &marks, |mark| format!("{mark}"), vec![((0, false), String::new(), points)]).unwrap();
        let names = drawing.split("class=\"right\">").skip(2);
        names.map(|name| name.split('<').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn every_scale_has_two_marks_and_room_for_them() {
        assert_eq!(rows(&[0.3]), ["0.1", "1"]);
        assert_eq!(rows(&[1.0]), ["0.1", "1", "10"]);
        assert_eq!(rows(&[3.1e10]), ["10000000000", "100000000000"]);
        assert_eq!(rows(&[0.3, 3.0, 30.0]), ["0.1", "1", "10", "100"]);
        let many = rows(&[1e-7, 1e11]);
        assert!(many.len() <= 17 && many.len() >= 9, "{many:?}");
    }
}
