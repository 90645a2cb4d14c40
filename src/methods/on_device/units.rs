//! The units that a device counts at a time. Each is cut into pieces, which end in any order.

use std::collections::HashMap;
use std::time::Duration;

use crate::methods::counter::{Counts, Finished};
use crate::methods::kernel::Kernel;

/// The units that were begun and not yet reported.
#[derive(Default)]
pub struct UnitsInHand {
    units: HashMap<u64, OpenUnit>,
}

#[derive(Default)]
struct OpenUnit {
    /// Pieces that have not ended.
    pieces: usize,
    counts: Counts,
    /// Time of the device, and CPU time of the host.
    wall: Duration,
    cpu: Duration,
}

impl UnitsInHand {
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Begins a unit of so many pieces. The host has `counted` the rest of it.
    pub fn begin(&mut self, unit: u64, pieces: usize, counted: Counts) {
        self.units.insert(unit, OpenUnit { pieces, counts: counted, ..OpenUnit::default() });
    }

    /// Adds time that was spent on a unit.
    pub fn spend(&mut self, unit: u64, wall: Duration, cpu: Duration) {
        if let Some(open) = self.units.get_mut(&unit) {
            open.wall += wall;
            open.cpu += cpu;
        }
    }

    /// Ends a piece of a unit.
    pub fn end_piece(&mut self, unit: u64, counts: Counts) {
        if let Some(open) = self.units.get_mut(&unit) {
            open.pieces -= 1;
            open.counts += counts;
        }
    }

    /// Calls `done` with the units of which all pieces have ended.
    pub fn report(&mut self, done: &mut dyn FnMut(Finished)) {
        self.units.retain(|&unit, open| {
            let &mut OpenUnit { pieces, counts: Counts { solutions, nodes }, wall, cpu } = open;
            if pieces == 0 {
                done(Finished { unit, solutions, nodes, wall, cpu, kernel: Kernel::Gpu });
            }
            pieces > 0
        });
    }
}
