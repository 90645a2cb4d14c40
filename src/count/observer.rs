//! The reports of a running count: its progress, and notices for its user, both as data.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::methods::counter::Finished;
use crate::methods::estimated::Estimated;
use crate::plan::Plan;
use crate::run::RunNotice;

/// Follows a count, on the thread that runs it.
pub trait Observer {
    /// Called several times a second, at the beginning and at the end.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Called with something that the user should know.
    fn notice(&mut self, notice: &Notice) {
        let _ = notice;
    }

    /// Called with every unit that was counted.
    fn finished(&mut self, unit: &Finished) {
        let _ = unit;
    }
}

/// Ignores everything.
impl Observer for () {}

/// The observer of a count, which may panic at any call: a `println!` into a closed pipe is enough.
pub(super) struct Guarded<'a> {
    pub observer: &'a mut dyn Observer,
    /// Ends the count.
    pub halt: &'a AtomicBool,
    /// The payload of its panic, if it has panicked.
    pub panic: Option<Box<dyn Any + Send>>,
}

impl Guarded<'_> {
    /// Tells the observer. If it panics, the count ends, and the observer is not called again.
    pub fn tell(&mut self, tell: impl FnOnce(&mut dyn Observer)) {
        if self.panic.is_none()
            && let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| tell(self.observer)))
        {
            self.halt.store(true, Ordering::Relaxed);
            self.panic = Some(panic);
        }
    }

    /// Lets the panic go on, if there was one. Everything must be saved by now.
    pub fn go_on(&mut self) {
        if let Some(panic) = self.panic.take() {
            panic::resume_unwind(panic);
        }
    }
}

/// The progress of a count.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Units finished, earlier sessions included.
    pub units_done: u64,
    /// Units of the count.
    pub units: u64,
    /// Share of the expected cost that is done, 0 to 1.
    pub done: f64,
    /// Solutions found so far, earlier sessions included.
    pub solutions: u128,
    /// Solutions found in this session.
    pub found: u128,
    /// Wall time since counting began in this session.
    pub elapsed: Duration,
    /// Seconds of wall time left at the recent rate; `None` until as many units are finished as
    /// all counters hold at a time, and at least two.
    pub remaining_s: Option<Estimated>,
}

impl Progress {
    /// Solutions per second, on average over this session.
    #[must_use]
    pub fn solutions_per_second(&self) -> f64 {
        self.found as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Something that the user of a count should know.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The state in which the run directory was found.
    Directory(RunNotice),
    /// Earlier sessions finished some of the units.
    Resumed {
        /// Units that earlier sessions finished.
        units_done: u64,
        /// Units of the count.
        units: u64,
    },
    /// The run was finished before; its result is returned again.
    AlreadyFinished,
    /// The count is long: from now on it is saved.
    Saving {
        /// The new run directory.
        path: PathBuf,
    },
    /// The requested depth makes a count slow.
    UnusualDepth {
        /// The requested depth.
        depth: usize,
        /// Units of the plan.
        units: u64,
        /// Units of the standard plan.
        standard: u64,
        /// CPU time that handling the units takes at least, if they are too many, in seconds;
        /// `None` if they are too few.
        overhead_s: Option<f64>,
    },
}

impl Notice {
    /// A notice about a plan that is cut much more finely or coarsely than the standard one.
    #[must_use]
    pub fn of_depth(plan: &Plan) -> Option<Self> {
        /// Two levels, each of which makes about eight times as many units.
        const FAR: u64 = 64;
        /// Standard units of a board that takes a second: a smaller one is counted before anyone reads
        /// a notice.
        const LARGE: u64 = 1000;
        /// Least CPU time of a unit besides counting. N = 16 by `cross` on one thread of an AMD EPYC
        /// (family 25, model 17): 10 µs a unit at depth 7, 25 µs at depth 8.
        const PER_UNIT_S: f64 = 10e-6;
        let units = plan.units();
        let standard = Plan::standard(plan.size(), plan.method()).units();
        let overhead_s = units as f64 * PER_UNIT_S;
        let overhead_s = if units / FAR >= standard && overhead_s >= 1.0 {
            Some(overhead_s)
        } else if standard / FAR >= units && standard >= LARGE {
            None
        } else {
            return None;
        };
        Some(Self::UnusualDepth { depth: plan.depth(), units, standard, overhead_s })
    }
}
