//! Tails: all ways to fill the last eight rows of the south with the eight remaining columns.
//!
//! ```text
//! for each way to fill the first rows of the tail, one or two:
//!     for each entry of the far list of the columns that then remain, 64 at a time:
//!         add the completion, if no queen attacks a square of the entry
//! ```
//!
//! Rows 0 and 1 of a tail are its *head*. Completions with the same head stand together, in a
//! group, so that the join looks only the other six rows up for each completion. If far lists have
//! seven rows, row 1 of the tail is row 0 of the list, whose `ends` separate the groups.

use crate::methods::halves::TAIL;
use crate::methods::halves::join::souths::South;
use crate::methods::halves::kernels::vector::{Completion, Step, Vector};
use crate::methods::halves::lists::entry::{
    ALL_RANKS, Attacked, BLOCK, Entries, MOST_ROWS, Rest, ranks_seen, ranks_without,
};
use crate::methods::halves::lists::far::{FarList, FarLists};

/// The completions of a south whose near rows are full.
#[derive(Default)]
pub struct Completions {
    /// Only the first `group_count` are in use.
    groups: Vec<Group>,
    group_count: usize,
    /// The squares of the last six rows.
    squares: Vec<Completion>,
    /// The same while they are listed: bytes of two rows each, with ranks among the eight columns.
    entries: Entries,
    /// For each block of a far list: a mask of the entries that are kept, and the number of
    /// completions before them.
    kept: Vec<(u64, usize)>,
}

/// Completions with the same head.
#[derive(Clone, Copy, Default)]
pub struct Group {
    /// The ranks of the columns of rows 0 and 1.
    pub head: [u8; 2],
    /// Where the next group's completions begin.
    pub end: u32,
}

/// More than the 56 heads that there can be: one group is written ahead.
const MOST_GROUPS: usize = TAIL * TAIL;

/// The most blocks of a far list, and one: there are 5,040 orders of seven columns.
const MOST_BLOCKS: usize = 5040_usize.div_ceil(BLOCK) + 1;

impl Completions {
    /// The groups, in the order of their completions.
    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.group_count]
    }

    /// The number of completions.
    pub fn len(&self) -> usize {
        self.groups().last().map_or(0, |group| group.end as usize)
    }

    /// The squares of each completion in the last six rows.
    pub fn squares(&self) -> &[Completion] {
        &self.squares[..self.len()]
    }

    /// Adds the group of completions from the end of the last one to `end`, if there are any.
    #[inline(always)]
    fn close_group(&mut self, head: [u8; 2], end: usize) {
        let before = if self.group_count == 0 { 0 } else { self.groups[self.group_count - 1].end };
        self.groups[self.group_count] = Group { head, end: end as u32 };
        self.group_count += usize::from(end as u32 > before);
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
        into.groups.resize(MOST_GROUPS, Group::default());
        into.kept.resize(MOST_BLOCKS, (0, 0));
        into.group_count = 0;
        let mut heads = Heads::of(south, TAIL - FAR);
        let mut len = 0;
        let mut next = heads.next::<V, FAR>(v, far);
        while let Some((head, list)) = next {
            // The next list is prefetched while this one is processed.
            next = heads.next::<V, FAR>(v, far);
            into.entries.reserve(len + list.blocks.len() * BLOCK);
            let [x, y, z, _] = &mut into.entries.0;
            let attacked = Attacked::of(v, FAR, head.rest);
            let ranks = v.rank_table(head.ranks << 3, head.ranks);
            for (block, kept) in list.blocks.iter().zip(&mut into.kept) {
                *kept = (0, len);
                for at in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = attacked.possible::<FAR>(v, block, at);
                    let order = v.order(possible);
                    let [p, q, r] = block;
                    v.compress(order, v.look_up(ranks, v.load(&p.0[at..])), &mut x[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&q.0[at..])), &mut y[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&r.0[at..])), &mut z[len..]);
                    len += possible.count_ones() as usize;
                    kept.0 |= possible << at;
                }
            }
            if FAR < MOST_ROWS {
                into.close_group(head.head, len);
                continue;
            }
            into.kept[list.blocks.len()] = (0, len);
            for (&end, rank) in list.ends.iter().zip(head.ranks.to_le_bytes()) {
                let (kept, before) = into.kept[usize::from(end) / BLOCK];
                let end = before + (kept & !(u64::MAX << (end % 64))).count_ones() as usize;
                into.close_group([head.head[0], rank], end);
            }
        }
        let room = len.next_multiple_of(BLOCK);
        if into.squares.len() < room {
            into.squares.resize(2 * room, Completion::default());
        }
        into.entries.reserve(room);
        let [x, y, z, _] = &into.entries.0;
        v.completions([&x[..room], &y[..room], &z[..room]], &mut into.squares[..room]);
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
    /// The ranks of the columns; the second is 0 if there is one row.
    head: [u8; 2],
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
        let (a, b) = (self.row_0 & self.row_0.wrapping_neg(), self.row_1 & self.row_1.wrapping_neg());
        self.row_1 &= self.row_1 - 1;
        let rank = |square: u32| (columns & (square - 1)).count_ones() as usize;
        let left = columns & !(a | b);
        let list = far.of(v, left);
        list.prefetch(v);
        let (mut antidiagonals, mut diagonals) = ((antidiagonals | a) << 1, (diagonals | a) >> 1);
        let mut ranks = ranks_without(ALL_RANKS, rank(a));
        let mut head = [rank(a) as u8, 0];
        if self.rows == 2 {
            (antidiagonals, diagonals) = ((antidiagonals | b) << 1, (diagonals | b) >> 1);
            // Its index among the seven ranks that were left.
            ranks = ranks_without(ranks, rank(b) - usize::from(b > a));
            head[1] = rank(b) as u8;
        }
        let rest = Rest { columns: left, antidiagonals, diagonals }.seen(list.mirrored);
        Some((Head { head, ranks: ranks_seen(ranks, FAR, list.mirrored), rest }, list))
    }
}
