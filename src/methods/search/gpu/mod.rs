//! The search on a GPU through Vulkan or Metal, with the units and counts of the CPU's kernels.
//!
//! # Idea
//!
//! Threads of the host place queens until 13 to 16 rows are left ([`feeders`]), which is a negligible
//! part of the work. The device searches below: one placement a *lane*, an invocation with a
//! stack of its own, in the state of [`super::remaining`] (`search.wgsl`).
//!
//! A lane lives as long as the host sends *slices* ([`lanes`]). In a slice it does a fixed number
//! of steps, one queen each, and then saves its stack. A lane whose placement is finished takes the
//! next one from a ring. This keeps every slice shorter than the time after which drivers reset a
//! device (0.5 to 10 s), lets a stop take effect at once, keeps all lanes busy however much the
//! placements differ, and stays below the loop limit of software devices.
//!
//! ```text
//! slice:  load the stack
//!         up to K times:
//!           no square to try:  take the next stack entry, or else the next placement of the ring
//!           put a queen on a square to try; remember the others if there are any
//!           look at the next two rows; when only these are left, count the ways to fill them
//!         if the ring has too little: put the lowest stack entry into it
//!         save the rest of the stack
//! ```
//!
//! A stack entry is a placement: squares to try in a row, below queens in the rows above. So placements
//! may be few and large. At the start and at the end of a count, lanes that have one share it with those
//! that have none.
//!
//! The state is four words: untried squares, columns, antidiagonals, diagonals. Entries of the
//! stack lie by level, then lane, in the memory of the workgroup, and only rows with untried
//! squares have one. The row follows from the number of columns used. The squares that a prefix
//! leaves open are a table for each part, so that lanes of different prefixes mix. After the pop
//! there is no branch. The last two rows are filled in closed form.
//!
//! Each part has its own sums, in two words with a carry. The host reads them after each slice; a
//! part is finished when all of its placements are. `in_hand` combines parts into units.
//!
//! # Trust
//!
//! Before a device counts for the first time, its units of N = 12 are compared with the scalar kernel
//! ([`crate::methods::device_check`]). Tickets of the ring and sums start just before they wrap around, so
//! this check and every run exercise both. llvmpipe silently ends the loops of an invocation after 65,535
//! iterations: software devices get fewer steps, and every lane checks that its whole stack was
//! moved. If not, the count is void.
//!
//! # Cost
//!
//! docs/gpu.md has what was measured. For N = 21 one thread of the host once placed queens until 13 rows
//! were left, while an H100 waited for it: 18 of 29 s. Hence the threads, which work meanwhile, the
//! larger placements, and the sharing that these need.

use std::time::Duration;

use crate::device::{DeviceKind, Source};

pub mod counter;
pub mod feeders;
mod in_hand;
pub mod lanes;
#[cfg(all(test, feature = "gpu"))]
mod tests;

pub use counter::GpuCounter;

/// The most memory of the host for each device, in bytes.
pub const MEMORY: usize =
    lanes::MIRROR + feeders::MESSAGES * lanes::CHUNK as usize * size_of::<lanes::Words>();

/// The most rows that are left to a lane.
const MOST_ROWS: usize = 16;

/// Stack entries that a lane needs: a row with three rows left, its own included, has none.
const LEVELS: u32 = MOST_ROWS as u32 - 3;

/// Lanes of a workgroup.
const GROUP: u32 = 64;

/// The parameters for the lanes of a device.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Workgroups of 64 lanes.
    pub groups: u32,
    /// Steps of the first slice.
    pub first_steps: u32,
    /// The most steps of a slice.
    pub most_steps: u32,
    /// The most rows that are left to a lane, 3 to 16.
    pub most_rows: usize,
    /// Stack entries of a lane, three fewer than these rows. With fewer it counts wrongly.
    pub levels: u32,
    /// The target time of a slice: well below the time that a watchdog or a stop allows, and long
    /// compared with the time between two slices.
    pub slice: Duration,
    /// The time after which a slice counts as hanging.
    pub patience: Duration,
}

impl Settings {
    /// The settings for devices of a kind. The groups are guesses until a GPU is measured: enough
    /// lanes for its arithmetic units to have several groups each.
    pub fn of(kind: DeviceKind) -> Self {
        let (groups, most_steps) = match kind {
            // llvmpipe ends loops after 65,535 rounds.
            DeviceKind::Software => (16, 32_768),
            DeviceKind::Integrated => (256, 1 << 20),
            _ => (2048, 1 << 20),
        };
        Self {
            groups,
            first_steps: 1024,
            most_steps,
            most_rows: MOST_ROWS,
            levels: LEVELS,
            slice: Duration::from_millis(150),
            patience: Duration::from_secs(30),
        }
    }

    fn lanes(&self) -> u32 {
        self.groups * GROUP
    }

    /// The program of the lanes.
    fn source(&self) -> Source {
        let constants = vec![("GROUP", GROUP), ("LEVELS", self.levels)];
        Source { wgsl: include_str!("search.wgsl"), entry: "search", constants }
    }
}
