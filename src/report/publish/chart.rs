//! What a chart consists of: lines or dots over two axes, each with its name beside it.

/// A chart.
pub struct Chart {
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
    /// Single points.
    pub dots: Vec<Dot>,
}

/// An axis.
pub struct Axis {
    /// What is measured, with its unit.
    pub title: &'static str,
    /// The values at both ends.
    pub range: (f64, f64),
    /// The values that are marked, with their names.
    pub ticks: Vec<(f64, String)>,
    /// Whether equal lengths are equal factors.
    pub log: bool,
}

impl Axis {
    /// Where a value stands: 0 at the beginning of the axis, 1 at its end.
    pub fn share(&self, value: f64) -> f64 {
        let at = |value: f64| if self.log { value.log10() } else { value };
        let (from, to) = (at(self.range.0), at(self.range.1));
        (at(value) - from) / (to - from)
    }

    /// The marks that lie on the axis.
    pub fn marks(&self) -> impl Iterator<Item = &(f64, String)> {
        self.ticks.iter().filter(|(value, _)| (self.range.0..=self.range.1).contains(value))
    }
}

/// Points that belong together.
pub struct Line {
    /// What they are; written at the last point.
    pub label: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Its class in the style sheet: `main` what the chart is about, `second` the same under other conditions, `faint` a
    /// slower way, `other` another program, `guide` a line to measure by, without points.
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
