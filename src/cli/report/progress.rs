//! Shows progress on stderr: a bar on a terminal, otherwise lines. Only this module uses indicatif.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::cli::signals::Signals;
use crate::count::{Notice, Observer, Progress};
use crate::methods::estimated::Estimated;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::event::{Event, RemainingTime};
use super::notice;
use super::text::{duration, grouped, metric};
use crate::cli::settings::{Color, Output, ProgressForm};

/// Length of the bar in indicatif's units: enough for a smooth bar at any width.
const BAR: u64 = 100_000;

/// A shorter run shows no bar: it would only flicker.
const QUIET_START: Duration = Duration::from_millis(300);

/// Shows the progress of a count, or of several in turn.
pub struct Screen {
    form: Form,
    color: Color,
    interval: Duration,
    /// When the last line was written; the first one is due an interval after the start.
    written: Instant,
    quiet: bool,
    signals: Signals,
    /// The shard that is counted, if it is one of several.
    shard: Option<u64>,
    series: Option<Series>,
}

/// The series that a count is part of.
#[derive(Clone, Debug)]
pub struct Series {
    /// The count in the series, as in `N = 18, round 2 of 3`.
    pub place: String,
    /// Wall time of the counts after it, in seconds.
    pub afterwards_s: Estimated,
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
        let (interval, signals) = (output.interval, signals.clone());
        Self {
            form,
            color: output.color,
            interval,
            written: Instant::now(),
            quiet: output.quiet,
            signals,
            shard: None,
            series: None,
        }
    }

    /// Shows the place in a series, and the time left for all of it.
    pub fn in_series(mut self, series: Option<Series>) -> Self {
        self.series = series;
        self
    }

    /// From now on shows the progress of this shard.
    pub fn of_shard(&mut self, number: u64) {
        self.shard = Some(number);
    }

    /// Shows how far something is that is not a count: a share of it, and words.
    pub fn show(&mut self, share: f64, words: impl FnOnce() -> String) {
        match &self.form {
            Form::Bar(bar, _) => {
                bar.set_position((share.min(1.0) * BAR as f64) as u64);
                bar.set_message(words());
            }
            Form::Lines if self.written.elapsed() >= self.interval => {
                self.written = Instant::now();
                Event::Notice { text: words() }.print();
            }
            _ => {}
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Form::Bar(bar, _) = &self.form {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Screen {
    fn progress(&mut self, status: &Progress) {
        if self.signals.take_status_request() {
            self.say(&event(status));
        }
        match &mut self.form {
            Form::Bar(bar, columns) if status.elapsed >= QUIET_START => {
                let width = width();
                if *columns != width {
                    *columns = width;
                    bar.set_style(style(self.color, width));
                }
                bar.set_position((status.done * BAR as f64) as u64);
                let figures = figures(status, self.series.as_ref());
                bar.set_message(fitting(figures, width.saturating_sub(bar_width(width) + 1)));
            }
            Form::Lines if self.written.elapsed() >= self.interval => {
                self.written = Instant::now();
                self.say(&event(status));
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: &Notice) {
        let text = match (self.shard, notice) {
            (Some(_), Notice::AlreadyFinished) => return,
            (Some(number), Notice::Resumed { .. }) => format!("shard {number}: {}", notice::text(notice)),
            _ => notice::text(notice),
        };
        if !self.quiet {
            self.say(&Event::Notice { text });
        }
    }
}

impl Screen {
    /// Prints a notice, above the bar if there is one.
    fn say(&self, event: &Event) {
        match &self.form {
            Form::Bar(bar, _) => bar.suspend(|| event.print()),
            _ => event.print(),
        }
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
fn figures(status: &Progress, series: Option<&Series>) -> Vec<String> {
    let Progress { units_done, units, .. } = status;
    let mut figures = vec![format!("{:.1}%", percent(status))];
    let remaining_s = status.remaining_s.map(|left| series.map_or(left, |it| left.plus(it.afterwards_s)));
    figures.extend(RemainingTime::from(remaining_s).texts());
    figures.splice(2..2, series.map(|series| series.place.clone()));
    let speed = status.solutions_per_second();
    figures.extend((speed > 0.0).then(|| format!("average {}solutions/s", metric(speed))));
    figures.extend([
        format!("{} elapsed", duration(status.elapsed.as_secs_f64())),
        format!("{}/{} units", grouped((*units_done).into()), grouped((*units).into())),
        format!("{} so far", grouped(status.solutions)),
    ]);
    figures
}

/// The same as a line.
fn event(status: &Progress) -> Event {
    Event::Progress {
        units_done: status.units_done,
        units: status.units,
        percent: (percent(status) * 1000.0).round() / 1000.0,
        solutions_so_far: status.solutions.to_string(),
        solutions_per_s: status.solutions_per_second().round(),
        wall_s: status.elapsed.as_secs_f64(),
        remaining: status.remaining_s.into(),
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

    /// A third of a run that found 42 billion solutions in 21 seconds.
    fn status() -> Progress {
        let (elapsed, remaining_s) = (Duration::from_secs(21), Some(Estimated::exact(83.0)));
        let (units_done, units, done) = (1000, 4000, 1.0 / 3.0);
        Progress { units_done, units, done, solutions: 92_000, found: 42_000_000_000, elapsed, remaining_s }
    }

    /// What is shown after the bar in a terminal of `width` columns, with the time of day as `T`.
    fn shown(status: &Progress, series: Option<&Series>, width: usize) -> String {
        let mut figures = figures(status, series);
        if let Some(time) = figures.iter_mut().find(|figure| figure.starts_with("ends about ")) {
            *time = "ends about hh:mm".to_owned();
        }
        fitting(figures, width - bar_width(width) - 1)
    }

    #[test]
    fn a_narrow_terminal_keeps_the_time_left() {
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
    fn a_count_in_a_series_names_its_place_and_the_time_left_for_all() {
        let series =
            Series { place: "N = 18, round 2 of 3".to_owned(), afterwards_s: Estimated::exact(60.0) };
        assert_eq!(shown(&status(), Some(&series), 60), "33.3%  2 min 23 s left  N = 18, round 2 of 3");
    }
}
