//! Processes one row of the batched search, in rounds that keep every lane busy.
//!
//! A placement stays in its row until each of its free squares has had a queen. A vector of
//! placements is loaded and gets one queen per lane, and the placements with squares left are
//! compressed back into their own buffer, behind the read position. No step waits for the one
//! before.

use super::lanes::Lanes;
use super::steps::Step;
use super::workspace::Buffer;

/// Vectors of placements that it takes to begin a round. With fewer, the vectors just kept would
/// have to be loaded at once.
const HUNGRY: usize = 4;

/// The reason why work at a row pauses.
pub(super) enum Pause {
    /// The next row's buffer is full.
    Full,
    /// Too few placements are waiting; none at all if the row was to be finished.
    Hungry,
}

/// Work at one row until the next one is full or too few placements are waiting.
pub(super) struct Pass<'a, L: Lanes> {
    pub lanes: L,
    pub here: &'a mut Buffer,
    pub next: &'a mut Buffer,
    /// Set when nothing more will be added to this row: then every placement in it is processed.
    pub finish: bool,
}

impl<L: Lanes> Pass<'_, L> {
    #[inline(always)]
    pub fn run<S: Step<L>>(self, step: &mut S, nodes: &mut u64) -> Pause {
        let Self { lanes, here, next, finish } = self;
        let mut queue = here.open();
        let mut children = next.open();
        let mut placed = 0;
        let pause = loop {
            while queue.waiting() >= L::COUNT && !children.is_full::<L>() {
                let words = queue.take(lanes);
                let words = step.place(lanes, lanes.all(), words, &mut children);
                queue.keep(lanes, lanes.nonzero(lanes.all(), words[0]), words);
                placed += L::COUNT;
            }
            if children.is_full::<L>() {
                break Pause::Full;
            }
            if queue.total() >= HUNGRY * L::COUNT {
                queue.next_round(lanes);
            } else if !finish {
                queue.next_round(lanes);
                break Pause::Hungry;
            } else if queue.waiting() > 0 {
                placed += queue.waiting();
                let (busy, words) = queue.take_rest(lanes);
                let words = step.place(lanes, busy, words, &mut children);
                queue.keep(lanes, lanes.nonzero(busy, words[0]), words);
            } else {
                let done = queue.total() == 0;
                queue.next_round(lanes);
                if done {
                    break Pause::Hungry;
                }
            }
        };
        *nodes += placed as u64;
        let queue = queue.ends();
        let children = children.ends();
        here.close(queue);
        next.close(children);
        pause
    }
}
