//! A total with what its program found out about it.

use queens::check::plausibility::Check;
use queens::run::Total;
use serde::{Deserialize, Serialize};

/// A total with every check that was made of it: the object that `--json` prints and that a record keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedTotal {
    /// The total.
    #[serde(flatten)]
    pub total: Total,
    /// Solutions up to rotation and reflection (OEIS A002562), if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<String>,
    /// Every check that was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckObject>,
    /// A second count of the same board by another method, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<Box<Self>>,
    /// True if a second count was asked for, but did not come to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_checked_again: bool,
}

/// A check that was made of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckObject {
    /// The name of the check, as in `oeis`.
    pub name: String,
    /// True if the total passed.
    pub passed: bool,
    /// The comparison, with its numbers.
    pub detail: String,
}

impl From<&Check> for CheckObject {
    fn from(check: &Check) -> Self {
        Self { name: check.name().to_owned(), passed: check.passed(), detail: check.to_string() }
    }
}
