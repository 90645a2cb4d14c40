//! The units and parts that a device has in hand, and their share of its results.

use std::collections::HashMap;
use std::mem;
use std::time::Duration;

use super::feeders::Message;
use super::lanes::{Lanes, PartSums};
use crate::methods::Kernel;
use crate::methods::counter::{Counts, Finished};

/// A part on the device.
pub struct OpenPart {
    pub unit: u64,
    pub weight: u8,
    /// Placements sent so far; wraps around.
    pub sent: u32,
    /// True if all of them were sent.
    pub whole: bool,
    /// Its results up to the end of the last slice.
    pub sums: PartSums,
}

/// A unit that was begun and not yet reported.
pub struct OpenUnit {
    /// Parts that have not ended.
    pub parts: usize,
    pub counts: Counts,
    /// Time of the device, and CPU time of the host.
    pub wall: Duration,
    pub cpu: Duration,
}

/// The units and parts in progress.
#[derive(Default)]
pub struct InHand {
    pub units: HashMap<u64, OpenUnit>,
    /// The parts on the device, by slot.
    pub parts: HashMap<u32, OpenPart>,
    /// The slot of the part that each thread of the host sends, and the row that its placements
    /// fill next.
    pub sending: HashMap<usize, (u32, usize)>,
    /// A message that waits for a slot, or that came while nothing else was to be done.
    pub waiting: Option<Message>,
    /// True if there are no more units to claim.
    pub ended: bool,
    /// CPU time of the host that is in no unit yet.
    pub cpu: Duration,
}

impl InHand {
    /// Calls `done` with the units of which all parts have ended.
    pub fn report(&mut self, done: &mut dyn FnMut(Finished)) {
        self.units.retain(|&unit, open| {
            let &mut OpenUnit { parts, counts: Counts { solutions, nodes }, wall, cpu } = open;
            if parts == 0 {
                done(Finished { unit, solutions, nodes, wall, cpu, kernel: Kernel::Gpu });
            }
            parts > 0
        });
    }

    /// Adds the results of a slice to the units, and divides its time, and the CPU time of the
    /// host until now, among them by their nodes. Returns whether any result changed: if not, a placement
    /// was lost on its way to the device, and the wait for it would never end. A slice may place no queen
    /// and only end placements whose last queens the slice before it placed.
    pub fn collect(&mut self, lanes: &mut Lanes, took: Duration) -> bool {
        let Self { units, parts, cpu, .. } = self;
        let in_slice = |sums: PartSums, part: &OpenPart| sums.nodes.saturating_sub(part.sums.nodes);
        let all: u64 = parts.iter().map(|(&slot, part)| in_slice(lanes.sums(slot), part)).sum();
        let cpu = if all > 0 { mem::take(cpu) } else { Duration::ZERO };
        let mut has_worked = false;
        parts.retain(|&slot, part| {
            let sums = lanes.sums(slot);
            let share = in_slice(sums, part) as f64 / all.max(1) as f64;
            has_worked |= sums != mem::replace(&mut part.sums, sums);
            let unit = units.get_mut(&part.unit).expect("a unit is in hand until its parts have ended");
            unit.wall += took.mul_f64(share);
            unit.cpu += cpu.mul_f64(share);
            let is_done = part.whole && sums.placements == part.sent;
            if is_done {
                let counts = Counts { solutions: sums.solutions.into(), nodes: sums.nodes };
                unit.counts += counts.times(part.weight);
                unit.parts -= 1;
                lanes.close(slot);
            }
            !is_done
        });
        has_worked
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::methods::search::gpu::tests::{DEVICE, with};
    use crate::methods::search::{Placement, Prefixes, RemainingRows};

    /// The rest of its part may still be on its way from a thread.
    #[test]
    fn slice_that_only_ends_a_placement_has_worked() {
        let size = BoardSize::new(8).unwrap();
        let prefix = Prefixes::Rows.of(size)[0];
        let rows = RemainingRows::below(size, &prefix.occupancy);
        let root = Placement::root(prefix.occupancy.columns);
        // The step after the last queen of a placement is in a slice of its own.
        let settings = with(|settings| {
            (settings.groups, settings.first_steps, settings.most_steps) = (1, 1, 1);
        });
        let mut lanes = Lanes::new(&DEVICE.gpu, settings, size).unwrap();
        let slot = lanes.open(&rows).unwrap();
        lanes.add(slot, 0, &[[root.free(&rows, 0), root.columns, 0, 0]]);
        let mut in_hand = InHand::default();
        let (counts, wall, cpu) = (Counts::default(), Duration::ZERO, Duration::ZERO);
        in_hand.units.insert(0, OpenUnit { parts: 1, counts, wall, cpu });
        let part = OpenPart { unit: 0, weight: 1, sent: 1, whole: false, sums: PartSums::default() };
        in_hand.parts.insert(slot, part);
        while lanes.sums(slot).placements != 1 {
            let took = lanes.slice().unwrap();
            assert!(in_hand.collect(&mut lanes, took), "{:?}", lanes.sums(slot));
        }
        let took = lanes.slice().unwrap();
        assert!(!in_hand.collect(&mut lanes, took), "nothing is left to be done");
    }
}
