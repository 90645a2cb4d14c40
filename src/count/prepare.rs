//! Prepares a count. The preparation makes all choices that the options leave open, opens the run directory,
//! and gathers notices for the user.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::saving::UnitSink;
use super::{Count, CountError, PreparedCount, SavePolicy, Scope};
use crate::board::BoardSize;
use crate::methods::Method;
use crate::plan::{Plan, PlanIdentity, Shard, Tally};
use crate::run::{Manifest, RunDirectory, RunError, SavedRun};
use crate::stop;

impl Count {
    /// Makes all choices that the options leave open, opens the run directory, and reads the saved units. If
    /// the stop flag ends this call, no run has been moved aside and no unit is lost, but a new run directory
    /// without units may remain.
    ///
    /// # Errors
    /// Fails if this machine cannot run the kernel, if the board cannot be divided at this depth, if the plan
    /// does not contain the shard or a unit, or if the run directory cannot be used. Returns
    /// [`CountError::Stopped`] if the stop flag ends this call.
    pub fn prepare(self) -> Result<PreparedCount, CountError> {
        self.check_scope()?;
        let prepared = self.open().map_err(|error| match error {
            CountError::Run(RunError::Stopped { .. }) => CountError::Stopped,
            other => other,
        })?;
        // A finished run has nothing left to stop. If `fresh` moved a run aside, go on, since the user is
        // told only when counting begins.
        if prepared.total.is_none() && !self.fresh && self.is_stopped() {
            return Err(CountError::Stopped);
        }
        Ok(prepared)
    }

    /// Checks that the plan contains the requested shard or units, and that they can be saved if requested.
    fn check_scope(&self) -> Result<(), CountError> {
        match &self.scope {
            Scope::Shard(plan, shard) if shard.number >= shard.of || shard.of > plan.units() => {
                Err(CountError::NoSuchShard { shard: *shard, units: plan.units() })
            }
            Scope::Units(..) if self.saving.path().is_some() => Err(CountError::CannotSaveUnits),
            Scope::Units(plan, chosen) => {
                let units = plan.units();
                let invalid = chosen.iter().copied().find(|&unit| unit >= units);
                invalid.map_or(Ok(()), |unit| Err(CountError::NoSuchUnit { unit, units }))
            }
            Scope::Board(_) | Scope::Shard(..) => Ok(()),
        }
    }

    fn is_stopped(&self) -> bool {
        stop::is_set(&self.stop)
    }

    fn open(&self) -> Result<PreparedCount, CountError> {
        let count_began = Instant::now();
        if self.is_stopped() {
            return Err(CountError::Stopped);
        }
        let path = match &self.saving {
            SavePolicy::Nothing => return self.choose(count_began, None),
            SavePolicy::WhenLong { path, .. } if !path.exists() => {
                let sink = UnitSink::Waiting(Vec::new());
                return Ok(PreparedCount { sink, ..self.choose(count_began, None)? });
            }
            SavePolicy::In(path) | SavePolicy::WhenLong { path, .. } => path,
        };
        // Make all choices before creating anything. If this fails, an existing directory must stay
        // unchanged, and no new one may be left behind.
        let manifest = SavedRun::at(path).to_resume(self.fresh)?;
        let opened = self.open_run(count_began, path, manifest.as_ref());
        match opened {
            // The lost manifest may have named a different method, so try all of them.
            Err(CountError::Run(RunError::NoGoodLine { .. }))
                if manifest.is_none() && self.method.is_none() =>
            {
                let by =
                    |method: &Method| self.clone().method(*method).open_run(count_began, path, None).ok();
                Method::ALL.iter().find_map(by).map_or(opened, Ok)
            }
            opened => opened,
        }
    }

    /// Makes the choices and opens the run directory at `path`. `manifest` is the manifest of the run there,
    /// if it has one.
    fn open_run(
        &self,
        count_began: Instant,
        path: &Path,
        manifest: Option<&Manifest>,
    ) -> Result<PreparedCount, CountError> {
        let mut prepared = self.choose(count_began, manifest)?;
        let (directory, saved) = RunDirectory::open(path, &prepared.manifest(), self.fresh, &self.stop)?;
        prepared.sink = UnitSink::Directory(directory);
        prepared.resume(saved);
        Ok(prepared)
    }

    /// Chooses the plan, the kernel and the units to count. `manifest` is the existing run's manifest, if
    /// there is one.
    fn choose(&self, count_began: Instant, manifest: Option<&Manifest>) -> Result<PreparedCount, CountError> {
        let identity = manifest.map(|manifest| &manifest.identity);
        let method = match &self.scope {
            Scope::Board(size) => {
                let of_board = manifest.filter(|manifest| manifest.identity.n == *size);
                if let Some((manifest, path)) =
                    of_board.zip(self.saving.path()).filter(|_| self.method.is_none())
                {
                    manifest.identity.check_method(path)?;
                }
                self.method_for(*size, of_board.map(|manifest| &manifest.identity))
            }
            Scope::Shard(plan, _) | Scope::Units(plan, _) => plan.method(),
        };
        // Making the plan can take a second, so check the kernel first.
        let kernel = method.kernel(self.kernel)?;
        let (plan, shard, units) = match &self.scope {
            Scope::Board(size) => {
                let identity = identity.filter(|saved| saved.n == *size && saved.method == method.into());
                let depth = self.depth.or(identity.map(|saved| saved.depth as usize));
                let depth = depth.unwrap_or_else(|| method.standard_depth(*size));
                (Plan::new(*size, method, depth)?, Shard::WHOLE, None)
            }
            Scope::Shard(plan, shard) => (plan.clone(), *shard, None),
            Scope::Units(plan, units) => (plan.clone(), Shard::WHOLE, Some(Arc::clone(units))),
        };
        Ok(PreparedCount {
            saved: Tally::new(plan.units()),
            plan,
            shard,
            units,
            kernel,
            threads: self.threads,
            saving: self.saving.clone(),
            program: self.program,
            stop: Arc::clone(&self.stop),
            drain: Arc::clone(&self.drain),
            sink: UnitSink::Nothing,
            count_began,
            total: None,
            notices: Vec::new(),
        })
    }

    /// Returns the requested method. If none was requested, returns the method of the saved run with this
    /// `identity`, or else the fastest method.
    fn method_for(&self, size: BoardSize, identity: Option<&PlanIdentity>) -> Method {
        let saved_method = || identity.and_then(|identity| identity.method.current());
        self.method.or_else(saved_method).unwrap_or_else(|| Method::fastest(size, self.kernel))
    }
}
