//! Counts units: each part of a unit goes through a kernel, with a look at the stop flag in between.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kernels::{Counts, SearchKernel, Workspace};
use super::remaining::{Placement, extend};
use super::units::{Part, Units};
use crate::board::BoardSize;
use crate::counter::{self, Claims, Counter, CounterError, Finished, UnitCounts};

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    units: &'a Units,
    kernel: SearchKernel,
    workspace: Workspace,
}

impl<'a> UnitCounter<'a> {
    /// A counter of `units`.
    #[must_use]
    pub fn new(units: &'a Units, kernel: SearchKernel) -> Self {
        Self { units, kernel, workspace: Workspace::new() }
    }

    /// Counts `unit`. `None` when `stop` was set meanwhile: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// When `unit` is not below [`Units::count`].
    pub fn count(&mut self, unit: u64, stop: &AtomicBool) -> Option<UnitCounts> {
        let grain = Grain::of(self.units.size());
        let mut total = UnitCounts::default();
        for part in self.units.parts(unit) {
            let counts = self.count_part(&part, grain, stop)?;
            total.solutions += u128::from(part.weight) * u128::from(counts.solutions);
            total.nodes += counts.nodes;
        }
        Some(total)
    }

    fn count_part(&mut self, part: &Part, grain: Grain, stop: &AtomicBool) -> Option<Counts> {
        let row = (part.row + grain.rows).min(part.rows.len);
        let mut counts = Counts::default();
        let mut batch = Vec::with_capacity(grain.placements);
        let mut flush = |batch: &mut Vec<Placement>| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            counts += self.kernel.count(&part.rows, row, batch, &mut self.workspace);
            batch.clear();
            ControlFlow::Continue(())
        };
        for &placement in &part.placements {
            let walk = extend(&part.rows, part.row, row, placement, &mut |placement| {
                batch.push(placement);
                if batch.len() == grain.placements { flush(&mut batch) } else { ControlFlow::Continue(()) }
            });
            if walk.is_break() {
                return None;
            }
        }
        flush(&mut batch).is_continue().then_some(counts)
    }
}

impl Counter for UnitCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError> {
        counter::one_by_one(self.kernel.name(), claims, done, &mut |unit, stop| self.count(unit, stop));
        Ok(())
    }
}

/// How much a kernel is given at a time: little, so that it comes back soon to look at the stop flag, but enough to fill its
/// lanes. Up to N = 20 that is a whole part, which takes milliseconds. Above, every row that is filled before divides the time
/// by about ten, and a board that is larger by one multiplies it by about eight. Set by hand, for every kernel to come back
/// within a second.
#[derive(Clone, Copy)]
struct Grain {
    /// Rows filled before the kernel takes over.
    rows: usize,
    /// Placements per call.
    placements: usize,
}

impl Grain {
    fn of(size: BoardSize) -> Self {
        match size.get() {
            ..=20 => Self { rows: 0, placements: 1024 },
            n => Self { rows: n.saturating_sub(21), placements: 16 },
        }
    }
}
