//! Counts a plan's units. This is the only code that does so.
//!
//! Options are set on a [`Count`]. [`Count::prepare`] makes all remaining choices and opens the run
//! directory, and [`PreparedCount::run`] counts. An [`Observer`] receives progress and notices.
//!
//! * `prepare`: makes the choices, opens the run directory, and gathers notices
//! * `prepared_count`: computes the memory needed, runs a prepared count, and returns its outcome
//! * `observer`: receives progress and notices
//! * `schedule`: hands units to the threads, and collects the results on the caller's thread
//! * `aggregator`: adds up, saves and reports each finished unit
//! * `saving`: decides where finished units are saved

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

/// Counts all solutions on the board with `n` rows and `n` columns, where `n` is 1 to 32. Uses every core of
/// this machine, and the fastest method and kernel. Prints nothing and saves nothing. To see the progress or
/// save the count, use [`Count`].
///
/// # Errors
/// Fails if `n` is 0 or above 32, or if the threads cannot be started.
///
/// ```
/// assert_eq!(queens::count(10)?, 724);
/// assert!(queens::count(33).is_err());
/// # Ok::<(), queens::CountError>(())
/// ```
pub fn count(n: usize) -> Result<u128, CountError> {
    Ok(Count::new(n)?.prepare()?.run(&mut ())?.sums().solutions)
}

/// A count's options. The count covers a whole board, a shard of a plan, or some of its units.
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
    /// If `None`, the method's fastest kernel is used.
    kernel: Option<Kernel>,
    threads: usize,
    /// If `None`, a saved run keeps its method, and a new run uses the fastest.
    method: Option<Method>,
    /// If `None`, a saved run keeps its depth, and a new run uses the standard depth.
    depth: Option<usize>,
    saving: SavePolicy,
    fresh: bool,
    program: Program,
    stop: Arc<AtomicBool>,
    drain: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Scope {
    /// A whole board. The options determine its plan.
    Board(BoardSize),
    /// All units in a shard.
    Shard(Plan, Shard),
    /// Only these units of a plan, in this order.
    Units(Plan, Arc<[u64]>),
}

impl Count {
    /// Counts the board with `n` rows and `n` columns, where `n` is 1 to 32.
    ///
    /// # Errors
    /// Fails if `n` is 0 or above 32.
    pub fn new(n: usize) -> Result<Self, BoardError> {
        Ok(Self::of(Scope::Board(BoardSize::new(n)?)))
    }

    /// Counts one shard of `plan`. `shard.number` must be below `shard.of`, and `shard.of` must be at most
    /// [`Plan::units`]. The plan determines the method and the depth.
    pub fn of_shard(plan: &Plan, shard: Shard) -> Self {
        Self::of(Scope::Shard(plan.clone(), shard))
    }

    /// Counts only the given `units` of `plan`, in this order. The units must be distinct. Such a count
    /// cannot be saved.
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

    /// Sets how finely the board is divided into units, from 1 to [`Plan::MAX_DEPTH`]. A greater depth makes
    /// more and smaller units. By default, a saved run keeps its depth.
    pub fn depth(mut self, depth: impl Into<Option<usize>>) -> Self {
        self.depth = depth.into();
        self
    }

    /// Sets the kernel. By default, the method's fastest kernel is used.
    pub fn kernel(mut self, kernel: impl Into<Option<Kernel>>) -> Self {
        self.kernel = kernel.into();
        self
    }

    /// Sets the number of threads. 0 means one per core, which is the default.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { Host::cores() } else { threads };
        self
    }

    /// Saves every finished unit, and finally the result, in the run directory at `path`. If there is a run
    /// at `path`, it is resumed.
    pub fn saved_in(self, path: impl Into<PathBuf>) -> Self {
        self.saving(SavePolicy::In(path.into()))
    }

    /// Sets whether and where to save finished units. If there already is a run, it is resumed.
    pub fn saving(mut self, saving: SavePolicy) -> Self {
        self.saving = saving;
        self
    }

    /// Sets the program to record in the run's files. By default, no program is recorded.
    pub fn counted_by(mut self, program: Program) -> Self {
        self.program = program;
        self
    }

    /// Sets whether to move an existing run directory aside and start over.
    pub fn fresh(mut self, fresh: bool) -> Self {
        self.fresh = fresh;
        self
    }

    /// Sets the flag that stops the count. Soon after `stop` is set, [`Count::prepare`] returns
    /// [`CountError::Stopped`], and [`PreparedCount::run`] returns the units finished so far. Several counts
    /// can share a flag, because a count only reads it.
    pub fn stop_flag(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Sets the flag that drains the count. Once `drain` is set, no further unit is started, but units in
    /// progress are finished. A stop would drop them, and long units are more likely to be in progress, so a
    /// sample would favour short units. This flag is only read by a count made with [`Count::of_units`].
    pub(crate) fn drain_flag(mut self, drain: &Arc<AtomicBool>) -> Self {
        self.drain = Arc::clone(drain);
        self
    }
}
