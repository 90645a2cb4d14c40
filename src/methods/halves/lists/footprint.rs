//! Footprints: which lines a half sends across the cut, which of them a queen of the south tests,
//! and which bytes these tests need. [`super`] has a picture of a footprint.
//!
//! # Which line a queen is on
//!
//! Rows of either half are numbered from the cut outwards. The antidiagonal through row `i`, column
//! `c` of the north meets row 0 of the south in column `c + i + 1`: it has the number `c + i`. A
//! queen of the south in row `j`, column `d` is on number `d - j - 1`. A mirror turns diagonals
//! into antidiagonals, so they have the same numbers by the columns from the right, `n - 1 - c`
//! instead of `c`. A line with a number above `n - 2` or below 0 does not cross the cut.
//!
//! So queens in row `j` and beyond, in column `d` at most, test no antidiagonal above `d - j - 1`:
//! the farther from the cut, the fewer bytes are needed. At N = 24 they are seven at the cut and
//! five with eight rows left.

use crate::board::bits;
use crate::methods::halves::Shape;

pub const BYTES: usize = 8;

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Row plus column is constant.
    Diagonals,
    /// Column minus row is constant.
    Antidiagonals,
}

impl Direction {
    pub const BOTH: [Self; 2] = [Self::Diagonals, Self::Antidiagonals];

    /// `column`, counted from the left for antidiagonals and from the right for diagonals.
    #[inline]
    pub fn column(self, shape: &Shape, column: usize) -> usize {
        match self {
            Self::Diagonals => shape.n - 1 - column,
            Self::Antidiagonals => column,
        }
    }

    /// The bit of line `number`, below 32, in a footprint. Bits `8 * i` to `8 * i + 7` are byte
    /// `i`.
    #[inline]
    pub const fn bit(self, number: usize) -> usize {
        let second = matches!(self, Self::Antidiagonals) as usize;
        match number {
            0..16 => 16 * second + number,
            16..20 => 32 + 4 * second + (number - 16),
            20..28 => 40 + 8 * second + (number - 20),
            _ => 56 + 4 * second + (number - 28),
        }
    }
}

/// The footprint of each queen of a north, by row and column. The footprint of several queens is
/// their union.
pub struct Footprints(Vec<[u64; 32]>);

impl Footprints {
    /// The footprints of the norths of a board.
    pub fn of(shape: &Shape) -> Self {
        let footprint = |row: usize, column: usize| {
            let line = |direction: Direction| {
                let number = direction.column(shape, column) + row;
                if number + 2 <= shape.n { 1 << direction.bit(number) } else { 0 }
            };
            Direction::BOTH.map(line).into_iter().fold(0, |footprint, line| footprint | line)
        };
        let on_board = |row, column| if column < shape.n { footprint(row, column) } else { 0 };
        Self((0..shape.north).map(|row| std::array::from_fn(|column| on_board(row, column))).collect())
    }

    /// The rows of the north.
    pub fn rows(&self) -> usize {
        self.0.len()
    }

    /// The footprint of a queen in `row` and `column`.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> u64 {
        self.0[row][column & 31]
    }
}

/// The bits of footprints that a queen of the south tests: for its diagonal and its antidiagonal,
/// the number of a byte and a mask. The mask is 0 if the line does not cross the cut.
pub type Lines = [(usize, u8); 2];

/// The bits that a queen of the south in `row` and `column` tests.
pub fn lines(shape: &Shape, row: usize, column: usize) -> Lines {
    Direction::BOTH.map(|kind| match kind.column(shape, column).checked_sub(row + 1) {
        Some(number) => (kind.bit(number) / 8, 1 << (kind.bit(number) % 8)),
        None => (0, 0),
    })
}

/// The bytes that have lines below a number, as a mask, by direction and number.
static BYTES_BELOW: [[u8; 32]; 2] = {
    let mut bytes = [[0; 32]; 2];
    let mut number = 0;
    while number < 31 {
        bytes[0][number + 1] = bytes[0][number] | 1 << (Direction::Diagonals.bit(number) / 8);
        bytes[1][number + 1] = bytes[1][number] | 1 << (Direction::Antidiagonals.bit(number) / 8);
        number += 1;
    }
    bytes
};

/// The bytes of footprints that queens of the south can still test.
#[derive(Clone, Copy, Debug)]
pub struct NeededBytes {
    bytes: [usize; BYTES],
    len: usize,
}

impl NeededBytes {
    /// The bytes that queens in `columns` can test, in rows from `row` on.
    pub fn by(shape: &Shape, row: usize, columns: u32) -> Self {
        let mut tested = 0_u8;
        if columns != 0 {
            let outermost = [columns.trailing_zeros() as usize, 31 - columns.leading_zeros() as usize];
            for ((kind, outermost), bytes) in Direction::BOTH.into_iter().zip(outermost).zip(&BYTES_BELOW) {
                tested |= bytes[kind.column(shape, outermost).saturating_sub(row) % 32];
            }
        }
        let mut needed = Self { bytes: [0; BYTES], len: 0 };
        for byte in bits(tested) {
            needed.bytes[needed.len] = byte;
            needed.len += 1;
        }
        needed
    }

    /// Their numbers, in ascending order.
    #[inline]
    pub fn bytes(&self) -> &[usize] {
        &self.bytes[..self.len]
    }
}
