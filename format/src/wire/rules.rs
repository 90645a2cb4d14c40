//! Code shared by the rules of all wire types.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use queens::Method;
use queens::board::BoardSize;
use queens::plan::Plan;
use queens::run::Host;
use serde::de::DeserializeOwned;

use super::release::Release;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The field's dotted path.
    pub field: &'static str,
    /// What is wrong with the field.
    pub reason: String,
}

/// An object read from an untrusted file.
pub trait WireObject: DeserializeOwned {
    /// The values of the field `format` that this version can read. Lower values come from development
    /// builds, and higher values from newer versions.
    const FORMATS: RangeInclusive<u64>;

    /// Checks the rules that the fields' types cannot express.
    ///
    /// # Errors
    /// Returns the first broken rule.
    fn check(&self) -> Result<(), BrokenRule>;
}

/// Returns an error about `field` if `holds` is false.
pub(super) fn must(holds: bool, field: &'static str, reason: impl Into<String>) -> Result<(), BrokenRule> {
    if holds { Ok(()) } else { Err(BrokenRule { field, reason: reason.into() }) }
}

/// The reason for rejecting a time.
pub(super) const INVALID_TIME: &str = "not a time from 1 us to 1,000 years";

/// The longest credible time, in seconds: 1,000 years.
const MAX_TIME_S: f64 = 1000.0 * 365.25 * 86_400.0;

/// The maximum number of threads that the program starts. A record may not contain a greater number of
/// threads or cores.
pub const MAX_THREADS: usize = 8_192;

/// Returns true if a count can take this many seconds.
pub(super) fn is_time(seconds: f64) -> bool {
    (1e-6..=MAX_TIME_S).contains(&seconds)
}

/// Returns true if the times of units can add up to this many seconds. Zero is possible, because units may be
/// too short to measure.
pub(super) fn is_sum(seconds: f64) -> bool {
    seconds == 0.0 || is_time(seconds)
}

/// Returns true if this number of threads or cores is possible.
pub(super) fn is_thread_count(count: usize) -> bool {
    (1..=MAX_THREADS).contains(&count)
}

/// Returns true if `text` is a time in UTC, as in `2026-01-02T03:04:05.678Z`.
pub(super) fn is_utc(text: &str) -> bool {
    text.ends_with('Z') && text.parse::<Timestamp>().is_ok()
}

/// Returns true if `text` consists of `digits` hexadecimal digits.
pub(super) fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns true if this board, method and depth result in this many units. The plan is made again to find
/// out. Other releases' plans always pass, because they may divide the board differently.
pub(super) fn has_units(n: BoardSize, [method, version]: [&str; 2], depth: u32, units: u64) -> bool {
    static PLANS: Mutex<BTreeMap<(usize, Method, u32), Option<u64>>> = Mutex::new(BTreeMap::new());
    let Ok(method) = method.parse::<Method>() else { return true };
    if Release::of(version) != Release::of(env!("CARGO_PKG_VERSION")) {
        return true;
    }
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    let planned = plans.entry((n.get(), method, depth)).or_insert_with(|| {
        let plan = Plan::new(n, method, depth as usize);
        plan.ok().map(|plan| plan.units())
    });
    *planned == Some(units)
}

/// The reason for rejecting a number of units.
pub(super) const OTHER_UNITS: &str = "not the number of units of this board, method and depth";

/// Returns false if the kernel belongs to a different architecture. The host's `os` ends with its
/// architecture.
pub(super) fn has_kernel(host: &Host, kernel: &str) -> bool {
    match kernel {
        "neon" => !host.os.ends_with("x86_64"),
        "avx2" | "avx512" => !host.os.ends_with("aarch64"),
        _ => true,
    }
}
