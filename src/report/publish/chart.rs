//! What a chart consists of: lines, points and bars over two axes, each labelled where it stands.

use super::ink::Ink;

/// A chart.
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// Lines of points; those further on lie above.
    pub lines: Vec<Line>,
    /// Horizontal bars: their middle on the y axis, their length on the x axis, what is written at their end.
    pub bars: Vec<(f64, f64, String)>,
    /// What the marks mean, where that is not said at the lines.
    pub legend: Vec<(Mark, Ink, &'static str)>,
}

/// An axis.
pub struct Axis {
    /// What is measured, with its unit.
    pub title: String,
    /// The values at both ends.
    pub range: (f64, f64),
    /// The values that are marked, with their names.
    pub ticks: Vec<(f64, String)>,
    /// Whether equal lengths are equal factors.
    pub log: bool,
}

/// Points that belong together.
pub struct Line {
    /// What they are; written at the last point.
    pub label: String,
    /// The same where there is little room.
    pub short: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// The colour.
    pub ink: Ink,
    /// How a point is drawn.
    pub mark: Mark,
    /// The width of the line between them, in pixels.
    pub width: u32,
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A triangle.
    Triangle,
    /// Not at all.
    None,
}

/// The form of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A file of its own, for wide screens.
    File,
    /// Part of a page, for wide screens.
    Wide,
    /// Part of a page, for the screen of a telephone.
    Narrow,
}
