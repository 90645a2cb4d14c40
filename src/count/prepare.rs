//! The first step of a count: every choice is made, the run directory is opened, and notices
//! for the user are gathered. The second step counts.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::chosen::Chosen;
use super::saving::{Keep, Later};
use super::{Count, CountError, NEVER, Notice, Ready, Saving, What, unusual_depth};
use crate::board::BoardSize;
use crate::methods::Method;
use crate::plan::{Identity, Plan, Shard, Tally};
use crate::run::storage::DiskStorage;
use crate::run::{self, Manifest, RESULT, RunDirectory, RunError, Saved};

impl<'a> Count<'a> {
    /// Makes every choice, opens the run directory and reads its saved units. A stop meanwhile
    /// loses nothing, but may leave a new run directory without units.
    ///
    /// # Errors
    /// If this machine lacks the kernel or the device, if the board cannot be cut at the depth, if
    /// the run directory cannot be used, or [`CountError::Stopped`].
    pub fn prepare(self) -> Result<Ready<'a>, CountError> {
        let ready = self.open().map_err(|error| match error {
            CountError::Run(RunError::Stopped { .. }) => CountError::Stopped,
            other => other,
        })?;
        // A finished run has nothing left to stop.
        if self.is_stopped() && ready.total().is_none() { Err(CountError::Stopped) } else { Ok(ready) }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn open(&self) -> Result<Ready<'a>, CountError> {
        let began = Instant::now();
        if self.is_stopped() {
            return Err(CountError::Stopped);
        }
        let path = match &self.saving {
            Saving::Nothing => return Ok(self.ready(began, self.choose(None)?, Keep::default(), None)),
            Saving::WhenLong { path, stopped_after } if !path.exists() => {
                let chosen = self.choose(None)?;
                let manifest = chosen.manifest();
                let path = path.clone();
                let stopped_after = *stopped_after;
                let later = Some(Later { path, manifest, stopped_after, pending: Vec::new() });
                return Ok(self.ready(began, chosen, Keep { directory: None, later }, None));
            }
            Saving::In(path) | Saving::WhenLong { path, .. } => path,
        };
        if let Some((chosen, saved)) = self.look_at_finished(path)? {
            return Ok(self.ready(began, chosen, Keep::default(), Some(saved)));
        }
        let mut chosen = None;
        let stop = self.stop.unwrap_or(&NEVER);
        let (directory, saved) = RunDirectory::open_for(path, self.options, stop, |found| {
            Ok::<_, CountError>(chosen.insert(self.choose(found)?).manifest())
        })?;
        let chosen = chosen.expect("a directory is opened for what was chosen");
        let keep = Keep { directory: Some(directory), later: None };
        Ok(self.ready(began, chosen, keep, Some(saved)))
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
        Ok(saved.total.is_some().then_some((chosen, saved)))
    }

    /// What counts and its units, if the run directory has the manifest `found`.
    fn choose(&self, found: Option<&Manifest>) -> Result<Chosen, CountError> {
        // Before a plan is made, which can take a second.
        let kernel_of = |method: Method| method.kernel_on(self.device.as_ref(), self.kernel);
        let (plan, kernel) = match &self.what {
            What::Board(size) => {
                let found = found.map(|found| &found.identity).filter(|found| found.n == *size);
                let method = self.method_for(*size, found);
                let kernel = kernel_of(method)?;
                let saved = found.filter(|found| found.method == method).map(|found| found.depth as usize);
                let depth = self.depth.or(saved).unwrap_or_else(|| method.standard_depth(*size));
                (Plan::new(*size, method, depth)?, kernel)
            }
            What::Shard(plan, _) | What::Units(plan, _) => (plan.clone(), kernel_of(plan.method())?),
        };
        let (shard, units) = match &self.what {
            What::Board(_) => (Shard::WHOLE, None),
            What::Shard(_, shard) => (*shard, None),
            What::Units(_, units) => (Shard::WHOLE, Some(Arc::clone(units))),
        };
        let threads = if self.device.is_some() { 1 } else { self.threads };
        Ok(Chosen { plan, shard, units, kernel, device: self.device.clone(), threads })
    }

    /// The requested method, or the method of the run that was `found`, or the fastest.
    fn method_for(&self, size: BoardSize, found: Option<&Identity>) -> Method {
        self.method.or(found.map(|found| found.method)).unwrap_or_else(|| match self.device {
            Some(_) => Method::fastest_on_device(),
            None => Method::fastest(size, self.kernel),
        })
    }

    fn ready(&self, began: Instant, chosen: Chosen, keep: Keep, saved: Option<Saved>) -> Ready<'a> {
        let mut notices = Vec::new();
        let mut tally = Tally::new(chosen.plan.units());
        let mut total = None;
        if let Some(saved) = saved {
            notices.extend(saved.notices.into_iter().map(Notice::Directory));
            let units_done = saved.tally.finished().len();
            if saved.total.is_some() {
                notices.push(Notice::AlreadyFinished);
            } else if units_done > 0 {
                notices.push(Notice::Resumed { units_done, units: chosen.len() });
            }
            tally = saved.tally;
            total = saved.total;
        }
        if total.is_none() {
            notices.extend(self.depth.and_then(|_| unusual_depth(&chosen.plan)));
            if tally.finished().len() < chosen.len() {
                notices.extend(chosen.memory_short());
            }
        }
        Ready { chosen, stop: self.stop, enough: self.enough, keep, saved: tally, began, total, notices }
    }
}
