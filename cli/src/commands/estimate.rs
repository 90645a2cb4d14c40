//! `queens estimate`: counts random units to predict a count's cost.

use std::sync::atomic::Ordering;
use std::time::Duration;

use queens::board::BoardSize;
use queens::check::estimate::{Estimate, Sample};
use queens::{Count, CountError, PreparedCount};

use super::counting::CommandContext;
use super::{Exit, Failure};
use crate::options::{EstimateArgs, ExecutionArgs, PlanningArgs, all_boards};
use crate::output::Output;
use crate::report;
use crate::report::estimate::{EstimateReport, progress_words};
use crate::signals::Signals;

pub fn run(args: &EstimateArgs, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    let context = CommandContext { signals: &signals, output };
    let ExecutionArgs { threads, kernel } = args.execution;
    let threads = threads.count();
    if !output.json {
        EstimateReport::print_head(threads);
    }
    for n in all_boards(&args.boards) {
        let PlanningArgs { method, depth } = args.planning;
        let count = Count::new(n.get())?.kernel(kernel).threads(threads).method(method).depth(depth);
        let ready = match count.stop_flag(signals.stop()).prepare() {
            Err(CountError::Stopped) => break,
            ready => ready?,
        };
        ready.tell(&mut context.display());
        let estimate = of(&ready, args, context)?;
        let report = EstimateReport { ready: &ready, estimate: &estimate, seed: args.seed };
        report::print(&report.record(), report.line(), output);
        let is_stopped = signals.stop().load(Ordering::Relaxed);
        let usual = args.time.is_none().then(|| standard_time(n));
        if let Some(notice) = report.why_no_time().or_else(|| report.why_other(is_stopped, usual)) {
            context.say(&format!("N = {n}: {notice}"));
        }
        // Estimates are printed only on stdout. If stdout has failed, further estimates would be lost.
        if is_stopped || report::streams::stdout::has_failed() {
            break;
        }
    }
    Ok(if signals.stop().load(Ordering::Relaxed) { Exit::Stopped } else { Exit::Done })
}

/// Returns how long to sample a board with `n` rows if the user did not choose a time. Sampling takes longer
/// if too few units are finished by then. The times are long enough even for a single thread on a fast core,
/// which counts a colours unit in at most 8 s up to N = 28.
fn standard_time(n: BoardSize) -> Duration {
    Duration::from_secs(match n.get() {
        ..=23 => 5,
        24..=26 => 50,
        27.. => 240,
    })
}

fn of(ready: &PreparedCount, args: &EstimateArgs, context: CommandContext<'_>) -> Result<Estimate, Failure> {
    let time = args.time.unwrap_or_else(|| standard_time(ready.plan().size()));
    let is_limit = args.time.is_some();
    let mut display = context.display();
    let mut show = |sample: &Sample, elapsed: Duration| {
        let of_time = elapsed.as_secs_f64() / time.as_secs_f64();
        let of_units = sample.counted() as f64 / sample.needed() as f64;
        let share = if is_limit { of_time } else { of_time.min(of_units) };
        display.show(share, || progress_words(sample, time, elapsed, is_limit));
    };
    let estimate = Estimate::of(ready, args.error, time, is_limit, args.seed, &mut show);
    display.remove_bar();
    Ok(estimate?)
}
