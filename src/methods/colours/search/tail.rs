//! The tail: the last rows of the searched quarter, filled all in one step of a kernel.
//!
//! Next to the queens in the other rows, the tail has few free squares. They get a bit each, and a
//! placement of the list one or a few bytes with the squares that it attacks, instead of seven or eight
//! with its lines:
//!
//! ```text
//! row A    . 0 . 1 2 . . 3 .        squares 0 to 3, in byte 0
//! row B    4 . 5 . . . 6 . .                4 to 6
//! row C    . . . 7 . 8 . . 9                7, and 8 and 9 in byte 1
//! ```
//!
//! A queen then tests one bit, and a row leaves only bytes with squares of later rows. In the last row
//! no byte is left, but the keys.

use super::filter::{arrays, arrays_mut, filter};
use super::{Queens, Searched, Sink};
use crate::methods::colours::kernels::PlacementVector;
use crate::methods::colours::placements::{BYTES, PADDING, Placements};
use crate::methods::colours::quarters::SIDE;
use crate::methods::vectors::Step;

/// Rows of the tail. With three, a heavy hit takes 1.0 to 1.1 times as long (docs/lab/colours.md).
pub const ROWS: usize = 4;

/// Lists of a tail. They keep their memory.
#[derive(Default)]
pub struct Workspace {
    /// The squares that each placement attacks.
    attacked: Placements,
    /// The placements left by the queens of the tail, by the number of these queens, from one on.
    levels: [Placements; ROWS - 1],
    /// The keys of the placements left by all queens.
    hits: Vec<u16>,
}

/// Fills `rows` next to `queens`, which the placements of `list` fit.
pub struct Tail<'a, S> {
    pub searched: Searched<'a>,
    /// The rows that are left, at most [`ROWS`].
    pub rows: &'a [usize],
    pub queens: Queens,
    pub list: &'a Placements,
    pub workspace: &'a mut Workspace,
    pub sink: &'a mut S,
}

/// A square of the tail that the queens in the other rows leave free.
#[derive(Clone, Copy, Default)]
struct Square {
    column: u32,
    lines: u64,
    /// The byte that has its bit, and the bit.
    byte: usize,
    bit: u8,
}

/// The free squares of the tail.
struct Squares {
    squares: [[Square; SIDE]; ROWS],
    /// The number in each row.
    len: [usize; ROWS],
    /// The first byte that has squares of each row.
    first: [usize; ROWS],
    /// Bytes of all squares.
    bytes: usize,
    /// For each byte of squares and each byte of lines, the line of every square: a bit each, of its
    /// lower line and of its upper one.
    lines: [[[[u8; 8]; 2]; BYTES]; BYTES],
}

impl Squares {
    /// The free squares; `None` if a row has none.
    #[inline(always)]
    fn of(searched: Searched, rows: &[usize], queens: Queens) -> Option<Self> {
        let mut found = Self {
            squares: [[Square::default(); SIDE]; ROWS],
            len: [0; ROWS],
            first: [0; ROWS],
            bytes: 0,
            lines: [[[[0; 8]; 2]; BYTES]; BYTES],
        };
        let mut number = 0;
        for (index, &row) in rows.iter().enumerate() {
            found.first[index] = number / 8;
            for (column, &lines) in searched.quarter.lines[row][..searched.quarter.columns].iter().enumerate()
            {
                let column = 1 << column;
                if queens.with(column, lines, searched.sets).is_none() {
                    continue;
                }
                let (byte, bit) = (number / 8, number % 8);
                found.squares[index][found.len[index]] = Square { column, lines, byte, bit: 1 << bit };
                found.len[index] += 1;
                let lower = lines & lines.wrapping_neg();
                for (which, line) in [lower, lines ^ lower].into_iter().enumerate() {
                    if line != 0 {
                        let number = line.trailing_zeros() as usize;
                        found.lines[byte][number / 8][which][bit] = 1 << (number % 8);
                    }
                }
                number += 1;
            }
            if found.len[index] == 0 {
                return None;
            }
        }
        found.bytes = number.div_ceil(8);
        Some(found)
    }

    /// Writes the squares that each placement of `list` attacks.
    #[inline(always)]
    fn attacked<V: PlacementVector>(&self, v: V, list: &Placements, bytes: usize, into: &mut Placements) {
        into.reserve(self.bytes, list.len);
        let padded = list.len.next_multiple_of(V::WIDTH);
        for (lines, into) in self.lines[..self.bytes].iter().zip(&mut into.bytes) {
            let into = &mut into[..padded];
            let mut maps = [(0, v.bit_map([0; 8])); 2 * BYTES];
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
                    attacked = v.or(attacked, mapped, mapped);
                }
                v.store(attacked, &mut into[position..]);
                position += V::WIDTH;
            }
        }
    }
}

impl<V: PlacementVector, S: Sink> Step<V> for Tail<'_, S> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { searched, rows, queens, list, workspace, sink } = self;
        let Some(squares) = Squares::of(searched, rows, queens) else { return };
        let Workspace { attacked, levels, hits } = workspace;
        squares.attacked(v, list, searched.bytes, attacked);
        for level in levels.iter_mut() {
            level.reserve(squares.bytes, list.len);
        }
        if hits.len() < list.len + PADDING {
            hits.resize(list.len + PADDING, 0);
        }
        let list = List { bytes: &attacked.bytes, keys: &list.keys, len: list.len };
        let mut fill = Fill { v, searched, squares: &squares, hits, sink };
        match rows.len() {
            0 => fill.finish(queens, list),
            1 => <OneRow as Rows>::fill(&mut fill, 0, queens, list, levels),
            2 => <And<OneRow> as Rows>::fill(&mut fill, 0, queens, list, levels),
            3 => <And<And<OneRow>> as Rows>::fill(&mut fill, 0, queens, list, levels),
            _ => <And<And<And<OneRow>>> as Rows>::fill(&mut fill, 0, queens, list, levels),
        }
    }
}

/// Placements with the squares of the tail that they attack.
#[derive(Clone, Copy)]
struct List<'a> {
    bytes: &'a [Vec<u8>; BYTES],
    keys: &'a [u16],
    len: usize,
}

impl<'a> From<&'a Placements> for List<'a> {
    #[inline(always)]
    fn from(list: &'a Placements) -> Self {
        Self { bytes: &list.bytes, keys: &list.keys, len: list.len }
    }
}

/// The way through a tail.
struct Fill<'a, V, S> {
    v: V,
    searched: Searched<'a>,
    squares: &'a Squares,
    hits: &'a mut [u16],
    sink: &'a mut S,
}

impl<V: PlacementVector, S: Sink> Fill<'_, V, S> {
    /// Without a row: all placements of the list are hits.
    fn finish(&mut self, queens: Queens, list: List) {
        if let Some(number) = self.searched.sets.number(queens.columns) {
            self.sink.hits(number, &list.keys[..list.len]);
        }
    }

    /// Makes `into` the placements that leave `square` free, with their bytes from `first` on.
    #[inline(always)]
    fn filter(&self, square: &Square, first: usize, list: List, into: &mut Placements) {
        match self.squares.bytes - first {
            1 => self.filter_bytes::<1>(square, first, list, into),
            2 => self.filter_bytes::<2>(square, first, list, into),
            3 => self.filter_bytes::<3>(square, first, list, into),
            4 => self.filter_bytes::<4>(square, first, list, into),
            5 => self.filter_bytes::<5>(square, first, list, into),
            6 => self.filter_bytes::<6>(square, first, list, into),
            7 => self.filter_bytes::<7>(square, first, list, into),
            _ => self.filter_bytes::<8>(square, first, list, into),
        }
    }

    #[inline(always)]
    fn filter_bytes<const LEN: usize>(
        &self,
        square: &Square,
        first: usize,
        list: List,
        into: &mut Placements,
    ) {
        let tests = [(&list.bytes[square.byte][..], square.bit)];
        let (read, written) = (arrays(list.bytes, first), arrays_mut(&mut into.bytes, first));
        into.len = filter::<V, 1, LEN>(self.v, list.len, tests, (read, list.keys), (written, &mut into.keys));
    }
}

/// A number of rows, as a type: each has a loop of its own.
trait Rows {
    /// Fills the rows of the tail from `row` on, as many as this type says.
    fn fill<V: PlacementVector, S: Sink>(
        fill: &mut Fill<V, S>,
        row: usize,
        queens: Queens,
        list: List,
        levels: &mut [Placements],
    );
}

/// The last row.
struct OneRow;

/// A row before others.
struct And<R>(R);

impl Rows for OneRow {
    #[inline(always)]
    fn fill<V: PlacementVector, S: Sink>(
        fill: &mut Fill<V, S>,
        row: usize,
        queens: Queens,
        list: List,
        _: &mut [Placements],
    ) {
        for square in &fill.squares.squares[row][..fill.squares.len[row]] {
            if queens.columns & square.column != 0 || queens.lines & square.lines != 0 {
                continue;
            }
            let Some(number) = fill.searched.sets.number(queens.columns | square.column) else { continue };
            let tests = [(&list.bytes[square.byte][..], square.bit)];
            let hits = filter::<V, 1, 0>(fill.v, list.len, tests, ([], list.keys), ([], fill.hits));
            fill.sink.hits(number, &fill.hits[..hits]);
        }
    }
}

impl<R: Rows> Rows for And<R> {
    #[inline(always)]
    fn fill<V: PlacementVector, S: Sink>(
        fill: &mut Fill<V, S>,
        row: usize,
        queens: Queens,
        list: List,
        levels: &mut [Placements],
    ) {
        let Some((rest, levels)) = levels.split_first_mut() else { return };
        for square in &fill.squares.squares[row][..fill.squares.len[row]] {
            let Some(next) = queens.with(square.column, square.lines, fill.searched.sets) else { continue };
            fill.filter(square, fill.squares.first[row + 1], list, rest);
            if rest.len > 0 {
                R::fill(fill, row + 1, next, (&*rest).into(), levels);
            }
        }
    }
}
