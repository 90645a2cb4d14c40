//! Completions: all ways to fill the last eight rows of the south with the eight remaining columns.
//!
//! The first one or two of the rows are filled square by square. The other seven or six are looked
//! up in the far list of the columns that then remain, 64 entries at a time; a byte permutation
//! turns ranks among these columns into ranks among the eight.

use crate::methods::halves::TAIL;
use crate::methods::halves::lists::far::{BLOCK, Entries, FarList, FarLists, MOST_ROWS};
use crate::methods::halves::kernels::vector::{Completion, Step, Vector};
use crate::methods::halves::lists::ranks::{ALL_RANKS, Attacked, Rest, ranks_seen, ranks_without};

/// The completions of a placement in the near rows of the south.
#[derive(Default)]
pub struct Completions {
    /// Those that share the pair of squares in the first two rows.
    groups: Vec<Group>,
    /// How many groups there are.
    all_groups: usize,
    /// The pairs of squares in the other six rows.
    pairs: Vec<Completion>,
    /// The same, two rows at a time, while they are listed.
    entries: Entries,
    /// By block of a far list, which of its entries are kept, and how many completions are before.
    kept: Vec<(u64, usize)>,
}

/// Completions with the same squares in the first two rows.
#[derive(Clone, Copy, Default)]
pub struct Group {
    /// The ranks of the columns of the first two rows.
    pub ranks: [u8; 2],
    /// Where the next one's begin.
    pub end: u32,
}

/// The most ways to fill the first two rows, and one.
const MOST_GROUPS: usize = TAIL * TAIL;

/// The most blocks of a far list, and one: those of all orders of seven columns.
const MOST_BLOCKS: usize = 5040_usize.div_ceil(BLOCK) + 1;

impl Completions {
    /// See [`Group`].
    pub fn groups(&self) -> &[Group] {
        &self.groups[..self.all_groups]
    }

    /// How many completions there are.
    pub fn len(&self) -> usize {
        self.groups().last().map_or(0, |group| group.end as usize)
    }

    /// The pairs of squares in the last six rows.
    pub fn pairs(&self) -> &[Completion] {
        &self.pairs[..self.len()]
    }

    /// Adds the group of completions from the end of the last one to `end`, if there are any.
    #[inline(always)]
    fn close_group(&mut self, ranks: [u8; 2], end: usize) {
        let before = if self.all_groups == 0 { 0 } else { self.groups[self.all_groups - 1].end };
        self.groups[self.all_groups] = Group { ranks, end: end as u32 };
        self.all_groups += usize::from(end as u32 > before);
    }
}

/// What is left to fill.
#[derive(Clone, Copy)]
pub struct Tail {
    /// The eight columns.
    pub columns: u32,
    /// Squares of the first of the eight rows that are attacked towards higher columns.
    pub up: u32,
    /// And towards lower ones.
    pub down: u32,
    /// The squares of the first row that may be used.
    pub first_row: u32,
}

impl Tail {
    /// The columns by rank.
    pub fn column(&self) -> [u8; TAIL] {
        let mut columns = [0; TAIL];
        for (rank, column) in crate::board::bits(self.columns).take(TAIL).enumerate() {
            columns[rank] = column as u8;
        }
        columns
    }

    /// The ranks of squares in each row that the placement in the near rows does not attack, as
    /// bits.
    #[inline(always)]
    pub fn open<V: Vector>(&self, v: V) -> [u8; TAIL] {
        let mut open = [0; TAIL];
        for (row, open) in open.iter_mut().enumerate() {
            *open = !v.extract(self.up << row | self.down >> row, self.columns) as u8;
        }
        open
    }
}

/// Lists the completions of `tail`, with far lists of `FAR` rows.
pub struct ListCompletions<'a, const FAR: usize> {
    /// The far lists.
    pub far: &'a FarLists,
    /// The tail to fill.
    pub tail: &'a Tail,
    /// Receives the completions, replacing earlier ones.
    pub into: &'a mut Completions,
}

impl<V: Vector, const FAR: usize> Step<V> for ListCompletions<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { far, tail, into } = self;
        into.groups.resize(MOST_GROUPS, Group::default());
        into.kept.resize(MOST_BLOCKS, (0, 0));
        into.all_groups = 0;
        let mut starts = Starts::of(tail, TAIL - FAR);
        let mut len = 0;
        let mut next = starts.next::<V, FAR>(v, far);
        while let Some((start, list)) = next {
            // On its way into the cache while this one is looked at.
            next = starts.next::<V, FAR>(v, far);
            into.entries.reserve(len + list.blocks.len() * BLOCK);
            let [x, y, z, _] = &mut into.entries.0;
            let attacked = Attacked::of(v, FAR, start.rest);
            let ranks = v.pair_table(start.ranks << 3, start.ranks);
            for (block, kept) in list.blocks.iter().zip(&mut into.kept) {
                *kept = (0, len);
                for part in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = attacked.possible::<FAR>(v, block, part);
                    let order = v.order(possible);
                    let [p, q, r] = block;
                    v.compress(order, v.look_up(ranks, v.load(&p.0[part..])), &mut x[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&q.0[part..])), &mut y[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&r.0[part..])), &mut z[len..]);
                    len += possible.count_ones() as usize;
                    kept.0 |= possible << part;
                }
            }
            if FAR < MOST_ROWS {
                into.close_group(start.first, len);
                continue;
            }
            into.kept[list.blocks.len()] = (0, len);
            for (&end, rank) in list.ends.iter().zip(start.ranks.to_le_bytes()) {
                let (kept, before) = into.kept[usize::from(end) / BLOCK];
                let end = before + (kept & !(u64::MAX << (end % 64))).count_ones() as usize;
                into.close_group([start.first[0], rank], end);
            }
        }
        let room = len.next_multiple_of(BLOCK);
        if into.pairs.len() < room {
            into.pairs.resize(2 * room, Completion::default());
        }
        into.entries.reserve(room);
        let [x, y, z, _] = &into.entries.0;
        v.completions([&x[..room], &y[..room], &z[..room]], &mut into.pairs[..room]);
    }
}

/// The ways to fill the first rows, one or two, which leave as many rows as a far list has.
struct Starts<'a> {
    tail: &'a Tail,
    /// How many rows they fill.
    rows: usize,
    /// Columns of the first row that are still to come, the current one first.
    first: u32,
    /// Columns of the second row that are still to come with the current one.
    second: u32,
}

/// A way to fill the first rows, and what it leaves.
#[derive(Clone, Copy)]
struct Start {
    /// The ranks of the columns of the first rows; the second is 0 when they are one.
    first: [u8; 2],
    /// The ranks that are left, among eight, as the far list numbers them.
    ranks: u64,
    /// What is left, as the far list sees it.
    rest: Rest,
}

impl<'a> Starts<'a> {
    fn of(tail: &'a Tail, rows: usize) -> Self {
        let first = tail.columns & tail.first_row & !(tail.up | tail.down);
        let mut starts = Self { tail, rows, first, second: 0 };
        if starts.first != 0 {
            starts.second = starts.open();
        }
        starts
    }

    /// The columns of the second row that go with the current one of the first; if no start has a
    /// second row, one for the current column itself.
    #[inline(always)]
    fn open(&self) -> u32 {
        let square = self.first & self.first.wrapping_neg();
        if self.rows == 1 {
            return square;
        }
        let attacked = (self.tail.up | square) << 1 | (self.tail.down | square) >> 1;
        self.tail.columns & !square & !attacked
    }

    /// The next way, with the far list of the columns that it leaves.
    #[inline(always)]
    fn next<'b, V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        far: &'b FarLists,
    ) -> Option<(Start, FarList<'b>)> {
        while self.second == 0 {
            self.first &= self.first.wrapping_sub(1);
            if self.first == 0 {
                return None;
            }
            self.second = self.open();
        }
        let Tail { columns, up, down, .. } = *self.tail;
        let (a, b) = (self.first & self.first.wrapping_neg(), self.second & self.second.wrapping_neg());
        self.second &= self.second - 1;
        let rank = |square: u32| (columns & (square - 1)).count_ones() as usize;
        let left = columns & !(a | b);
        let list = far.of(v, left);
        list.prefetch(v);
        let (mut up, mut down) = ((up | a) << 1, (down | a) >> 1);
        let mut ranks = ranks_without(ALL_RANKS, rank(a));
        let mut first = [rank(a) as u8, 0];
        if self.rows == 2 {
            (up, down) = ((up | b) << 1, (down | b) >> 1);
            // Its place among the seven that were left.
            ranks = ranks_without(ranks, rank(b) - usize::from(b > a));
            first[1] = rank(b) as u8;
        }
        let rest = Rest { columns: left, up, down }.seen(list.mirrored);
        Some((Start { first, ranks: ranks_seen(ranks, FAR, list.mirrored), rest }, list))
    }
}
