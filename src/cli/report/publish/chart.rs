//! A chart and its drawing as SVG: lines over two axes, and a legend below them, so that one
//! drawing serves a wide screen and the narrow one of a phone. Colours are classes of `chart.css`,
//! for light and dark.

use std::fmt::Write as _;

use super::escape;
use crate::cli::report::ours::MARK;

/// A chart.
pub struct Chart {
    /// The name of its file.
    pub file: &'static str,
    /// What it shows.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The first ones lie on top.
    pub lines: Vec<Line>,
}

/// An axis.
pub struct Axis {
    /// What is measured, with its unit.
    pub title: &'static str,
    /// The values at both ends.
    pub range: (f64, f64),
    /// The values that are marked, with their names; those beyond the ends are left out.
    pub marks: Vec<(f64, String)>,
    /// Whether equal lengths are equal factors.
    pub log: bool,
}

/// Points that belong together.
pub struct Line {
    /// What they are.
    pub label: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Whether it is there to measure the others by.
    pub is_guide: bool,
}

/// The width of a drawing, in its own pixels: about that of a phone.
const WIDTH: i32 = 480;
/// Where the plot begins and ends.
const TOP: i32 = 66;
const BOTTOM: i32 = 340;
const RIGHT: i32 = WIDTH - 18;
/// The height of a row of the legend.
const ROW: i32 = 20;
/// The colours of the style sheet.
const COLOURS: usize = 6;

impl Axis {
    /// Where a value stands between two pixels.
    fn pixel(&self, value: f64, first: i32, last: i32) -> i32 {
        let at = |value: f64| if self.log { value.log10() } else { value };
        let (from, to) = (at(self.range.0), at(self.range.1));
        let share = (at(value) - from) / (to - from);
        (f64::from(first) + share * f64::from(last - first)).round() as i32
    }

    fn marks(&self) -> impl Iterator<Item = &(f64, String)> {
        self.marks.iter().filter(|(value, _)| (self.range.0..=self.range.1).contains(value))
    }
}

impl Chart {
    /// The drawing.
    pub fn svg(&self) -> String {
        let left = self.y.marks().map(|(_, name)| width_of(name)).max().unwrap_or(0) + 20;
        let mut drawing = Drawing { left, svg: String::new() };
        drawing.axes(self);
        let height =
            drawing.lines(&self.lines, &|x, y| (self.x.pixel(x, left, RIGHT), self.y.pixel(y, BOTTOM, TOP)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n<!-- {MARK} -->\n<style>\n{}</style>\n\
             <rect class=\"card\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            WIDTH * 3 / 2,
            height * 3 / 2,
            escape::xml(&self.title),
            include_str!("chart.css"),
            drawing.svg
        )
    }
}

/// A drawing in the making, with the pixel where the plot begins on the left.
struct Drawing {
    left: i32,
    svg: String,
}

impl Drawing {
    fn text(&mut self, (x, y): (i32, i32), class: &str, text: &str) {
        let text = escape::xml(text);
        let _ = writeln!(self.svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>");
    }

    fn path(&mut self, class: &str, points: &[(i32, i32)]) {
        let steps: Vec<_> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"M{}\"/>", steps.join("L"));
    }

    /// The words around the plot, and the lines to measure by.
    fn axes(&mut self, Chart { title, x, y, .. }: &Chart) {
        let left = self.left;
        self.text((14, 22), "title", title);
        self.text((14, 46), "", y.title);
        self.text((RIGHT, BOTTOM + 36), "right", x.title);
        let mut free = 0;
        for (value, name) in x.marks() {
            let at = x.pixel(*value, left, RIGHT);
            // Not every mark has room.
            if at - width_of(name) / 2 >= free {
                self.path("grid", &[(at, TOP), (at, BOTTOM)]);
                self.text((at, BOTTOM + 16), "middle", name);
                free = at + width_of(name) / 2 + 6;
            }
        }
        for (value, name) in y.marks() {
            let at = y.pixel(*value, BOTTOM, TOP);
            self.path("grid", &[(left, at), (RIGHT, at)]);
            self.text((left - 9, at), "right", name);
        }
    }

    /// The lines and the legend, as many items in a row as there is room for. Returns where it
    /// ends.
    fn lines(&mut self, lines: &[Line], pixel: &dyn Fn(f64, f64) -> (i32, i32)) -> i32 {
        let class = |index: usize| match lines[index].is_guide {
            true => "guide".to_owned(),
            false => format!("c{}", index % COLOURS),
        };
        for (index, Line { points, is_guide, .. }) in lines.iter().enumerate().rev() {
            let pixels: Vec<_> = points.iter().map(|(x, y)| pixel(*x, *y)).collect();
            self.path(&class(index), &pixels);
            for (x, y) in pixels.iter().filter(|_| !is_guide) {
                let _ = writeln!(
                    self.svg,
                    "<circle class=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/>",
                    class(index)
                );
            }
        }
        let (mut x, mut y) = (14, BOTTOM + 62);
        for (index, Line { label, .. }) in lines.iter().enumerate() {
            if x > 14 && x + 26 + width_of(label) > RIGHT {
                (x, y) = (14, y + ROW);
            }
            self.path(&class(index), &[(x, y), (x + 20, y)]);
            self.text((x + 26, y), &class(index), label);
            x += 44 + width_of(label);
        }
        y + ROW
    }
}

/// The width of a text in pixels: an estimate on the wide side, as the reader's font is not known.
fn width_of(text: &str) -> i32 {
    (text.chars().count() as f64 * 13.0 * 0.6).ceil() as i32
}
