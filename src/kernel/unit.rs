//! From a unit of the plan to its counts: each of its parts through the kernel, with a look at the stop flag in between.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::BoardSize;
use crate::kernel::{Counts, Kernel, Subproblem, Workspace};
use crate::split::remaining::{Placement, extend};
use crate::split::{Part, Plan};

/// What a unit adds to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCounts {
    /// Solutions of the board, weights applied.
    pub solutions: u128,
    /// Queens placed by the kernel.
    pub nodes: u64,
}

/// Counts units one after the other; one per thread.
pub struct UnitCounter<'a> {
    kernel: Kernel,
    workspace: Workspace,
    stop: &'a AtomicBool,
}

impl<'a> UnitCounter<'a> {
    /// A counter that gives up the unit in hand soon after `stop` is set.
    #[must_use]
    pub fn new(kernel: Kernel, stop: &'a AtomicBool) -> Self {
        Self { kernel, workspace: Workspace::new(), stop }
    }

    /// Counts `unit` of `plan`. `None` when it was stopped: a unit is counted whole or not at all.
    ///
    /// # Panics
    /// When `unit` is not below [`Plan::units`].
    pub fn count(&mut self, plan: &Plan, unit: u64) -> Option<UnitCounts> {
        let grain = Grain::of(plan.size());
        let mut total = UnitCounts::default();
        for part in plan.parts(unit) {
            let counts = self.count_part(&part, grain)?;
            total.solutions += u128::from(part.weight) * u128::from(counts.solutions);
            total.nodes += counts.nodes;
        }
        Some(total)
    }

    fn count_part(&mut self, part: &Part, grain: Grain) -> Option<Counts> {
        let row = (part.row + grain.rows).min(part.rows.len);
        let mut counts = Counts::default();
        let mut batch = Vec::with_capacity(grain.placements);
        let mut flush = |batch: &mut Vec<Placement>| {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            counts += self
                .kernel
                .count(&Subproblem { rows: &part.rows, row, placements: batch }, &mut self.workspace);
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

/// How much a kernel is given at a time. Up to N = 20 a whole part, which takes milliseconds. Above, so little that
/// even the scalar kernel comes back within a second or two to look at the stop flag: every row that is filled
/// before divides the time by about ten, and a board that is larger by one multiplies it by about eight.
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
            n => Self { rows: n.saturating_sub(23), placements: 16 },
        }
    }
}
