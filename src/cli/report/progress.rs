//! Shows progress on stderr: a bar on a terminal, lines elsewhere. Only this module uses indicatif.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::cli::signals::Signals;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::count::session::{Status, Watch};

use super::event::{Event, eta};
use super::text::{duration, grouped, metric};
use crate::cli::options::{self, Color, Output};

/// Length of the bar in indicatif's units: enough for a smooth bar at any width.
const BAR: u64 = 100_000;

/// Columns of the bar itself.
const BAR_WIDTH: usize = 20;

/// A shorter run shows no bar: it would only flicker.
const QUIET_START: Duration = Duration::from_millis(300);

/// Shows the progress of a session.
pub struct Progress {
    form: Form,
    interval: Duration,
    /// When the last line was written; the first one is due an interval after the start.
    written: Instant,
    quiet: bool,
    signals: Signals,
}

enum Form {
    Bar(ProgressBar),
    Lines,
    None,
}

impl Progress {
    /// Progress as the options ask for it.
    pub fn new(output: &Output, signals: &Signals) -> Self {
        let form = match (output.quiet, output.progress, io::stderr().is_terminal()) {
            (true, ..) | (_, options::Progress::None, _) => Form::None,
            (_, options::Progress::Bar, _) => Form::Bar(bar(output.color)),
            (_, options::Progress::Auto, true) if can_draw() => Form::Bar(bar(output.color)),
            (_, options::Progress::Plain | options::Progress::Json | options::Progress::Auto, _) => {
                Form::Lines
            }
        };
        let (interval, signals) = (output.interval, signals.clone());
        Self { form, interval, written: Instant::now(), quiet: output.quiet, signals }
    }

    /// Whether progress is shown at all.
    pub fn is_shown(&self) -> bool {
        !matches!(self.form, Form::None)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn status(&mut self, status: &Status) {
        if self.signals.take_status_request() {
            self.say(&event(status));
        }
        match &self.form {
            Form::Bar(bar) if status.elapsed >= QUIET_START => {
                bar.set_position((status.done * BAR as f64) as u64);
                bar.set_message(fitting(&figures(status), width().saturating_sub(BAR_WIDTH + 1)));
            }
            Form::Lines if self.written.elapsed() >= self.interval => {
                self.written = Instant::now();
                self.say(&event(status));
            }
            _ => {}
        }
    }

    fn notice(&mut self, text: &str) {
        if !self.quiet {
            self.say(&Event::Notice { text: text.to_owned() });
        }
    }
}

impl Progress {
    /// Prints a notice, above the bar if there is one.
    fn say(&self, event: &Event) {
        match &self.form {
            Form::Bar(bar) => bar.suspend(|| event.say()),
            _ => event.say(),
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

/// As many whole figures as fit: a truncated number would be misread.
fn fitting(figures: &[String], width: usize) -> String {
    let mut text = String::new();
    for figure in figures {
        let gap = if text.is_empty() { "" } else { "  " };
        if text.len() + gap.len() + figure.len() > width {
            break;
        }
        text += gap;
        text += figure;
    }
    text
}

fn bar(color: Color) -> ProgressBar {
    let colored = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    let colors = if colored { ".green/dim" } else { "" };
    let template = format!("{{bar:{BAR_WIDTH}{colors}}} {{wide_msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is one of two");
    let bar = ProgressBar::with_draw_target(Some(BAR), ProgressDrawTarget::stderr_with_hz(10));
    bar.with_style(style.progress_chars("━╸─"))
}

/// The figures after the bar, the most important first.
fn figures(status: &Status) -> [String; 6] {
    let Status { units_done, units, .. } = status;
    [
        format!("{:.1}%", percent(status)),
        eta(seconds(status.remaining)),
        format!("{} elapsed", duration(status.elapsed.as_secs_f64())),
        format!("{units_done}/{units} units"),
        format!("{}nodes/s", metric(status.nodes_per_second())),
        format!("{} so far", grouped(status.solutions)),
    ]
}

/// The same as a line.
fn event(status: &Status) -> Event {
    Event::Progress {
        units_done: status.units_done,
        units: status.units,
        percent: (percent(status) * 1000.0).round() / 1000.0,
        solutions_so_far: status.solutions.to_string(),
        nodes_per_s: status.nodes_per_second().round(),
        elapsed_s: status.elapsed.as_secs_f64(),
        remaining_s: seconds(status.remaining),
    }
}

/// Never 100 before the last unit is finished.
fn percent(status: &Status) -> f64 {
    let most = if status.units_done == status.units { 100.0 } else { 99.9 };
    (status.done * 100.0).min(most)
}

fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_whole() {
        let figures = ["2.7%", "ETA 1m 23s", "358/13352 units", "1,024,467,000 so far"].map(str::to_owned);
        assert_eq!(fitting(&figures, 80), "2.7%  ETA 1m 23s  358/13352 units  1,024,467,000 so far");
        assert_eq!(fitting(&figures, 54), "2.7%  ETA 1m 23s  358/13352 units");
        assert_eq!(fitting(&figures, 16), "2.7%  ETA 1m 23s");
        assert_eq!(fitting(&figures, 3), "");
    }

    #[test]
    fn the_bar_tells_what_is_done_the_time_left_and_the_time_elapsed_first() {
        let (elapsed, remaining) = (Duration::from_secs(21), Some(Duration::from_secs(42)));
        let (units_done, units, done) = (1000, 4000, 1.0 / 3.0);
        let mut status =
            Status { units_done, units, done, solutions: 92_000, nodes: 42_000_000_000, elapsed, remaining };
        assert_eq!(
            figures(&status),
            ["33.3%", "ETA 42 s", "21 s elapsed", "1000/4000 units", "2.00 Gnodes/s", "92,000 so far"]
        );
        // Everything except a unit of almost no cost.
        (status.done, status.remaining) = (1.0, None);
        assert_eq!(figures(&status)[..2], ["99.9%", "ETA unknown"]);
    }
}
