//! Reports a running count's progress and notices.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::methods::counter::FinishedUnit;
use crate::methods::estimated_value::EstimatedValue;
use crate::run::Notice;

/// Receives a count's progress and notices, on the thread that runs the count.
pub trait Observer {
    /// Called at the start, several times a second, and at the end.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Called with each notice for the user.
    fn notice(&mut self, notice: &Notice) {
        let _ = notice;
    }

    /// Called with each finished unit.
    fn finished(&mut self, unit: &FinishedUnit) {
        let _ = unit;
    }
}

/// Ignores everything.
impl Observer for () {}

/// Calls a count's observer and catches its panics. An observer may panic at any call. For example,
/// `println!` panics if its pipe is closed.
pub(super) struct GuardedObserver<'a> {
    pub observer: &'a mut dyn Observer,
    /// Setting this flag ends the count.
    pub halt: &'a AtomicBool,
    /// The payload of the observer's panic, if it panicked.
    pub panic: Option<Box<dyn Any + Send>>,
}

impl GuardedObserver<'_> {
    /// Calls the observer, unless it has panicked before. A panic ends the count.
    pub fn call(&mut self, call: impl FnOnce(&mut dyn Observer)) {
        if self.panic.is_none()
            && let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| call(self.observer)))
        {
            self.halt.store(true, Ordering::Relaxed);
            self.panic = Some(panic);
        }
    }

    /// Resumes the observer's panic, if it panicked. Everything must be saved before this call.
    pub fn resume_panic(&mut self) {
        if let Some(panic) = self.panic.take() {
            panic::resume_unwind(panic);
        }
    }
}

/// A count's progress.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The number of finished units, including those from earlier sessions.
    pub units_done: u64,
    /// The number of units to count, including finished ones.
    pub units: u64,
    /// The finished share of the expected cost, from 0 to 1.
    pub share_done: f64,
    /// The number of solutions found so far, including those from earlier sessions.
    pub solutions: u128,
    /// The number of solutions found in this session.
    pub solutions_this_session: u128,
    /// Wall time since counting began in this session.
    pub elapsed: Duration,
    /// Estimated wall time left, in seconds, at the recent rate. `None` until at least two units, and at
    /// least one per thread, are finished in this session.
    pub remaining_s: Option<EstimatedValue>,
}

impl Progress {
    /// Returns the average number of solutions found per second in this session.
    #[must_use]
    pub fn solutions_per_second(&self) -> f64 {
        self.solutions_this_session as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
