//! Comparisons with other programs, board by board. A row's times and versions all come from one record.

use std::collections::BTreeMap;

use queens_format::rounded_as_shown;
use queens_format::wire::comparison::{ComparedBoard, Comparison};
use queens_format::wire::computer::Computer;
use queens_format::wire::release::Release;

use crate::files::Placed;
use crate::read::RecordSet;

/// The times of `queens` and another program on one board. The two programs ran alternately.
pub struct ComparedTimes<'a> {
    pub n: usize,
    pub record: &'a Placed<Comparison>,
    /// The other program's shortest time, in seconds. A busy machine can only make a run longer.
    pub seconds: f64,
    pub queens_seconds: f64,
    /// The number of runs per program.
    pub runs: usize,
}

impl<'a> ComparedTimes<'a> {
    /// Returns all compared boards, by computer and N. For each board, the program closest in speed to
    /// `queens` comes first.
    ///
    /// Keeps only comparisons with the newest release of `queens` on each computer. Of these, keeps only the
    /// newest record for each program, board and number of threads.
    pub fn all(set: &'a RecordSet) -> Vec<Self> {
        let mut newest: BTreeMap<Computer<'_>, Option<Release>> = BTreeMap::new();
        for record in &set.comparisons {
            let release = newest.entry(record.object.computer()).or_default();
            *release = (*release).max(Self::release(&record.object));
        }
        let mut rows = BTreeMap::new();
        for record in &set.comparisons {
            let compared = &record.object;
            if Self::release(compared) == newest[&compared.computer()] {
                let key = |n: usize| (compared.computer(), n, &compared.program, compared.threads);
                let boards = compared.boards.iter();
                rows.extend(boards.map(|board| (key(board.n.get()), Self::of(board, record))));
            }
        }
        let mut rows: Vec<_> = rows.into_values().collect();
        let computer = |row: &Self| row.record.object.computer();
        rows.sort_by(|a, b| {
            let place = (computer(a), a.n).cmp(&(computer(b), b.n));
            place.then(a.factor().total_cmp(&b.factor()))
        });
        rows
    }

    fn release(compared: &Comparison) -> Option<Release> {
        Release::of(&compared.queens.version)
    }

    fn of(board: &ComparedBoard, record: &'a Placed<Comparison>) -> Self {
        let shortest = |runs: &[f64]| runs.iter().copied().fold(f64::INFINITY, f64::min);
        let [seconds, queens_seconds] = [&board.seconds, &board.queens_seconds].map(|runs| shortest(runs));
        Self { n: board.n.get(), record, seconds, queens_seconds, runs: board.seconds.len() }
    }

    /// Returns the other program's time divided by the time of `queens`. Both times are rounded as displayed.
    pub fn factor(&self) -> f64 {
        rounded_as_shown(self.seconds) / rounded_as_shown(self.queens_seconds)
    }

    /// Returns true if the programs ran on one core of `computer`.
    pub fn is_on_one_core_of(&self, computer: Computer<'_>) -> bool {
        self.record.object.threads == 1 && self.record.object.computer() == computer
    }
}
