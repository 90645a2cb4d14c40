//! What the records say: for every machine, kernel and number of threads the best time of each board.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use queens::board::BoardSize;
use queens::kernel::Kernel;

use crate::report::record::{Kept, Record};

/// The records of one machine.
pub struct Machine<'a> {
    /// Its place among the machines, from 1.
    pub number: usize,
    /// Its processor, in its maker's words.
    cpu: &'a str,
    /// The cores that the program could use.
    pub cores: usize,
    /// Operating system and architecture.
    pub os: &'a str,
    /// How it was counted there: fastest kernel first, then fewest threads first.
    pub series: Vec<Series<'a>>,
}

/// The best record of each board, with one kernel and one number of threads.
pub struct Series<'a> {
    /// The kernel.
    pub kernel: Kernel,
    /// The threads.
    pub threads: usize,
    best: BTreeMap<usize, &'a Kept>,
}

impl<'a> Machine<'a> {
    /// The machines of `records`: the one with most records first, then by name.
    pub fn all(records: &'a [Kept]) -> Vec<Self> {
        let mut machines: BTreeMap<_, Vec<&Kept>> = BTreeMap::new();
        for kept in records {
            let Record { result, cores, .. } = &kept.record;
            machines.entry((&*result.host.cpu, *cores, &*result.host.os)).or_default().push(kept);
        }
        let mut machines: Vec<_> = machines.into_iter().collect();
        machines.sort_by_key(|(_, records)| Reverse(records.len()));
        machines
            .into_iter()
            .zip(1..)
            .map(|(((cpu, cores, os), records), number)| Self {
                number,
                cpu,
                cores,
                os,
                series: Series::all(&records),
            })
            .collect()
    }

    /// The machine in words.
    pub fn name(&self) -> String {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        format!("{}, {} {cores}", self.cpu(), self.cores)
    }

    /// Its processor without the marks of trade.
    pub fn cpu(&self) -> String {
        self.cpu.replace("(R)", "").replace("(TM)", "")
    }

    /// The boards that were counted, smallest first.
    pub fn boards(&self) -> Vec<usize> {
        let mut boards: Vec<_> = self.series.iter().flat_map(Series::boards).collect();
        boards.sort_unstable();
        boards.dedup();
        boards
    }

    /// The series with the fastest kernel and one thread, then with most threads; once if they are the same.
    pub fn headline(&self) -> Vec<&Series<'a>> {
        let Some(kernel) = self.series.first().map(|series| series.kernel) else { return Vec::new() };
        let of_kernel: Vec<_> = self.series.iter().filter(|series| series.kernel == kernel).collect();
        match of_kernel.as_slice() {
            [first, .., last] => vec![first, last],
            few => few.to_vec(),
        }
    }

    /// The series with this number of threads.
    pub fn with_threads(&self, threads: usize) -> impl Iterator<Item = &Series<'a>> {
        self.series.iter().filter(move |series| series.threads == threads)
    }
}

impl<'a> Series<'a> {
    fn all(records: &[&'a Kept]) -> Vec<Self> {
        let rank = |kernel: Kernel| Kernel::ALL.iter().position(|other| *other == kernel);
        let mut series: BTreeMap<_, BTreeMap<usize, &'a Kept>> = BTreeMap::new();
        for &kept in records {
            let result = &kept.record.result;
            // Checked where records are read.
            let Ok(kernel) = result.kernel.parse() else { continue };
            let best = series.entry((rank(kernel), result.threads)).or_default();
            let entry = best.entry(result.n.get()).or_insert(kept);
            if kept.record.seconds() < entry.record.seconds() {
                *entry = kept;
            }
        }
        series
            .into_iter()
            .filter_map(|((_, threads), best)| {
                let kernel = best.values().next()?.record.result.kernel.parse().ok()?;
                Some(Self { kernel, threads, best })
            })
            .collect()
    }

    /// Kernel and threads in words.
    pub fn name(&self) -> String {
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        format!("{}, {} {threads}", self.kernel, self.threads)
    }

    /// The best record of a board.
    pub fn best(&self, n: usize) -> Option<&'a Record> {
        self.best.get(&n).map(|kept| &kept.record)
    }

    /// The boards that were counted, smallest first.
    pub fn boards(&self) -> impl Iterator<Item = usize> {
        self.best.keys().copied()
    }

    /// A figure of the best record of every board.
    pub fn points(&self, figure: impl Fn(&Record) -> f64) -> Vec<(usize, f64)> {
        self.best.iter().map(|(n, kept)| (*n, figure(&kept.record))).collect()
    }
}

/// A board as the known values have it.
pub fn board(n: usize) -> Option<BoardSize> {
    BoardSize::new(n).ok()
}
