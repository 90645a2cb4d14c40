//! Charts as SVG: plotters knows scales and shapes, and here is what goes where.

use std::ops::Range;

use anyhow::anyhow;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, Circle, DrawingArea, IntoDrawingArea, LineSeries, PathElement, Polygon, Rectangle,
    SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::chart::{Axis, Chart, Form, Line, Mark};
use super::ink::{self, Ink};
use super::labels::{self, Area, Labels};
use super::table::escape_html;

impl Form {
    fn size(self, chart: &Chart) -> (u32, u32) {
        match (self, chart.bars.len()) {
            (Self::Narrow, 0) => (390, 460),
            (Self::Narrow, bars) => (390, 130 + 34 * bars as u32),
            (_, 0) => (880, 520),
            (_, bars) => (880, 130 + 34 * bars as u32),
        }
    }
}

const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

/// How drawing ends; into memory it does not fail.
type Drawn = Result<(), Box<dyn std::error::Error>>;

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<Scale, Scale>;
type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Plane>;

/// An axis as plotters wants it: its own axes with ticks of one's choice know no names for them.
struct Scale {
    values: Range<f64>,
    ends: RangedCoordf64,
    ticks: Vec<f64>,
    log: bool,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.ends.map(&if self.log { value.log10() } else { *value }, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.values.clone()
    }
}

impl Axis {
    fn scale(&self) -> Scale {
        let (from, to) = self.range;
        let at = |value: f64| if self.log { value.log10() } else { value };
        let within = |value: &f64| (from..=to).contains(value);
        Scale {
            values: from..to,
            ends: (at(from)..at(to)).into(),
            ticks: self.ticks.iter().map(|(value, _)| *value).filter(within).collect(),
            log: self.log,
        }
    }

    fn name(&self, value: f64) -> String {
        let tick = self.ticks.iter().find(|(tick, _)| *tick == value);
        tick.map_or_else(String::new, |(_, name)| name.clone())
    }
}

impl Chart {
    /// The drawing.
    pub fn svg(&self, form: Form) -> anyhow::Result<String> {
        let size = form.size(self);
        let mut drawing = String::new();
        self.draw(form, SVGBackend::with_string(&mut drawing, size).into_drawing_area())
            .map_err(|error| anyhow!("cannot draw the chart '{}': {error}", self.title))?;
        let (_, shapes) = drawing.split_once(">\n").unwrap_or_default();
        let (width, height) = size;
        let (title, shapes) = (escape_html(&self.title), ink::classed(shapes.trim_end()));
        let (attributes, style) = match form {
            Form::File => (
                format!(" width=\"{width}\" height=\"{height}\""),
                format!("<style>{}</style>\n", ink::style()),
            ),
            Form::Wide => (" class=\"wide\"".to_owned(), String::new()),
            Form::Narrow => (" class=\"narrow\"".to_owned(), String::new()),
        };
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{attributes} role=\"img\" \
             aria-label=\"{title}\">\n{style}{shapes}\n"
        ))
    }

    fn draw(&self, form: Form, root: Root<'_>) -> Drawn {
        let narrow = form == Form::Narrow;
        root.fill(&Ink::Card.light())?;
        let (width, height) = root.dim_in_pixel();
        let left = if narrow { 14 } else { 22 };
        let title = if narrow { 16 } else { 19 };
        root.draw(&Text::new(self.title.clone(), (left, 26), bold(title, Ink::Words)))?;
        root.draw(&Text::new(self.y.title.clone(), (left, 52), text(13, Ink::Soft)))?;
        let below = (width as i32 - left, height as i32 - 18);
        root.draw(&Text::new(
            self.x.title.clone(),
            below,
            text(13, Ink::Soft).pos(Pos::new(HPos::Right, VPos::Center)),
        ))?;
        self.draw_legend(&root, narrow)?;
        let names = match (self.bars.is_empty(), narrow) {
            (true, _) => 62,
            (false, true) => 128,
            (false, false) => 190,
        };
        let widest = self.lines.iter().map(|line| labels::width(&line.label, 13, true)).max().unwrap_or(0);
        let right = match (self.bars.is_empty(), self.legend.is_empty()) {
            (false, _) => 26,
            (true, true) => widest + 22,
            // Here most labels have room on the left.
            (true, false) => {
                if narrow {
                    26
                } else {
                    140
                }
            }
        };
        let mut plot: Plot<'_, '_> = ChartBuilder::on(&root)
            .margin_top(if self.legend.is_empty() { 70 } else { 94 })
            .margin_right(right)
            .margin_bottom(32)
            .margin_left(if narrow { 0 } else { 8 })
            .x_label_area_size(28)
            .y_label_area_size(names)
            .build_cartesian_2d(self.x.scale(), self.y.scale())?;
        self.draw_mesh(&mut plot)?;
        self.draw_bars(&root, &mut plot, narrow)?;
        self.draw_lines(&mut plot)?;
        self.draw_labels(&root, &plot, narrow)?;
        root.present()?;
        Ok(())
    }

    fn draw_legend(&self, root: &Root<'_>, narrow: bool) -> Drawn {
        let mut x = if narrow { 20 } else { 28 };
        for (mark, ink, name) in &self.legend {
            draw_mark(root, (x, 76), *mark, *ink)?;
            root.draw(&Text::new(*name, (x + 9, 76), text(12, Ink::Soft)))?;
            x += 9 + labels::width(name, 12, false) + if narrow { 8 } else { 18 };
        }
        Ok(())
    }

    fn draw_mesh(&self, plot: &mut Plot<'_, '_>) -> Drawn {
        let mut mesh = plot.configure_mesh();
        if !self.bars.is_empty() {
            mesh.disable_y_mesh();
        }
        mesh.x_label_formatter(&|at| self.x.name(*at))
            .y_label_formatter(&|at| self.y.name(*at))
            .x_labels(self.x.ticks.len())
            .y_labels(self.y.ticks.len())
            .max_light_lines(0)
            .bold_line_style(Ink::Grid.light())
            .axis_style(Ink::Grid.light())
            .label_style(text(13, Ink::Soft))
            .draw()?;
        Ok(())
    }

    fn draw_bars(&self, root: &Root<'_>, plot: &mut Plot<'_, '_>, narrow: bool) -> Drawn {
        let start = self.x.range.0;
        let room = root.dim_in_pixel().0 as i32;
        for (middle, length, name) in &self.bars {
            let end = *length;
            let corners = [(start, middle - 0.32), (end, middle + 0.32)];
            plot.draw_series([Rectangle::new(corners, Ink::First.light().filled())])?;
            let (x, y) = plot.backend_coord(&(end, *middle));
            let inside = x + 12 + labels::width(name, 13, false) > room - if narrow { 8 } else { 20 };
            let (at, ink, anchor) =
                if inside { (x - 8, Ink::Card, HPos::Right) } else { (x + 8, Ink::Words, HPos::Left) };
            root.draw(&Text::new(name.clone(), (at, y), text(13, ink).pos(Pos::new(anchor, VPos::Center))))?;
        }
        Ok(())
    }

    fn draw_lines(&self, plot: &mut Plot<'_, '_>) -> Drawn {
        for line in &self.lines {
            let style = line.ink.light().stroke_width(line.width);
            plot.draw_series(LineSeries::new(line.points.clone(), style))?;
        }
        Ok(())
    }

    /// Marks and labels, in pixels.
    fn draw_labels(&self, root: &Root<'_>, plot: &Plot<'_, '_>, narrow: bool) -> Drawn {
        let pixels = |line: &Line| -> Vec<(i32, i32)> {
            (line.points.iter()).map(|(x, y)| plot.backend_coord(&(*x, *y))).collect()
        };
        let (x, y) = plot.plotting_area().get_pixel_range();
        let right = root.dim_in_pixel().0 as i32 - 6;
        let bounds = Area { left: x.start, top: y.start - 8, right, bottom: y.end };
        // A label may interrupt a line of others, but hides no point and nothing of our own.
        let kept = |line: &Line| if line.ink == Ink::Other { pixels(line) } else { along(&pixels(line)) };
        let taken = self.lines.iter().flat_map(kept).map(|point| Area::around(point, 4));
        let mut labels = Labels::new(bounds, taken.collect());
        for line in self.lines.iter().rev() {
            let points = pixels(line);
            let label = if narrow { &line.short } else { &line.label };
            if let (Some(last), false) = (points.last(), label.is_empty()) {
                let ours = line.ink != Ink::Other;
                let size = if ours { 13 } else { 12 };
                let place = labels.place(*last, labels::width(label, size, ours));
                if !place.is_beside(*last) {
                    let leader = vec![*last, place.nearest(*last)];
                    root.draw(&PathElement::new(leader, Ink::Soft.light().stroke_width(1)))?;
                }
                let ground = [(place.left - 2, place.top), (place.right, place.bottom)];
                root.draw(&Rectangle::new(ground, Ink::Card.light().filled()))?;
                let style = if ours { bold(size, line.ink) } else { text(size, Ink::Soft) };
                root.draw(&Text::new(label.clone(), (place.left, (place.top + place.bottom) / 2), style))?;
            }
            for point in &points {
                draw_mark(root, *point, line.mark, line.ink)?;
            }
        }
        Ok(())
    }
}

/// Points along the lines between `points`, a few pixels from each other.
fn along(points: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let between = |pair: &[(i32, i32)]| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let steps = ((x1 - x0).abs().max((y1 - y0).abs()) / 6).max(1);
        (0..steps)
            .map(move |step| (x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps))
            .collect::<Vec<_>>()
    };
    points.windows(2).flat_map(between).chain(points.last().copied()).collect()
}

fn draw_mark(root: &Root<'_>, point: (i32, i32), mark: Mark, ink: Ink) -> Drawn {
    let (x, y) = point;
    let filled: ShapeStyle = ink.light().filled();
    match mark {
        Mark::Disc => root.draw(&Circle::new(point, 4, filled))?,
        Mark::Square => root.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], filled))?,
        Mark::Circle => {
            root.draw(&Circle::new(point, 4, Ink::Card.light().filled()))?;
            root.draw(&Circle::new(point, 4, ink.light().stroke_width(2)))?;
        }
        Mark::Triangle => {
            root.draw(&Polygon::new(vec![(x - 5, y + 4), (x, y - 5), (x + 5, y + 4)], filled))?;
        }
        Mark::None => {}
    }
    Ok(())
}

/// Plotters gives a font's size as the height of its lines, 1.24 times what SVG calls its size.
const LINE_HEIGHT: f64 = 1.24;

fn text(size: u32, ink: Ink) -> TextStyle<'static> {
    let font = (FONT, f64::from(size) * LINE_HEIGHT).into_font();
    let color = ink.light().to_backend_color();
    TextStyle { font, color, pos: Pos::new(HPos::Left, VPos::Center) }
}

fn bold(size: u32, ink: Ink) -> TextStyle<'static> {
    let style = text(size, ink);
    TextStyle { font: style.font.style(plotters::style::FontStyle::Bold), ..style }
}
