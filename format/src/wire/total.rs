//! A total and its checks.

use queens::Method;
use queens::check::known;
use queens::check::plausibility::Check;
use queens::plan::Shard;
use queens::run::{Host, Total};
use serde::{Deserialize, Serialize};

use super::release::Release;
use super::rules::{BrokenRule, INVALID_TIME, OTHER_UNITS, has_units, is_sum, must};

/// A total and its checks, as `--json` prints them and records store them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedTotal {
    /// The total.
    #[serde(flatten)]
    pub total: Total,
    /// Solutions up to rotation and reflection (OEIS A002562), if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<String>,
    /// Every check of the total.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckObject>,
    /// A second count of the same board by a different method, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<Box<Self>>,
    /// True if a second count was requested but not completed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_checked_again: bool,
}

/// A check of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "check"))]
pub struct CheckObject {
    /// The check's name, as in `oeis`.
    pub name: String,
    /// True if the total passed.
    pub passed: bool,
    /// The comparison and its numbers.
    pub detail: String,
}

impl From<&Check> for CheckObject {
    fn from(check: &Check) -> Self {
        Self { name: check.name().to_owned(), passed: check.passed(), detail: check.to_string() }
    }
}

impl CheckedTotal {
    /// Returns whether the total includes the number of fundamental solutions, and whether it includes a
    /// second count.
    #[must_use]
    pub fn extras(&self) -> [bool; 2] {
        [self.fundamental.is_some(), self.double_check.is_some()]
    }

    /// Checks the fields that counts and merges have in common, except the number of solutions.
    pub(super) fn check_fields(&self) -> Result<(), BrokenRule> {
        let Total { n, method, depth, version, shard, units, nodes, cpu_s, thread_wall_s, solutions, .. } =
            &self.total;
        let is_method = Method::FORMER_NAMES.contains(&&**method) || method.parse::<Method>().is_ok();
        must(is_method, "result.method", "not a method that this version knows")?;
        must(Release::of(version).is_some(), "result.version", "not a version as in 2.0.0")?;
        must(*shard == Shard::WHOLE, "result.shard", "a shard, not a whole board")?;
        must(!self.checks.is_empty(), "result.checks", "no check was made")?;
        must(self.checks.iter().all(|check| check.passed), "result.checks", "a check failed")?;
        let again = self.double_check.as_deref().map(|again| (again.total.n, again.total.solutions));
        must(
            again.is_none_or(|again| again == (*n, *solutions)),
            "result.double_check",
            "a different total",
        )?;
        must(*units > 0, "result.units", "must be at least 1")?;
        must(has_units(*n, [method, version], *depth, *units), "result.units", OTHER_UNITS)?;
        // On a small board, the prefix alone may place all queens. It places up to `depth` queens on rows and
        // up to `depth` on columns.
        let is_search = n.get() > 2 * *depth as usize;
        must(*nodes > 0 || !is_search, "result.nodes", "must be at least 1")?;
        must(cpu_s.is_none_or(is_sum), "result.cpu_s", INVALID_TIME)?;
        must(thread_wall_s.is_none_or(is_sum), "result.thread_wall_s", INVALID_TIME)
    }

    /// Checks the number of solutions as `count` does. The checks in the object itself are not trusted.
    pub(super) fn check_solutions(&self) -> Result<(), BrokenRule> {
        let Total { n, solutions, .. } = self.total;
        let wrong = |reason: String| BrokenRule { field: "result.solutions", reason };
        let failed = |checks: Vec<Check>| checks.into_iter().find(|check| !check.passed());
        // Start with the checks that take no time.
        if let Some(check) = failed(Check::of_total(n, solutions)) {
            return Err(wrong(check.to_string()));
        }
        let fundamental = known::fundamental(n, solutions);
        let is_possible = fundamental.is_some_and(|fundamental| fundamental <= solutions);
        must(is_possible, "result.solutions", "fewer than the solutions up to rotation and reflection")?;
        let is_given = self
            .fundamental
            .as_ref()
            .is_none_or(|given| fundamental.is_some_and(|fundamental| fundamental.to_string() == *given));
        must(is_given, "result.fundamental", "not what Burnside's lemma gives")?;
        let checks = Check::all_of_total(n, solutions, Host::cores());
        failed(checks).map_or(Ok(()), |check| Err(wrong(check.to_string())))
    }
}
