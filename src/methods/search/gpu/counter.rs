//! Counts units on a device: keeps the ring full with what the host's threads send, and adds up the
//! results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{mem, thread};

use super::Settings;
use super::feeders::{Cut, Feeders, Message, Payload, first_row};
use super::in_hand::{InHand, OpenPart, OpenUnit};
use super::lanes::{Lanes, PartSums};
use crate::device::Device;
use crate::methods::counter::{Claims, Counter, Finished};
use crate::methods::search::remaining::count_extensions;
use crate::methods::search::units::SearchUnits;
use crate::methods::{MethodError, Units};
use crate::os::thread_time;

/// The longest wait for a placement before the stop flag is checked again.
const WAIT: Duration = Duration::from_millis(50);

/// Rows that are left to the device where more would leave it too few placements.
const FEWEST_ROWS: usize = 13;

/// Placements of a count for every lane: with fewer, too many units would be in hand at a time. Set by
/// hand.
const PER_LANE: u64 = 8;

/// Units by which the number of placements is judged.
const JUDGED: u64 = 16;

/// Rows that are left to the device: the more, the less the host does. A row more leaves about a tenth
/// of the placements.
fn rows_left(units: &SearchUnits, settings: &Settings) -> usize {
    let enough = PER_LANE * u64::from(settings.lanes());
    let rows = (FEWEST_ROWS + 1..=settings.most_rows).rev();
    let leaves_enough = |&rows: &usize| {
        let judged = JUDGED.min(units.count());
        placements(units, rows, (enough * judged).div_ceil(units.count())) * units.count() / judged >= enough
    };
    rows.into_iter().find(leaves_enough).unwrap_or(FEWEST_ROWS).min(settings.most_rows)
}

/// The number of placements of [`JUDGED`] units, spread over all of them; about `most` if it is more.
fn placements(units: &SearchUnits, rows_left: usize, most: u64) -> u64 {
    let judged = JUDGED.min(units.count());
    let mut found = 0;
    for unit in (0..judged).map(|k| (2 * k + 1) * units.count() / (2 * judged)) {
        for part in units.parts(unit) {
            let Some(end) = first_row(&part.rows, part.row, rows_left) else { continue };
            for &placement in &part.placements {
                found += count_extensions(&part.rows, part.row, end, placement, most);
                if found >= most {
                    return found;
                }
            }
        }
    }
    found
}

/// Counts units on a device, many at a time.
pub struct GpuCounter<'a> {
    units: &'a SearchUnits,
    lanes: Lanes,
    rows_left: usize,
    /// About the placements of a unit.
    each: u64,
    holds: u64,
    /// Threads of the host that place the first queens.
    threads: usize,
}

impl<'a> GpuCounter<'a> {
    /// A counter of `units` on `device`, for which so many threads of the host work.
    ///
    /// # Errors
    /// If the device has no room for the buffers.
    pub fn new(
        units: &'a SearchUnits,
        device: &Device,
        threads: usize,
        settings: Settings,
    ) -> Result<Self, MethodError> {
        let lanes = Lanes::new(&device.gpu, settings, units.size)?;
        let rows_left = rows_left(units, &settings);
        // One on each lane, some in the ring, and those that the threads prepare meanwhile.
        let in_hand = u64::from(settings.lanes()) * 3 / 2;
        let judged = JUDGED.min(units.count());
        let each = (placements(units, rows_left, in_hand * judged) / judged).max(1);
        let holds = (in_hand.div_ceil(each) + threads as u64).min(units.count());
        Ok(Self { units, lanes, rows_left, each, holds, threads })
    }
}

impl Counter for GpuCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        let panicked = AtomicBool::new(false);
        self.lanes.clear();
        let cut = Cut { units: self.units, rows_left: self.rows_left, chunk: self.lanes.chunk() };
        thread::scope(|scope| {
            let feeders = Feeders::start(scope, cut, self.threads, &panicked)?;
            self.drive(feeders, claims, done, &panicked)
        })
    }

    fn holds(&self) -> u64 {
        self.holds
    }
}

impl GpuCounter<'_> {
    /// Counts what the threads send, until all is counted, a stop is asked for, or a thread panics.
    fn drive(
        &mut self,
        mut feeders: Feeders,
        claims: &mut Claims<'_>,
        done: &mut dyn FnMut(Finished),
        panicked: &AtomicBool,
    ) -> Result<(), MethodError> {
        let mut in_hand = InHand::default();
        let mut cpu = thread_time();
        loop {
            self.feed(&mut in_hand, &mut feeders, claims);
            if claims.stop().load(Ordering::Relaxed) || panicked.load(Ordering::Relaxed) {
                return Ok(());
            }
            let is_busy =
                in_hand.parts.iter().any(|(&slot, part)| self.lanes.sums(slot).placements != part.sent);
            let took = if is_busy { self.lanes.slice()? } else { Duration::ZERO };
            let before = mem::replace(&mut cpu, thread_time());
            in_hand.cpu += cpu.saturating_sub(before);
            let worked = in_hand.collect(&mut self.lanes, took);
            if is_busy && !worked {
                return Err(self.lanes.stalled().into());
            }
            in_hand.report(done);
            if in_hand.ended && !feeders.have_units() && in_hand.units.is_empty() {
                return Ok(());
            }
            if !is_busy && in_hand.waiting.is_none() {
                in_hand.waiting = feeders.next(WAIT);
            }
        }
    }

    /// Takes what the threads have sent, as long as there is room.
    fn feed(&mut self, in_hand: &mut InHand, feeders: &mut Feeders, claims: &mut Claims<'_>) {
        loop {
            if !in_hand.ended {
                // Enough for the next slice, so that they are ready when this one ends.
                let ahead = u64::from(self.lanes.wanted()) / self.each;
                in_hand.ended = feeders.give(ahead as usize + self.threads, claims);
            }
            if self.lanes.room() == 0 {
                return;
            }
            let Some(message) = in_hand.waiting.take().or_else(|| feeders.next(Duration::ZERO)) else {
                return;
            };
            let Message { feeder, cpu, payload } = message;
            match payload {
                Payload::Unit { unit, parts, counted: counts } => {
                    let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
                    in_hand.units.insert(unit, OpenUnit { parts, counts, wall, cpu });
                }
                Payload::Part { unit, weight, rows, row } => {
                    let Some(slot) = self.lanes.open(&rows) else {
                        // No slot is free: wait for a part to end.
                        let payload = Payload::Part { unit, weight, rows, row };
                        in_hand.waiting = Some(Message { feeder, cpu, payload });
                        return;
                    };
                    let part = OpenPart { unit, weight, sent: 0, whole: false, sums: PartSums::default() };
                    in_hand.parts.insert(slot, part);
                    in_hand.sending.insert(feeder, (slot, row));
                }
                Payload::Placements { words, is_last } => {
                    let Some(&(slot, row)) = in_hand.sending.get(&feeder) else { return };
                    let Some(part) = in_hand.parts.get_mut(&slot) else { return };
                    self.lanes.add(slot, row, &words);
                    part.sent = part.sent.wrapping_add(words.len() as u32);
                    part.whole = is_last;
                }
            }
            in_hand.cpu += cpu;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::device::DeviceKind;
    use crate::methods::search::Prefixes;

    #[test]
    fn host_places_a_tenth_from_21_on() {
        let units = |n: usize| {
            let size = BoardSize::new(n).unwrap();
            SearchUnits::new(size, Prefixes::Cross, Prefixes::Cross.standard_depth(size)).unwrap()
        };
        let [gpu, software] = [DeviceKind::Discrete, DeviceKind::Software].map(Settings::of);
        for (n, rows) in [(12, 13), (18, 13), (20, 13), (21, 16), (22, 16)] {
            assert_eq!(rows_left(&units(n), &gpu), rows, "N = {n}");
        }
        for settings in [gpu, software] {
            let units = units(21);
            let [before, now] =
                [13, rows_left(&units, &settings)].map(|rows| placements(&units, rows, u64::MAX));
            assert!(now > 0 && 10 * now < before, "{now} placements instead of {before}");
        }
        assert_eq!(rows_left(&units(21), &Settings { most_rows: 9, ..gpu }), 9);
    }
}
