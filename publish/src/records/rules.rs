//! The rules that the fields of records must follow.

use jiff::Timestamp;
use queens::Method;
use queens::check::known;
use queens::check::plausibility::Check;
use queens::plan::Shard;
use queens::run::Total;
use queens_format::CheckedTotal;
use serde::de::DeserializeOwned;

/// The version of the format of the records of counts and merges. Lower numbers belong to
/// development builds.
pub const FORMAT: u32 = 4;

/// The rule of a field: its dotted path, the reason if it is broken, and whether it is.
pub type Rule = (&'static str, &'static str, bool);

/// An object from a file that anybody may have written.
pub trait Validate: DeserializeOwned {
    /// The format that is read, if it has one: lower numbers belong to development builds, higher
    /// ones to newer versions.
    const FORMAT: Option<u64> = None;

    /// The rules that the fields must follow beyond their types.
    fn rules(&self) -> Vec<Rule>;
}

/// The first rule that `object` breaks, if any.
pub fn broken_rule(object: &impl Validate) -> Option<Rule> {
    object.rules().into_iter().find(|(.., is_broken)| *is_broken)
}

/// The smallest board whose records are published: below it, starting a process takes most of the
/// time.
pub const SMALLEST: usize = 12;

/// The reason given for a time that no count can take.
pub const NO_TIME: &str = "not a time from 1 us to 1,000 years";

/// The longest time that is believed, in seconds: 1,000 years.
pub const LONGEST_S: f64 = 1000.0 * 365.25 * 86_400.0;

/// Returns whether this is a time in seconds that a count can take.
pub fn is_time(seconds: f64) -> bool {
    (1e-6..=LONGEST_S).contains(&seconds)
}

/// Returns whether this is a sum of times of units in seconds, which is 0 if they are too short to
/// be measured.
pub fn is_sum(seconds: f64) -> bool {
    seconds == 0.0 || is_time(seconds)
}

/// The rules that the result of any record must follow, of a count or of a merge. What the record says of
/// its own checks is not enough: they are made again.
pub fn rules_of_total(checked: &CheckedTotal) -> Vec<Rule> {
    let result = &checked.total;
    let known = known::solutions(result.n);
    let is_impossible = Check::of_total(result.n, result.solutions).iter().any(|check| !check.passed());
    let again = checked.double_check.as_deref().map(|again| &again.total);
    let is_again = |is_wrong: fn(&Total, &Total) -> bool| again.is_some_and(|again| is_wrong(result, again));
    let is_method =
        Method::FORMER_NAMES.contains(&&*result.method) || result.method.parse::<Method>().is_ok();
    let valid_sum = |seconds: Option<f64>| seconds.is_none_or(is_sum);
    vec![
        ("result.method", "not a method that this version knows", !is_method),
        ("result.solutions", "not the known number", known.is_some_and(|known| known != result.solutions)),
        ("result.solutions", "excluded by Burnside's lemma", is_impossible),
        ("result.shard", "a part of a board", result.shard != Shard::WHOLE),
        ("result.checks", "a check failed", checked.checks.iter().any(|check| !check.passed)),
        ("result.checks", "there are none", checked.checks.is_empty()),
        ("result.double_check", "a different total", is_again(|one, other| one.solutions != other.solutions)),
        ("result.units", "none", result.units == 0),
        ("result.cpu_s", NO_TIME, !valid_sum(result.cpu_s)),
        ("result.thread_wall_s", NO_TIME, !valid_sum(result.thread_wall_s)),
    ]
}

/// The kernel of GPUs, on which versions before 2.0 counted.
pub const GPU: &str = "gpu";

/// Returns whether a text is a time in UTC, as in `2026-01-02T03:04:05.678Z`.
pub fn is_utc(text: &str) -> bool {
    text.ends_with('Z') && text.parse::<Timestamp>().is_ok()
}

/// Returns whether `text` is a hash of this many hexadecimal digits.
pub fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
