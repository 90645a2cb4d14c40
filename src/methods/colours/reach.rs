//! Records the largest sizes that a count reaches, where this method's limits or a type bound them. Only
//! tests record them.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

/// A size that a count reaches, or a case that occurs in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Column sets of a quarter.
    ColumnSets,
    /// Columns of a quarter.
    Columns,
    /// Bytes of a placement's lines.
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
    /// Entries of the tables that are counted together.
    TableEntries,
    /// Counts in which a narrow entry overflowed.
    CountOverflows,
    /// Counts in which only a weighted entry overflowed.
    WeightOverflows,
    /// Placements left by a filter.
    FilteredPlacements,
    /// Queens of the searched quarter.
    SearchedQueens,
    /// Placements of a list searched by masks.
    MaskedPlacements,
    /// Rows filled by masks.
    MaskedRows,
    /// Hits found by masks for one searched placement.
    MaskedHits,
    /// Free squares of a tail.
    TailSquares,
    /// Tails whose row sets were halved.
    HalvedTails,
    /// Placements in the list of a tail.
    TailPlacements,
    /// Hits that a sink receives at a time.
    Hits,
    /// Bits of the sum of a row set's entries.
    SumBits,
    /// Pieces of a unit.
    Pieces,
    /// The index of a unit's first set of odd rows.
    FirstRowSet,
}

const SIZES: usize = Size::FirstRowSet as usize + 1;

thread_local! {
    static LARGEST: [Cell<u64>; SIZES] = const { [const { Cell::new(0) }; SIZES] };
    /// Sizes that a count has yet to reach. Once none is left, it is stopped.
    static GOALS: RefCell<Vec<(Size, u64)>> = const { RefCell::new(Vec::new()) };
    static STOP: AtomicBool = const { AtomicBool::new(false) };
}

/// Records a size reached by this thread's count.
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

/// Records that a case occurred once more.
pub fn add(size: Size) {
    let times = LARGEST.with(|largest| largest[size as usize].get()) + 1;
    record(size, times);
}

/// Removes the goals that `value` reaches. Stops the count once none is left.
fn reached(size: Size, value: u64) {
    GOALS.with_borrow_mut(|goals| {
        let before = goals.len();
        goals.retain(|&(goal, min)| goal != size || value < min);
        if goals.is_empty() && before > 0 {
            STOP.with(|stop| stop.store(true, Ordering::Relaxed));
        }
    });
}

/// Runs `count` until it has reached all `goals`, and returns the goals that it did not reach.
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

/// All sizes.
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
