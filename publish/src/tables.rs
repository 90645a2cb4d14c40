//! The tables of times, one per computer.
//!
//! A table shows the times of the newest release that counted on the computer. Each row shows one method's
//! times on one board, in columns for one core and for all cores. Counts with any other number of threads are
//! omitted.

use std::collections::BTreeMap;

use queens::check::known;
use queens_format::wire::computer::Computer;
use queens_format::wire::estimate::EstimateRecord;
use queens_format::wire::record::Record;
use queens_format::wire::release::Release;
use queens_format::{duration, estimated_time};

use crate::files::Placed;
use crate::read::RecordSet;

/// The kernel that gets a separate column, because more processors support it than the faster kernels.
const AVX2: &str = "avx2";

/// A measured or estimated wall time.
#[derive(Clone, Copy)]
pub enum TableTime<'a> {
    Measured(&'a Placed<Record>),
    Estimated(&'a EstimateRecord),
}

impl<'a> TableTime<'a> {
    /// Returns the time of a count, or `None` if it took several sessions or its CPU time is unknown. Without
    /// the CPU time, we cannot tell whether the machine was busy.
    pub fn of(record: &'a Placed<Record>) -> Option<Self> {
        let total = &record.object.result.total;
        let is_time = !record.object.is_resumed() && total.cpu_s.is_some();
        is_time.then_some(Self::Measured(record))
    }

    pub fn is_measured(self) -> bool {
        matches!(self, Self::Measured(_))
    }

    pub fn n(self) -> usize {
        match self {
            Self::Measured(record) => record.object.result.total.n.get(),
            Self::Estimated(estimate) => estimate.n.get(),
        }
    }

    pub fn seconds(self) -> f64 {
        match self {
            Self::Measured(record) => record.object.result.total.wall_s.unwrap_or_default(),
            Self::Estimated(estimate) => estimate.wall_s.unwrap_or_default(),
        }
    }

    /// Returns true if the threads waited too long for a core.
    pub fn is_busy(self) -> bool {
        match self {
            Self::Measured(record) => record.object.result.total.machine_was_busy(),
            Self::Estimated(estimate) => estimate.machine_was_busy,
        }
    }

    /// Formats the time. A measured time is marked with `‡` if the machine was busy.
    pub fn text(self) -> String {
        match self {
            Self::Measured(_) => duration(self.seconds()) + if self.is_busy() { "‡" } else { "" },
            Self::Estimated(estimate) => {
                let wall = estimate.wall().expect("an estimate that was read has a time");
                estimated_time(wall, estimate.machine_was_busy)
            }
        }
    }

    pub fn threads(self) -> usize {
        match self {
            Self::Measured(record) => record.object.threads(),
            Self::Estimated(estimate) => estimate.threads,
        }
    }

    /// Returns the method and the kernel.
    fn way(self) -> [&'a str; 2] {
        match self {
            Self::Measured(record) => {
                let total = &record.object.result.total;
                [&total.method, &total.kernel]
            }
            Self::Estimated(estimate) => [&estimate.method, &estimate.kernel],
        }
    }

    fn release(self) -> Option<Release> {
        Release::of(match self {
            Self::Measured(record) => &record.object.result.total.version,
            Self::Estimated(estimate) => &estimate.program.version,
        })
    }
}

/// One release's times on one computer.
pub struct ComputerTable<'a> {
    pub computer: Computer<'a>,
    pub release: Release,
    /// All times of this release, from which the rows are chosen.
    pub times: Vec<TableTime<'a>>,
    pub rows: BTreeMap<usize, TableRow<'a>>,
}

/// One method's shortest times on one board. All of them use `kernel`, except `avx2`.
pub struct TableRow<'a> {
    pub method: &'a str,
    pub kernel: &'a str,
    /// The number of solutions, if counted or known.
    pub solutions: Option<u128>,
    pub one_core: Option<TableTime<'a>>,
    /// The time on all cores, if the computer has more than one.
    pub all_cores: Option<TableTime<'a>>,
    /// The time on one core with AVX2, if the row's kernel is a different one.
    pub avx2: Option<TableTime<'a>>,
}

impl<'a> TableRow<'a> {
    /// Returns the time on all cores, or else the time on one core.
    pub fn best(&self) -> Option<TableTime<'a>> {
        self.all_cores.or(self.one_core)
    }

    /// Creates the row of a board from its times, at least one. Estimates are used only if nothing was
    /// measured.
    fn of(times: &[TableTime<'a>]) -> Self {
        let measured = times.iter().copied().filter(|time| time.is_measured());
        let measured: Vec<_> = measured.collect();
        let times = if measured.is_empty() { times } else { &measured };
        let shortest = |threads: fn(usize) -> bool, way: Option<[&str; 2]>| {
            let wanted = times.iter().filter(|time| threads(time.threads()));
            let wanted = wanted.filter(|time| way.is_none_or(|way| way == time.way()));
            wanted.copied().min_by(|a, b| a.seconds().total_cmp(&b.seconds()))
        };
        let [one, several]: [fn(usize) -> bool; 2] = [|threads| threads == 1, |threads| threads > 1];
        let fastest = shortest(several, None).or(shortest(one, None)).expect("a row has a time");
        let [method, kernel] = fastest.way();
        Self {
            method,
            kernel,
            solutions: solutions(fastest),
            one_core: shortest(one, Some([method, kernel])),
            all_cores: shortest(several, Some([method, kernel])),
            avx2: shortest(one, Some([method, AVX2])).filter(|_| kernel != AVX2),
        }
    }
}

/// Returns the board's number of solutions. For an estimate, only a known number is returned, because an
/// estimated one is unchecked.
fn solutions(time: TableTime<'_>) -> Option<u128> {
    match time {
        TableTime::Measured(record) => Some(record.object.result.total.solutions),
        TableTime::Estimated(estimate) => known::solutions(estimate.n),
    }
}

impl<'a> ComputerTable<'a> {
    /// Returns all computers' tables. The computer that counted the largest board in the shortest time comes
    /// first. A record from a slower computer therefore does not change the README.
    pub fn all(set: &'a RecordSet) -> Vec<Self> {
        let mut times: BTreeMap<Computer<'a>, Vec<TableTime<'a>>> = BTreeMap::new();
        for record in &set.counts {
            let computer = record.object.computer();
            times.entry(computer).or_default().extend(TableTime::of(record));
        }
        for estimate in &set.estimates {
            // Estimates made by earlier versions lack the number of cores.
            let same = times.keys().find(|computer| computer.host == &estimate.host);
            let cores = estimate.cores.or_else(|| same?.cores);
            let computer = Computer { host: &estimate.host, cores };
            times.entry(computer).or_default().push(TableTime::Estimated(estimate));
        }
        let tables = times.into_iter().filter_map(|(computer, times)| Self::of(computer, times));
        let mut tables: Vec<_> = tables.collect();
        tables.sort_by(|a, b| {
            let [(n, seconds), (other_n, other_seconds)] = [a, b].map(Self::largest);
            other_n.cmp(&n).then(seconds.total_cmp(&other_seconds))
        });
        tables
    }

    fn of(computer: Computer<'a>, mut times: Vec<TableTime<'a>>) -> Option<Self> {
        times.retain(|time| time.threads() == 1 || Some(time.threads()) == computer.cores);
        let newest = |is_wanted: fn(&&TableTime<'_>) -> bool| {
            times.iter().filter(is_wanted).filter_map(|time| time.release()).max()
        };
        let release = newest(|time| time.is_measured()).or_else(|| newest(|_| true))?;
        times.retain(|time| time.release() == Some(release));
        let mut boards: BTreeMap<usize, Vec<TableTime<'a>>> = BTreeMap::new();
        times.iter().for_each(|time| boards.entry(time.n()).or_default().push(*time));
        let rows = boards.into_iter().map(|(n, times)| (n, TableRow::of(&times))).collect();
        Some(Self { computer, release, times, rows })
    }

    /// Returns the rows with a measured time, by N.
    pub fn measured(&self) -> impl DoubleEndedIterator<Item = (usize, &TableRow<'a>)> {
        let rows = self.rows.iter().map(|(n, row)| (*n, row));
        rows.filter(|(_, row)| row.best().is_some_and(TableTime::is_measured))
    }

    /// Returns the largest measured board and its time in seconds, or zeros if nothing was measured.
    fn largest(&self) -> (usize, f64) {
        let largest = self.measured().next_back().and_then(|(n, row)| Some((n, row.best()?.seconds())));
        largest.unwrap_or_default()
    }
}
