//! The cross method. It places the first queens on the central rows and columns, once for each class under
//! the eight symmetries.
//!
//! # Idea
//!
//! The first *ring* consists of the two central rows and columns, or the central row and column if N is odd.
//! The next ring surrounds it, and so on outwards. Every symmetry of the square maps a ring onto itself.
//!
//! In a solution, let S be the set of queens on a ring's lines. Each of these lines has one queen in S. A
//! symmetry that maps S to S' also maps the completions of S one-to-one onto those of S'. So
//!
//! ```text
//! Q(N) = sum over canonical S of |orbit(S)| * completions(S),   |orbit(S)| = 8 / |stabiliser(S)|
//! ```
//!
//! where S is canonical if it is the smallest of its eight images. The search below S does not use symmetry,
//! and counts all completions. Queens in the centre attack the most squares, which keeps this search small.
//!
//! # One ring or two
//!
//! The first ring is always placed. Only one set of queens on it is unchanged by all eight symmetries: a
//! single queen on an odd board's centre square. The search below this queen would visit up to eight
//! equivalent completions. So in this case, the second ring is placed as well, once for each class under the
//! stabiliser.
//!
//! On an odd board, all other first rings have a trivial stabiliser. Their two queens are at different
//! distances from the centre, because otherwise they would attack each other. So no symmetry exchanges the
//! two queens, and no reflection keeps both in place.
//!
//! This is cheap, because non-canonical first rings are dropped before any second ring is placed, and only
//! the second ring's queens are compared with their images.
//!
//! See docs/internals/algorithm.md for measurements.

use super::Prefix;
use crate::board::symmetry::{Symmetry, canonical};
use crate::board::{BoardSize, Occupancy, Square, bits};

/// Returns the cross method's prefixes, always in the same order. Weights are 1, 2, 4 or 8.
pub fn prefixes(size: BoardSize) -> Vec<Prefix> {
    let mut prefixes = Vec::new();
    each_canonical(
        size,
        ring(size, 0),
        Occupancy::default(),
        &Symmetry::ALL,
        &mut |occupancy, stabiliser| {
            let second = ring(size, 1);
            if stabiliser.len() < 8 || second.is_empty() {
                prefixes.push(prefix(occupancy, stabiliser));
            } else {
                each_canonical(size, second, occupancy, stabiliser, &mut |occupancy, stabiliser| {
                    prefixes.push(prefix(occupancy, stabiliser));
                });
            }
        },
    );
    prefixes
}

fn prefix(occupancy: Occupancy, stabiliser: &[Symmetry]) -> Prefix {
    Prefix { occupancy, weight: 8 / stabiliser.len() as u8 }
}

/// A board row or column, by index.
#[derive(Clone, Copy)]
enum RowOrColumn {
    Row(usize),
    Column(usize),
}

/// Returns the rows, then the columns, at distance `ring` from the centre. The list is empty if the board has
/// no such ring.
fn ring(size: BoardSize, ring: usize) -> Vec<RowOrColumn> {
    let n = size.get();
    if ring > (n - 1) / 2 {
        return Vec::new();
    }
    let low = (n - 1) / 2 - ring;
    let high = n / 2 + ring;
    let indices = if low == high { vec![low] } else { vec![low, high] };
    let rows = indices.iter().map(|&i| RowOrColumn::Row(i));
    rows.chain(indices.iter().map(|&i| RowOrColumn::Column(i))).collect()
}

/// Puts one queen on each empty line in `lines`, in every possible way. For each set of new queens that is
/// canonical under `group`, calls `visit` with the occupancy, which includes all earlier queens, and with the
/// set's stabiliser in `group`.
fn each_canonical(
    size: BoardSize,
    lines: Vec<RowOrColumn>,
    occupancy: Occupancy,
    group: &[Symmetry],
    visit: &mut dyn FnMut(Occupancy, &[Symmetry]),
) {
    let mut placements = CrossPlacements { size, group, queens: Vec::with_capacity(lines.len()), visit };
    placements.place(&lines, occupancy);
}

struct CrossPlacements<'a> {
    size: BoardSize,
    group: &'a [Symmetry],
    queens: Vec<Square>,
    visit: &'a mut dyn FnMut(Occupancy, &[Symmetry]),
}

impl CrossPlacements<'_> {
    fn place(&mut self, lines: &[RowOrColumn], occupancy: Occupancy) {
        let Some((&line, rest)) = lines.split_first() else {
            if let Some(stabiliser) = canonical(self.size, self.group, &self.queens) {
                (self.visit)(occupancy, &stabiliser);
            }
            return;
        };
        let covered = match line {
            RowOrColumn::Row(row) => occupancy.rows >> row & 1 == 1,
            RowOrColumn::Column(column) => occupancy.columns >> column & 1 == 1,
        };
        if covered {
            return self.place(rest, occupancy);
        }
        for square in free_squares(self.size, &occupancy, line) {
            self.queens.push(square);
            self.place(rest, occupancy.with(self.size, square));
            self.queens.pop();
        }
    }
}

/// Returns the free squares on `line`, in ascending order.
fn free_squares(size: BoardSize, occupancy: &Occupancy, line: RowOrColumn) -> Vec<Square> {
    match line {
        RowOrColumn::Row(row) => {
            bits(occupancy.free_in_row(size, row)).map(|column| Square::new(row, column)).collect()
        }
        RowOrColumn::Column(column) => (0..size.get())
            .map(|row| Square::new(row, column))
            .filter(|&square| occupancy.is_free(size, square))
            .collect(),
    }
}
