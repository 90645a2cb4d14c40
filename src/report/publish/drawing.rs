//! Charts as SVG, written out: a drawing is some lines and words. Colours are classes of `chart.css`, so that one drawing
//! serves light and dark.

use std::fmt::Write as _;

use super::chart::{Chart, Line};
use super::labels::{Area, LINE, Labels, width};
use super::table::escape_html;
use crate::report::ours::MARK;

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For wide screens.
    Wide,
    /// For the screen of a telephone.
    Narrow,
}

/// The pixels above and below the lines and dots.
const ABOVE: i32 = 74;
const BELOW: i32 = 54;

/// Lines that have room on a narrow screen; the tables have the others.
const NARROW_LINES: usize = 5;

/// A drawing in the making.
struct Drawing<'a> {
    chart: &'a Chart,
    form: Form,
    width: i32,
    /// The pixels between the axes.
    plot: Area,
    svg: String,
}

impl Chart {
    /// The drawing.
    pub fn svg(&self, form: Form) -> String {
        let (class, width, inner_height, row) = match form {
            Form::Wide => ("wide", 880, 370, 34),
            Form::Narrow => ("narrow", 390, 440, 42),
        };
        let dots = self.dots.len() as i32;
        let height = ABOVE + BELOW + if dots == 0 { inner_height } else { row * dots };
        let names = self.y.marks().map(|(_, name)| self::width(name)).max().unwrap_or(0);
        let left = if dots > 0 && form == Form::Narrow { 14 } else { names + 20 };
        let plot = Area { left, top: ABOVE, right: width - 22, bottom: height - BELOW };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart {class}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n<!-- {MARK} -->\n<style>\n{}</style>\n\
             <rect class=\"card\" width=\"100%\" height=\"100%\"/>\n",
            escape_html(self.title),
            include_str!("chart.css")
        );
        let mut drawing = Drawing { chart: self, form, width, plot, svg };
        drawing.axes();
        drawing.lines();
        drawing.dots();
        drawing.svg + "</svg>\n"
    }
}

impl Drawing<'_> {
    /// The pixel of a point.
    fn pixel(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let Area { left, top, right, bottom } = self.plot;
        let x = f64::from(left) + self.chart.x.share(x) * f64::from(right - left);
        let y = f64::from(bottom) - self.chart.y.share(y) * f64::from(bottom - top);
        (x.round() as i32, y.round() as i32)
    }

    fn text(&mut self, (x, y): (i32, i32), class: &str, text: &str) {
        let text = escape_html(text);
        let _ = writeln!(self.svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>");
    }

    fn path(&mut self, class: &str, points: &[(i32, i32)]) {
        let steps: Vec<_> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"M{}\"/>", steps.join("L"));
    }

    fn disc(&mut self, class: &str, (x, y): (i32, i32), radius: f64) {
        let _ = writeln!(self.svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// The words around the plot, and the lines to measure by. Dots need none from left to right; on a narrow screen
    /// the names of their rows stand above them.
    fn axes(&mut self) {
        let Chart { title, place, x, y, dots, .. } = self.chart;
        let Area { left, top, right, bottom } = self.plot;
        let narrow = self.form == Form::Narrow;
        self.text((14, 24), "title", title);
        self.text((14, 50), "", &if narrow { y.title.to_owned() } else { format!("{}, {place}", y.title) });
        self.text((self.width - 14, bottom + BELOW - 14), "right", x.title);
        for (value, name) in x.marks() {
            let at = self.pixel((*value, y.range.0)).0;
            self.path("grid", &[(at, top), (at, bottom)]);
            self.text((at, bottom + 16), "middle", name);
        }
        for (value, name) in y.marks() {
            let at = self.pixel((x.range.0, *value)).1;
            match (dots.is_empty(), narrow) {
                (true, _) => self.path("grid", &[(left, at), (right, at)]),
                (false, true) => self.text((left, at - 16), "", name),
                (false, false) => {}
            }
            if dots.is_empty() || !narrow {
                self.text((left - 9, at), "right", name);
            }
        }
    }

    /// The lines, and a label near the end of each.
    fn lines(&mut self) {
        let shown = if self.form == Form::Narrow { NARROW_LINES } else { usize::MAX };
        let lines: Vec<(&Line, Vec<_>)> = (self.chart.lines.iter().take(shown))
            .map(|line| (line, line.points.iter().map(|point| self.pixel(*point)).collect()))
            .collect();
        let Area { left, top, bottom, .. } = self.plot;
        let mut labels = Labels::new(Area { left, top: top - LINE, right: self.width - 6, bottom });
        for (Line { class, .. }, pixels) in lines.iter().rev() {
            labels.keep_free(pixels);
            self.path(class, pixels);
            if *class != "guide" {
                pixels.iter().for_each(|point| self.disc(class, *point, 3.5));
            }
        }
        for (Line { label, class, .. }, pixels) in &lines {
            let Some(end) = pixels.last() else { continue };
            let place = labels.place(*end, width(label));
            if !place.is_beside(*end) {
                self.path("leader", &[*end, place.nearest(*end)]);
            }
            self.text((place.left, (place.top + place.bottom) / 2), class, label);
        }
    }

    /// The dots, each with what is written beside it; to its left where there is no room on the right.
    fn dots(&mut self) {
        for dot in &self.chart.dots {
            let (x, y) = self.pixel(dot.at);
            self.disc("main", (x, y), 5.0);
            let end = x + 12 + width(&dot.label);
            match end < self.width {
                true => self.text((x + 12, y), "main", &dot.label),
                false => self.text((x - 12, y), "main right", &dot.label),
            }
            match end + 8 + width(dot.note) * 12 / 13 < self.width {
                _ if dot.note.is_empty() => {}
                true => self.text((end + 8, y), "note", dot.note),
                false => self.text((x - 12, y + 14), "note right", dot.note),
            }
        }
    }
}
