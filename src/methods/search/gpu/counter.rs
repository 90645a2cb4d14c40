//! Counts units on a device: cuts them into parts, keeps the ring full, and adds up the results.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{mem, vec};

use super::lanes::{Lanes, PartSums};
use super::stream::Stream;
use super::{MOST_ROWS, Settings};
use crate::board::BoardSize;
use crate::device::{Device, DeviceError};
use crate::methods::counter::{Claims, Counter, Finished, UnitCounts};
use crate::methods::on_device::units::UnitsInHand;
use crate::methods::search::kernels::scalar;
use crate::methods::search::remaining::{RemainingRows, count_extensions};
use crate::methods::search::units::{PrefixPart, SearchUnits};
use crate::methods::{MethodError, Units};
use crate::os::thread_time;

/// Rows that are left to the device. The host places the queens above: that is little work, and
/// each placement then keeps a lane busy for some ten thousand steps. Set by hand.
fn rows_left(size: BoardSize, settings: &Settings) -> usize {
    let rows = if size.get() <= 21 { MOST_ROWS - 1 } else { MOST_ROWS };
    rows.min(settings.most_rows)
}

/// The row at which the device takes over a part that fills `row` next. `None` when fewer than
/// three rows are left, the fewest that it fills.
fn first_row(rows: &RemainingRows, row: usize, rows_left: usize) -> Option<usize> {
    let first = row.max(rows.len.saturating_sub(rows_left));
    (first + 3 <= rows.len).then_some(first)
}

/// Counts units on a device, many at a time.
pub struct GpuCounter<'a> {
    units: &'a SearchUnits,
    lanes: Lanes,
    rows_left: usize,
    holds: u64,
}

impl<'a> GpuCounter<'a> {
    /// A counter of `units` on `device`.
    ///
    /// # Errors
    /// If the device has no room for the buffers.
    pub fn new(units: &'a SearchUnits, device: &Device) -> Result<Self, MethodError> {
        Self::with(units, device, Settings::of(device.info().kind))
    }

    /// A counter with any settings.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with(units: &'a SearchUnits, device: &Device, settings: Settings) -> Result<Self, MethodError> {
        let lanes = Lanes::new(device.gpu(), settings, units.size())?;
        let rows_left = rows_left(units.size(), &settings);
        let holds = units_at_a_time(units, rows_left, lanes.room());
        Ok(Self { units, lanes, rows_left, holds })
    }
}

/// The number of units that have `placements` placements together, judged by one unit.
fn units_at_a_time(units: &SearchUnits, rows_left: usize, placements: u32) -> u64 {
    let most = u64::from(placements);
    let mut found: u64 = 0;
    for part in units.parts(units.count() / 2) {
        let Some(end) = first_row(&part.rows, part.row, rows_left) else { continue };
        for &placement in &part.placements {
            found += count_extensions(&part.rows, part.row, end, placement, most);
            if found > most {
                return 1;
            }
        }
    }
    most.div_ceil(found.max(1)).min(units.count())
}

/// A part on the device.
struct OpenPart {
    unit: u64,
    weight: u8,
    /// Placements sent so far; wraps around.
    sent: u32,
    whole: bool,
    /// Its nodes up to the end of the last slice.
    nodes: u64,
}

/// The unit that was claimed last, on its way to the device.
struct Feed {
    unit: u64,
    /// Its parts that have no slot yet.
    parts: vec::IntoIter<PrefixPart>,
    /// The placements of the part that has one.
    stream: Option<(u32, Stream)>,
}

/// The units and parts in progress.
#[derive(Default)]
struct InHand {
    units: UnitsInHand,
    /// By slot.
    parts: HashMap<u32, OpenPart>,
    feed: Option<Feed>,
    /// Whether there are no more units to claim.
    ended: bool,
}

impl Counter for GpuCounter<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), MethodError> {
        let mut in_hand = InHand::default();
        self.lanes.clear();
        let mut cpu = thread_time();
        loop {
            self.feed(&mut in_hand, claims);
            if claims.stop().load(Ordering::Relaxed) {
                return Ok(());
            }
            if !in_hand.parts.is_empty() {
                let took = self.lanes.slice()?;
                let before = mem::replace(&mut cpu, thread_time());
                self.collect(&mut in_hand, took, cpu.saturating_sub(before))?;
            }
            in_hand.units.report(done);
            if in_hand.ended && in_hand.units.is_empty() {
                return Ok(());
            }
        }
    }

    fn holds(&self) -> u64 {
        self.holds
    }
}

impl GpuCounter<'_> {
    /// Adds placements of one unit after the other, as long as there is room.
    fn feed(&mut self, in_hand: &mut InHand, claims: &mut Claims<'_>) {
        while self.lanes.room() > 0 {
            if in_hand.feed.is_none() {
                let Some(unit) = claims.next() else {
                    in_hand.ended = true;
                    return;
                };
                in_hand.feed = Some(self.begin(unit, &mut in_hand.units));
            }
            let Some(feed) = &mut in_hand.feed else { return };
            if feed.stream.is_none() {
                let Some(part) = feed.parts.as_slice().first() else {
                    in_hand.feed = None;
                    continue;
                };
                // No slot is free: wait for a part to end.
                let Some(slot) = self.lanes.open(&part.rows) else { return };
                let Some(part) = feed.parts.next() else { return };
                let open = OpenPart { unit: feed.unit, weight: part.weight, sent: 0, whole: false, nodes: 0 };
                in_hand.parts.insert(slot, open);
                let row = first_row(&part.rows, part.row, self.rows_left).unwrap_or(part.row);
                feed.stream = Some((slot, Stream::new(part, row)));
            }
            let Some((slot, stream)) = &mut feed.stream else { return };
            let Some(open) = in_hand.parts.get_mut(slot) else { return };
            let row = stream.row();
            let room = self.lanes.room();
            let before = open.sent;
            for placement in stream.take(room as usize) {
                self.lanes.add(*slot, row, placement);
                open.sent = open.sent.wrapping_add(1);
            }
            if open.sent.wrapping_sub(before) < room {
                open.whole = true;
                feed.stream = None;
            }
        }
    }

    /// Begins a unit. Parts with fewer than three rows left, as on small boards or at a great
    /// depth, are counted here.
    fn begin(&self, unit: u64, units: &mut UnitsInHand) -> Feed {
        let mut counted = UnitCounts::default();
        let mut parts = self.units.parts(unit);
        parts.retain(|part| {
            let fits = first_row(&part.rows, part.row, self.rows_left).is_some();
            if !fits {
                let counts = scalar::count(part.batch());
                counted.solutions += u128::from(part.weight) * u128::from(counts.solutions);
                counted.nodes += counts.nodes;
            }
            fits
        });
        units.begin(unit, parts.len(), counted);
        Feed { unit, parts: parts.into_iter(), stream: None }
    }

    /// Adds the results of a slice to the units in hand, and divides its time, and the CPU time since
    /// the last one, among them by their nodes.
    ///
    /// # Errors
    /// If it did nothing: a placement was lost on its way to the device, and the wait for it would
    /// never end.
    fn collect(&mut self, in_hand: &mut InHand, took: Duration, cpu: Duration) -> Result<(), DeviceError> {
        let InHand { units, parts, .. } = in_hand;
        let lanes = &mut self.lanes;
        let before = parts.len();
        let in_slice = |sums: PartSums, part: &OpenPart| sums.nodes.saturating_sub(part.nodes);
        let all: u64 = parts.iter().map(|(&slot, part)| in_slice(lanes.sums(slot), part)).sum();
        parts.retain(|&slot, part| {
            let sums = lanes.sums(slot);
            let share = in_slice(sums, part) as f64 / all.max(1) as f64;
            part.nodes = sums.nodes;
            units.spend(part.unit, took.mul_f64(share), cpu.mul_f64(share));
            let is_done = part.whole && sums.placements == part.sent;
            if is_done {
                let solutions = u128::from(part.weight) * u128::from(sums.solutions);
                units.end_piece(part.unit, UnitCounts { solutions, nodes: sums.nodes });
                lanes.close(slot);
            }
            !is_done
        });
        if all == 0 && parts.len() == before { Err(lanes.stalled()) } else { Ok(()) }
    }
}
