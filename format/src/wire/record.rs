//! Records of counts. A record contains a result and everything needed to judge it.
//!
//! A directory of records contains one file per computer, with one record per line.

use std::ops::RangeInclusive;

use queens::run::{Host, Total};
use serde::{Deserialize, Serialize};

use super::computer::Computer;
use super::rules::{
    BrokenRule, INVALID_TIME, WireObject, has_kernel, is_hash, is_thread_count, is_time, is_utc, must,
};
use super::total::CheckedTotal;

/// A finished count and how it was made: a line of a file in the directory of records, written by `queens
/// count --record`. Versions up to 1.1 also wrote the process's times and memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "record"))]
pub struct Record {
    /// The format: 5, or 4 up to version 1.1, which recorded a second wall time.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [4, 5])))]
    pub format: u32,
    /// The result, as `queens count --json` prints it.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::CountResult"))]
    pub result: CheckedTotal,
    /// Cores available to the process; null for a run finished on another machine.
    pub cores: Option<usize>,
    /// The compiler that built the program; null for a run finished by another build.
    pub compiler: Option<String>,
    /// A command that repeats the count.
    pub command: String,
    /// When the count or its last session started (RFC 3339, UTC).
    pub started: String,
    /// SHA-256 of the ledger, or null if none was kept. The total is the ledger's sum, read back from disk.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub ledger_sha256: Option<String>,
}

impl Record {
    /// The format of new records.
    pub const FORMAT: u32 = 5;

    /// Returns the number of threads, or 1 if the record does not contain it.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.result.total.threads.unwrap_or(1)
    }

    /// Returns the machine that counted.
    ///
    /// # Panics
    /// Panics if the result has no machine. `check` rejects such a record.
    #[must_use]
    pub fn host(&self) -> &Host {
        self.result.total.host.as_ref().expect("the record of a count has its machine")
    }

    /// Returns the computer that counted.
    #[must_use]
    pub fn computer(&self) -> Computer<'_> {
        Computer { host: self.host(), cores: self.cores }
    }

    /// Returns true if earlier sessions counted part of the board. The wall time, threads, kernel and machine
    /// then describe only the last session. Only the CPU time covers the whole count.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.result.total.resumed > Some(0)
    }
}

impl WireObject for Record {
    const FORMATS: RangeInclusive<u64> = 4..=Self::FORMAT as u64;

    fn check(&self) -> Result<(), BrokenRule> {
        self.result.check_fields()?;
        let Total { kernel, threads, wall_s, cpu_s, thread_wall_s, resumed, units, host, merged, .. } =
            &self.result.total;
        must(merged.is_none(), "result.merged", "a merge is not a count on one machine")?;
        must(threads.is_some_and(is_thread_count), "result.threads", "not 1 to 8,192")?;
        must(self.cores.is_none_or(is_thread_count), "cores", "not 1 to 8,192")?;
        must(host.is_some(), "result.host", "missing")?;
        must(has_kernel(self.host(), kernel), "result.kernel", "not one of this processor's")?;
        must(resumed.is_some(), "result.resumed", "missing")?;
        must(*resumed <= Some(*units), "result.resumed", "more than the number of units")?;
        must(wall_s.is_some_and(is_time), "result.wall_s", INVALID_TIME)?;
        must(is_utc(&self.started), "started", "not a time in UTC (RFC 3339)")?;
        let hash = self.ledger_sha256.as_ref();
        must(hash.is_none_or(|hash| is_hash(hash, 64)), "ledger_sha256", "not 64 hexadecimal digits")?;
        if !self.is_resumed() {
            // Leave some room. Unit times are recorded in milliseconds, and their rounding errors add up.
            let room_s = |at_once: usize| 1.1 * wall_s.unwrap_or_default() * at_once as f64 + 0.1;
            let running = self.threads().min(self.cores.unwrap_or(usize::MAX));
            let fits = |sum_s: Option<f64>, at_once| sum_s.is_none_or(|sum_s| sum_s <= room_s(at_once));
            let why = "more than the threads and cores have in the wall time";
            must(fits(*cpu_s, running), "result.cpu_s", why)?;
            must(fits(*thread_wall_s, self.threads()), "result.thread_wall_s", why)?;
        }
        self.result.check_solutions()
    }
}
