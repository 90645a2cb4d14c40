//! The progress bar: a line on stderr that every frame draws anew. Frames go through the queue of stderr, so
//! that drawing never waits for a reader.

use std::io;
use std::time::{Duration, Instant};

use terminal_size::terminal_size_of;

use super::streams::stderr;

/// Moves the cursor to the start of its line, and clears that. So a frame also clears one that was drawn
/// although its successor replaced it in the queue.
const CLEAR_LINE: &str = "\r\u{1b}[2K";

/// The shortest time between two frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(100);

/// A bar, followed by figures.
#[derive(Debug, Default)]
pub struct Bar {
    has_color: bool,
    /// The last frame; empty if there is none.
    frame: String,
    drawn: Option<Instant>,
    figures: SteadyFigures,
}

impl Bar {
    pub fn new(has_color: bool) -> Self {
        Self { has_color, ..Self::default() }
    }

    /// Draws the finished `share`, followed by the first `figures` for which there is room, unless the last
    /// frame is too new.
    pub fn draw(&mut self, share: f64, figures: Vec<String>) {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < FRAME_INTERVAL) {
            return;
        }
        self.drawn = Some(Instant::now());
        // All but the last column, in which terminals behave differently.
        let width =
            terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0)).saturating_sub(1);
        // Most columns are for the figures, which matter more.
        let columns = (width / 8).clamp(8, 24).min(width);
        let figures = self.figures.fitted(figures, width.saturating_sub(columns + 1));
        self.frame = format!("{CLEAR_LINE}{} {figures}", self.bar(share, columns));
        self.show();
    }

    fn bar(&self, share: f64, columns: usize) -> String {
        let done = (share.clamp(0.0, 1.0) * columns as f64) as usize;
        // These characters are one column wide in every terminal.
        let head = if done < columns { ">" } else { "" };
        let done = "=".repeat(done) + head;
        let left = "-".repeat(columns - done.len());
        if self.has_color {
            format!("\u{1b}[32m{done}\u{1b}[0m\u{1b}[2m{left}\u{1b}[0m")
        } else {
            done + &left
        }
    }

    /// Calls `print` while the bar is hidden.
    pub fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        if self.frame.is_empty() {
            return print();
        }
        stderr::frame(CLEAR_LINE.into());
        let printed = print();
        self.show();
        printed
    }

    /// Draws the last frame again.
    fn show(&self) {
        stderr::frame(self.frame.clone().into_bytes());
    }

    /// Clears the line of the bar, if there is one.
    pub fn remove(&mut self) {
        if !self.frame.is_empty() {
            stderr::frame(CLEAR_LINE.into());
            self.frame.clear();
        }
    }
}

/// The columns that the figures of the last frame took, so that those of the next stand in the same places.
#[derive(Debug, Default)]
pub struct SteadyFigures {
    columns: Vec<usize>,
}

impl SteadyFigures {
    /// The first of these figures that fit into `room` columns. Each is complete, because a truncated number
    /// would be misread.
    pub fn fitted(&mut self, mut figures: Vec<String>, room: usize) -> String {
        /// A figure that became shorter by up to this keeps its columns: `2 min` after `1 min 59 s`.
        const MAX_KEPT_COLUMNS: usize = 5;
        self.columns.resize(figures.len(), 0);
        for (figure, kept) in figures.iter_mut().zip(&mut self.columns) {
            let columns = figure.chars().count();
            if !(columns..=columns + MAX_KEPT_COLUMNS).contains(kept) {
                *kept = columns;
            }
            *figure += &" ".repeat(*kept - columns);
        }
        let shown = |figures: &[String]| figures.join("  ").trim_end().to_owned();
        while shown(&figures).chars().count() > room {
            figures.pop();
        }
        shown(&figures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_still_while_a_number_gets_shorter() {
        let mut figures = SteadyFigures::default();
        let mut shown =
            |left: &str, room| figures.fitted(vec![left.to_owned(), "9 s elapsed".to_owned()], room);
        for (left, room, expected) in [
            ("time left not known yet", 40, "time left not known yet  9 s elapsed"),
            ("2 min 10 s left", 40, "2 min 10 s left  9 s elapsed"),
            ("2 min 9 s left", 40, "2 min 9 s left   9 s elapsed"),
            ("2 min left", 40, "2 min left       9 s elapsed"),
            ("2 min left", 27, "2 min left"),
            ("59 s left", 40, "59 s left  9 s elapsed"),
        ] {
            assert_eq!(shown(left, room), expected);
        }
    }

    #[test]
    fn bar_is_as_long_as_the_finished_share() {
        let bar = |share, has_color| Bar::new(has_color).bar(share, 8);
        assert_eq!(
            [0.0, 0.5, 0.99, 1.0].map(|share| bar(share, false)),
            [">-------", "====>---", "=======>", "========"]
        );
        assert_eq!(bar(0.5, true), "\u{1b}[32m====>\u{1b}[0m\u{1b}[2m---\u{1b}[0m");
    }
}
