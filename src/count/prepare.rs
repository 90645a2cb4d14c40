//! The first step of a count: every choice is made, the run directory is opened, and notices
//! for the user are gathered. The second step counts.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::chosen::Chosen;
use super::keep::Keep;
use super::session::{self, Session};
use super::{Count, CountError, NEVER, Notice, Observer, Outcome, Save, What, unusual_depth};
use crate::board::BoardSize;
use crate::methods::device::Device;
use crate::methods::{Kernel, Method, MethodError};
use crate::plan::tally::Tally;
use crate::plan::{Plan, Shard};
use crate::run::storage::DiskStorage;
use crate::run::{self, Manifest, RESULT, RunDirectory, RunResult, Saved};

/// A count that can begin: every choice is made, and saved units are read.
#[must_use]
pub struct Ready<'a> {
    pub(super) chosen: Chosen,
    pub(super) stop: Option<&'a AtomicBool>,
    pub(super) enough: &'a AtomicBool,
    pub(super) keep: Keep,
    pub(super) saved: Tally,
    pub(super) began: Instant,
    result: Option<RunResult>,
    notices: Vec<Notice>,
}

impl<'a> Count<'a> {
    /// Makes every choice, opens the run directory and reads its saved units. A stop meanwhile
    /// loses nothing, but may leave a new run directory without units.
    ///
    /// # Errors
    /// If this machine lacks the kernel or the device, if the board cannot be cut at the depth, if
    /// the run directory cannot be used, or [`CountError::Stopped`].
    pub fn prepare(self) -> Result<Ready<'a>, CountError> {
        let ready = self.open().map_err(|error| match error {
            CountError::Run(run::Error::Stopped { .. }) => CountError::Stopped,
            other => other,
        })?;
        match self.is_stopped() {
            // A finished run has nothing left to stop.
            true if ready.result.is_none() => Err(CountError::Stopped),
            _ => Ok(ready),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn open(&self) -> Result<Ready<'a>, CountError> {
        let began = Instant::now();
        if self.is_stopped() {
            return Err(CountError::Stopped);
        }
        let (path, or_stopped) = match &self.save {
            Save::In(path) => (path, None),
            Save::WhenLong { path, or_stopped } if !path.exists() => (path, Some(*or_stopped)),
            Save::WhenLong { path, .. } => (path, None),
            Save::Nothing => return Ok(self.ready(began, self.choose(None)?, Keep::Nothing, None)),
        };
        if let Some(or_stopped) = or_stopped {
            let chosen = self.choose(None)?;
            let (path, manifest) = (path.clone(), chosen.manifest());
            let keep = Keep::WhenLong { path, manifest, or_stopped, pending: Vec::new() };
            return Ok(self.ready(began, chosen, keep, None));
        }
        if let Some((chosen, saved)) = self.look_at_finished(path)? {
            return Ok(self.ready(began, chosen, Keep::Nothing, Some(saved)));
        }
        let mut chosen = None;
        let stop = self.stop.unwrap_or(&NEVER);
        let (directory, saved) = RunDirectory::open_for(path, self.options, stop, |found| {
            Ok::<_, CountError>(chosen.insert(self.choose(found)?).manifest())
        })?;
        let chosen = chosen.expect("a directory is opened for what was chosen");
        Ok(self.ready(began, chosen, Keep::Directory(directory), Some(saved)))
    }

    /// The saved run at `path`, if it is this run and finished. It is read without the lock, which
    /// another reader may hold.
    fn look_at_finished(&self, path: &Path) -> Result<Option<(Chosen, Saved)>, CountError> {
        let run::Options { fresh, repair } = self.options;
        if fresh || repair || !path.join(RESULT).exists() {
            return Ok(None);
        }
        // Opening the directory reports any damage.
        let Ok(manifest) = run::read_manifest(path) else { return Ok(None) };
        let chosen = self.choose(Some(&manifest))?;
        if manifest.difference(&chosen.plan.identity(), chosen.shard).is_some() {
            return Ok(None);
        }
        let stop = self.stop.unwrap_or(&NEVER);
        let saved = run::inspect_as(manifest, &DiskStorage, path, stop, &mut |_| ())?.saved;
        Ok(saved.result.is_some().then_some((chosen, saved)))
    }

    /// The kernel or device and the units, if the run directory has the manifest `found`.
    fn choose(&self, found: Option<&Manifest>) -> Result<Chosen, CountError> {
        let on_device = self.how.device.is_some();
        let kernel_of = |method: Method| -> Result<Kernel, MethodError> {
            if on_device { method.kernel_of_devices() } else { method.kernel(self.how.kernel) }
        };
        let (plan, kernel) = match &self.what {
            What::Board(size) => {
                let found = found.filter(|found| found.n == *size);
                let method = self.method_for(*size, found);
                // Before the plan is made, which can take a second.
                let kernel = kernel_of(method)?;
                let saved = found.filter(|found| found.method == method).map(|found| found.depth as usize);
                let depth = self.how.depth.or(saved).unwrap_or_else(|| method.standard_depth(*size));
                (Plan::new(*size, method, depth)?, kernel)
            }
            What::Shard(plan, _) | What::Units(plan, _) => (plan.clone(), kernel_of(plan.method())?),
        };
        let (shard, units) = match &self.what {
            What::Board(_) => (Shard::WHOLE, None),
            What::Shard(_, shard) => (*shard, None),
            What::Units(_, units) => (Shard::WHOLE, Some(Arc::clone(units))),
        };
        let (threads, device) = (if on_device { 1 } else { self.how.threads }, self.how.device.clone());
        Ok(Chosen { plan, shard, units, kernel, threads, device })
    }

    /// The requested method, or the method of the run that was `found`, or the fastest.
    fn method_for(&self, size: BoardSize, found: Option<&Manifest>) -> Method {
        self.how.method.or(found.map(|found| found.method)).unwrap_or_else(|| match self.how.device {
            Some(_) => Method::fastest_on_device(),
            None => Method::fastest(size, self.how.kernel),
        })
    }

    fn ready(&self, began: Instant, chosen: Chosen, keep: Keep, saved: Option<Saved>) -> Ready<'a> {
        let mut notices = Vec::new();
        let (mut tally, mut result) = (Tally::new(chosen.plan.units()), None);
        if let Some(saved) = saved {
            notices.extend(saved.notices.into_iter().map(Notice::Directory));
            let (units_done, units) = (saved.tally.finished().len(), chosen.len());
            if saved.result.is_some() {
                notices.push(Notice::AlreadyFinished);
            } else if units_done > 0 {
                notices.push(Notice::Resumed { units_done, units });
            }
            (tally, result) = (saved.tally, saved.result);
        }
        if result.is_none() {
            notices.extend(self.how.depth.and_then(|_| unusual_depth(&chosen.plan)));
            if tally.finished().len() < chosen.len() {
                notices.extend(chosen.memory_short());
            }
        }
        Ready { chosen, stop: self.stop, enough: self.enough, keep, saved: tally, began, result, notices }
    }
}

impl<'a> Ready<'a> {
    /// The plan whose units are counted.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.chosen.plan
    }

    /// The kernel that counts them.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.chosen.kernel
    }

    /// The threads that count; one drives a device.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.chosen.threads
    }

    /// The device that counts, if it is not the CPU.
    #[must_use]
    pub fn device(&self) -> Option<&dyn Device> {
        self.chosen.device.as_deref()
    }

    /// `count` by the same kernel, or on the same device.
    pub(crate) fn alike<'c>(&self, count: Count<'c>) -> Count<'c> {
        match &self.chosen.device {
            Some(device) => count.device(Arc::clone(device)),
            None => count.kernel(self.chosen.kernel),
        }
    }

    /// The sums of earlier sessions.
    #[must_use]
    pub fn saved(&self) -> &Tally {
        &self.saved
    }

    /// The result, if the run was finished before.
    #[must_use]
    pub fn result(&self) -> Option<&RunResult> {
        self.result.as_ref()
    }

    /// Bytes of memory that the count needs.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.chosen.memory(self.chosen.threads)
    }

    /// Gives `observer` the notices that its user should see before counting begins. [`Ready::run`]
    /// does so too.
    pub fn tell(&self, observer: &mut dyn Observer) {
        self.notices.iter().for_each(|notice| observer.notice(notice));
    }

    /// Counts the units that are not finished, saves them, and saves the result when all are. A run
    /// that was finished before returns its result.
    ///
    /// # Errors
    /// If the threads or counters fail, or if the run directory fails; finished units stay saved.
    pub fn run(self, observer: &mut dyn Observer) -> Result<Outcome, CountError> {
        self.tell(observer);
        let Self { chosen, stop, enough, keep, saved, began, result, .. } = self;
        // A count that fails sets its flag: one that nobody else has.
        let own = AtomicBool::new(false);
        let stop = stop.unwrap_or(&own);
        match result {
            Some(result) => Ok(Outcome::of_finished(saved, result, began.elapsed())),
            None => {
                let counters = chosen.counters()?;
                session::run(
                    Session { chosen: &chosen, stop, enough, began },
                    counters,
                    saved,
                    keep,
                    observer,
                )
            }
        }
    }
}
