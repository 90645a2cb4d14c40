//! Lists of norths: for each north, which diagonals it sends across the cut.
//!
//! A list is stored by *bytes*: an array for the first eight diagonals of all norths, one for the
//! next eight, and so on. So a filter handles 64 norths with one instruction, and arrays of
//! diagonals that no longer matter are dropped.
//!
//! # Which bit is which line
//!
//! Rows of either half are numbered from the cut outwards. The antidiagonal through row `i`, column
//! `c` of the north meets row 0 of the south in column `c + i + 1`: it is bit `c + i`. A queen of
//! the south in row `j`, column `d` is on bit `d - j - 1`. In a mirror the diagonals are
//! antidiagonals, so they have the same bits, counted from the right, `n - 1 - c` for `c`. A bit
//! above `n - 2` or below 0 stands for a line that does not cross the cut.
//!
//! A queen in row `j` or beyond, in column `d` at most, is on no bit above `d - j - 1`: the farther
//! from the cut, the fewer bytes are needed. For N = 24 they are seven at the cut and five with
//! eight rows left.

use std::ops::Range;

use crate::methods::halves::Shape;
use crate::board::bits;

/// Bytes of a footprint.
pub const BYTES: usize = 8;

/// Bytes that may be read and written behind the end of an array. Whole words of norths may be read
/// as well: sizes are multiples of 4,096.
pub const SLACK: usize = 64;

/// Diagonals, or antidiagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Row plus column is constant.
    Diagonals,
    /// Column minus row is constant.
    Antidiagonals,
}

impl Direction {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Diagonals, Self::Antidiagonals];

    /// `column`, from the side that makes diagonals of this kind antidiagonals.
    #[inline]
    pub fn column(self, shape: &Shape, column: usize) -> usize {
        match self {
            Self::Diagonals => shape.n - 1 - column,
            Self::Antidiagonals => column,
        }
    }

    /// Where bit `bit`, below 32, of this kind stands in a footprint: its byte is the place divided
    /// by 8. Bits 16 to 19 of both kinds share a byte, and so do bits 28 to 31, so that 20 bits of
    /// either take five bytes.
    #[inline]
    pub const fn place(self, bit: usize) -> usize {
        let second = matches!(self, Self::Antidiagonals) as usize;
        match bit {
            0..16 => 16 * second + bit,
            16..20 => 32 + 4 * second + (bit - 16),
            20..28 => 40 + 8 * second + (bit - 20),
            _ => 56 + 4 * second + (bit - 28),
        }
    }
}

/// What each queen of the north sends across the cut, by row and column: a bit at the
/// [place](Direction::place) of each diagonal. What a half sends is the union; its bytes, lowest
/// first, are those of a list.
pub struct Footprints(Vec<[u64; 32]>);

impl Footprints {
    /// Those of a board.
    pub fn of(shape: &Shape) -> Self {
        let footprint = |row: usize, column: usize| {
            let bits = Direction::BOTH.map(|kind| (kind, kind.column(shape, column) + row));
            bits.iter()
                .filter(|(_, bit)| bit + 2 <= shape.n)
                .fold(0, |word, (kind, bit)| word | 1 << kind.place(*bit))
        };
        let row =
            |row| std::array::from_fn(|column| if column < shape.n { footprint(row, column) } else { 0 });
        Self((0..shape.north).map(row).collect())
    }

    /// Rows of the north.
    pub fn rows(&self) -> usize {
        self.0.len()
    }

    /// That of a queen in `row` and `column`.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> u64 {
        self.0[row][column & 31]
    }
}

/// The bits that a queen of the south tests: a byte of the footprints with a mask, of the diagonals
/// and of the antidiagonals. The mask is 0 if no line of that kind crosses the cut.
pub type Lines = [(usize, u8); 2];

/// The bits that a queen of the south in `row` and `column` tests.
pub fn lines(shape: &Shape, row: usize, column: usize) -> Lines {
    Direction::BOTH.map(|kind| match kind.column(shape, column).checked_sub(row + 1) {
        Some(bit) => (kind.place(bit) / 8, 1 << (kind.place(bit) % 8)),
        None => (0, 0),
    })
}

/// By direction, the bytes that have the bits below a number, a bit each.
static BYTES_BELOW: [[u8; 32]; 2] = {
    let mut bytes = [[0; 32]; 2];
    let mut bit = 0;
    while bit < 31 {
        bytes[0][bit + 1] = bytes[0][bit] | 1 << (Direction::Diagonals.place(bit) / 8);
        bytes[1][bit + 1] = bytes[1][bit] | 1 << (Direction::Antidiagonals.place(bit) / 8);
        bit += 1;
    }
    bytes
};

/// The bytes that queens in `columns`, in rows from `row` on, can ask for.
#[derive(Clone, Copy, Debug)]
pub struct NeededBytes {
    bytes: [usize; BYTES],
    len: usize,
}

impl NeededBytes {
    /// See [`NeededBytes`].
    pub fn by(shape: &Shape, row: usize, columns: u32) -> Self {
        let mut asked = 0_u8;
        if columns != 0 {
            let outermost = [columns.trailing_zeros() as usize, 31 - columns.leading_zeros() as usize];
            for ((kind, outermost), bytes) in Direction::BOTH.into_iter().zip(outermost).zip(&BYTES_BELOW) {
                asked |= bytes[kind.column(shape, outermost).saturating_sub(row) % 32];
            }
        }
        let mut needed = Self { bytes: [0; BYTES], len: 0 };
        for byte in bits(asked.into()) {
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

/// An array of bytes that begins at a multiple of 64 in memory.
#[derive(Default)]
pub struct Array {
    memory: Vec<u8>,
    start: usize,
}

impl Array {
    const EMPTY: Self = Self { memory: Vec::new(), start: 0 };

    /// Makes sure that `len` bytes and [`SLACK`] more can be used. The first `kept` bytes stay as
    /// they are; memory that nothing was written to takes none of the machine's.
    pub fn reserve(&mut self, len: usize, kept: usize) {
        if self.start + len + SLACK <= self.memory.len() {
            return;
        }
        let room = (len + SLACK).max(self.memory.len() * 3 / 2).next_multiple_of(4096);
        let mut memory = vec![0; room + 64];
        let start = memory.as_ptr().align_offset(64).min(64);
        memory[start..start + kept].copy_from_slice(&self.as_slice()[..kept]);
        (self.memory, self.start) = (memory, start);
    }

    /// Bytes that it takes at most.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// All that can be used.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.memory[self.start..]
    }

    /// All that can be used.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..]
    }
}

/// A list of norths, an array for each byte of their footprints.
#[derive(Default)]
pub struct List {
    /// Only those of the bytes that are needed have contents.
    pub arrays: [Array; BYTES],
    /// Where the norths of each segment stand; what a segment is, is up to the user.
    pub segments: Vec<Range<usize>>,
}

impl List {
    /// No norths.
    pub const EMPTY: Self = Self { arrays: [const { Array::EMPTY }; BYTES], segments: Vec::new() };

    /// Makes sure that there is room for `len` norths, of which the first `kept` stay.
    pub fn reserve(&mut self, needed: &NeededBytes, len: usize, kept: usize) {
        // A mask of 0 reads byte 0, whose contents do not matter then.
        for &byte in needed.bytes().iter().chain(&[0]) {
            self.arrays[byte].reserve(len, kept);
        }
    }

    /// Bytes that it takes at most.
    pub fn bytes(&self) -> usize {
        self.arrays.iter().map(Array::bytes).sum()
    }

    /// The arrays.
    #[inline]
    pub fn slices(&self) -> [&[u8]; BYTES] {
        self.arrays.each_ref().map(Array::as_slice)
    }

    /// The arrays, to be written to.
    #[inline]
    pub fn slices_mut(&mut self) -> [&mut [u8]; BYTES] {
        self.arrays.each_mut().map(Array::as_mut_slice)
    }
}
