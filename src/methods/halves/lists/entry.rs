//! Entries of far lists: where their bytes are stored, and which of them the other queens of a half
//! leave possible. [`super`] has a picture of an entry.
//!
//! Whether an entry is possible depends on squares of the far rows that other queens attack. This
//! module turns these from columns into ranks: a word has eight ranks, a byte each.

use crate::methods::vectors::vector::Vector;

/// The most rows of an entry.
pub const MOST_ROWS: usize = 7;

pub const ENTRY_BYTES: usize = 3;

/// Rows that an entry has bytes for.
pub const STORED_ROWS: usize = 2 * ENTRY_BYTES;

pub const BLOCK: usize = 64;

/// One byte of each of 64 entries.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Bytes(pub [u8; BLOCK]);

/// Sixty-four entries: bytes 0, 1 and 2 of each. Rows that a list lacks have rank 0. Behind the
/// last entry of a list stands [`NO_ENTRY`].
pub type Block = [Bytes; ENTRY_BYTES];

/// A byte that no entry has.
pub const NO_ENTRY: u8 = 63;

/// Entries under construction: an array for each byte, and one for additional data.
#[derive(Default)]
pub struct Entries(pub [Vec<u8>; ENTRY_BYTES + 1]);

impl Entries {
    /// Makes room for `len` entries, and to write a vector behind them.
    pub fn reserve(&mut self, len: usize) {
        for bytes in &mut self.0 {
            if bytes.len() < len + BLOCK {
                bytes.resize(2 * len + BLOCK, 0);
            }
        }
    }
}

/// Byte `i`: rank `i`.
pub const ALL_RANKS: u64 = 0x0706_0504_0302_0100;

/// `ranks` without byte `index`; the bytes behind it move down.
#[inline(always)]
pub fn ranks_without(ranks: u64, index: usize) -> u64 {
    let below = (1 << (8 * index)) - 1;
    ranks & below | ranks >> 8 & !below
}

/// `ranks`, the first `rows` of them in reverse order if `mirrored`.
#[inline(always)]
pub fn ranks_seen(ranks: u64, rows: usize, mirrored: bool) -> u64 {
    let reversed = if rows == 0 { 0 } else { ranks.swap_bytes() >> (64 - 8 * rows) };
    if mirrored { reversed } else { ranks }
}

/// The state in which other queens leave the far rows of a half, numbered down the board: the
/// columns that are left, and the attacked squares of row 0. In the north rows go up, which
/// exchanges diagonals and antidiagonals.
#[derive(Clone, Copy)]
pub struct Rest {
    pub columns: u32,
    pub antidiagonals: u32,
    pub diagonals: u32,
}

impl Rest {
    /// The rest as a far list sees it: if `mirrored`, with columns 0 and 31 exchanged, and so on.
    #[inline(always)]
    pub fn seen(self, mirrored: bool) -> Self {
        let Self { columns, antidiagonals, diagonals } = self;
        if mirrored {
            let [columns, antidiagonals, diagonals] =
                [columns, diagonals, antidiagonals].map(u32::reverse_bits);
            Self { columns, antidiagonals, diagonals }
        } else {
            self
        }
    }
}

/// Bit `i` of a byte becomes byte `i`.
pub static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            table[bits] |= if bits >> i & 1 == 1 { 0xff << (8 * i) } else { 0 };
            i += 1;
        }
        bits += 1;
    }
    table
};

/// A byte for each rank in each of seven rows; an entry's byte is the OR of the bytes of its ranks.
#[derive(Clone, Copy)]
pub struct RowTables<V: Vector> {
    /// The tables for the bytes of an entry.
    stored: [V::RankTable; ENTRY_BYTES],
    /// The table for row 0 of seven.
    row_0: V::RankTable,
}

impl<V: Vector> RowTables<V> {
    /// The tables with byte `r` of `rows[i]` for rank `r` in row `i`, of which lists of fewer rows
    /// have the last ones.
    #[inline(always)]
    pub fn of(v: V, rows: [u64; MOST_ROWS]) -> Self {
        let [row_0, a, b, c, d, e, f] = rows;
        Self {
            stored: [v.rank_table(a, b), v.rank_table(c, d), v.rank_table(e, f)],
            row_0: v.rank_table(0, row_0),
        }
    }

    /// The bytes of the entries `[a, b, c]` of a list of `ROWS` rows; `row_0` has the ranks in row
    /// 0 of seven.
    #[inline(always)]
    pub fn look_up<const ROWS: usize>(&self, v: V, [a, b, c]: [V::Bytes; 3], row_0: V::Bytes) -> V::Bytes {
        let [p, q, r] = self.stored;
        let bytes = v.or(v.look_up(p, a), v.look_up(q, b), v.look_up(r, c));
        if ROWS == MOST_ROWS { v.or(bytes, bytes, v.look_up(self.row_0, row_0)) } else { bytes }
    }
}

/// The attacked squares of the far rows: a byte of ones for each attacked rank.
pub struct Attacked<V: Vector>(RowTables<V>);

impl<V: Vector> Attacked<V> {
    /// The squares of `rows` far rows that are attacked. Ranks from `rows` on, which no entry of
    /// such a list has, count as attacked.
    #[inline(always)]
    pub fn of(v: V, rows: usize, Rest { columns, antidiagonals, diagonals }: Rest) -> Self {
        // Rows that a list lacks have rank 0, or rank 7 behind the last entry.
        let mut attacked = [SPREAD[0x80]; MOST_ROWS];
        for row in 0..rows {
            let ranks = v.extract(antidiagonals << row | diagonals >> row, columns);
            attacked[MOST_ROWS - rows + row] = SPREAD[(ranks | 0xff << rows) as usize & 0xff];
        }
        Self(RowTables::of(v, attacked))
    }

    /// A mask of the entries of `block` without an attacked square, of a vector of them from `at`
    /// on. `ROWS` are the rows of the list.
    #[inline(always)]
    pub fn possible<const ROWS: usize>(&self, v: V, block: &Block, at: usize) -> u64 {
        let [a, b, c] = [v.load(&block[0].0[at..]), v.load(&block[1].0[at..]), v.load(&block[2].0[at..])];
        let attacked = self.0.look_up::<ROWS>(v, [a, b, c], v.missing_rank(a, b, c));
        v.without(attacked, v.splat(u8::MAX))
    }
}
