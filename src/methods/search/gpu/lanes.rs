//! The lanes of a device, which count in slices; their state stays in the device's buffers.
//!
//! The host adds parts (a slot each) and placements (in a ring), lets the lanes do some steps, and
//! reads the sums of every slot. Between two slices nothing runs on the device.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Settings;
use super::stream::Words;
use crate::board::BoardSize;
use crate::device::{Bindings, Buffer, DeviceError, Gpu};
use crate::methods::search::remaining::RemainingRows;

/// Parts that the device holds at a time; the first slot stays empty. Enough for small parts to
/// keep all lanes busy. Set by hand.
const SLOTS: usize = 4096;

/// Rows of a slot's table.
const ROWS: usize = BoardSize::MAX;

/// Placements of the ring for every lane. Set by hand.
const RING_PER_LANE: u32 = 8;

/// The ticket that a ring begins with, just before tickets wrap around: so every run takes them
/// across.
const FIRST_TICKET: u32 = u32::MAX - 99;

/// The sums that a slot begins with: the first solution and the first node wrap the low word, so
/// that every run depends on the carry.
const FIRST_SUM: u32 = u32::MAX;

/// The fewest steps of a slice.
const LEAST_STEPS: u32 = 64;

/// The results of a part since its slot was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartSums {
    /// Solutions below its placements.
    pub solutions: u64,
    /// Queens placed for them.
    pub nodes: u64,
    /// Placements that are finished; wraps around.
    pub placements: u32,
}

/// The device's buffers, in the order of their bindings.
struct Buffers {
    control: Buffer,
    rows: Buffer,
    placements: Buffer,
    owners: Buffer,
    slots: Buffer,
    saved: Buffer,
    /// The buffer read back from the device: control and slots.
    back: Buffer,
}

/// All lanes of a device, with the parts in them.
pub struct Lanes {
    gpu: Arc<Gpu>,
    settings: Settings,
    buffers: Buffers,
    bindings: Bindings,
    all_columns: u32,
    /// Placements of the ring, a power of two.
    ring: u32,
    /// Tickets: of the next placement that a lane takes, and of the next that is added.
    head: u32,
    end: u32,
    /// Placements that the lanes took in the last slice.
    taken: u32,
    /// Placements with their owners that are not on the device yet.
    added: Vec<(Words, [u32; 2])>,
    /// The contents of the buffers `rows` and `slots`.
    rows: Vec<Words>,
    rows_changed: bool,
    slots: Vec<[u32; 5]>,
    free: Vec<u32>,
    steps: u32,
}

impl Lanes {
    /// The lanes of `gpu`, for a board of this size.
    ///
    /// # Errors
    /// If the device has no room for their buffers.
    pub fn new(gpu: &Arc<Gpu>, settings: Settings, size: BoardSize) -> Result<Self, DeviceError> {
        let lanes = settings.lanes();
        let ring = (lanes * RING_PER_LANE).next_power_of_two();
        let control_bytes = size_of::<[u32; 6]>() as u64;
        let slots_bytes = size_of::<[[u32; 5]; SLOTS]>() as u64;
        let words = size_of::<Words>() as u64;
        let buffers = Buffers {
            control: gpu.storage(control_bytes),
            rows: gpu.storage((SLOTS * ROWS) as u64 * words),
            placements: gpu.storage(u64::from(ring) * words),
            owners: gpu.storage(u64::from(ring) * 8),
            slots: gpu.storage(slots_bytes),
            saved: gpu.storage(u64::from(lanes * (2 + settings.levels)) * words),
            back: gpu.readable(control_bytes + slots_bytes),
        };
        let Buffers { control, rows, placements, owners, slots, saved, .. } = &buffers;
        let program = gpu.program(&settings.source());
        let bindings = gpu.bind(&program, &[control, rows, placements, owners, slots, saved]);
        gpu.check()?;
        let mut lanes = Self {
            gpu: Arc::clone(gpu),
            settings,
            bindings,
            buffers,
            all_columns: size.row_mask(),
            ring,
            head: FIRST_TICKET,
            end: FIRST_TICKET,
            taken: 0,
            added: Vec::new(),
            rows: vec![Words::default(); SLOTS * ROWS],
            rows_changed: false,
            slots: vec![[0; 5]; SLOTS],
            free: Vec::new(),
            steps: settings.first_steps,
        };
        lanes.clear();
        Ok(lanes)
    }

    /// Forgets all parts, so that the lanes are as new.
    pub fn clear(&mut self) {
        (self.head, self.end) = (FIRST_TICKET, FIRST_TICKET);
        self.added.clear();
        self.free = (1..SLOTS as u32).rev().collect();
        self.gpu.clear(&self.buffers.saved);
    }

    /// Opens a slot for a part whose prefix leaves `rows`. `None` if no slot is free.
    pub fn open(&mut self, rows: &RemainingRows) -> Option<u32> {
        let slot = self.free.pop()?;
        for k in 0..rows.len {
            let left = (rows.len - k) as u32;
            self.rows[slot as usize * ROWS + k] =
                [rows.open[k + 1], rows.open[k + 2], rows.step[k], rows.step[k + 1] | left << 8];
        }
        self.rows_changed = true;
        self.slots[slot as usize] = [FIRST_SUM, 0, FIRST_SUM, 0, 0];
        Some(slot)
    }

    /// Adds a placement that fills remaining row `row` next, where three rows or more are left and
    /// a square is free. There must be [`Lanes::room`] for it.
    pub fn add(&mut self, slot: u32, row: usize, placement: Words) {
        debug_assert!(placement[0] != 0 && self.room() > 0);
        let [_, columns, ..] = placement;
        let base = slot * ROWS as u32 + row as u32 - columns.count_ones();
        self.added.push((placement, [base, slot]));
        self.end = self.end.wrapping_add(1);
    }

    /// The number of placements that may be added before the next slice. The ring holds twice as
    /// many as the lanes took in the last slice, and at least two per lane.
    pub fn room(&self) -> u32 {
        let wanted = self.taken.max(self.settings.lanes()).saturating_mul(2).min(self.ring);
        wanted.saturating_sub(self.waiting())
    }

    /// Placements that wait for a lane.
    fn waiting(&self) -> u32 {
        self.end.wrapping_sub(self.head)
    }

    /// The results of the part in `slot` up to the end of the last slice.
    pub fn sums(&self, slot: u32) -> PartSums {
        let [solutions, solutions_high, nodes, nodes_high, placements] = self.slots[slot as usize];
        let sum = |low, high| (u64::from(high) << 32 | u64::from(low)).wrapping_sub(FIRST_SUM.into());
        PartSums { solutions: sum(solutions, solutions_high), nodes: sum(nodes, nodes_high), placements }
    }

    /// Frees the slot of a part whose placements are all finished.
    pub fn close(&mut self, slot: u32) {
        self.free.push(slot);
    }

    /// Lets every lane do some steps, and returns the time that they took. After an error the
    /// results on the device are void.
    ///
    /// # Errors
    /// If the device is lost or does not answer, or if it did not run to the end.
    pub fn slice(&mut self) -> Result<Duration, DeviceError> {
        let began = Instant::now();
        self.write();
        let Buffers { control, slots, back, .. } = &self.buffers;
        let Settings { groups, patience, .. } = self.settings;
        let words = self.gpu.run(&self.bindings, groups, &[control, slots], back, patience)?;
        let (control, slots) = words.split_at(6);
        let &[head, .., faults] = control else { unreachable!("control has six words") };
        if faults != 0 {
            let what = format!("cut {faults} of its lanes short, so their counts are invalid");
            return Err(self.gpu.failed(what));
        }
        // Lanes that found the ring empty took tickets as well.
        self.taken = head.wrapping_sub(self.head).min(self.waiting());
        self.head = self.head.wrapping_add(self.taken);
        self.slots.as_flattened_mut().copy_from_slice(slots);
        let took = began.elapsed();
        self.steps = self.next_steps(took);
        Ok(took)
    }

    /// The error of lanes that hold parts and do nothing.
    pub(super) fn stalled(&self) -> DeviceError {
        self.gpu.failed("did not count the placements that were sent to it".to_owned())
    }

    /// Sends the added parts and placements to the device.
    fn write(&mut self) {
        let Buffers { control, rows, placements, owners, slots, .. } = &self.buffers;
        let gpu = &self.gpu;
        gpu.write(control, 0, &[self.head, self.end, self.ring - 1, self.steps, self.all_columns, 0]);
        gpu.write(slots, 0, self.slots.as_flattened());
        if std::mem::take(&mut self.rows_changed) {
            gpu.write(rows, 0, self.rows.as_flattened());
        }
        let (words, owned): (Vec<Words>, Vec<[u32; 2]>) = self.added.drain(..).unzip();
        let at = self.end.wrapping_sub(words.len() as u32) & (self.ring - 1);
        // Up to the end of the ring, and from its start.
        let cut = words.len().min((self.ring - at) as usize);
        for (at, range) in [(u64::from(at), 0..cut), (0, cut..words.len())] {
            gpu.write(placements, at * size_of::<Words>() as u64, words[range.clone()].as_flattened());
            gpu.write(owners, at * size_of::<[u32; 2]>() as u64, owned[range].as_flattened());
        }
    }

    /// The steps of the next slice, adjusted by a factor of at most four towards the time that a
    /// slice should take. If the ring ran empty, idle lanes made the slice short, and it is
    /// ignored.
    fn next_steps(&self, took: Duration) -> u32 {
        let settings = &self.settings;
        let most = if self.waiting() == 0 { 1.0 } else { 4.0 };
        let factor = (settings.slice.as_secs_f64() / took.as_secs_f64()).clamp(0.25, most);
        let steps = (f64::from(self.steps) * factor) as u32;
        steps.clamp(LEAST_STEPS.min(settings.most_steps), settings.most_steps)
    }
}
