//! Evaluates the records, machine by machine: the best time of each board.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::cli::report::host::cpu_name;
use crate::cli::report::record::Record;
use crate::cli::report::text::counted;
use crate::run::Host;

/// The fastest record of every board.
pub type Best<'a> = BTreeMap<usize, &'a Record>;

/// Where something was measured: processor and system, and the cores that a program could use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site<'a> {
    pub host: &'a Host,
    pub cores: usize,
}

impl Site<'_> {
    /// Processor and cores in words.
    pub fn name(self) -> String {
        format!("{}, {}", cpu_name(self.host), counted(self.cores, "core"))
    }
}

/// The records of one machine.
pub struct Machine<'a> {
    pub site: Site<'a>,
    pub records: Vec<&'a Record>,
}

impl<'a> Machine<'a> {
    /// The machines of `records`, the one that was measured last first. Counts on devices say
    /// nothing of processors and threads, and are left out.
    pub fn all(records: &'a [Record]) -> Vec<Self> {
        let mut machines: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let on_cpu = |record: &&Record| record.result.device.is_none();
        for record in records.iter().filter(on_cpu) {
            let site = Site { host: record.host(), cores: record.cores };
            machines.entry(site).or_default().push(record);
        }
        let mut machines: Vec<_> =
            machines.into_iter().map(|(site, records)| Self { site, records }).collect();
        machines.sort_by_key(|machine| Reverse(machine.records.iter().map(|record| &record.started).max()));
        machines
    }

    /// The numbers of threads that counted, fewest first.
    pub fn threads(&self) -> BTreeSet<usize> {
        self.records.iter().map(|record| record.threads()).collect()
    }

    /// The fastest record of every board with this number of threads.
    pub fn with_threads(&self, count: usize) -> Best<'a> {
        self.best(|record| record.threads() == count)
    }

    /// The fastest record of every board among those that are `wanted`.
    pub fn best(&self, wanted: impl Fn(&Record) -> bool) -> Best<'a> {
        best(self.records.iter().copied().filter(|record| wanted(record)))
    }
}

/// The fastest record of every board. One of a busy machine only stands in where there is no other.
pub fn best<'a>(records: impl IntoIterator<Item = &'a Record>) -> Best<'a> {
    let mut best = Best::new();
    for record in records {
        let entry = best.entry(record.result.n.get()).or_insert(record);
        let key = |record: &Record| (record.machine_was_busy(), record.seconds());
        if key(record) < key(entry) {
            *entry = record;
        }
    }
    best
}

/// A number of threads in words.
pub fn threads(count: usize) -> String {
    if count == 1 { "one thread".to_owned() } else { counted(count, "thread") }
}
