//! `queens estimate`: counts random units to predict the cost of a count; for several boards, as a
//! table.

use std::sync::atomic::Ordering;
use std::time::Duration;

use queens::check::estimate::{self, Estimate, Goal, Sample};
use queens::methods::devices;
use queens::{Count, CountError, Ready};
use queens_publish::text::{counted, duration};

use super::{Exit, Failure};
use crate::options::EstimateSettings;
use crate::output::Output;
use crate::report;
use crate::report::estimate::{EstimateReport, so_far};
use crate::report::progress::Screen;
use crate::signals::Signals;

pub fn run(settings: &EstimateSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let (mut how, processor) = settings.how()?;
    how.device = devices::open(&processor)?;
    let boards = settings.boards();
    let is_table = boards.len() > 1;
    if is_table && !output.json {
        EstimateReport::print_head(&match &how.device {
            Some(_) => "the device".to_owned(),
            None => counted(how.threads, "thread"),
        })?;
    }
    for n in boards {
        let ready = match how.apply(Count::new(n.get())?).stop(signals.stop()).prepare() {
            Err(CountError::Stopped) => return Ok(Exit::Stopped),
            ready => ready?,
        };
        let estimate = of(&ready, settings, &signals, output)?;
        let report = EstimateReport::new(&ready, &estimate, settings.seed);
        if is_table {
            report::print_as(&report, report.line(), output)?;
        } else {
            report::print(&report, output)?;
        }
        if let Some(why) = report.unknown().filter(|_| is_table || output.json) {
            report::say(output, &format!("N = {n}: the time is not known: {why}"));
        }
    }
    Ok(if signals.stop().load(Ordering::Relaxed) { Exit::Stopped } else { Exit::Done })
}

/// The estimate of the prepared count.
fn of(
    ready: &Ready<'_>,
    settings: &EstimateSettings,
    signals: &Signals,
    output: &Output,
) -> Result<Estimate, Failure> {
    /// A longer sample is announced.
    const LONG: Duration = Duration::from_secs(5);
    let n = ready.plan().size();
    let mut screen = Screen::new(output, signals);
    ready.tell(&mut screen);
    let standard = Goal::standard(n, settings.error);
    let goal = settings.time.map_or(standard, |time| Goal { time, is_patient: false, ..standard });
    if goal.time > LONG {
        let limit = duration(goal.time.as_secs_f64());
        let longer = if goal.is_patient { ", longer if its units are long" } else { "" };
        report::say(
            output,
            &format!("N = {n}: counting random units for up to {limit}{longer}; --time sets another limit"),
        );
    }
    let mut show = |sample: &Sample, elapsed: Duration, expected: Duration| {
        let share = elapsed.as_secs_f64() / expected.as_secs_f64();
        screen.show(share, || so_far(sample, expected.saturating_sub(elapsed)));
    };
    let estimate = estimate::estimate(ready, goal, settings.seed, signals.stop(), &mut show);
    screen.finish();
    Ok(estimate?)
}
