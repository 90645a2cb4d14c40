//! Prints the results of the self-test.

use std::fmt;

use queens::run::Host;
use serde::Serialize;

use super::Program;

/// The comparisons of a self-test.
#[derive(Debug, Serialize)]
pub struct SelftestReport {
    #[serde(flatten)]
    program: Program,
    host: Host,
    comparisons: u64,
    /// The groups of comparisons, a line each.
    checked: Vec<String>,
    failures: Vec<String>,
}

impl SelftestReport {
    pub fn new() -> Self {
        Self {
            program: Program::THIS,
            host: Host::this(),
            comparisons: 0,
            checked: Vec::new(),
            failures: Vec::new(),
        }
    }

    pub fn begin(&mut self, what: String) {
        self.checked.push(what);
    }

    pub fn check(&mut self, what: &str, expected: Option<u128>, found: u128) {
        self.comparisons += 1;
        if expected != Some(found) {
            let expected = expected.map_or_else(|| "an unknown value".to_owned(), |value| value.to_string());
            self.failures.push(format!("{what}: {found} instead of {expected}"));
        }
    }

    /// Returns whether there were comparisons and all were right.
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.comparisons > 0
    }
}

impl fmt::Display for SelftestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checked.iter().try_for_each(|what| writeln!(f, "checked {what}"))?;
        self.failures.iter().try_for_each(|failure| writeln!(f, "FAILED  {failure}"))?;
        let verdict = if self.passed() { "all agree" } else { "do not use this program on this machine" };
        writeln!(f, "{} comparisons, {} failed: {verdict}", self.comparisons, self.failures.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_says_what_was_checked_and_what_failed() {
        let mut report = SelftestReport::new();
        assert!(!report.passed(), "nothing was compared");
        report.begin("the definition".to_owned());
        report.check("N=8", Some(92), 92);
        assert_eq!(report.to_string(), "checked the definition\n1 comparisons, 0 failed: all agree\n");
        report.check("N=9", Some(352), 350);
        let failed = "FAILED  N=9: 350 instead of 352\n2 comparisons, 1 failed: do not use this program on this machine\n";
        assert!(report.to_string().ends_with(failed) && !report.passed(), "{report}");
    }
}
