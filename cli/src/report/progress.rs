//! Shows progress on stderr, as a bar on a terminal and as lines otherwise.

use std::env;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::count::{Observer, Progress};
use queens::run::Notice;

use super::event::Event;
use super::figures::Figures;
use super::frame::{Frame, width};
use super::series::{Series, ShardPlace};
use super::steady_figures::SteadyFigures;
use crate::os;
use crate::output::{Color, Output, ProgressFormat};
use crate::signals::Signals;

/// The bar appears only after this time, because it would merely flicker in a shorter run.
const BAR_DELAY: Duration = Duration::from_millis(300);

/// The bar's length in indicatif's steps, large enough to look smooth at any width.
const BAR_STEPS: u64 = 100_000;

/// Shows the progress of one or several counts in turn.
pub struct ProgressDisplay {
    form: Form,
    output: Output,
    /// When the last line was printed or, before that, when the display was created. The next line is due an
    /// interval later.
    written: Instant,
    signals: Signals,
    series: Option<Series>,
    /// Whether a notice has said that this count is saved in a run directory.
    is_saved: bool,
}

enum Form {
    Bar(ProgressBar, SteadyFigures),
    Lines,
    None,
}

impl ProgressDisplay {
    /// Creates a display in the format that the options select.
    pub fn new(output: &Output, signals: &Signals) -> Self {
        let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        let bar = || Form::Bar(bar(output.color), SteadyFigures::default());
        let form = match (output.quiet, output.progress, io::stderr().is_terminal()) {
            (true, ..) | (_, ProgressFormat::None, _) => Form::None,
            (_, ProgressFormat::Bar, true) => bar(),
            // A bar needs a terminal that can move the cursor.
            (_, ProgressFormat::Auto, true) if !is_dumb => bar(),
            _ => Form::Lines,
        };
        let (output, signals) = (output.clone(), signals.clone());
        Self { form, output, written: Instant::now(), signals, series: None, is_saved: false }
    }

    /// Also shows the count's place in a series, and the time left for the whole series.
    pub fn in_series(mut self, series: Option<Series>) -> Self {
        self.series = series;
        self
    }

    /// Shows this shard's progress from now on.
    pub fn set_shard(&mut self, shards: ShardPlace) {
        self.series = Some(Series::of_shard(shards, self.series.as_ref()));
    }

    /// Calls `print` while the bar is hidden.
    pub fn with_bar_hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.form {
            Form::Bar(bar, _) if os::has_terminal() => bar.suspend(print),
            _ => print(),
        }
    }

    /// Shows the progress of an operation other than a count, given its finished share and its figures in
    /// words.
    pub fn show(&mut self, share: f64, words: impl Fn() -> Vec<String>) {
        self.draw(share, &words, || Event::Notice { text: words().join(", ") });
    }

    /// Draws the bar with the figures in `words`, or prints `event` if a line is due.
    fn draw(&mut self, share: f64, words: impl FnOnce() -> Vec<String>, event: impl FnOnce() -> Event) {
        match &mut self.form {
            Form::Bar(..) if !os::has_terminal() => {}
            Form::Bar(bar, figures) => {
                let width = width();
                bar.set_style(style(bar_width(width)));
                bar.set_position((share.min(1.0) * BAR_STEPS as f64) as u64);
                bar.set_message(figures.fitted(words(), width.saturating_sub(bar_width(width) + 1)));
            }
            Form::Lines if self.written.elapsed() >= self.output.interval => {
                self.written = Instant::now();
                event().show();
            }
            _ => {}
        }
    }

    pub fn remove_bar(&self) {
        if let Form::Bar(bar, _) = &self.form {
            if !os::has_terminal() {
                bar.set_draw_target(ProgressDrawTarget::hidden());
            }
            bar.finish_and_clear();
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        self.remove_bar();
    }
}

impl Observer for ProgressDisplay {
    fn progress(&mut self, status: &Progress) {
        let remaining_s = match &mut self.series {
            Some(series) => series.remaining_s(status),
            None => status.remaining_s,
        };
        let mut progress = *status;
        progress.remaining_s = remaining_s;
        let figures = Figures { progress, series: self.series.clone() };
        if self.signals.take_status_request() {
            self.with_bar_hidden(|| Event::Progress(figures.clone()).print());
        }
        let is_first = figures.shards().is_none_or(|shards| shards.shards_done == 0);
        let is_new = status.elapsed < BAR_DELAY && is_first;
        if !(is_new && matches!(self.form, Form::Bar(..))) {
            self.draw(figures.whole_share().get(), || words(&figures), || Event::Progress(figures.clone()));
        }
    }

    fn notice(&mut self, notice: &Notice) {
        let shards = self.series.as_ref().and_then(Series::shards);
        let text = text_of(notice, shards, self.is_saved);
        self.is_saved |= matches!(notice, Notice::Saving { .. } | Notice::Resumed { .. });
        if let Some(text) = text.filter(|_| !self.output.quiet) {
            self.with_bar_hidden(|| Event::Notice { text }.print());
        }
    }
}

/// Returns a notice's text, with the shard or advice added. Returns `None` if a different message covers it.
fn text_of(notice: &Notice, shards: Option<ShardPlace>, is_saved: bool) -> Option<String> {
    match (shards, notice) {
        (Some(_), Notice::AlreadyFinished) => None,
        (Some(ShardPlace { shard, .. }), Notice::Resumed { .. }) => Some(format!("shard {shard}: {notice}")),
        // Suggest a different directory only if nothing is saved, because a partly saved count would start
        // from 0 there.
        (None, Notice::NotSaved { .. }) if !is_saved => {
            Some(format!("{notice}; choose where with --run DIR, or save nothing with --no-checkpoint"))
        }
        _ => Some(notice.to_string()),
    }
}

/// Returns the bar's width on a terminal with `width` columns. The figures matter more, so they get most of
/// the width.
fn bar_width(width: usize) -> usize {
    (width / 8).clamp(8, 24).min(width)
}

fn bar(color: Color) -> ProgressBar {
    // By default, the crate console would follow the environment and ignore the options.
    console::set_colors_enabled(color.is_on(true));
    let target = ProgressDrawTarget::term_like_with_hz(Box::<Frame>::default(), 10);
    ProgressBar::with_draw_target(Some(BAR_STEPS), target).with_style(style(bar_width(width())))
}

/// Lays out a bar with `columns` columns followed by the message.
fn style(columns: usize) -> ProgressStyle {
    let template = format!("{{bar:{columns}.green/dim}} {{wide_msg}}");
    let style = ProgressStyle::with_template(&template).expect("a template of two fields");
    // These characters are one column wide in every terminal.
    style.progress_chars("=>-")
}

/// Returns the percentage and then all other figures, most important first.
fn words(figures: &Figures) -> Vec<String> {
    [figures.whole_share().to_string()].into_iter().chain(figures.words()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::methods::EstimatedValue;

    /// Returns the text after the bar, fitted to `room` columns. A third of the run is finished, and this
    /// session found 42 billion solutions in 21 seconds, unless `change` modifies these figures.
    fn shown(room: usize, series: Option<&Series>, change: impl Fn(&mut Progress)) -> String {
        // With an error this large, no time of day is shown.
        let remaining_s = Some(EstimatedValue { mean: 83.0, standard_error: 83.0 / 3.0 });
        let mut progress = Progress::default();
        (progress.units_done, progress.units, progress.share_done) = (1000, 4000, 1.0 / 3.0);
        (progress.solutions, progress.solutions_this_session) = (92_000, 42_000_000_000);
        (progress.elapsed, progress.remaining_s) = (Duration::from_secs(21), remaining_s);
        change(&mut progress);
        SteadyFigures::default().fitted(words(&Figures { progress, series: series.cloned() }), room)
    }

    #[test]
    fn narrow_terminal_keeps_the_time_left() {
        let all = "33.3%  83 s ± 33% left  average 2.00 Gsolutions/s  21 s elapsed  1,000 of 4,000 units  \
                   92,000 solutions so far";
        assert_eq!(shown(200, None, |_| ()), all);
        for (room, last) in [(31, " left"), (69, " elapsed"), (87, " units"), (1, "")] {
            let words = shown(room, None, |_| ());
            assert!(all.starts_with(&words) && words.ends_with(last), "{room}: {words}");
            assert!(words.chars().count() <= room, "{room}: {words}");
        }
    }

    #[test]
    fn count_that_is_saved_in_part_is_not_sent_to_another_directory() {
        let full = Notice::NotSaved { reason: "the disk is full".to_owned() };
        let [before, after] = [false, true].map(|is_saved| text_of(&full, None, is_saved).unwrap());
        assert_eq!(after, "the count continues, but is not saved: the disk is full");
        assert_eq!(before, after + "; choose where with --run DIR, or save nothing with --no-checkpoint");
    }

    #[test]
    fn percentage_and_time_left_are_of_the_whole_series() {
        let third = Series::of_shard(ShardPlace { shard: 7, shards_done: 2, shards: 10 }, None);
        assert_eq!(shown(61, Some(&third), |_| ()), "23.3%  83 s ± 33% left  shard 7 (3 of 10): 33.3%");
        let alone = Series::of_shard(ShardPlace { shard: 7, shards_done: 0, shards: 1 }, None);
        assert_eq!(shown(51, Some(&alone), |_| ()), "33.3%  83 s ± 33% left  shard 7");
        let place = "N = 18, round 1 of 3".to_owned();
        let table = Series::Table(place);
        assert_eq!(shown(60, Some(&table), |_| ()), "33.3%  83 s ± 33% left  N = 18, round 1 of 3");
        let finished =
            |progress: &mut Progress| (progress.share_done, progress.units_done) = (1.0, progress.units);
        assert!(shown(60, Some(&third), finished).starts_with("30.0%  "));
        let last = Series::of_shard(ShardPlace { shard: 9, shards_done: 9999, shards: 10_000 }, None);
        assert!(shown(60, Some(&last), |_| ()).starts_with("99.9%  "));
        assert!(shown(60, Some(&last), |progress| progress.share_done = 1.0).starts_with("99.9%  "));
        assert!(shown(60, Some(&last), finished).starts_with("100.0%  "));
    }
}
