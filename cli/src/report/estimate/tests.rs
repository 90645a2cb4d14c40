use std::time::Duration;

use queens::count::Count;
use queens::methods::{FinishedUnit, Kernel, Method};

use super::*;

/// Prepares a count of N = 16.
fn ready(threads: usize) -> PreparedCount {
    let count = Count::new(16).unwrap().method(Method::Colours).kernel(Kernel::Portable);
    count.threads(threads).prepare().unwrap()
}

/// Returns a unit with two seconds of CPU time and `wall_s` of wall time.
fn finished(unit: u64, wall_s: u64) -> FinishedUnit {
    let [wall, cpu] = [wall_s, 2].map(Duration::from_secs);
    FinishedUnit { unit, solutions: 9, nodes: 9, wall, cpu, kernel: Kernel::Portable }
}

/// Returns an estimate from three units, each with two seconds of CPU time and `unit_wall_s` of wall time.
fn estimate(ready: &PreparedCount, cpu_s: Option<EstimatedValue>, unit_wall_s: u64) -> Estimate {
    let mut sample = Sample::new(ready.plan().units(), &[0], 1);
    for unit in 0..3 {
        sample.add(&finished(unit, unit_wall_s), 0.01);
    }
    let solutions = EstimatedValue { mean: 1.5e7, standard_error: 3e5 };
    let elapsed = Duration::from_secs(75);
    Estimate { solutions, cpu_s, sample, elapsed }
}

fn words(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect()
}

const WHOLE_COUNT_S: EstimatedValue = EstimatedValue { mean: 320.0, standard_error: 32.0 };

#[test]
fn prints_each_figure_in_its_place() {
    let ready = ready(4);
    let estimate = estimate(&ready, Some(WHOLE_COUNT_S), 2);
    let memory = bytes(ready.memory());
    let found = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 };
    let line = found.line();
    assert_eq!(words(&line), ["16", "colours", "80 s ± 10%", "5.3 min ± 10%", "1.50e7 ± 2%", &memory]);
    let object = serde_json::to_value(found.record()).unwrap();
    let errors = ["solutions_standard_error", "cpu_standard_error_s", "wall_standard_error_s"];
    assert_eq!(errors.map(|field| object[field].as_f64().unwrap()), [3e5, 32.0, 8.0]);
}

#[test]
fn prints_a_bound_when_the_machine_was_busy() {
    let ready = ready(4);
    let estimate = estimate(&ready, Some(WHOLE_COUNT_S), 4);
    let found = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 };
    let line = found.line();
    assert_eq!(words(&line)[2..4], ["up to 96 s", "up to 6.4 min"]);
    assert_eq!(line.lines().nth(1).unwrap().find("on an idle machine"), line.find("up to 96 s"), "{line}");
    let mut whole = Sample::new(3, &[0], 1);
    (0..3).for_each(|unit| whole.add(&finished(unit, 4), 0.01));
    let estimate = Estimate { sample: whole, ..estimate };
    let line = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 }.line();
    assert_eq!(line.lines().count(), 1, "{line}");
}

#[test]
fn fits_the_table_into_80_columns() {
    let ready = ready(4);
    let years = EstimatedValue { mean: 3.1e10, standard_error: 3.1e9 };
    let solutions = EstimatedValue { mean: 2.186e13, standard_error: 9e10 };
    let estimate = Estimate { solutions, ..estimate(&ready, Some(years), 4) };
    let line = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 }.line();
    assert!(line.lines().all(|line| line.chars().count() <= 80), "{line}");
    let head = row(HEADINGS);
    assert_eq!(head.find("CPU"), line.find("up to 1,200 years"), "{head}{line}");
}

#[test]
fn suggests_a_sufficient_time() {
    let ready = ready(4);
    let estimate = estimate(&ready, None, 2);
    let report = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 };
    // Three units took 75 s and nine are needed: 1.5 * 75 s * 9 / 3 = 337.5 s.
    let why = "cannot estimate the time: only 3 of the required 9 units were finished in 1 min 15 s; \
               --time 6m would be enough";
    assert_eq!(report.why_no_time().as_deref(), Some(why));
    assert_eq!(words(&report.line())[2..4], ["not known", "not known"]);
    let none = Estimate { sample: Sample::new(ready.plan().units(), &[0], 1), ..estimate };
    let why = EstimateReport { ready: &ready, estimate: &none, seed: 1 }.why_no_time();
    assert_eq!(
        why.as_deref(),
        Some("cannot estimate the time: no unit was finished in 1 min 15 s; use a longer --time")
    );
}

#[test]
fn says_that_a_sample_was_stopped_or_took_longer() {
    let ready = ready(4);
    let estimate = estimate(&ready, Some(WHOLE_COUNT_S), 2);
    let report = EstimateReport { ready: &ready, estimate: &estimate, seed: 1 };
    let seconds = |seconds| Some(Duration::from_secs(seconds));
    let stopped = "stopped after 1 min 15 s: the estimate uses the 3 units finished by then";
    assert_eq!(report.why_other(true, seconds(60)).as_deref(), Some(stopped));
    let longer = "needed 1 min 15 s instead of 45 s to finish enough units: the machine is slow or busy";
    assert_eq!(report.why_other(false, seconds(45)).as_deref(), Some(longer));
    assert_eq!([seconds(60), None].map(|usual| report.why_other(false, usual)), [None, None]);
}

#[test]
fn says_while_counting_what_the_sample_waits_for() {
    let mut sample = Sample::new(1_000, &[0], 1);
    let after = |sample: &Sample, elapsed, is_limit| {
        let [time, elapsed] = [5, elapsed].map(Duration::from_secs);
        progress_words(sample, time, elapsed, is_limit).join(", ")
    };
    assert_eq!(after(&sample, 2, true), "0 of at least 9 units counted, at most 3 s left");
    assert_eq!(after(&sample, 2, false), "0 of at least 9 units counted");
    assert_eq!(after(&sample, 6, true), "0 of at least 9 units counted, finishing the units in progress");
    assert_eq!(
        after(&sample, 6, false),
        "0 of at least 9 units counted, continuing past the usual 5 s until enough are finished"
    );
    for unit in 0..9 {
        sample.add(&finished(unit, 2), 0.01);
    }
    assert_eq!(after(&sample, 2, false), "9 units counted");
}
