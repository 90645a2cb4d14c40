//! Shows progress on stderr: a bar on a terminal, otherwise lines. Only this module uses indicatif.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::cli::signals::Signals;
use crate::count::{Notice, Observer, Progress};
use crate::methods::estimated::Estimated;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::event::{Event, RemainingTime, Shards};
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
    /// The shards that are counted one after the other, if it is these.
    series: Option<Series>,
}

/// Shards that are counted one after the other.
#[derive(Clone, Copy, Debug)]
struct Series {
    shards: Shards,
    /// Wall seconds for a whole shard at the recent rate, once it is known.
    each_s: Option<Estimated>,
}

impl Series {
    /// The wall time left for these shards: all take as long as this one.
    fn remaining_s(&mut self, status: &Progress) -> Option<Estimated> {
        let left = 1.0 - status.done;
        if let Some(remaining_s) = status.remaining_s.filter(|_| left > 0.01) {
            self.each_s = Some(remaining_s.times(left.recip()));
        }
        let after = self.shards.shards - self.shards.shards_done - 1;
        self.each_s.map(|each_s| each_s.times(left + after as f64))
    }
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
            series: None,
        }
    }

    /// From now on shows the progress of this shard of several.
    pub fn of_shard(&mut self, shards: Shards) {
        let each_s = self.series.and_then(|series| series.each_s);
        self.series = Some(Series { shards, each_s });
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
        let remaining_s = match &mut self.series {
            Some(series) => series.remaining_s(status),
            None => status.remaining_s,
        };
        let (status, shards) =
            (&Progress { remaining_s, ..*status }, self.series.map(|series| series.shards));
        if self.signals.take_status_request() {
            self.say(&event(status, shards));
        }
        let is_shown = status.elapsed >= QUIET_START || shards.is_some_and(|shards| shards.shards_done > 0);
        match &mut self.form {
            Form::Bar(bar, columns) if is_shown => {
                let width = width();
                if *columns != width {
                    *columns = width;
                    bar.set_style(style(self.color, width));
                }
                bar.set_position((status.done * BAR as f64) as u64);
                bar.set_message(fitting(figures(status, shards), width.saturating_sub(bar_width(width) + 1)));
            }
            Form::Lines if self.written.elapsed() >= self.interval => {
                self.written = Instant::now();
                self.say(&event(status, shards));
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: &Notice) {
        let text = match (self.series, notice) {
            (Some(_), Notice::AlreadyFinished) => return,
            (Some(Series { shards: Shards { shard, .. }, .. }), Notice::Resumed { .. }) => {
                format!("shard {shard}: {}", notice::text(notice))
            }
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
fn figures(status: &Progress, shards: Option<Shards>) -> Vec<String> {
    let Progress { units_done, units, .. } = status;
    let percent = format!("{:.1}%", percent(status));
    let mut figures = vec![match shards {
        Some(shards) => format!("{shards}, {percent}"),
        None => percent,
    }];
    figures.extend(RemainingTime::from(status.remaining_s).texts());
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
fn event(status: &Progress, shards: Option<Shards>) -> Event {
    Event::Progress {
        shards,
        units_done: status.units_done,
        units: status.units,
        percent: (percent(status) * 1000.0).round() / 1000.0,
        solutions_so_far: status.solutions,
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
    fn shown(status: &Progress, width: usize) -> String {
        let mut figures = figures(status, None);
        if let Some(time) = figures.iter_mut().find(|figure| figure.starts_with("ends about ")) {
            *time = "ends about hh:mm".to_owned();
        }
        fitting(figures, width - bar_width(width) - 1)
    }

    #[test]
    fn a_narrow_terminal_keeps_the_time_left() {
        let mut status = status();
        assert_eq!(shown(&status, 40), "33.3%  1 min 23 s left");
        assert_eq!(shown(&status, 80), "33.3%  1 min 23 s left  ends about hh:mm  average 2.00 Gsolutions/s");
        assert_eq!(
            shown(&status, 120),
            "33.3%  1 min 23 s left  ends about hh:mm  average 2.00 Gsolutions/s  21 s elapsed  1,000/4,000 units"
        );
        assert!(shown(&status, 200).ends_with("1,000/4,000 units  92,000 so far"));
        // Everything except a unit of almost no cost.
        (status.done, status.remaining_s) = (1.0, None);
        assert_eq!(shown(&status, 40), "99.9%  time left not known yet");
        assert_eq!(shown(&status, 10), "", "not a part of a number");
    }

    #[test]
    fn the_time_left_of_shards_is_that_of_all_of_them() {
        let shards = Shards { shard: 7, shards_done: 2, shards: 10 };
        let mut series = Series { shards, each_s: None };
        let left = |series: &mut Series, done, remaining_s: Option<f64>| {
            let remaining_s = remaining_s.map(Estimated::exact);
            series.remaining_s(&Progress { done, remaining_s, ..status() }).map(|left| left.mean.round())
        };
        assert_eq!(left(&mut series, 0.0, None), None);
        assert_eq!(left(&mut series, 0.25, Some(30.0)), Some(30.0 + 7.0 * 40.0));
        assert_eq!(left(&mut series, 1.0, Some(0.0)), Some(7.0 * 40.0), "the last known rate");
        assert!(figures(&status(), Some(shards))[0].starts_with("shard 7 (3 of 10), 33.3%"));
    }
}
