//! Checks a total before it is believed.

use crate::check::estimate;
use crate::check::known;
use crate::check::plausibility;

use super::{Exit, Failure, options};
use crate::cli::report;
use crate::cli::report::result::CountReport;

/// The seed of the estimate: always the same, so that the check can be repeated.
const SEED: u64 = 1;

/// Compares a total with an estimate if no value is known: a few seconds after a count that took
/// months. The estimate does not depend on how the board was counted.
pub fn against_estimate(report: &mut CountReport) -> Result<(), Failure> {
    if known::solutions(report.n).is_none() && !report.checks.iter().any(|check| check.name == "estimate") {
        let size = estimate::size(report.n, options::threads(None), SEED)?;
        report.add_check(plausibility::estimate(report.total(), size.solutions));
    }
    Ok(())
}

/// Reports a total that failed a check, which is never passed off as a result.
pub fn verdict(report: &CountReport) -> Exit {
    let failed: Vec<String> =
        report.failed_checks().map(|check| format!("{}: {}", check.name, check.detail)).collect();
    if failed.is_empty() {
        return Exit::Done;
    }
    report::failure(&format!(
        "{} solutions cannot be right for N = {}: do not use this total ({}). \
         Run `queens selftest`; if that passes, either the hardware or this program is at fault",
        report.solutions,
        report.n,
        failed.join("; ")
    ));
    Exit::Wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report of 28 with this total, as it would be before the estimate.
    fn report_of_28(solutions: u128) -> CountReport {
        serde_json::from_value(serde_json::json!({
            "program": "queens", "version": "0.1.0", "commit": "x", "n": 28, "solutions": solutions.to_string(),
            "split": "cross", "depth": 6, "kernel": "scalar", "threads": 1, "units": 1, "nodes": "1",
            "elapsed_s": 1.0, "core_s": 1.0, "resumed": 0, "check": "none", "host": {"cpu": "x", "os": "x"}
        }))
        .expect("these are the fields of a report")
    }

    #[test]
    fn a_total_that_nobody_knows_is_compared_with_an_estimate() {
        // About what dives of others found for N = 28, and the same after an overflow of 61 bits.
        for (solutions, exit) in
            [(2_567_000_000_000_000_000, Exit::Done), (261_156_990_786_306_048, Exit::Wrong)]
        {
            let mut report = report_of_28(solutions);
            against_estimate(&mut report).unwrap();
            assert_eq!(report.checks[0].name, "estimate");
            assert_eq!(verdict(&report), exit, "{:?}", report.checks);
        }
    }

    #[test]
    fn a_known_total_needs_no_estimate() {
        let mut report = report_of_28(92);
        report.n = "8".parse().unwrap();
        against_estimate(&mut report).unwrap();
        assert!(report.checks.is_empty());
    }
}
