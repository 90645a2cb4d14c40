//! What the records say, machine by machine: the best time of each board.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use queens::kernel::Kernel;

use crate::report::host::Host;
use crate::report::record::{Kept, Record};

/// The best record of every board.
pub type Best<'a> = BTreeMap<usize, &'a Record>;

/// The records of one machine.
pub struct Machine<'a> {
    /// Its processor and operating system.
    pub host: &'a Host,
    /// The cores that the program could use.
    pub cores: usize,
    records: Vec<&'a Record>,
}

impl<'a> Machine<'a> {
    /// The machines of `records`: the one with most records first, then by name.
    pub fn all(records: &'a [Kept]) -> Vec<Self> {
        let mut machines: BTreeMap<_, Vec<&Record>> = BTreeMap::new();
        for Kept { record, .. } in records {
            let host = &record.result.host;
            machines.entry((&*host.cpu, &*host.os, record.cores)).or_default().push(record);
        }
        let machine = |records: Vec<&'a Record>| {
            let Record { result, cores, .. } = records[0];
            Self { host: &result.host, cores: *cores, records }
        };
        let mut machines: Vec<_> = machines.into_values().map(machine).collect();
        machines.sort_by_key(|machine| Reverse(machine.records.len()));
        machines
    }

    /// The machine in words.
    pub fn name(&self) -> String {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        format!("{}, {} {cores}", self.cpu(), self.cores)
    }

    /// Its processor without the marks of trade.
    pub fn cpu(&self) -> String {
        self.host.cpu_name()
    }

    /// The numbers of threads that counted, fewest first.
    pub fn threads(&self) -> BTreeSet<usize> {
        self.records.iter().map(|record| record.result.threads).collect()
    }

    /// Every record with this number of threads.
    pub fn with_threads(&self, threads: usize) -> impl Iterator<Item = &'a Record> {
        self.records.iter().copied().filter(move |record| record.result.threads == threads)
    }

    /// The best record of every board with this number of threads, whatever the split and the kernel.
    pub fn best(&self, threads: usize) -> Best<'a> {
        best(self.with_threads(threads))
    }

    /// The best records in one thread of every split and kernel, those of the fastest kernel first.
    pub fn methods(&self) -> Vec<(String, &'a str, Best<'a>)> {
        let mut methods: BTreeMap<_, Vec<&'a Record>> = BTreeMap::new();
        for record in self.with_threads(1) {
            let kernel = &*record.result.kernel;
            let rank = Kernel::ALL.iter().position(|known| known.to_string() == kernel);
            let key = (rank.unwrap_or(usize::MAX), record.result.split.to_string(), kernel);
            methods.entry(key).or_default().push(record);
        }
        let named = |((_, split, kernel), records): (_, Vec<_>)| (split, kernel, best(records.into_iter()));
        methods.into_iter().map(named).collect()
    }
}

/// The fastest record of every board.
pub fn best<'a>(records: impl Iterator<Item = &'a Record>) -> Best<'a> {
    let mut best = Best::new();
    for record in records {
        let entry = best.entry(record.result.n.get()).or_insert(record);
        if record.seconds() < entry.seconds() {
            *entry = record;
        }
    }
    best
}

/// The middle one of some values, or the mean of the two in the middle.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[half]),
        _ => Some((values[half - 1] + values[half]) / 2.0),
    }
}

/// A number of threads in words.
pub fn threads(count: usize) -> String {
    if count == 1 { "one thread".to_owned() } else { format!("{count} threads") }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(
            [median([]), median([3.0, 1.0, 2.0]), median([4.0, 1.0, 2.0, 3.0])],
            [None, Some(2.0), Some(2.5)]
        );
    }
}
