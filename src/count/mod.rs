//! Counting: the only code that counts a plan's units.
//!
//! A [`Count`] takes options, [`Count::prepare`] makes every choice and opens the run directory, and
//! [`PreparedCount::run`] counts. An [`Observer`] receives progress and notices.
//!
//! * `prepare`: makes every choice, opens the run directory, and gathers notices; `prepared_count`: its
//!   result, with the memory it needs, the session that counts, and the outcome
//! * `observer`: what a count reports
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

/// A count with its options: of a board, of a plan's shard, or of some of a plan's units.
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
    /// `None` chooses the method's fastest kernel.
    kernel: Option<Kernel>,
    threads: usize,
    /// `None` keeps a saved run's method, or chooses the fastest.
    method: Option<Method>,
    /// `None` keeps a saved run's depth, or chooses the standard depth.
    depth: Option<usize>,
    saving: SavePolicy,
    fresh: bool,
    program: Program,
    stop: Arc<AtomicBool>,
    drain: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Scope {
    /// A board, with the plan that the options choose.
    Board(BoardSize),
    /// A shard's units.
    Shard(Plan, Shard),
    /// These units of a plan, in this order.
    Units(Plan, Arc<[u64]>),
}

impl Count {
    /// Counts the board with `n` rows and `n` columns, 1 to 32.
    ///
    /// # Errors
    /// If `n` is 0 or above 32.
    pub fn new(n: usize) -> Result<Self, BoardError> {
        Ok(Self::of(Scope::Board(BoardSize::new(n)?)))
    }

    /// Counts the units of `shard`, whose number must be below `of`, with `of` at most [`Plan::units`]. The
    /// plan determines the method and the depth.
    pub fn of_shard(plan: &Plan, shard: Shard) -> Self {
        Self::of(Scope::Shard(plan.clone(), shard))
    }

    /// Counts these distinct `units` of `plan`, in this order. Such a count cannot be saved.
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

    /// Sets how finely the board is divided, from 1 to [`Plan::MAX_DEPTH`]: a greater depth makes more and
    /// smaller units. By default, a saved run keeps its depth.
    pub fn depth(mut self, depth: impl Into<Option<usize>>) -> Self {
        self.depth = depth.into();
        self
    }

    /// Sets the kernel. The default is the method's fastest.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Sets the number of threads. 0 means the default, one per core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { Host::cores() } else { threads };
        self
    }

    /// Saves every finished unit in the run directory at `path`, and finally the result. Resumes an existing
    /// run there.
    pub fn saved_in(self, path: impl Into<PathBuf>) -> Self {
        self.saving(SavePolicy::In(path.into()))
    }

    /// Sets whether and where to save finished units. An existing run is resumed.
    pub fn saving(mut self, saving: SavePolicy) -> Self {
        self.saving = saving;
        self
    }

    /// Sets the program named in the run's files. By default, they name none.
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

    /// Starts no more units once `drain` is set, but finishes those in progress, which a stop would drop. (At
    /// any moment, long units are more likely to be in progress than short ones.) Only a count of some of a
    /// plan's units reads this flag.
    pub(crate) fn drain_flag(mut self, drain: &Arc<AtomicBool>) -> Self {
        self.drain = Arc::clone(drain);
        self
    }
}
