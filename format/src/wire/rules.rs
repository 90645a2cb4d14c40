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

/// An object from an untrusted file.
pub trait WireObject: DeserializeOwned {
    /// The values of its field `format` that this version reads. Development builds wrote lower ones; newer
    /// versions write higher ones.
    const FORMATS: RangeInclusive<u64>;

    /// Checks what the types of the fields cannot express.
    ///
    /// # Errors
    /// The first broken rule.
    fn check(&self) -> Result<(), BrokenRule>;
}

/// Returns an error about `field` unless the rule `holds`.
pub(super) fn must(holds: bool, field: &'static str, reason: impl Into<String>) -> Result<(), BrokenRule> {
    if holds { Ok(()) } else { Err(BrokenRule { field, reason: reason.into() }) }
}

/// Why a time is rejected.
pub(super) const INVALID_TIME: &str = "not a time from 1 us to 1,000 years";

/// The longest credible time, in seconds: 1,000 years.
const MAX_TIME_S: f64 = 1000.0 * 365.25 * 86_400.0;

/// The program starts at most this many threads, and a record may name at most as many cores.
pub const MAX_THREADS: usize = 8_192;

/// Returns whether a count can take this many seconds.
pub(super) fn is_time(seconds: f64) -> bool {
    (1e-6..=MAX_TIME_S).contains(&seconds)
}

/// Returns whether unit times can add up to this many seconds, which may be 0 if they are too short to
/// measure.
pub(super) fn is_sum(seconds: f64) -> bool {
    seconds == 0.0 || is_time(seconds)
}

/// Returns whether this many threads or cores are possible.
pub(super) fn is_thread_count(count: usize) -> bool {
    (1..=MAX_THREADS).contains(&count)
}

/// Returns whether `text` is a time in UTC, as in `2026-01-02T03:04:05.678Z`.
pub(super) fn is_utc(text: &str) -> bool {
    text.ends_with('Z') && text.parse::<Timestamp>().is_ok()
}

/// Returns whether `text` is a hash of `digits` hexadecimal digits.
pub(super) fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether the board is cut into this many units. Checks only plans of this release, by making the
/// plan again, because other releases may cut the board differently.
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

/// Why a number of units is rejected.
pub(super) const OTHER_UNITS: &str = "not the number of units of this board, method and depth";

/// Returns whether the machine can support this kernel. The name of its system ends with the architecture.
pub(super) fn has_kernel(host: &Host, kernel: &str) -> bool {
    match kernel {
        "neon" => !host.os.ends_with("x86_64"),
        "avx2" | "avx512" => !host.os.ends_with("aarch64"),
        _ => true,
    }
}
