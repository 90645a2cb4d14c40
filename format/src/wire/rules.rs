//! What the rules of all wire types share.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use serde::de::DeserializeOwned;

/// A field that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The dotted path of the field.
    pub field: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

/// An object of a file that is not trusted.
pub trait WireObject: DeserializeOwned {
    /// The values of its field `format` that this version reads. Development builds wrote lower ones, and
    /// newer versions write higher ones.
    const FORMATS: RangeInclusive<u64>;

    /// Checks what the types of the fields cannot express.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(&self) -> Result<(), BrokenRule>;
}

/// Returns the error of a rule about `field`, unless the rule `holds`.
pub(super) fn must(holds: bool, field: &'static str, reason: impl Into<String>) -> Result<(), BrokenRule> {
    if holds { Ok(()) } else { Err(BrokenRule { field, reason: reason.into() }) }
}

/// The reason given for a time that no count can take.
pub(super) const INVALID_TIME: &str = "not a time from 1 us to 1,000 years";

/// The longest time that is believed, in seconds: 1,000 years.
const MAX_TIME_S: f64 = 1000.0 * 365.25 * 86_400.0;

/// The most threads that the program starts, and the most cores that a record may name.
pub const MAX_THREADS: usize = 8_192;

/// Returns whether a count can take this time in seconds.
pub(super) fn is_time(seconds: f64) -> bool {
    (1e-6..=MAX_TIME_S).contains(&seconds)
}

/// Returns whether the times of units can add up to this time in seconds. It is 0 if they are too short to be
/// measured.
pub(super) fn is_sum(seconds: f64) -> bool {
    seconds == 0.0 || is_time(seconds)
}

/// Returns whether this is a number of threads or cores.
pub(super) fn is_thread_count(count: usize) -> bool {
    (1..=MAX_THREADS).contains(&count)
}

/// Returns whether a text is a time in UTC, as in `2026-01-02T03:04:05.678Z`.
pub(super) fn is_utc(text: &str) -> bool {
    text.ends_with('Z') && text.parse::<Timestamp>().is_ok()
}

/// Returns whether `text` is a hash of `digits` hexadecimal digits.
pub(super) fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
