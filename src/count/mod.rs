//! Counting: the only code that counts the units of a plan.
//!
//! A [`Count`] takes options, [`Count::prepare`] makes every choice and opens the run directory, and
//! [`PreparedCount::run`] counts. Progress and notices are passed to an [`Observer`].
//!
//! * `prepare`: makes every choice, opens the run directory, and gathers notices; `prepared_count`: the
//!   prepared count, the memory that it needs, the session that counts, and its outcome
//! * `observer`: the reports of a count
//! * `schedule`: counters on threads claim units, and one thread collects the results
//! * `aggregator`: adds up, saves and reports each unit; `saving`: where units are saved

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::{BoardError, BoardSize};
use crate::methods::{Kernel, Method};
use crate::plan::{Plan, Shard};
use crate::run::{Host, Program};

mod aggregator;
mod error;
mod observer;
mod prepare;
mod prepared_count;
mod saving;
pub(crate) mod schedule;
#[cfg(test)]
mod tests;

pub use error::CountError;
pub use observer::{Observer, Progress};
pub use prepared_count::{Outcome, PreparedCount};
pub use saving::SavePolicy;

/// Counts all solutions of a board of `n` rows and `n` columns, 1 to 32, on every core of this
/// machine with its fastest method and kernel. Nothing is printed and nothing is saved; [`Count`]
/// can report and save.
///
/// # Errors
/// If `n` is 0 or above 32, or if the threads cannot be started.
///
/// ```
/// assert_eq!(queens::count(10)?, 724);
/// assert!(queens::count(33).is_err());
/// # Ok::<(), queens::CountError>(())
/// ```
pub fn count(n: usize) -> Result<u128, CountError> {
    Ok(Count::new(n)?.prepare()?.run(&mut ())?.sums().solutions)
}

/// A count with its options: of a board, of a shard of a plan, or of some units of a plan.
///
/// By default, a count uses the fastest method and kernel for the board on this machine, and one thread per
/// core.
///
/// ```
/// use queens::{Count, Observer, Progress};
///
/// /// Prints the progress.
/// struct Print;
///
/// impl Observer for Print {
///     fn progress(&mut self, progress: &Progress) {
///         eprintln!("{:.0}%", 100.0 * progress.share_done);
///     }
/// }
///
/// let prepared = Count::new(12)?.threads(2).prepare()?;
/// let outcome = prepared.run(&mut Print)?;
/// assert_eq!(outcome.total.map(|total| total.solutions), Some(14_200));
/// # Ok::<(), queens::CountError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Count {
    scope: Scope,
    /// `None` chooses the fastest kernel of the method.
    kernel: Option<Kernel>,
    threads: usize,
    /// `None` keeps the method of a saved run, or chooses the fastest.
    method: Option<Method>,
    /// `None` keeps the depth of a saved run, or chooses the standard depth.
    depth: Option<usize>,
    saving: SavePolicy,
    fresh: bool,
    program: Program,
    stop: Arc<AtomicBool>,
    drain: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Scope {
    /// A board, by the plan that the options choose.
    Board(BoardSize),
    /// The units of a shard.
    Shard(Plan, Shard),
    /// These units of a plan, in this order.
    Units(Plan, Arc<[u64]>),
}

impl Count {
    /// A count of the board with `n` rows and `n` columns, 1 to 32.
    ///
    /// # Errors
    /// If `n` is 0 or above 32.
    pub fn new(n: usize) -> Result<Self, BoardError> {
        Ok(Self::of(Scope::Board(BoardSize::new(n)?)))
    }

    /// A count of the units of `shard`, whose number must be below `of`, and `of` at most
    /// [`Plan::units`]. The plan decides the method and the depth.
    pub fn of_shard(plan: &Plan, shard: Shard) -> Self {
        Self::of(Scope::Shard(plan.clone(), shard))
    }

    /// A count of `units` of `plan`, each of which occurs once, in this order. Such a count cannot be saved.
    pub fn of_units(plan: &Plan, units: impl Into<Arc<[u64]>>) -> Self {
        Self::of(Scope::Units(plan.clone(), units.into()))
    }

    fn of(scope: Scope) -> Self {
        Self {
            scope,
            kernel: None,
            threads: Host::cores(),
            method: None,
            depth: None,
            saving: SavePolicy::Nothing,
            fresh: false,
            program: Program::default(),
            stop: Arc::default(),
            drain: Arc::default(),
        }
    }

    /// Sets the method. By default, a saved run keeps its method.
    pub fn method(mut self, method: impl Into<Option<Method>>) -> Self {
        self.method = method.into();
        self
    }

    /// Sets the depth of the cut, from 1 to [`Plan::MAX_DEPTH`]; a greater depth makes more and smaller
    /// units. By default, a saved run keeps its depth.
    pub fn depth(mut self, depth: impl Into<Option<usize>>) -> Self {
        self.depth = depth.into();
        self
    }

    /// Sets the kernel. The default is the fastest kernel of the method.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Sets the number of threads. 0 means the default, one per core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { Host::cores() } else { threads };
        self
    }

    /// Saves every finished unit in the run directory at `path`, and resumes an existing run there. When all
    /// units are counted, the result is saved, too.
    pub fn saved_in(self, path: impl Into<PathBuf>) -> Self {
        self.saving(SavePolicy::In(path.into()))
    }

    /// Sets whether and where finished units are saved. An existing run is resumed.
    pub fn saving(mut self, saving: SavePolicy) -> Self {
        self.saving = saving;
        self
    }

    /// Sets the program that the files of the run name. By default, they name none.
    pub fn counted_by(mut self, program: Program) -> Self {
        self.program = program;
        self
    }

    /// Moves an existing run directory aside and starts over.
    pub fn fresh(mut self, fresh: bool) -> Self {
        self.fresh = fresh;
        self
    }

    /// Stops the count soon after `stop` is set: [`Count::prepare`] returns [`CountError::Stopped`], and
    /// [`PreparedCount::run`] returns the units finished so far. The flag is only read, so several counts may
    /// share it.
    pub fn stop_flag(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Starts no further unit once `drain` is set, but finishes the units in progress. Only a count of some
    /// units of a plan reads this flag. A stop would drop the units in progress, which are more often long
    /// units than short ones.
    pub(crate) fn drain_flag(mut self, drain: &Arc<AtomicBool>) -> Self {
        self.drain = Arc::clone(drain);
        self
    }
}
