//! Chooses what is shown: the best time of every board, machine by machine.

use std::collections::{BTreeMap, BTreeSet};

use queens::methods::Method;
use queens_format::threads;

use super::read::Published;
use crate::records::host::Site;
use crate::records::merge::MergeRecord;
use crate::records::record::Record;
use crate::records::rival::{Pair, Rival};
use crate::records::rules::GPU;

/// The size of a machine that many readers have access to, in cores.
pub const MANY_CORES: usize = 64;

pub struct Choice<'a> {
    pub published: &'a Published,
    /// The machines, first the one that counted the largest board in the least time; none if no board was
    /// counted in one session on a processor.
    pub machines: Vec<MachineRecords<'a>>,
    /// The programs measured in one thread on the first machine.
    pub beside: Vec<&'a Rival>,
    /// The last merges of boards that were not counted in one session, by N: only these have no better time.
    pub merges: BTreeMap<usize, &'a MergeRecord>,
    /// The last resumed counts of boards that were counted in no other way, by N.
    pub resumed: BTreeMap<usize, &'a Record>,
}

impl<'a> Choice<'a> {
    pub fn of(published: &'a Published) -> Self {
        let machines = MachineRecords::all(published.timed());
        let site = machines.first().map(|machine| machine.site);
        let is_beside = |rival: &&Rival| rival.threads == 1 && Some(rival.site()) == site;
        let beside = published.rivals.iter().filter(is_beside).collect();
        let n = |record: &Record| record.result.total.n.get();
        let timed: BTreeSet<_> = published.timed().map(n).collect();
        let merges = published.merges.iter().map(|record| (record.result.total.n.get(), record));
        let merges: BTreeMap<_, _> = merges.filter(|(n, _)| !timed.contains(n)).collect();
        let resumed = published.records.iter().map(|record| (n(record), record));
        let resumed = resumed.filter(|(n, _)| !timed.contains(n) && !merges.contains_key(n)).collect();
        Self { published, machines, beside, merges, resumed }
    }
}

/// The fastest record of every board.
pub type Best<'a> = BTreeMap<usize, &'a Record>;

pub struct MachineRecords<'a> {
    pub site: Site<'a>,
    pub records: Vec<&'a Record>,
}

impl<'a> MachineRecords<'a> {
    /// The machines of `records`, the one that counted the largest board in the least time first:
    /// a record of a slower one does not change what is said of the program. Counts on GPUs say
    /// nothing of processors and threads, and are left out.
    fn all(records: impl Iterator<Item = &'a Record>) -> Vec<Self> {
        let mut machines: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for record in records.filter(|record| record.result.total.kernel != GPU) {
            machines.entry(record.site()).or_default().push(record);
        }
        let mut machines: Vec<_> =
            machines.into_iter().map(|(site, records)| Self { site, records }).collect();
        machines.sort_by(|machine, other| {
            let [(n, seconds), (its, its_seconds)] = [machine, other].map(Self::largest);
            its.cmp(&n).then(seconds.total_cmp(&its_seconds))
        });
        machines
    }

    /// The largest board that it counted, and the least time that this took in seconds.
    fn largest(&self) -> (usize, f64) {
        let best = self.best(|_| true).pop_last();
        best.map_or((0, 0.0), |(n, record)| (n, record.seconds()))
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

    /// The best times with their headings: by the fastest method and kernel with each number of
    /// threads, and by each method and kernel in one thread.
    pub fn columns(&self) -> Vec<(String, Best<'a>)> {
        let several = self.threads().into_iter().filter(|count| *count > 1);
        let fastest = several.map(|count| (format!("fastest, {}", threads(count)), self.with_threads(count)));
        let way = |record: &Record| (record.result.total.method.clone(), record.result.total.kernel.clone());
        let alone = self.records.iter().filter(|record| record.threads() == 1).map(|record| way(record));
        let alone = alone.collect::<BTreeSet<_>>().into_iter().map(|wanted| {
            let best = self.best(|record| record.threads() == 1 && way(record) == wanted);
            (format!("{} {}", wanted.0, wanted.1), best)
        });
        fastest.chain(alone).filter(|(_, best)| !best.is_empty()).collect()
    }
}

/// The record of every board with the least time, wherever a best time is shown. A method that this version lacks
/// is shown only where no other method counted the board. The time of a count on a busy machine is an upper
/// bound, which is shown where no other is shorter.
pub fn best<'a>(records: impl IntoIterator<Item = &'a Record>) -> Best<'a> {
    let mut best = Best::new();
    for record in records {
        let entry = best.entry(record.result.total.n.get()).or_insert(record);
        let is_gone = |record: &Record| record.result.total.method.parse::<Method>().is_err();
        let key = |record: &Record| (is_gone(record), record.seconds());
        if key(record) < key(entry) {
            *entry = record;
        }
    }
    best
}

/// The boards that other programs counted alternating with ours, by N, the nearest program first.
pub fn compared<'a>(rivals: impl Iterator<Item = &'a Rival>) -> Vec<(usize, &'a Rival, &'a Pair)> {
    let pairs = rivals.flat_map(|rival| rival.pairs.iter().map(move |(n, pair)| (*n, rival, pair)));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_by(|(n, _, pair), (other, _, its)| n.cmp(other).then(pair.factor.total_cmp(&its.factor)));
    pairs
}
