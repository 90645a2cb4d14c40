//! Counts the solutions that a rotation leaves unchanged: the two other counts in Burnside's lemma.
//!
//! # Idea
//!
//! A solution unchanged by the half turn contains, with every queen, its image opposite the centre.
//! So half of the rows determine the rest: a queen in the upper half of the board implies another
//! in the lower half. On an odd board the middle row is its own image, so its queen must be in the
//! centre. A queen on one of the two main diagonals would share it with its own image, so these are
//! closed from the start. The set of occupied lines is its own image under the half turn, too, so
//! only the squares of the upper rows need to be checked.
//!
//! Pairs are placed from the centre outwards, because central queens attack the most squares: 3 to
//! 5 pairs are placed per solution at N = 22 and 23, and 9 to 18 from the border inwards.
//!
//! Mirrors and quarter turns map these solutions onto each other, which saves three quarters of the
//! search. Let `a` be the distance from the centre of the queens in the central pair of rows (next
//! to the centre queen on an odd board), and `b` the distance of the queens in the central pair of
//! columns.
//! Mirroring the columns keeps both distances and leaves no solution unchanged. So the queen in the
//! upper of the two rows is placed only in the left half, and counts twice. Exchanging rows and
//! columns swaps `a` and `b`, so solutions with `a < b` count twice again, and solutions with
//! `a > b` need no search.
//!
//! A solution unchanged by a quarter turn contains four images of every queen, and a row is filled
//! as soon as any of them is in it. There are so few that no further idea is needed.
//!
//! docs/lab/checks.md has the times.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::board::{BoardSize, Occupancy, Square, bits};
use crate::count::{CountError, schedule};

/// Solutions up to rotation and reflection, from the three counts of Burnside's lemma.
///
/// Returns `None` when the sum is not divisible by 8, which proves that one of the three is wrong.
/// On the 1 x 1 board every symmetry leaves the one solution alone, so the lemma has further terms
/// there and the answer is 1.
pub(crate) fn burnside(
    size: BoardSize,
    solutions: u128,
    half_turn: u128,
    quarter_turn: u128,
) -> Option<u128> {
    if size.get() == 1 {
        return (solutions == 1 && half_turn == 1 && quarter_turn == 1).then_some(1);
    }
    let sum = solutions.checked_add(half_turn)?.checked_add(quarter_turn.checked_mul(2)?)?;
    (sum % 8 == 0).then_some(sum / 8)
}

/// The numbers of solutions unchanged by rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unchanged {
    /// The solutions unchanged by a half turn (OEIS A032522), including those unchanged by a
    /// quarter turn.
    pub half_turn: u64,
    /// The solutions unchanged by a quarter turn (OEIS A033148).
    pub quarter_turn: u64,
}

impl Unchanged {
    /// Counts both on `threads` threads. `None` when `stop` was set before the end.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn count(size: BoardSize, threads: usize, stop: &AtomicBool) -> Result<Option<Self>, CountError> {
        let count = || Some(Self { half_turn: half_turn(size, stop)?, quarter_turn: quarter_turn(size) });
        schedule::in_pool(threads, |pool| pool.install(count))
    }

    /// The solutions up to rotation and reflection among `solutions` in all (OEIS A002562). `None`
    /// when the three counts contradict each other, which proves one of them wrong.
    pub fn fundamental(self, size: BoardSize, solutions: u128) -> Option<u128> {
        burnside(size, solutions, self.half_turn.into(), self.quarter_turn.into())
    }
}

/// The number of solutions unchanged by a half turn. `None` when `stop` was set before the end.
fn half_turn(size: BoardSize, stop: &AtomicBool) -> Option<u64> {
    if size.get() == 1 {
        return Some(1);
    }
    let pairs = Pairs::new(size);
    let counted = pairs.starts().into_par_iter().map(|start| {
        let solutions = || start.weight * pairs.count(start.lines, &start.rows);
        (!stop.load(Ordering::Relaxed)).then(solutions)
    });
    counted.sum()
}

/// A partial board at which a thread takes over.
struct Start {
    lines: Occupancy,
    /// The upper rows left to fill, in this order.
    rows: Vec<usize>,
    /// The number of solutions that each completion stands for.
    weight: u64,
}

/// The lines that a queen in the upper half occupies with its image, by row and column.
struct Pairs {
    size: BoardSize,
    lines: [[Occupancy; BoardSize::MAX]; BoardSize::MAX / 2],
}

impl Pairs {
    fn new(size: BoardSize) -> Self {
        let last = size.get() - 1;
        let mut lines = [[Occupancy::default(); BoardSize::MAX]; BoardSize::MAX / 2];
        for (row, lines) in lines.iter_mut().enumerate().take(size.get() / 2) {
            for (column, lines) in lines.iter_mut().enumerate().take(size.get()) {
                let queen = Occupancy::default().with(size, Square::new(row, column));
                *lines = queen.with(size, Square::new(last - row, last - column));
            }
        }
        Self { size, lines }
    }

    /// The placements of the central pairs of rows and columns, and of one more pair of rows.
    fn starts(&self) -> Vec<Start> {
        let n = self.size.get();
        let top = n / 2 - 1;
        let centre = if n % 2 == 1 { 1 << (n / 2) } else { 0 };
        let both = 1 << (n - 1);
        let empty =
            Occupancy { columns: centre, diagonals: both, antidiagonals: both, ..Occupancy::default() };
        let mut starts = Vec::new();
        for column in bits(empty.free_in_row(self.size, top)).take_while(|&column| column <= top) {
            let first = empty.union(self.lines[top][column]);
            for row in 0..=column.min(top.saturating_sub(1)) {
                let weight = if row == column { 2 } else { 4 };
                for central in [top, n - 1 - top] {
                    if first.free_in_row(self.size, row) >> central & 1 == 1 {
                        let lines = first.union(self.lines[row][central]);
                        let rows = (0..top).rev().filter(|&other| other != row).collect();
                        self.deal(Start { lines, rows, weight }, &mut starts);
                    }
                }
            }
        }
        starts
    }

    /// Fills one more row, so that there are enough starts for many threads.
    fn deal(&self, start: Start, starts: &mut Vec<Start>) {
        let Some((&row, rest)) = start.rows.split_first() else { return starts.push(start) };
        for column in bits(start.lines.free_in_row(self.size, row)) {
            let lines = start.lines.union(self.lines[row][column]);
            starts.push(Start { lines, rows: rest.to_vec(), weight: start.weight });
        }
    }

    /// Counts the ways to fill `rows`. A child is followed only if the next two rows have a free
    /// square.
    fn count(&self, lines: Occupancy, rows: &[usize]) -> u64 {
        let Some((&row, rest)) = rows.split_first() else { return 1 };
        let mut free = lines.free_in_row(self.size, row);
        let Some(&next) = rest.first() else { return free.count_ones().into() };
        let mut solutions = 0;
        while free != 0 {
            let child = lines.union(self.lines[row][free.trailing_zeros() as usize]);
            free &= free - 1;
            let below = child.free_in_row(self.size, next);
            solutions += match rest.get(1) {
                None => below.count_ones().into(),
                Some(&after) if below != 0 && child.free_in_row(self.size, after) != 0 => {
                    self.count(child, rest)
                }
                Some(_) => 0,
            };
        }
        solutions
    }
}

/// The number of solutions unchanged by a quarter turn.
fn quarter_turn(size: BoardSize) -> u64 {
    let centre = Square::new(size.get() / 2, size.get() / 2);
    match size.get() % 4 {
        0 => fill_quarters(size, Occupancy::default(), 0),
        1 => fill_quarters(size, Occupancy::default().with(size, centre), 0),
        // Queens come in fours, and one may be in the centre of an odd board.
        _ => 0,
    }
}

fn fill_quarters(size: BoardSize, occupancy: Occupancy, row: usize) -> u64 {
    if row == size.get() {
        return 1;
    }
    if occupancy.rows >> row & 1 == 1 {
        return fill_quarters(size, occupancy, row + 1);
    }
    bits(occupancy.free_in_row(size, row))
        .filter_map(|column| with_quarter_turns(size, occupancy, Square::new(row, column)))
        .map(|child| fill_quarters(size, child, row + 1))
        .sum()
}

/// Adds a queen on `square` and on its images under quarter turns. `None` if one of the four is
/// attacked.
fn with_quarter_turns(size: BoardSize, mut occupancy: Occupancy, mut square: Square) -> Option<Occupancy> {
    for _ in 0..4 {
        if !occupancy.is_free(size, square) {
            return None;
        }
        occupancy = occupancy.with(size, square);
        square = Square { row: square.column, column: size.get() as u8 - 1 - square.row };
    }
    Some(occupancy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::known::Sequence;

    #[test]
    fn both_counts_match_known_values() {
        let stop = AtomicBool::new(false);
        for size in BoardSize::all() {
            let found = Some(quarter_turn(size).into());
            assert_eq!(Sequence::QuarterTurn.known(size), found, "quarter turn, N = {size}");
            if size.get() <= 23 {
                let found = half_turn(size, &stop).map(u128::from);
                assert_eq!(Sequence::HalfTurn.known(size), found, "half turn, N = {size}");
            }
        }
    }

    #[test]
    #[ignore = "takes half a minute"]
    fn half_turn_counts_match_known_values_up_to_27() {
        for size in BoardSize::all().take(27).skip(23) {
            let found = half_turn(size, &AtomicBool::new(false)).map(u128::from);
            assert_eq!(Sequence::HalfTurn.known(size), found, "half turn, N = {size}");
        }
    }

    #[test]
    fn returns_nothing_after_a_stop() {
        assert_eq!(half_turn(BoardSize::new(16).unwrap(), &AtomicBool::new(true)), None);
    }
}
