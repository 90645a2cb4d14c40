//! A prefix, the rows it leaves to the search, and partial placements in these rows.
//!
//! The search skips rows that contain a queen of the prefix, and numbers the remaining rows `0..len` from top
//! to bottom. An [`AlignedPlacement`] is three words aligned to the *current* row. The squares that the
//! prefix leaves free are stored as one mask per row ([`RemainingRows::open`]). All placements below the
//! prefix share these masks:
//!
//! ```text
//! free(k) = open[k] & ~(columns | antidiagonals | diagonals)
//! child   = columns | q, (antidiagonals | q) << step[k], (diagonals | q) >> step[k]
//!                                                          where q = one bit of free(k)
//! ```
//!
//! 32 bits are enough for every board, because a diagonal that leaves the board never returns.

use std::ops::ControlFlow;

use crate::board::{BoardSize, Occupancy, bits};

/// The queens placed before the search, and the number of equivalent placements that they represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix {
    /// The lines occupied by the queens.
    pub occupancy: Occupancy,
    /// The number of equivalent prefixes that this prefix represents, including itself. From 1 to 8.
    pub weight: u8,
}

/// The length of tables with an entry per row. There are up to 32 rows, and the search looks ahead past the
/// last one.
const ROW_TABLE_LEN: usize = BoardSize::MAX + 4;

/// The rows that a prefix leaves to fill, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingRows {
    /// The number of rows to fill, 0 to 32.
    pub len: usize,
    /// For each remaining row, the mask of the squares that the prefix does not attack. From index `len` on,
    /// the masks are 0.
    pub open: [u32; ROW_TABLE_LEN],
    /// For each remaining row, the distance to the next remaining row. It is more than 1 if rows of the
    /// prefix lie between them, and 1 from the last row on.
    pub step: [u32; ROW_TABLE_LEN],
}

impl RemainingRows {
    /// Returns the rows without a queen in `occupancy`, with their free squares.
    pub fn below(size: BoardSize, occupancy: &Occupancy) -> Self {
        let mut open = [0; ROW_TABLE_LEN];
        let mut step = [1; ROW_TABLE_LEN];
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

/// A partial placement below a prefix, aligned to the row to fill next. Bit `i` is column `i`.
///
/// Going down the board, antidiagonals move to higher columns and diagonals to lower columns. So the step to
/// the next row shifts `antidiagonals` up and `diagonals` down, by the distance between the two rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlignedPlacement {
    /// The columns of all queens, including the prefix's queens.
    pub columns: u32,
    /// The squares in the current row that queens below the prefix attack along an antidiagonal.
    pub antidiagonals: u32,
    /// The squares in the current row that queens below the prefix attack along a diagonal.
    pub diagonals: u32,
}

impl AlignedPlacement {
    /// Returns the empty placement below a prefix that occupies `columns`.
    pub fn root(columns: u32) -> Self {
        Self { columns, antidiagonals: 0, diagonals: 0 }
    }

    /// Returns the free squares in row `k`, which must be the current row.
    #[inline]
    pub fn free(&self, rows: &RemainingRows, k: usize) -> u32 {
        rows.open[k] & !(self.columns | self.antidiagonals | self.diagonals)
    }

    /// Adds a queen in row `k`, which must be the current row, and aligns the placement to the next remaining
    /// row. `square` is a mask with the single bit for the queen's column.
    #[inline]
    pub fn child(&self, rows: &RemainingRows, k: usize, square: u32) -> Self {
        Self {
            columns: self.columns | square,
            antidiagonals: (self.antidiagonals | square) << rows.step[k],
            diagonals: (self.diagonals | square) >> rows.step[k],
        }
    }
}

/// Counts the placements that [`extend`] would visit, but several times faster. This matters because a plan
/// with ten million units is made by counting hundreds of millions of placements. Stops soon after the count
/// exceeds `max`.
pub fn count_extensions(
    rows: &RemainingRows,
    k: usize,
    end: usize,
    placement: AlignedPlacement,
    max: u64,
) -> u64 {
    if k == end {
        return 1;
    }
    let mut free = placement.free(rows, k);
    let mut count = 0;
    if k + 1 == end && leaves_squares(rows, k, placement) {
        return free.count_ones().into();
    }
    while free != 0 && count <= max {
        let square = free & free.wrapping_neg();
        free &= free - 1;
        let child = placement.child(rows, k, square);
        if k + 1 == rows.len || child.free(rows, k + 1) != 0 {
            count += if k + 1 == end { 1 } else { count_extensions(rows, k + 1, end, child, max - count) };
        }
    }
    count
}

/// Returns true if row `k + 1` is certain to have a free square, wherever the queen in row `k` goes. In that
/// case, no child needs checking. Four free squares are enough, because a queen attacks at most three squares
/// in that row.
fn leaves_squares(rows: &RemainingRows, k: usize, placement: AlignedPlacement) -> bool {
    let without_queen = placement.child(rows, k, 0);
    k + 1 == rows.len || without_queen.free(rows, k + 1).count_ones() > 3
}

/// Visits every way to fill rows `k..end` that leaves a free square in row `end`, if there is such a row.
/// Tries lower squares first. Stops when `visit` breaks.
pub fn extend(
    rows: &RemainingRows,
    k: usize,
    end: usize,
    placement: AlignedPlacement,
    visit: &mut dyn FnMut(AlignedPlacement) -> ControlFlow<()>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// Returns a row's free squares, by the definition of an attack.
    fn free_in(n: usize, row: usize, queens: &[(usize, usize)]) -> u32 {
        let attacks = |column: usize, queen: &(usize, usize)| {
            queen.0 == row || queen.1 == column || queen.0.abs_diff(row) == queen.1.abs_diff(column)
        };
        let free = |column: &usize| !queens.iter().any(|queen| attacks(*column, queen));
        (0..n).filter(free).fold(0, |squares, column| squares | 1 << column)
    }

    /// Counts the ways to fill `rows` that leave a free square in row `behind`, if one is given.
    fn ways(n: usize, rows: &[usize], behind: Option<usize>, queens: &mut Vec<(usize, usize)>) -> u64 {
        let Some((&row, rest)) = rows.split_first() else {
            return behind.is_none_or(|row| free_in(n, row, queens) != 0).into();
        };
        let free = free_in(n, row, queens);
        let with = |column| {
            queens.push((row, column));
            let ways = ways(n, rest, behind, queens);
            queens.pop();
            ways
        };
        bits(free).map(with).sum()
    }

    /// Checks the rows below `queens`, and the placements in them, against the definition.
    fn check(size: BoardSize, queens: Vec<(usize, usize)>, rng: &mut fastrand::Rng) {
        let n = size.get();
        let what = format!("N = {n}, {queens:?}");
        let occupancy = queens.iter().fold(Occupancy::default(), |occupancy, &(row, column)| {
            occupancy.with(size, Square::new(row, column))
        });
        let rows: Vec<usize> = (0..n).filter(|&row| queens.iter().all(|queen| queen.0 != row)).collect();
        let remaining = RemainingRows::below(size, &occupancy);
        assert_eq!(remaining.len, rows.len(), "{what}");
        assert!(remaining.open[rows.len()..].iter().all(|&open| open == 0), "{what}");
        for (k, &row) in rows.iter().enumerate() {
            let step = rows.get(k + 1).map_or(1, |next| next - row);
            assert_eq!(
                (remaining.open[k], remaining.step[k] as usize),
                (free_in(n, row, &queens), step),
                "{what}"
            );
            check_from(size, (&remaining, &rows), k, queens.clone(), rng);
        }
    }

    /// Fills the rows from index `begin` on with random queens, and compares free squares and counts on the
    /// way.
    fn check_from(
        size: BoardSize,
        (remaining, rows): (&RemainingRows, &[usize]),
        begin: usize,
        mut queens: Vec<(usize, usize)>,
        rng: &mut fastrand::Rng,
    ) {
        let n = size.get();
        let mut placement =
            AlignedPlacement::root(queens.iter().fold(0, |columns, queen| columns | 1 << queen.1));
        for k in begin..rows.len() {
            let what = format!("N = {n}, row {k} from {begin} of {rows:?}, {queens:?}");
            let free = free_in(n, rows[k], &queens);
            assert_eq!(placement.free(remaining, k), free, "{what}");
            // Compares counts where units begin, near the end, and where few squares are free.
            let is_compared = k == 0 || rows.len() - k <= 4 || free.count_ones() <= 4;
            let end = if is_compared { rows.len().min(k + 2) } else { k };
            for end in k + 1..=end {
                let expected = ways(n, &rows[k..end], rows.get(end).copied(), &mut queens.clone());
                let mut visited = 0;
                let mut visit = |_| {
                    visited += 1;
                    ControlFlow::Continue(())
                };
                let _: ControlFlow<()> = extend(remaining, k, end, placement, &mut visit);
                let counted = count_extensions(remaining, k, end, placement, u64::MAX);
                assert_eq!([visited, counted], [expected; 2], "{what}, to {end}");
            }
            let Some(column) = rng.choice(bits(free).collect::<Vec<_>>()) else { break };
            placement = placement.child(remaining, k, 1 << column);
            queens.push((rows[k], column));
        }
    }

    /// All search kernels, both methods and the estimate rely on this.
    #[test]
    fn free_squares_of_every_board_are_those_that_no_queen_attacks() {
        let mut rng = fastrand::Rng::with_seed(80);
        for size in BoardSize::all() {
            let n = size.get();
            for round in 0..24 {
                // No queens, one in the first row, some near the centre, or some anywhere.
                let mut queens = Vec::new();
                for _ in 0..round / 4 {
                    let mut line = |is_central| match is_central {
                        true => (n / 2 + rng.usize(..6)).saturating_sub(3).min(n - 1),
                        false => rng.usize(..n),
                    };
                    let row = if round < 8 { 0 } else { line(round % 2 == 0) };
                    let column = line(round >= 8 && round % 2 == 0);
                    if free_in(n, row, &queens) >> column & 1 == 1 {
                        queens.push((row, column));
                    }
                }
                check(size, queens, &mut rng);
            }
        }
    }
}
