//! Prints the self-test's results.

use std::fmt;

use queens::board::BoardSize;
use queens::run::Host;
use queens_format::wire::program::ProgramFields;
use queens_format::{counted, grouped};
use serde::Serialize;

use crate::program::PROGRAM;

/// The results of a self-test.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SelftestReport {
    #[serde(flatten)]
    program: ProgramFields,
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::HostFields"))]
    host: Host,
    comparisons: u64,
    /// The groups of comparisons, one line each.
    checked: Vec<String>,
    /// Empty on a reliable machine.
    failures: Vec<String>,
    /// The units of large boards counted in several ways, by board.
    units: Vec<BoardUnits>,
    /// False if the self-test was stopped early.
    pub complete: bool,
}

/// A board's compared units.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct BoardUnits {
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
    n: BoardSize,
    counted: u64,
    /// Units whose counts all agree.
    agree: u64,
}

impl SelftestReport {
    pub fn new() -> Self {
        Self {
            program: PROGRAM.into(),
            host: Host::this(),
            comparisons: 0,
            checked: Vec::new(),
            failures: Vec::new(),
            units: Vec::new(),
            complete: true,
        }
    }

    /// Adds a group of comparisons. Call this only for a completed group.
    pub fn add_group(&mut self, what: String) {
        self.checked.push(what);
    }

    pub fn check(&mut self, what: &str, expected: Option<u128>, found: u128) {
        self.comparisons += 1;
        if expected != Some(found) {
            let expected = expected.map_or_else(|| "an unknown value".to_owned(), |value| value.to_string());
            self.failures.push(format!("{what}: {found} instead of {expected}"));
        }
    }

    /// Adds units of board `n`. For each unit, `agree` yields whether all of its counts agree.
    pub fn add_units(&mut self, n: BoardSize, agree: impl Iterator<Item = bool>) {
        let index = self.units.partition_point(|units| units.n < n);
        if self.units.get(index).is_none_or(|units| units.n != n) {
            self.units.insert(index, BoardUnits { n, counted: 0, agree: 0 });
        }
        for agree in agree {
            self.units[index].counted += 1;
            self.units[index].agree += u64::from(agree);
        }
    }

    /// Returns whether there was at least one comparison and all comparisons succeeded.
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.comparisons > 0
    }
}

impl fmt::Display for SelftestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checked.iter().try_for_each(|what| writeln!(f, "checked {what}"))?;
        self.failures.iter().try_for_each(|failure| writeln!(f, "FAILED  {failure}"))?;
        let verdict = match (self.passed(), self.complete) {
            (false, _) => "do not use this program on this machine",
            (true, true) => "all agree",
            (true, false) => "all agree so far, but the self-test was stopped early",
        };
        let failed = match self.failures.len() {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        writeln!(f, "{}{failed}: {verdict}", counted(self.comparisons, "comparison"))?;
        if self.units.is_empty() {
            return Ok(());
        }
        let sum = |of: fn(&BoardUnits) -> u64| grouped(self.units.iter().map(of).sum::<u64>());
        let (agree, counted) = (sum(|units| units.agree), sum(|units| units.counted));
        let of = if agree == counted { String::new() } else { format!(" of {counted}") };
        let of_board = |units: &BoardUnits| format!("{} of N = {}", grouped(units.agree), units.n);
        let boards: Vec<String> = self.units.iter().map(of_board).collect();
        writeln!(f, "{agree}{of} units of large boards agree: {}", boards.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_line_says_how_many_units_agree() {
        let mut report = SelftestReport::new();
        report.check("N=8", Some(92), 92);
        let size = |n| BoardSize::new(n).unwrap();
        report.add_units(size(32), [true].into_iter());
        report.add_units(size(20), [true, true].into_iter());
        let last = |report: &SelftestReport| report.to_string().lines().last().unwrap().to_owned();
        assert_eq!(last(&report), "3 units of large boards agree: 2 of N = 20, 1 of N = 32");
        report.add_units(size(20), [false, true].into_iter());
        assert_eq!(last(&report), "4 of 5 units of large boards agree: 3 of N = 20, 1 of N = 32");
        report.complete = false;
        assert!(
            report.to_string().contains("comparison: all agree so far, but the self-test was stopped"),
            "{report}"
        );
    }

    #[test]
    fn text_says_what_was_checked_and_what_failed() {
        let mut report = SelftestReport::new();
        assert!(!report.passed(), "nothing was compared");
        report.add_group("the definition".to_owned());
        report.check("N=8", Some(92), 92);
        assert_eq!(report.to_string(), "checked the definition\n1 comparison: all agree\n");
        report.check("N=9", Some(352), 350);
        let failed = "FAILED  N=9: 350 instead of 352\n2 comparisons, 1 failed: do not use this program on this machine\n";
        assert!(report.to_string().ends_with(failed) && !report.passed(), "{report}");
    }
}
