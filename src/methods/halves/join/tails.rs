//! Tails: all ways to fill the last eight rows of the south with the eight remaining columns.
//!
//! ```text
//! for each way to fill the first rows of the tail, one or two:
//!     for each entry of the far list of the columns that then remain, 64 at a time:
//!         add the completion, if no queen attacks a square of the entry
//! ```
//!
//! Rows 0 and 1 of a tail are its *head*. Completions with the same head stand together. If far
//! lists have seven rows, row 1 of the tail is row 0 of the list.

use crate::methods::halves::TAIL;
use crate::methods::halves::join::souths::South;
use crate::methods::halves::lists::entry::{
    ALL_RANKS, Attacked, BLOCK, Entries, MOST_ROWS, Rest, ranks_seen, ranks_without,
};
use crate::methods::halves::lists::far::{FarList, FarLists};
use crate::methods::vectors::bits::FIRST_BYTES;
use crate::methods::vectors::vector::{Completion, Step, Vector};

/// The completions of a south whose near rows are full.
#[derive(Default)]
pub struct Completions {
    /// Only the first `len` are in use.
    all: Vec<Completion>,
    len: usize,
    /// The same while they are listed: bytes of two rows each, with ranks among the eight columns.
    /// The bytes of heads come last.
    entries: Entries,
}

impl Completions {
    pub fn all(&self) -> &[Completion] {
        &self.all[..self.len]
    }
}

/// Lists the completions of `south`, with far lists of `FAR` rows.
pub struct ListCompletions<'a, const FAR: usize> {
    pub far: &'a FarLists,
    /// The south, whose near rows are full.
    pub south: &'a South,
    /// Receives the completions, replacing earlier ones.
    pub into: &'a mut Completions,
}

impl<V: Vector, const FAR: usize> Step<V> for ListCompletions<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { far, south, into } = self;
        let mut heads = Heads::of(south, TAIL - FAR);
        let mut len = 0;
        let mut next = heads.next::<V, FAR>(v, far);
        while let Some((head, list)) = next {
            // The next list is prefetched while this one is processed.
            next = heads.next::<V, FAR>(v, far);
            into.entries.reserve(len + list.blocks.len() * BLOCK);
            let [x, y, z, heads] = &mut into.entries.0;
            let attacked = Attacked::of(v, FAR, head.rest);
            let ranks = v.rank_table(head.ranks << 3, head.ranks);
            // Row 0 of a list of seven rows completes the head.
            let row_1 = if FAR == MOST_ROWS { head.ranks } else { 0 };
            let bytes = v.rank_table(0, row_1 + FIRST_BYTES * head.byte);
            for block in list.blocks {
                for at in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = attacked.possible::<FAR>(v, block, at);
                    let permutation = v.permutation(possible);
                    let [a, b, c] = block.each_ref().map(|bytes| v.load(&bytes.0[at..]));
                    v.compress(permutation, v.look_up(bytes, v.missing_rank(a, b, c)), &mut heads[len..]);
                    v.compress(permutation, v.look_up(ranks, a), &mut x[len..]);
                    v.compress(permutation, v.look_up(ranks, b), &mut y[len..]);
                    v.compress(permutation, v.look_up(ranks, c), &mut z[len..]);
                    len += possible.count_ones() as usize;
                }
            }
        }
        into.len = len;
        let room = len.next_multiple_of(BLOCK);
        if into.all.len() < room {
            into.all.resize(2 * room, Completion::default());
        }
        into.entries.reserve(room);
        let [x, y, z, heads] = &into.entries.0;
        v.completions([&heads[..room], &x[..room], &y[..room], &z[..room]], &mut into.all[..room]);
    }
}

/// The ways to fill the rows of a tail before the far list's: row 0, or rows 0 and 1.
struct Heads<'a> {
    south: &'a South,
    /// The number of these rows.
    rows: usize,
    /// Squares of row 0 that are still to come, the current one lowest.
    row_0: u32,
    /// Squares of row 1 that are still to come below the current one.
    row_1: u32,
}

/// A way to fill these rows, and the columns and squares that it leaves.
#[derive(Clone, Copy)]
struct Head {
    /// The ranks of the columns as a byte of two rows; the second is 0 if there is one row.
    byte: u64,
    /// The ranks that are left of the eight, as the far list numbers them.
    ranks: u64,
    /// The columns and attacked squares that are left, as the far list sees them.
    rest: Rest,
}

impl<'a> Heads<'a> {
    fn of(south: &'a South, rows: usize) -> Self {
        let mut heads = Self { south, rows, row_0: south.free(), row_1: 0 };
        if heads.row_0 != 0 {
            heads.row_1 = heads.free_in_row_1();
        }
        heads
    }

    /// The squares of row 1 that go with the current one of row 0; if heads have one row, the
    /// current square itself, so that it comes once.
    #[inline(always)]
    fn free_in_row_1(&self) -> u32 {
        let square = self.row_0 & self.row_0.wrapping_neg();
        if self.rows == 1 {
            return square;
        }
        let attacked = (self.south.antidiagonals | square) << 1 | (self.south.diagonals | square) >> 1;
        self.south.columns & !square & !attacked
    }

    /// The next way, with the far list of the columns that it leaves.
    #[inline(always)]
    fn next<'b, V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        far: &'b FarLists,
    ) -> Option<(Head, FarList<'b>)> {
        while self.row_1 == 0 {
            self.row_0 &= self.row_0.wrapping_sub(1);
            if self.row_0 == 0 {
                return None;
            }
            self.row_1 = self.free_in_row_1();
        }
        let South { columns, antidiagonals, diagonals, .. } = *self.south;
        let a = self.row_0 & self.row_0.wrapping_neg();
        let b = self.row_1 & self.row_1.wrapping_neg();
        self.row_1 &= self.row_1 - 1;
        let rank = |square: u32| (columns & (square - 1)).count_ones() as usize;
        let left = columns & !(a | b);
        let list = far.of(v, left);
        list.prefetch(v);
        let mut antidiagonals = (antidiagonals | a) << 1;
        let mut diagonals = (diagonals | a) >> 1;
        let mut ranks = ranks_without(ALL_RANKS, rank(a));
        let mut byte = (TAIL * rank(a)) as u64;
        if self.rows == 2 {
            (antidiagonals, diagonals) = ((antidiagonals | b) << 1, (diagonals | b) >> 1);
            // Its index among the seven ranks that were left.
            ranks = ranks_without(ranks, rank(b) - usize::from(b > a));
            byte += rank(b) as u64;
        }
        let rest = Rest { columns: left, antidiagonals, diagonals }.seen(list.mirrored);
        Some((Head { byte, ranks: ranks_seen(ranks, FAR, list.mirrored), rest }, list))
    }
}
