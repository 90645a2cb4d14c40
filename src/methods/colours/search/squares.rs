//! Finds a tail's free squares, and the squares that each placement attacks.

use super::row_sets::RowSet;
use super::{Queens, SearchedQuarter};
use crate::board::bits;
use crate::methods::colours::kernels::PlacementVector;
use crate::methods::colours::placements::{MAX_LINE_BYTES, PlacementList};
use crate::methods::colours::quarters::MAX_SIDE;
#[cfg(test)]
use crate::methods::colours::reach::{self, Size};
use crate::methods::colours::row_order::search_order;

/// A square in the tail that the queens in other rows do not attack.
#[derive(Clone, Copy, Default)]
pub struct TailSquare {
    pub column: usize,
    lines: u64,
    /// The index of the byte that contains `bit`.
    pub byte: usize,
    pub bit: u8,
}

/// A tail's free squares.
pub struct Squares {
    /// The squares, row by row in search order.
    pub squares: [TailSquare; 8 * MAX_LINE_BYTES],
    /// Each row's squares. Bit `i` is square `i`.
    pub rows: [u64; MAX_SIDE],
    /// The squares that a queen on each square attacks: all squares in its column and on its lines.
    pub attacked: [u64; 8 * MAX_LINE_BYTES],
    /// For each row, the index of the first byte with squares in this row or a later row.
    pub first: [usize; MAX_SIDE],
    /// The number of bytes for all squares.
    pub bytes: usize,
    /// Each square's two lines. The first index is the square's byte, and the second is the line's byte. The
    /// third is 0 for the square's lower line, and 1 for the upper line. The last is the square's bit. A
    /// value is the line's bit within its byte, or 0 if the line is in a different byte.
    lines: [[[[u8; 8]; 2]; MAX_LINE_BYTES]; MAX_LINE_BYTES],
}

impl Squares {
    /// Finds the free squares in the rows of `sets` from index `depth` on. Returns `None` if there are more
    /// than 64. This never happens with a single set.
    pub fn of(searched: SearchedQuarter, depth: usize, sets: &[RowSet], queens: Queens) -> Option<Self> {
        let mut free = Self {
            squares: [TailSquare::default(); 8 * MAX_LINE_BYTES],
            rows: [0; MAX_SIDE],
            attacked: [0; 8 * MAX_LINE_BYTES],
            first: [0; MAX_SIDE],
            bytes: 0,
            lines: [[[[0; 8]; 2]; MAX_LINE_BYTES]; MAX_LINE_BYTES],
        };
        let rows = sets.iter().flat_map(|set| &set.rows[depth..searched.rows.queens]);
        let any = rows.fold(0_u32, |any, row| any | 1 << row);
        let (mut of_column, mut of_line) = ([0_u64; MAX_SIDE], [0_u64; 64]);
        let mut number = 0;
        for row in search_order(searched.quarter.rows).filter(|row| any >> row & 1 == 1) {
            free.first[row] = number / 8;
            for column in bits(searched.quarter.free(row, queens.columns, queens.lines)) {
                let lines = searched.quarter.lines[row][column];
                if queens.with(column, lines, searched.sets).is_none() {
                    continue;
                }
                if number == 8 * MAX_LINE_BYTES {
                    return None;
                }
                let (byte, bit) = (number / 8, number % 8);
                free.squares[number] = TailSquare { column, lines, byte, bit: 1 << bit };
                free.rows[row] |= 1 << number;
                of_column[column] |= 1 << number;
                let lower = lines & lines.wrapping_neg();
                for (which, line) in [lower, lines ^ lower].into_iter().enumerate() {
                    if line != 0 {
                        let line = line.trailing_zeros() as usize;
                        of_line[line] |= 1 << number;
                        free.lines[byte][line / 8][which][bit] = 1 << (line % 8);
                    }
                }
                number += 1;
            }
        }
        for (square, attacked) in free.squares[..number].iter().zip(&mut free.attacked) {
            *attacked =
                bits(square.lines).fold(of_column[square.column], |attacked, line| attacked | of_line[line]);
        }
        #[cfg(test)]
        reach::record(Size::TailSquares, number);
        free.bytes = number.div_ceil(8);
        Some(free)
    }

    /// Writes the squares that each placement in `list` attacks to `into`.
    #[inline(always)]
    pub fn attacked<V: PlacementVector>(
        &self,
        v: V,
        list: &PlacementList,
        bytes: usize,
        into: &mut PlacementList,
    ) {
        into.reserve(self.bytes, list.len);
        let padded = list.len.next_multiple_of(V::WIDTH);
        for (lines, into) in self.lines[..self.bytes].iter().zip(&mut into.bytes) {
            let into = &mut into[..padded];
            let mut maps = [(0, v.bit_map([0; 8])); 2 * MAX_LINE_BYTES];
            let mut len = 0;
            for (byte, lines) in lines[..bytes].iter().enumerate() {
                for lines in lines.iter().filter(|lines| **lines != [0; 8]) {
                    maps[len] = (byte, v.bit_map(*lines));
                    len += 1;
                }
            }
            let mut position = 0;
            while position < padded {
                let mut attacked = v.splat(0);
                for &(byte, map) in &maps[..len] {
                    let mapped = v.map_bits(map, v.load(&list.bytes[byte][position..]));
                    attacked = v.or(attacked, mapped);
                }
                v.store(attacked, &mut into[position..]);
                position += V::WIDTH;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::board::subsets;
    use crate::methods::colours::column_sets::ColumnSets;
    use crate::methods::colours::quarters::Colour;
    use crate::methods::colours::search::row_sets::RowSets;

    /// Tests tails of up to 64 squares, with queens on random lines in other rows.
    #[test]
    fn each_square_attacks_those_of_its_column_and_of_its_lines() {
        let mut rng = Rng::with_seed(65);
        let mut largest = 0;
        for n in 12..=32 {
            let colours = [Colour::white(n), Colour::black(n)];
            let searched = &colours[rng.usize(..2)].searched;
            let mut sets = ColumnSets::default();
            sets.assign(searched.columns, subsets(searched.columns, 4));
            for _ in 0..20 {
                let mut order: Vec<u32> = (0..searched.rows as u32).collect();
                let sets_of_rows = (0..rng.usize(1..4)).map(|_| {
                    rng.shuffle(&mut order);
                    order[..4].iter().map(|row| 1 << row).sum()
                });
                let sets_of_rows: Vec<u32> = sets_of_rows.collect();
                let mut rows = RowSets::default();
                rows.assign(searched.rows, sets_of_rows.into_iter());
                let lines = if rng.bool() { 0 } else { rng.u64(..) & rng.u64(..) & rng.u64(..) };
                let what = SearchedQuarter { quarter: searched, rows: &rows, sets: &sets, bytes: 8 };
                let Some(free) = Squares::of(what, 0, &rows.sets, Queens { columns: 0, lines }) else {
                    continue;
                };
                let number = free.rows.iter().map(|squares| squares.count_ones() as usize).sum();
                largest = largest.max(number);
                let squares = &free.squares[..number];
                for (square, attacked) in squares.iter().zip(free.attacked) {
                    let attacks =
                        |other: &TailSquare| other.column == square.column || other.lines & square.lines != 0;
                    let expected =
                        (0..number).filter(|&i| attacks(&squares[i])).fold(0, |all, i| all | 1 << i);
                    assert_eq!(attacked, expected, "N = {n}, {number} squares");
                }
            }
        }
        assert_eq!(largest, 64);
    }
}
