//! The lanes of a device, which count in slices; their state stays in the device's buffers.
//!
//! The host adds parts (a slot each) and placements (in a ring), lets the lanes do some steps, and
//! reads the sums of every slot. Between two slices nothing runs on the device. When the ring has less
//! than lanes will ask for, the lanes put some of their own work into it at the end of the slice.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Settings;
use crate::board::BoardSize;
use crate::device::{Bindings, Buffer, DeviceError, Gpu};
use crate::methods::search::remaining::RemainingRows;

/// A placement as the device reads it: untried squares, columns, antidiagonals, diagonals.
pub type Words = [u32; 4];

/// Parts that the device holds at a time, and an empty slot. Enough for small parts to keep all lanes
/// busy. Set by hand.
const SLOTS: usize = 16_384;

/// Rows of a slot's table.
const ROWS: usize = BoardSize::MAX;

/// The most placements that are added at a time.
pub const CHUNK: u32 = 1024;

/// Bytes of the host that mirror the device's buffers.
pub const MIRROR: usize = SLOTS * (ROWS * size_of::<Words>() + size_of::<[u32; 5]>());

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

/// The fewest steps to which slices are cut because lanes found nothing in the ring.
const STARVED_STEPS: u32 = 1024;

/// Words of `Control` in the program.
const CONTROL: usize = 8;

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
    /// Placements that lanes asked for in the last slice, whether or not there were as many.
    asked: u32,
    /// Placements with their owners that are not on the device yet.
    added: (Vec<Words>, Vec<[u32; 2]>),
    /// The contents of the buffers `rows` and `slots`.
    rows: Vec<Words>,
    slots: Vec<[u32; 5]>,
    in_use: Vec<bool>,
    /// Slots are opened in turn, so that those opened since the last slice lie side by side: how many
    /// the turn has passed by since then, and where it is.
    passed: usize,
    turn: usize,
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
        let words = size_of::<Words>() as u64;
        let buffers = Buffers {
            control: gpu.storage(size_of::<[u32; CONTROL]>() as u64),
            rows: gpu.storage((SLOTS * ROWS) as u64 * words),
            placements: gpu.storage(u64::from(ring) * words),
            owners: gpu.storage(u64::from(ring) * 8),
            slots: gpu.storage(size_of::<[[u32; 5]; SLOTS]>() as u64),
            saved: gpu.storage(u64::from(lanes * (2 + settings.levels)) * words),
        };
        let Buffers { control, rows, placements, owners, slots, saved } = &buffers;
        let all = [control, rows, placements, owners, slots, saved];
        let bindings = gpu.bind(&settings.source(), &all, &[control, slots]);
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
            asked: 0,
            added: (Vec::new(), Vec::new()),
            rows: vec![Words::default(); SLOTS * ROWS],
            slots: vec![[0; 5]; SLOTS],
            in_use: Vec::new(),
            passed: 0,
            turn: 1,
            steps: settings.first_steps,
        };
        lanes.clear();
        Ok(lanes)
    }

    /// Forgets all parts, so that the lanes are as new.
    pub fn clear(&mut self) {
        (self.head, self.end) = (FIRST_TICKET, FIRST_TICKET);
        self.asked = self.settings.lanes();
        self.added.0.clear();
        self.added.1.clear();
        self.in_use = vec![false; SLOTS];
        self.gpu.clear(&self.buffers.saved);
    }

    /// Opens a slot for a part whose prefix leaves `rows`. `None` if no slot is free.
    pub fn open(&mut self, rows: &RemainingRows) -> Option<u32> {
        let after = |slot: usize| if slot + 1 == SLOTS { 1 } else { slot + 1 };
        let mut slot = self.turn;
        let mut passed = self.passed + 1;
        while self.in_use[slot] {
            slot = after(slot);
            passed += 1;
            if slot == self.turn {
                return None;
            }
        }
        (self.turn, self.passed) = (after(slot), passed.min(SLOTS - 1));
        self.in_use[slot] = true;
        for k in 0..rows.len {
            let left = (rows.len - k) as u32;
            self.rows[slot * ROWS + k] =
                [rows.open[k + 1], rows.open[k + 2], rows.step[k], rows.step[k + 1] | left << 8];
        }
        self.slots[slot] = [FIRST_SUM, 0, FIRST_SUM, 0, 0];
        Some(slot as u32)
    }

    /// Adds placements of a part, at most [`Lanes::chunk`], that fill remaining row `row` next, where three
    /// rows or more are left and a square is free. There must be [`Lanes::room`].
    pub fn add(&mut self, slot: u32, row: usize, placements: &[Words]) {
        debug_assert!(self.room() > 0);
        let owner = |&[free, columns, ..]: &Words| {
            debug_assert!(free != 0);
            [slot * ROWS as u32 + row as u32 - columns.count_ones(), slot]
        };
        self.added.0.extend_from_slice(placements);
        self.added.1.extend(placements.iter().map(owner));
        self.end = self.end.wrapping_add(placements.len() as u32);
    }

    /// Placements that may be added at a time.
    pub fn chunk(&self) -> usize {
        (self.ring / 4).min(CHUNK) as usize
    }

    /// The number of placements that may be added before the next slice.
    pub fn room(&self) -> u32 {
        self.wanted().saturating_sub(self.waiting())
    }

    /// The placements that should wait when a slice begins: somewhat more than lanes asked for in the
    /// last one. The more wait, the more units are in hand, and lost at a stop.
    pub fn wanted(&self) -> u32 {
        let wanted = self.asked.saturating_add(self.asked / 4).saturating_add(self.settings.lanes() / 8);
        wanted.min(self.ring - self.chunk() as u32)
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
        self.in_use[slot as usize] = false;
    }

    /// Lets every lane do some steps, and returns the time that they took. After an error the
    /// results on the device are void.
    ///
    /// # Errors
    /// If the device is lost or does not answer, or if it did not run to the end.
    pub fn slice(&mut self) -> Result<Duration, DeviceError> {
        let began = Instant::now();
        let waiting = self.waiting();
        self.write();
        let Settings { groups, patience, .. } = self.settings;
        let words = self.gpu.run(&self.bindings, groups, patience)?;
        let (control, slots) = words.split_at(CONTROL);
        let &[head, .., faults, wanted, given] = control else { unreachable!("control has eight words") };
        if faults != 0 {
            let what = format!("cut {faults} of its lanes short, so their counts are invalid");
            return Err(self.gpu.failed(what));
        }
        // Lanes that found the ring empty took tickets as well.
        self.asked = head.wrapping_sub(self.head);
        self.head = self.head.wrapping_add(self.asked.min(waiting));
        // And more lanes had something to give than were wanted.
        self.end = self.end.wrapping_add(given.min(wanted));
        self.slots.as_flattened_mut().copy_from_slice(slots);
        let took = began.elapsed();
        self.steps = self.next_steps(took, self.asked > waiting);
        Ok(took)
    }

    /// The error of lanes that hold parts and do nothing.
    pub(super) fn stalled(&self) -> DeviceError {
        self.gpu.failed("did not count the placements that were sent to it".to_owned())
    }

    /// Sends the added parts and placements to the device.
    fn write(&mut self) {
        let wanted = self.room();
        let Buffers { control, rows, placements, owners, slots, .. } = &self.buffers;
        let gpu = &self.gpu;
        let words = [self.head, self.end, self.ring - 1, self.steps, self.all_columns, 0, wanted, 0];
        gpu.write(control, 0, &words);
        // The sums of slots in between are those that the last slice left.
        let passed = mem::take(&mut self.passed);
        let before_turn = passed.min(self.turn - 1);
        for range in [self.turn - before_turn..self.turn, SLOTS - (passed - before_turn)..SLOTS] {
            let at = range.start as u64;
            gpu.write(slots, at * size_of::<[u32; 5]>() as u64, self.slots[range.clone()].as_flattened());
            let range = range.start * ROWS..range.end * ROWS;
            gpu.write(rows, at * (ROWS * size_of::<Words>()) as u64, self.rows[range].as_flattened());
        }
        let (words, owned) = &mut self.added;
        let at = self.end.wrapping_sub(words.len() as u32) & (self.ring - 1);
        // Up to the end of the ring, and from its start.
        let cut = words.len().min((self.ring - at) as usize);
        for (at, range) in [(u64::from(at), 0..cut), (0, cut..words.len())] {
            gpu.write(placements, at * size_of::<Words>() as u64, words[range.clone()].as_flattened());
            gpu.write(owners, at * size_of::<[u32; 2]>() as u64, owned[range].as_flattened());
        }
        words.clear();
        owned.clear();
    }

    /// The steps of the next slice: towards the time that a slice should take, but fewer if lanes found
    /// nothing, because between two slices they get something from the others.
    fn next_steps(&self, took: Duration, ran_dry: bool) -> u32 {
        if ran_dry {
            return (self.steps / 4).max(STARVED_STEPS).min(self.steps);
        }
        let settings = &self.settings;
        let factor = (settings.slice.as_secs_f64() / took.as_secs_f64()).clamp(0.25, 2.0);
        let steps = (f64::from(self.steps) * factor) as u32;
        steps.clamp(LEAST_STEPS.min(settings.most_steps), settings.most_steps)
    }
}
