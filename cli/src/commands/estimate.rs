//! `queens estimate`: counts random units to predict the cost of a count.

use std::sync::atomic::Ordering;
use std::time::Duration;

use queens::board::BoardSize;
use queens::check::estimate::{Estimate, Sample};
use queens::{Count, CountError, Ready};

use super::counting::Session;
use super::{Exit, Failure};
use crate::options::{EstimateSettings, PlanningArgs, ProcessorArgs, all_boards};
use crate::output::Output;
use crate::report;
use crate::report::estimate::{EstimateReport, so_far};
use crate::signals::Signals;

pub fn run(settings: &EstimateSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let session = Session { signals: &signals, output };
    let ProcessorArgs { threads, kernel } = settings.processor;
    let threads = threads.count();
    if !output.json {
        EstimateReport::print_head(threads);
    }
    for n in all_boards(&settings.boards) {
        let PlanningArgs { method, depth } = settings.planning;
        let count = Count::new(n.get())?.kernel(kernel).threads(threads).method(method).depth(depth);
        let ready = match count.stop(signals.stop()).prepare() {
            Err(CountError::Stopped) => break,
            ready => ready?,
        };
        ready.tell(&mut session.display());
        let estimate = of(&ready, settings, session)?;
        let report = EstimateReport { ready: &ready, estimate: &estimate, seed: settings.seed };
        report::print_as(&report.record(), report.line(), output);
        let is_stopped = signals.stop().load(Ordering::Relaxed);
        let usual = settings.time.is_none().then(|| standard_time(n));
        if let Some(notice) = report.why_no_time().or_else(|| report.why_other(is_stopped, usual)) {
            session.say(&format!("N = {n}: {notice}"));
        }
        // An estimate is nowhere but on stdout.
        if is_stopped || report::streams::stdout::has_failed() {
            break;
        }
    }
    Ok(if signals.stop().load(Ordering::Relaxed) { Exit::Stopped } else { Exit::Done })
}

/// The time after which a sample of a board of `n` rows ends if none is requested and enough units are finished. By
/// then they are on one thread of a fast core, where a unit of colours takes up to 8 s to N = 28.
fn standard_time(n: BoardSize) -> Duration {
    Duration::from_secs(match n.get() {
        ..=23 => 5,
        24..=26 => 50,
        27.. => 240,
    })
}

/// The estimate of the prepared count.
fn of(ready: &Ready, settings: &EstimateSettings, session: Session<'_>) -> Result<Estimate, Failure> {
    let time = settings.time.unwrap_or_else(|| standard_time(ready.plan().size()));
    let is_limit = settings.time.is_some();
    let mut display = session.display();
    let mut show = |sample: &Sample, elapsed: Duration| {
        let of_time = elapsed.as_secs_f64() / time.as_secs_f64();
        let of_units = sample.counted() as f64 / sample.needed() as f64;
        let share = if is_limit { of_time } else { of_time.min(of_units) };
        display.show(share, || so_far(sample, time, elapsed, is_limit));
    };
    let estimate = Estimate::of(ready, settings.error, time, is_limit, settings.seed, &mut show);
    display.finish();
    Ok(estimate?)
}
