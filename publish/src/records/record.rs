//! The record of a count: its result, with everything needed to judge it.

use std::path::Path;

use queens::run::{Host, Total};
use queens_format::CheckedTotal;
use serde::{Deserialize, Serialize};

use super::files::{RecordError, read_folder};
use super::host::Site;
use super::merge;
use super::rules::{FORMAT, NO_TIME, Rule, Validate, is_hash, is_sum, is_time, is_utc, rules_of_total};

/// A finished count and how it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The format: 4.
    pub format: u32,
    /// Its file, with the line, as in `name.jsonl#L7`, if the file has several.
    #[serde(skip)]
    pub place: String,
    /// The result object, as `queens count --json` prints it.
    pub result: CheckedTotal,
    /// Cores that the process could use; not known of a run that another machine finished.
    pub cores: Option<usize>,
    /// The compiler that built the program; not known of a run that another build finished.
    pub compiler: Option<String>,
    /// A command that repeats the count; up to version 1.1, the one that made the record.
    pub command: String,
    /// The time when the count, or its last session, began: RFC 3339, UTC.
    pub started: String,
    /// Wall time of the count in seconds, as in its result. Of a resumed run, it is the time of the
    /// last session; it is not known if the run was recorded later.
    pub wall_s: Option<f64>,
    /// CPU time of the process in that time, user and system, in seconds; not known of a run that
    /// was finished before.
    pub cpu_s: Option<f64>,
    /// Peak memory of the process, in bytes; not known of a run that was finished before.
    pub peak_memory_bytes: Option<u64>,
    /// SHA-256 of the ledger, where one was kept. The total is its sum, read back from the disk.
    pub ledger_sha256: Option<String>,
}

impl Record {
    /// The wall time of a count in one session, in seconds. That of a resumed one says nothing: its wall
    /// time, threads, kernel and machine are those of the last session.
    pub fn seconds(&self) -> f64 {
        self.result.total.wall_s.unwrap_or_default()
    }

    /// Threads that counted, at least 1.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.result.total.threads.unwrap_or(1)
    }

    /// The machine that counted.
    ///
    /// # Panics
    /// If the result names none. Every record that was read names one.
    #[must_use]
    pub fn host(&self) -> &Host {
        self.result.total.host.as_ref().expect("the record of a count has its machine")
    }

    /// The machine on which it was counted, with its cores.
    #[must_use]
    pub fn site(&self) -> Site<'_> {
        Site { host: self.host(), cores: self.cores }
    }

    /// The day on which it was counted, in UTC.
    #[must_use]
    pub fn day(&self) -> &str {
        self.started.get(..10).unwrap_or_default()
    }

    /// Returns whether earlier sessions counted some of it.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.result.total.resumed > Some(0)
    }

    /// Returns whether other work took cores from the count. If a time of its units is not known,
    /// that of the process is used.
    pub fn machine_was_busy(&self) -> bool {
        let mut total = self.result.total.clone();
        total.thread_wall_s.get_or_insert(self.seconds() * self.threads() as f64);
        total.cpu_s = total.cpu_s.or(self.cpu_s);
        total.machine_was_busy()
    }
}

impl Validate for Record {
    const FORMAT: Option<u64> = Some(FORMAT as u64);

    fn rules(&self) -> Vec<Rule> {
        let Total { threads, wall_s, cpu_s, thread_wall_s, resumed, units, host, merged, .. } =
            &self.result.total;
        let valid_resumed = resumed.is_some_and(|resumed| resumed <= *units);
        let valid_hash = self.ledger_sha256.as_ref().is_none_or(|hash| is_hash(hash, 64));
        // A clock that counts in milliseconds for each of many units is not exact.
        let room_s =
            |threads: usize| 1.1 * self.result.total.wall_s.unwrap_or_default() * threads as f64 + 0.1;
        let exceeds = |sum_s: Option<f64>, threads: Option<usize>| {
            !self.is_resumed() && sum_s.zip(threads).is_some_and(|(sum_s, threads)| sum_s > room_s(threads))
        };
        let running = threads.map(|threads| self.cores.map_or(threads, |cores| threads.min(cores)));
        let mut rules = rules_of_total(&self.result);
        rules.extend([
            ("result.threads", "none", threads.is_none_or(|threads| threads == 0)),
            ("result.merged", "a merge is no count of a machine", merged.is_some()),
            ("result.resumed", "missing, or more than all units", !valid_resumed),
            ("result.wall_s", NO_TIME, !wall_s.is_some_and(is_time)),
            ("result.cpu_s", "both times of the units are missing", cpu_s.or(*thread_wall_s).is_none()),
            (
                "result.cpu_s",
                "more than its threads and cores have in its wall time",
                exceeds(*cpu_s, running),
            ),
            (
                "result.thread_wall_s",
                "more than its threads have in its wall time",
                exceeds(*thread_wall_s, *threads),
            ),
            ("result.host", "missing", host.is_none()),
            ("started", "not a time in UTC (RFC 3339)", !is_utc(&self.started)),
            ("wall_s", NO_TIME, !self.wall_s.map_or(self.is_resumed(), is_time)),
            ("cpu_s", NO_TIME, !self.cpu_s.is_none_or(is_sum)),
            ("ledger_sha256", "not 64 hexadecimal digits", !valid_hash),
        ]);
        rules
    }
}

/// The records in `folder` of counts, sorted by N, kernel, threads and time: one per line of the files
/// ending in `.jsonl`.
pub fn read_all(folder: &Path) -> Result<Vec<Record>, RecordError> {
    let found = read_folder(folder, |name| name.ends_with(".jsonl") && name != merge::FILE)?.into_iter();
    let mut records: Vec<_> = found.map(|(place, record)| Record { place, ..record }).collect();
    records.sort_by_cached_key(|Record { result, started, .. }| {
        (result.total.n, result.total.kernel.clone(), result.total.threads, started.clone())
    });
    Ok(records)
}
