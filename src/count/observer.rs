//! What a running count reports: its progress, and notices for its user.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::methods::counter::FinishedUnit;
use crate::methods::estimated_value::EstimatedValue;
use crate::run::Notice;

/// Follows a count, on the thread running it.
pub trait Observer {
    /// Called several times a second, at the start and at the end.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Called with something the user should know.
    fn notice(&mut self, notice: &Notice) {
        let _ = notice;
    }

    /// Called with every counted unit.
    fn finished(&mut self, unit: &FinishedUnit) {
        let _ = unit;
    }
}

/// Ignores everything.
impl Observer for () {}

/// A count's observer. It may panic at any call: a `println!` into a closed pipe is enough.
pub(super) struct GuardedObserver<'a> {
    pub observer: &'a mut dyn Observer,
    /// Ends the count.
    pub halt: &'a AtomicBool,
    /// Its panic's payload, if it has panicked.
    pub panic: Option<Box<dyn Any + Send>>,
}

impl GuardedObserver<'_> {
    /// Calls the observer. If it panics, the count ends, and the observer is not called again.
    pub fn call(&mut self, call: impl FnOnce(&mut dyn Observer)) {
        if self.panic.is_none()
            && let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| call(self.observer)))
        {
            self.halt.store(true, Ordering::Relaxed);
            self.panic = Some(panic);
        }
    }

    /// Resumes the observer's panic, if any. Everything must be saved before this call.
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
    /// Finished units, including earlier sessions.
    pub units_done: u64,
    /// Units to count in all.
    pub units: u64,
    /// The finished share of the expected cost, 0 to 1.
    pub share_done: f64,
    /// Solutions found so far, including earlier sessions.
    pub solutions: u128,
    /// Solutions found in this session.
    pub solutions_this_session: u128,
    /// Wall time since counting began in this session.
    pub elapsed: Duration,
    /// Seconds of wall time left at the recent rate; `None` until at least two units, and one per thread, are
    /// finished.
    pub remaining_s: Option<EstimatedValue>,
}

impl Progress {
    /// Returns the solutions found per second, on average over this session.
    #[must_use]
    pub fn solutions_per_second(&self) -> f64 {
        self.solutions_this_session as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
