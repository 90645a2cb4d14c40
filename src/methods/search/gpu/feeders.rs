//! Threads of the host that place the first queens of units while the device counts below others.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Scope;
use std::time::Duration;
use std::{mem, thread};

use crossbeam_channel::{self as channel, Receiver, Sender};

use super::lanes::Words;
use crate::methods::MethodError;
use crate::methods::counter::Counts;
use crate::methods::kernel::Kernel;
use crate::methods::search::kernels::scalar;
use crate::methods::search::remaining::{Placement, RemainingRows, extend};
use crate::methods::search::units::{PrefixPart, SearchUnits};
use crate::os::thread_time;

/// Messages that may wait for the device. Beyond that the threads wait: a unit of a large board has more
/// placements than fit into memory.
pub const MESSAGES: usize = 4096;

/// A message of a thread. Those about a unit, and about a part, come in their order.
pub struct Message {
    /// The number of the thread.
    pub feeder: usize,
    /// The CPU time that it took.
    pub cpu: Duration,
    pub payload: Payload,
}

pub enum Payload {
    /// A unit begins, with so many parts. The host has counted the rest.
    Unit { unit: u64, parts: usize, counted: Counts },
    /// A part of the unit begins; its placements fill `row` next.
    Part { unit: u64, weight: u8, rows: Box<RemainingRows>, row: usize },
    /// Placements of the part, and whether they are its last.
    Placements { words: Vec<Words>, is_last: bool },
}

/// The threads, as the thread that drives the device sees them.
pub struct Feeders {
    units: Sender<u64>,
    messages: Receiver<Message>,
    /// Units that were given and have not begun.
    given: usize,
}

/// The units, and the way the threads cut them.
#[derive(Clone, Copy)]
pub struct Cut<'a> {
    pub units: &'a SearchUnits,
    /// Rows that are left to the device.
    pub rows_left: usize,
    /// Placements of a message.
    pub chunk: usize,
}

impl Feeders {
    /// Starts `threads` threads, unless the system refuses. They end when this is dropped.
    pub fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        cut: Cut<'scope>,
        threads: usize,
        panicked: &'scope AtomicBool,
    ) -> Result<Self, MethodError> {
        let (units, taken) = channel::unbounded::<u64>();
        let (sender, messages) = channel::bounded(MESSAGES);
        for number in 0..threads {
            let feeder = Feeder { cut, number, messages: sender.clone(), cpu: Duration::ZERO };
            let taken = taken.clone();
            let work = move || {
                let _guard = TellPanic(panicked);
                feeder.run(&taken);
            };
            thread::Builder::new()
                .name(format!("queens-feeder-{number}"))
                .spawn_scoped(scope, work)
                .map_err(|cause| MethodError::Start { kernel: Kernel::Gpu, reason: cause.to_string() })?;
        }
        Ok(Self { units, messages, given: 0 })
    }

    /// Gives them units, until `ahead` have not begun. Returns whether there are no more.
    pub fn give(&mut self, ahead: usize, next: &mut dyn Iterator<Item = u64>) -> bool {
        while self.given < ahead {
            let Some(unit) = next.next() else { return true };
            // If all threads have panicked, nobody needs the unit.
            let _ = self.units.send(unit);
            self.given += 1;
        }
        false
    }

    /// Returns whether some of the given units have not begun.
    pub fn have_units(&self) -> bool {
        self.given > 0
    }

    /// The next message, if one comes within `wait`.
    pub fn next(&mut self, wait: Duration) -> Option<Message> {
        let message = self.messages.recv_timeout(wait).ok()?;
        self.given -= usize::from(matches!(message.payload, Payload::Unit { .. }));
        Some(message)
    }
}

/// Says that a thread panicked: whoever waits for its messages would wait for ever.
struct TellPanic<'a>(&'a AtomicBool);

impl Drop for TellPanic<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

struct Feeder<'a> {
    cut: Cut<'a>,
    number: usize,
    messages: Sender<Message>,
    /// The CPU time of this thread that messages have told.
    cpu: Duration,
}

impl Feeder<'_> {
    /// Cuts units until no more come, or the receiver of the messages is gone.
    fn run(mut self, units: &Receiver<u64>) {
        let _ = units.iter().try_for_each(|unit| self.cut(unit));
    }

    /// Sends a message; breaks if the receiver is gone.
    fn send(&mut self, payload: Payload) -> ControlFlow<()> {
        let before = mem::replace(&mut self.cpu, thread_time());
        let cpu = self.cpu.saturating_sub(before);
        match self.messages.send(Message { feeder: self.number, cpu, payload }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Sends a unit. Parts with fewer than three rows left, as on small boards or at a great depth, are
    /// counted here.
    fn cut(&mut self, unit: u64) -> ControlFlow<()> {
        let Cut { units, rows_left, .. } = self.cut;
        let mut counted = Counts::default();
        let mut parts = units.parts(unit);
        parts.retain(|part| {
            let fits = first_row(&part.rows, part.row, rows_left).is_some();
            if !fits {
                counted += scalar::count(part.batch()).times(part.weight);
            }
            fits
        });
        self.send(Payload::Unit { unit, parts: parts.len(), counted })?;
        for part in parts {
            let row = first_row(&part.rows, part.row, rows_left).unwrap_or(part.row);
            let PrefixPart { weight, ref rows, .. } = part;
            self.send(Payload::Part { unit, weight, rows: Box::new(rows.clone()), row })?;
            self.send_placements(&part, row)?;
        }
        ControlFlow::Continue(())
    }

    /// Sends the placements that fill the rows of a part up to `end`, a chunk at a time: a unit of a large
    /// board has more of them than fit into memory.
    fn send_placements(&mut self, part: &PrefixPart, end: usize) -> ControlFlow<()> {
        let mut words = Vec::new();
        for &placement in &part.placements {
            extend(&part.rows, part.row, end, placement, &mut |placement| {
                let free = placement.free(&part.rows, end);
                if free != 0 {
                    let Placement { columns, antidiagonals, diagonals } = placement;
                    words.push([free, columns, antidiagonals, diagonals]);
                }
                if words.len() < self.cut.chunk {
                    return ControlFlow::Continue(());
                }
                self.send(Payload::Placements { words: mem::take(&mut words), is_last: false })
            })?;
        }
        self.send(Payload::Placements { words, is_last: true })
    }
}

/// The row at which the device takes over a part that fills `row` next. `None` when fewer than
/// three rows are left, the fewest that it fills.
pub fn first_row(rows: &RemainingRows, row: usize, rows_left: usize) -> Option<usize> {
    let first = row.max(rows.len.saturating_sub(rows_left));
    (first + 3 <= rows.len).then_some(first)
}
