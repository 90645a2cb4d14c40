//! Shows progress on stderr: a bar on a terminal, otherwise lines. Only this module uses indicatif.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::clock::words_of_time_left;
use super::event::{Event, ShardPlace};
use super::notice;
use super::series::Series;
use crate::cli::settings::{Color, Output, ProgressForm};
use crate::cli::signals::Signals;
use crate::cli::text::{duration, grouped, metric};
use crate::count::{Notice, Observer, Progress};

/// Length of the bar in indicatif's units: enough for a smooth bar at any width.
const BAR: u64 = 100_000;

/// A shorter run shows no bar: it would only flicker.
const QUIET_START: Duration = Duration::from_millis(300);

/// Shows the progress of a count, or of several in turn.
pub struct Screen {
    form: Form,
    output: Output,
    /// When the last line was written; the first one is due an interval after the start.
    written: Instant,
    signals: Signals,
    /// What it is one of, if it is.
    series: Option<Series>,
}

enum Form {
    /// With the columns of the terminal that it was made for.
    Bar(ProgressBar, usize),
    Lines,
    None,
}

impl Screen {
    /// Progress as the options ask for it.
    pub fn new(output: &Output, signals: &Signals) -> Self {
        let form = match (output.quiet, output.progress, io::stderr().is_terminal()) {
            (true, ..) | (_, ProgressForm::None, _) => Form::None,
            (_, ProgressForm::Bar, _) => bar(output.color),
            (_, ProgressForm::Auto, true) if can_draw() => bar(output.color),
            (_, ProgressForm::Plain | ProgressForm::Json | ProgressForm::Auto, _) => Form::Lines,
        };
        let (output, signals) = (output.clone(), signals.clone());
        Self { form, output, written: Instant::now(), signals, series: None }
    }

    /// Shows the place in a series, and the time left for all of it.
    pub fn in_series(mut self, series: Option<Series>) -> Self {
        self.series = series;
        self
    }

    /// From now on shows the progress of this shard of several.
    pub fn of_shard(&mut self, shards: ShardPlace) {
        self.series = Some(Series::of_shard(shards, self.series.as_ref()));
    }

    /// Calls what prints on stdout, with the bar out of the way.
    pub fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.form {
            Form::Bar(bar, _) => bar.suspend(print),
            _ => print(),
        }
    }

    /// Shows how far something is that is not a count: a share of it, and words.
    pub fn show(&mut self, share: f64, words: impl FnOnce() -> String) {
        match &self.form {
            Form::Bar(bar, _) => {
                bar.set_position((share.min(1.0) * BAR as f64) as u64);
                bar.set_message(words());
            }
            Form::Lines if self.written.elapsed() >= self.output.interval => {
                self.written = Instant::now();
                Event::Notice { text: words() }.print();
            }
            _ => {}
        }
    }

    pub fn finish(&self) {
        if let Form::Bar(bar, _) = &self.form {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Screen {
    fn progress(&mut self, status: &Progress) {
        let remaining_s = match &mut self.series {
            Some(series) => series.remaining_s(status),
            None => status.remaining_s,
        };
        let (status, shards) =
            (&Progress { remaining_s, ..*status }, self.series.as_ref().and_then(Series::shards));
        if self.signals.take_status_request() {
            self.say(&event(status, shards));
        }
        let is_shown = status.elapsed >= QUIET_START || shards.is_some_and(|shards| shards.shards_done > 0);
        match &mut self.form {
            Form::Bar(bar, columns) if is_shown => {
                let width = width();
                if *columns != width {
                    *columns = width;
                    bar.set_style(style(self.output.color, width));
                }
                bar.set_position((status.done * BAR as f64) as u64);
                let figures = figures(status, self.series.as_ref().map(Series::place));
                bar.set_message(fitting(figures, width.saturating_sub(bar_width(width) + 1)));
            }
            Form::Lines if self.written.elapsed() >= self.output.interval => {
                self.written = Instant::now();
                self.say(&event(status, shards));
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: &Notice) {
        let text = match (self.series.as_ref().and_then(Series::shards), notice) {
            (Some(_), Notice::AlreadyFinished) => return,
            (Some(ShardPlace { shard, .. }), Notice::Resumed { .. }) => {
                format!("shard {shard}: {}", notice::text(notice))
            }
            _ => notice::text(notice),
        };
        if !self.output.quiet {
            self.say(&Event::Notice { text });
        }
    }
}

impl Screen {
    /// Prints a notice, above the bar if there is one.
    fn say(&self, event: &Event) {
        self.beside(|| event.print());
    }
}

/// Whether the terminal can move its cursor, which a bar needs.
fn can_draw() -> bool {
    std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Columns of the terminal.
fn width() -> usize {
    Term::stderr().size_checked().map_or(80, |(_, columns)| columns.into())
}

/// Columns of the bar itself, in a terminal of `width` columns: figures matter more.
fn bar_width(width: usize) -> usize {
    (width / 8).clamp(8, 24)
}

/// The first figures that fit, each complete: a truncated number would be misread.
fn fitting(figures: Vec<String>, width: usize) -> String {
    let mut text = String::new();
    for figure in figures {
        let gap = if text.is_empty() { "" } else { "  " };
        if text.len() + gap.len() + figure.len() > width {
            break;
        }
        text += gap;
        text += &figure;
    }
    text
}

fn bar(color: Color) -> Form {
    let (bar, width) =
        (ProgressBar::with_draw_target(Some(BAR), ProgressDrawTarget::stderr_with_hz(10)), width());
    Form::Bar(bar.with_style(style(color, width)), width)
}

/// The style of a bar in a terminal of `width` columns.
fn style(color: Color, width: usize) -> ProgressStyle {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    let colors = if colored { ".green/dim" } else { "" };
    let template = format!("{{bar:{}{colors}}} {{wide_msg}}", bar_width(width));
    let style = ProgressStyle::with_template(&template).expect("a template of two fields");
    style.progress_chars("━╸─")
}

/// The figures after the bar, the most important first.
fn figures(status: &Progress, place: Option<String>) -> Vec<String> {
    let Progress { units_done, units, .. } = status;
    let mut figures = vec![format!("{:.1}%", percent(status))];
    figures.extend(words_of_time_left(status.remaining_s));
    figures.splice(2..2, place);
    if status.found > 0 {
        figures.push(format!("average {}solutions/s", metric(status.solutions_per_second())));
    }
    let [done, units] = [*units_done, *units].map(|units| grouped(units.into()));
    figures.extend([
        format!("{} elapsed", duration(status.elapsed.as_secs_f64())),
        format!("{done}/{units} units"),
        format!("{} so far", grouped(status.solutions)),
    ]);
    figures
}

/// The same as a line.
fn event(status: &Progress, shards: Option<ShardPlace>) -> Event {
    Event::Progress {
        shards,
        units_done: status.units_done,
        units: status.units,
        percent: (percent(status) * 1000.0).round() / 1000.0,
        solutions_so_far: status.solutions,
        solutions_per_s: status.solutions_per_second().round(),
        wall_s: status.elapsed.as_secs_f64(),
        remaining_s: status.remaining_s,
    }
}

/// Never 100 before the last unit is finished.
fn percent(status: &Progress) -> f64 {
    let most = if status.units_done == status.units { 100.0 } else { 99.9 };
    (status.done * 100.0).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::estimated::Estimated;

    /// A third of a run that found 42 billion solutions in 21 seconds.
    fn status() -> Progress {
        let (elapsed, remaining_s) = (Duration::from_secs(21), Some(Estimated::exact(83.0)));
        let (units_done, units, done) = (1000, 4000, 1.0 / 3.0);
        Progress { units_done, units, done, solutions: 92_000, found: 42_000_000_000, elapsed, remaining_s }
    }

    /// What is shown after the bar in a terminal of `width` columns, with the time of day as `T`.
    fn shown(status: &Progress, place: Option<&str>, width: usize) -> String {
        let mut figures = figures(status, place.map(str::to_owned));
        if let Some(time) = figures.iter_mut().find(|figure| figure.starts_with("ends about ")) {
            *time = "ends about hh:mm".to_owned();
        }
        fitting(figures, width - bar_width(width) - 1)
    }

    #[test]
    fn narrow_terminal_keeps_the_time_left() {
        let mut status = status();
        assert_eq!(shown(&status, None, 40), "33.3%  1 min 23 s left");
        assert_eq!(
            shown(&status, None, 80),
            "33.3%  1 min 23 s left  ends about hh:mm  average 2.00 Gsolutions/s"
        );
        assert_eq!(
            shown(&status, None, 120),
            "33.3%  1 min 23 s left  ends about hh:mm  average 2.00 Gsolutions/s  21 s elapsed  1,000/4,000 units"
        );
        assert!(shown(&status, None, 200).ends_with("1,000/4,000 units  92,000 so far"));
        // Everything except a unit of almost no cost.
        (status.done, status.remaining_s) = (1.0, None);
        assert_eq!(shown(&status, None, 40), "99.9%  time left not known yet");
        assert_eq!(shown(&status, None, 10), "", "not a part of a number");
    }

    #[test]
    fn shows_the_place_in_a_series_last() {
        assert_eq!(
            shown(&status(), Some("N = 18, round 2 of 3"), 60),
            "33.3%  1 min 23 s left  N = 18, round 2 of 3"
        );
        assert_eq!(shown(&status(), Some("shard 7 (3 of 10)"), 40), "33.3%  1 min 23 s left");
    }
}
