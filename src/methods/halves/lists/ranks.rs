//! Squares of the far rows by rank: the position of their column among the remaining columns.
//!
//! A far list has ranks instead of columns, so that one list serves all sets of columns with the
//! same distances. This module converts squares of a board to ranks: a word has eight, a byte each.

use super::far::{Block, MOST_ROWS, PAIRS};
use crate::methods::halves::kernels::vector::Vector;

/// Byte 0 of eight.
pub const FIRST_BYTES: u64 = 0x0101_0101_0101_0101;

/// Byte `i`: rank `i`.
pub const ALL_RANKS: u64 = 0x0706_0504_0302_0100;

/// `ranks` without the one at `place`; those behind move down.
#[inline(always)]
pub fn ranks_without(ranks: u64, place: usize) -> u64 {
    let below = (1 << (8 * place)) - 1;
    ranks & below | ranks >> 8 & !below
}

/// `ranks`, the first `rows` of them from the other end when `mirrored`.
#[inline(always)]
pub fn ranks_seen(ranks: u64, rows: usize, mirrored: bool) -> u64 {
    let reversed = if rows == 0 { 0 } else { ranks.swap_bytes() >> (64 - 8 * rows) };
    if mirrored { reversed } else { ranks }
}

/// What is left of a half: the columns of the far rows, and the squares of the first of these that
/// are attacked towards higher columns, and towards lower ones.
#[derive(Clone, Copy)]
pub struct Rest {
    pub columns: u32,
    pub up: u32,
    pub down: u32,
}

impl Rest {
    /// The same when `mirrored`, in a mirror that exchanges columns 0 and 31.
    #[inline(always)]
    pub fn seen(self, mirrored: bool) -> Self {
        let Self { columns, up, down } = self;
        if mirrored {
            let [columns, up, down] = [columns, down, up].map(u32::reverse_bits);
            Self { columns, up, down }
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

/// Which squares of the far rows are attacked: for each byte of an entry, the pairs of ranks with
/// an attacked one, and for the first of seven rows the ranks.
pub struct Attacked<V: Vector> {
    pairs: [V::PairTable; PAIRS],
    first: V::PairTable,
}

impl<V: Vector> Attacked<V> {
    /// Those of `rows` far rows. Ranks that no list of `rows` rows has count as attacked.
    #[inline(always)]
    pub fn of(v: V, rows: usize, Rest { columns, up, down }: Rest) -> Self {
        // Rows that a list lacks have rank 0, or behind its end rank 7.
        let mut attacked = [SPREAD[0x80]; MOST_ROWS];
        for row in 0..rows {
            let ranks = v.extract(up << row | down >> row, columns);
            attacked[MOST_ROWS - rows + row] = SPREAD[(ranks | 0xff << rows) as usize & 0xff];
        }
        let [first, a, b, c, d, e, f] = attacked;
        Self {
            pairs: [v.pair_table(a, b), v.pair_table(c, d), v.pair_table(e, f)],
            first: v.pair_table(0, first),
        }
    }

    /// The entries from `part` on of `block` without an attacked square, a vector of them. `ROWS`
    /// are those of the list.
    #[inline(always)]
    pub fn possible<const ROWS: usize>(&self, v: V, block: &Block, part: usize) -> u64 {
        let [a, b, c] =
            [v.load(&block[0].0[part..]), v.load(&block[1].0[part..]), v.load(&block[2].0[part..])];
        let [p, q, r] = self.pairs;
        let mut attacked = v.or(v.look_up(p, a), v.look_up(q, b), v.look_up(r, c));
        if ROWS == MOST_ROWS {
            attacked = v.or(attacked, attacked, v.look_up(self.first, v.left_of_seven(a, b, c)));
        }
        v.without(attacked, v.splat(u8::MAX))
    }
}
