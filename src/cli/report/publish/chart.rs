//! A chart, and its drawing as SVG: lines or dots over two axes, each with its name beside it.
//! Colours are classes of `chart.css`, so that one drawing serves light and dark.

use std::fmt::Write as _;

use super::table::escape_html;
use crate::cli::report::ours::MARK;

/// A chart.
pub struct Chart {
    /// The name of its file.
    pub file: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Where it was measured; said where there is room.
    pub place: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The first ones lie on top and choose the places of their labels first.
    pub lines: Vec<Line>,
    /// Single points, a row for each.
    pub dots: Vec<Dot>,
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
    /// What they are; written at the last point.
    pub label: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Its class in the style sheet: `main` what the chart is about, `second` the same under other
    /// conditions, `faint` a slower way, `other` another program, `guide` a line to measure by,
    /// without points.
    pub class: &'static str,
}

/// A single point.
pub struct Dot {
    /// Where it stands on both axes.
    pub at: (f64, f64),
    /// What is written beside it.
    pub label: String,
    /// What is written after that in smaller letters, or nothing.
    pub note: &'static str,
}

/// The form of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For wide screens.
    Wide,
    /// For the screen of a telephone.
    Narrow,
}

/// The pixels above and below the lines and dots.
const ABOVE: i32 = 74;
const BELOW: i32 = 54;

/// The height of a line of text, in pixels.
const LINE: i32 = 17;

/// Letters of a label that have room on a narrow screen; the tables have the others.
const NARROW_LABEL: usize = 19;

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
    pub fn svg(&self, form: Form) -> String {
        let (class, width, inner_height, row) = match form {
            Form::Wide => ("wide", 880, 370, 34),
            Form::Narrow => ("narrow", 390, 440, 42),
        };
        let dots = self.dots.len() as i32;
        let height = ABOVE + BELOW + if dots == 0 { inner_height } else { row * dots };
        let names = self.y.marks().map(|(_, name)| width_of(name)).max().unwrap_or(0);
        // On a narrow screen the names of dots stand above them.
        let left = if dots > 0 && form == Form::Narrow { 14 } else { names + 20 };
        let labels = self.labels(form).map(|label| width_of(&label) + 14).max().unwrap_or(0);
        let (right, bottom) = (width - 22 - labels, height - BELOW);
        let mut drawing = Drawing { chart: self, form, width, left, right, bottom, svg: String::new() };
        drawing.axes();
        drawing.lines();
        drawing.dots();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart {class}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n<!-- {MARK} -->\n<style>\n{}</style>\n\
             <rect class=\"card\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            escape_html(self.title),
            include_str!("chart.css"),
            drawing.svg
        )
    }

    /// What is written at the end of each line.
    fn labels(&self, form: Form) -> impl Iterator<Item = String> {
        let shown = move |label: &str| match form {
            Form::Narrow if label.chars().count() > NARROW_LABEL => {
                label.chars().take(NARROW_LABEL - 1).chain(['…']).collect()
            }
            _ => label.to_owned(),
        };
        self.lines.iter().map(move |line| shown(&line.label))
    }
}

/// A drawing in the making, with the pixels between the axes.
struct Drawing<'a> {
    chart: &'a Chart,
    form: Form,
    width: i32,
    left: i32,
    right: i32,
    bottom: i32,
    svg: String,
}

impl Drawing<'_> {
    /// The pixel of a point.
    fn pixel(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (self.chart.x.pixel(x, self.left, self.right), self.chart.y.pixel(y, self.bottom, ABOVE))
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

    /// The words around the plot, and the lines to measure by; rows of dots need none.
    fn axes(&mut self) {
        let Chart { title, place, x, y, dots, .. } = self.chart;
        let Self { width, left, right, bottom, .. } = *self;
        let narrow = self.form == Form::Narrow;
        self.text((14, 24), "title", title);
        self.text((14, 50), "", &if narrow { y.title.to_owned() } else { format!("{}, {place}", y.title) });
        self.text((width - 14, bottom + BELOW - 14), "right", x.title);
        let mut free = 0;
        for (value, name) in x.marks() {
            let at = x.pixel(*value, left, right);
            // Not every mark has room.
            if at - width_of(name) / 2 >= free {
                self.path("grid", &[(at, ABOVE), (at, bottom)]);
                self.text((at, bottom + 16), "middle", name);
                free = at + width_of(name) / 2 + 6;
            }
        }
        for (value, name) in y.marks() {
            let at = y.pixel(*value, bottom, ABOVE);
            if dots.is_empty() {
                self.path("grid", &[(left, at), (right, at)]);
            }
            match narrow && !dots.is_empty() {
                true => self.text((left, at - 16), "", name),
                false => self.text((left - 9, at), "right", name),
            }
        }
    }

    /// The lines, and their labels at the right edge, each led to by the end of its line.
    fn lines(&mut self) {
        let pixels = |line: &Line| line.points.iter().map(|point| self.pixel(*point)).collect();
        let mut lines: Vec<(&Line, String, Vec<_>)> =
            (self.chart.lines.iter().zip(self.chart.labels(self.form)))
                .map(|(line, label)| (line, label, pixels(line)))
                .collect();
        for (Line { class, .. }, _, pixels) in lines.iter().rev() {
            self.path(class, pixels);
            if *class != "guide" {
                pixels.iter().for_each(|point| self.disc(class, *point, 3.5));
            }
        }
        let end = |pixels: &[(i32, i32)]| pixels.last().copied().unwrap_or_default();
        lines.sort_by_key(|(.., pixels)| end(pixels).1);
        let ends: Vec<_> = lines.iter().map(|(.., pixels)| end(pixels).1).collect();
        for ((Line { class, .. }, label, pixels), y) in lines.iter().zip(spread(&ends, self.bottom)) {
            self.path(&format!("leader {class}"), &[end(pixels), (self.right + 6, y)]);
            self.text((self.right + 12, y), class, label);
        }
    }

    /// The dots, each with what is written beside it; to its left where there is no room on the
    /// right.
    fn dots(&mut self) {
        for Dot { at, label, note } in &self.chart.dots {
            let (x, y) = self.pixel(*at);
            self.disc("main", (x, y), 5.0);
            let end = x + 12 + width_of(label);
            match end < self.width {
                true => self.text((x + 12, y), "main", label),
                false => self.text((x - 12, y), "main right", label),
            }
            match end + 8 + width_of(note) * 12 / 13 < self.width {
                _ if note.is_empty() => {}
                true => self.text((end + 8, y), "note", note),
                false => self.text((x - 12, y + 14), "note right", note),
            }
        }
    }
}

/// Heights for labels: those of `ends`, which are sorted, moved so far apart that none covers
/// another or lies below `bottom`.
fn spread(ends: &[i32], bottom: i32) -> Vec<i32> {
    let mut heights = ends.to_vec();
    for index in 1..heights.len() {
        heights[index] = heights[index].max(heights[index - 1] + LINE);
    }
    let mut below = bottom + LINE;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(below - LINE);
        below = *height;
    }
    heights
}

/// The width of a text in pixels: an estimate on the wide side, for nobody knows the reader's font.
fn width_of(text: &str) -> i32 {
    (text.chars().count() as f64 * 13.0 * 0.62).ceil() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_at_the_ends_of_their_lines_or_as_near_as_there_is_room() {
        assert_eq!(spread(&[10, 100, 300], 300), [10, 100, 300]);
        assert_eq!(spread(&[10, 12, 300], 300), [10, 10 + LINE, 300]);
        assert_eq!(spread(&[290, 295, 300], 300), [300 - 2 * LINE, 300 - LINE, 300]);
    }
}
