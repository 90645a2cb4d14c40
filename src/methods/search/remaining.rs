//! A prefix, the rows that it leaves to the search, and the partial placements in them.
//!
//! Rows with a prefix queen are skipped; the remaining ones are numbered `0..len` from top to
//! bottom. A [`Placement`] is three words aligned to the *current* row. Everything that the prefix
//! forbids is one mask per row ([`RemainingRows::open`]), shared by all placements of that prefix:
//!
//! ```text
//! free(k) = open[k] & ~(columns | antidiagonals | diagonals)
//! child   = columns | q, (antidiagonals | q) << step[k], (diagonals | q) >> step[k]
//!                                                          where q = one bit of free(k)
//! ```

use std::ops::ControlFlow;

use crate::board::{BoardSize, Occupancy, bits};

/// Queens placed before the search, and the number of placements of the whole board they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// The lines these queens occupy.
    pub occupancy: Occupancy,
    /// The number of equivalent prefixes that this one represents, 1 to 8.
    pub weight: u8,
}

/// Entries of the per-row tables: 32 rows, and look-ahead past the last one.
const TABLE: usize = BoardSize::MAX + 4;

/// The rows that a prefix leaves, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingRows {
    /// Rows to fill, 0 to 32.
    pub len: usize,
    /// Per remaining row, the squares that the prefix leaves free, bit `i` = column `i`. Rows from
    /// `len` on are closed (0).
    pub open: [u32; TABLE],
    /// Per remaining row, the distance to the next remaining row: 1, or more where prefix rows lie
    /// between. 1 from the last row on.
    pub step: [u32; TABLE],
}

impl RemainingRows {
    /// The rows that `occupancy` leaves free, with the squares it leaves free in them.
    #[must_use]
    pub fn below(size: BoardSize, occupancy: &Occupancy) -> Self {
        let mut open = [0; TABLE];
        let mut step = [1; TABLE];
        let rows: Vec<usize> = bits(size.row_mask() & !occupancy.rows).collect();
        for (k, &row) in rows.iter().enumerate() {
            open[k] = occupancy.free_in_row(size, row);
            if let Some(next) = rows.get(k + 1) {
                step[k] = (next - row) as u32;
            }
        }
        Self { len: rows.len(), open, step }
    }
}

/// A partial placement below a prefix, aligned to the row it will fill next; bit `i` = column `i`.
///
/// Going down the board, antidiagonals run towards higher columns and diagonals towards lower ones:
/// passing to the next row shifts `antidiagonals` up and `diagonals` down by the distance of the
/// rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Columns used, including the prefix's.
    pub columns: u32,
    /// Squares of the current row on an antidiagonal of a queen placed below the prefix.
    pub antidiagonals: u32,
    /// Squares of the current row on a diagonal of a queen placed below the prefix.
    pub diagonals: u32,
}

impl Placement {
    /// Nothing placed yet below a prefix that uses `columns`.
    #[must_use]
    pub fn root(columns: u32) -> Self {
        Self { columns, antidiagonals: 0, diagonals: 0 }
    }

    /// The squares of remaining row `k`, the current row, that are free.
    #[inline]
    #[must_use]
    pub fn free(&self, rows: &RemainingRows, k: usize) -> u32 {
        rows.open[k] & !(self.columns | self.antidiagonals | self.diagonals)
    }

    /// The placement after a queen on `square` (one bit) of remaining row `k`, aligned to the
    /// row after it.
    #[inline]
    #[must_use]
    pub fn child(&self, rows: &RemainingRows, k: usize, square: u32) -> Self {
        Self {
            columns: self.columns | square,
            antidiagonals: (self.antidiagonals | square) << rows.step[k],
            diagonals: (self.diagonals | square) >> rows.step[k],
        }
    }
}

/// The number of placements that [`extend`] visits, several times faster: a plan of ten
/// million units for a large board counts hundreds of millions of them. Beyond `most` it soon stops
/// counting.
#[must_use]
pub fn count_extensions(rows: &RemainingRows, k: usize, end: usize, placement: Placement, most: u64) -> u64 {
    if k == end {
        return 1;
    }
    let mut free = placement.free(rows, k);
    let mut count = 0;
    if k + 1 == end && leaves_squares(rows, k, placement) {
        return free.count_ones().into();
    }
    while free != 0 && count <= most {
        let square = free & free.wrapping_neg();
        free &= free - 1;
        let child = placement.child(rows, k, square);
        if k + 1 == rows.len || child.free(rows, k + 1) != 0 {
            count += if k + 1 == end { 1 } else { count_extensions(rows, k + 1, end, child, most - count) };
        }
    }
    count
}

/// Whether every queen in row `k` is known to leave a free square in row `k + 1`: a queen attacks at
/// most three squares there. Then no child has to be checked.
fn leaves_squares(rows: &RemainingRows, k: usize, placement: Placement) -> bool {
    let without_queen = placement.child(rows, k, 0);
    k + 1 == rows.len || without_queen.free(rows, k + 1).count_ones() > 3
}

/// Visits every way to fill the rows from `k` up to `end`, lowest squares first, that leaves a free
/// square in row `end` (if there is one), until a visit breaks off.
pub fn extend(
    rows: &RemainingRows,
    k: usize,
    end: usize,
    placement: Placement,
    visit: &mut dyn FnMut(Placement) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if k == end {
        return visit(placement);
    }
    let mut free = placement.free(rows, k);
    while free != 0 {
        let square = free & free.wrapping_neg();
        free &= free - 1;
        let child = placement.child(rows, k, square);
        if k + 1 == rows.len || child.free(rows, k + 1) != 0 {
            extend(rows, k + 1, end, child, visit)?;
        }
    }
    ControlFlow::Continue(())
}
