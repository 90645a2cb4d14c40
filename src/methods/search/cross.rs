//! The cross method: queens on the central rows and columns first, one set of each class under the eight
//! symmetries.
//!
//! # Idea
//!
//! The first *ring* is the two central rows and the two central columns, or for odd N the central row and the
//! central column. The next ring is the rows and columns next to these, and so on outwards. Every symmetry of
//! the square maps a ring onto itself. A solution restricted to the lines of a ring is a set S of queens that
//! covers each of these lines once; a symmetry that maps S to S' maps the completions of S one-to-one onto
//! the completions of S'. So
//!
//! ```text
//! Q(N) = sum over canonical S of |orbit(S)| * completions(S),   |orbit(S)| = 8 / |stabiliser(S)|
//! ```
//!
//! where S is canonical if it is the least of its eight images. Completions are counted in full,
//! because no symmetry remains below S. Central queens attack the most squares, so the search below
//! them is small.
//!
//! # One ring or two
//!
//! The first ring is always placed. Its stabiliser is the whole group only for the queen on the centre square
//! of an odd board. Below it, the search would visit up to eight equivalent completions, so the second ring
//! is placed there, too, and only one of each class of its placements under the stabiliser is kept. Any other
//! first ring of an odd board has a trivial stabiliser. Its two queens lie at different distances from the
//! centre, because otherwise they would attack each other. So no symmetry exchanges them, and no mirror keeps
//! both.
//!
//! This is fast, because a first ring that is not canonical is dropped before any second ring is placed, and
//! because only the queens of the second ring itself are compared with their images.
//!
//! docs/internals/algorithm.md has the measurements.

use super::Prefix;
use crate::board::symmetry::{Symmetry, canonical};
use crate::board::{BoardSize, Occupancy, Square, bits};

/// The prefixes of the cross method, always in the same order. The weights are 1, 2, 4 or 8.
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

/// A row or a column of the board, by index.
#[derive(Clone, Copy)]
enum RowOrColumn {
    Row(usize),
    Column(usize),
}

/// The rows and columns at distance `ring` from the centre, rows first; empty if the board has no
/// such ring.
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

/// Puts one queen on each of `lines` that has none, in every possible way. Visits the sets of new queens that
/// are canonical under `group`, with the occupancy and the stabiliser of the set in `group`.
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

/// The free squares of a row or column, in ascending order.
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
