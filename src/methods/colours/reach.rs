//! Records the largest sizes that a count reaches, for sizes bounded by one of this method's limits
//! or by a type. Only tests record them.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

/// A recorded size, or an event whose occurrences are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Column sets of a quarter.
    ColumnSets,
    /// Columns in a quarter.
    Columns,
    /// Bytes in a placement's lines.
    LineBytes,
    /// Placements in a list.
    Placements,
    /// Placements with one key.
    PlacementsOfKey,
    /// Ranges of the light colour's keys.
    LightRanges,
    /// Ranges of the heavy colour's keys.
    HeavyRanges,
    /// Sets of odd rows in a piece.
    RowSets,
    /// Sets of odd rows counted together.
    RowSetsTogether,
    /// Chunks of the sets of odd rows.
    RowSetChunks,
    /// Table entries for all row sets counted together.
    TableEntries,
    /// Passes in which a 16-bit entry overflowed while hits were counted.
    CountOverflows,
    /// Passes in which a 16-bit entry overflowed only when it was weighted.
    WeightOverflows,
    /// Placements left by a filter.
    FilteredPlacements,
    /// Queens in the searched quarter.
    SearchedQueens,
    /// Placements in a list searched with masks.
    MaskedPlacements,
    /// Rows filled by a search with masks.
    MaskedRows,
    /// Hits that a search with masks finds for one searched placement.
    MaskedHits,
    /// Free squares in a tail.
    TailSquares,
    /// How often the row sets of a tail were halved.
    HalvedTails,
    /// Placements in the list of a tail.
    TailPlacements,
    /// Hits passed to a sink at once.
    Hits,
    /// Bits in the sum of a row set's table entries.
    SumBits,
    /// Pieces in a unit.
    Pieces,
    /// The index of the first set of odd rows in a unit.
    FirstRowSet,
}

const SIZES: usize = Size::FirstRowSet as usize + 1;

thread_local! {
    static LARGEST: [Cell<u64>; SIZES] = const { [const { Cell::new(0) }; SIZES] };
    /// The sizes that the count has yet to reach. The count is stopped when none is left.
    static GOALS: RefCell<Vec<(Size, u64)>> = const { RefCell::new(Vec::new()) };
    static STOP: AtomicBool = const { AtomicBool::new(false) };
}

/// Records that the count on this thread has reached a size.
pub fn record(size: Size, value: impl TryInto<u64>) {
    let value = value.try_into().unwrap_or(u64::MAX);
    LARGEST.with(|largest| {
        let largest = &largest[size as usize];
        if value > largest.get() {
            largest.set(value);
            reached(size, value);
        }
    });
}

/// Records another occurrence of an event.
pub fn add(size: Size) {
    let times = LARGEST.with(|largest| largest[size as usize].get()) + 1;
    record(size, times);
}

/// Removes the goals that `value` reaches, and stops the count when no goal is left.
fn reached(size: Size, value: u64) {
    GOALS.with_borrow_mut(|goals| {
        let before = goals.len();
        goals.retain(|&(goal, min)| goal != size || value < min);
        if goals.is_empty() && before > 0 {
            STOP.with(|stop| stop.store(true, Ordering::Relaxed));
        }
    });
}

/// Runs `count` until it has reached all `goals`. Returns the goals that it did not reach.
pub fn missed<T>(goals: Vec<(Size, u64)>, count: impl FnOnce(&AtomicBool) -> T) -> Vec<(Size, u64)> {
    LARGEST.with(|largest| largest.iter().for_each(|size| size.set(0)));
    GOALS.set(goals);
    STOP.with(|stop| {
        stop.store(false, Ordering::Relaxed);
        count(stop);
    });
    GOALS.take()
}

/// Returns the largest size recorded since the last call to [`missed`].
pub fn largest(size: Size) -> u64 {
    LARGEST.with(|largest| largest[size as usize].get())
}

pub const ALL: [Size; SIZES] = [
    Size::ColumnSets,
    Size::Columns,
    Size::LineBytes,
    Size::Placements,
    Size::PlacementsOfKey,
    Size::LightRanges,
    Size::HeavyRanges,
    Size::RowSets,
    Size::RowSetsTogether,
    Size::RowSetChunks,
    Size::TableEntries,
    Size::CountOverflows,
    Size::WeightOverflows,
    Size::FilteredPlacements,
    Size::SearchedQueens,
    Size::MaskedPlacements,
    Size::MaskedRows,
    Size::MaskedHits,
    Size::TailSquares,
    Size::HalvedTails,
    Size::TailPlacements,
    Size::Hits,
    Size::SumBits,
    Size::Pieces,
    Size::FirstRowSet,
];
