//! Completions: all ways to fill the last eight rows of the south with the eight columns that are
//! left.
//!
//! The first two of the rows are filled square by square. The other six are looked up in the far
//! list of the six columns that are then left, 64 entries at a time; a byte permutation turns ranks
//! among the six columns into ranks among the eight.

use super::TAIL;
use super::far::{BLOCK, Block, FarLists, attacked_pairs, possible};
use super::kernels::vector::{Completion, Step, Vector};

/// The completions of a placement in the near rows of the south.
#[derive(Default)]
pub struct Completions {
    /// Those that share the pair of squares in the first two rows.
    pub groups: Vec<Group>,
    /// The pairs of squares in the other six rows.
    pub pairs: Vec<Completion>,
    /// The same, two rows at a time, while they are listed.
    bytes: [Vec<u8>; 3],
}

/// Completions with the same squares in the first two rows.
#[derive(Clone, Copy)]
pub struct Group {
    /// The ranks of the columns of the first two rows.
    pub ranks: [u8; 2],
    /// Where the next one's begin.
    pub end: u32,
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

/// Lists the completions of `tail`.
pub struct ListCompletions<'a> {
    /// The far lists.
    pub far: &'a FarLists,
    /// What is to be filled.
    pub tail: &'a Tail,
    /// Where they go, in the place of those before.
    pub into: &'a mut Completions,
}

impl<V: Vector> Step<V> for ListCompletions<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { far, tail, into } = self;
        let Completions { groups, pairs, bytes } = into;
        groups.clear();
        let mut starts = Starts::of(tail);
        let mut len = 0;
        let mut next = starts.next(v, far);
        while let Some((start, blocks)) = next {
            // On its way into the cache while this one is looked at.
            next = starts.next(v, far);
            for bytes in bytes.iter_mut() {
                let room = len + blocks.len() * BLOCK + BLOCK;
                if bytes.len() < room {
                    bytes.resize(room * 2, 0);
                }
            }
            let [x, y, z] = bytes;
            let [a, b] = start.ranks;
            let attacked = attacked_pairs(v, start.columns, [start.up, start.down]);
            let ranks = ranks_among_eight(a, b);
            let ranks = v.pair_table(ranks << 3, ranks);
            let before = len;
            for block in blocks {
                for part in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = possible(v, &attacked, block, part);
                    let order = v.order(possible);
                    let [p, q, r] = &block.0;
                    v.compress(order, v.look_up(ranks, v.load(&p[part..])), &mut x[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&q[part..])), &mut y[len..]);
                    v.compress(order, v.look_up(ranks, v.load(&r[part..])), &mut z[len..]);
                    len += possible.count_ones() as usize;
                }
            }
            if len > before {
                groups.push(Group { ranks: [a as u8, b as u8], end: len as u32 });
            }
        }
        pairs.clear();
        let [x, y, z] = bytes;
        let rows = x[..len].iter().zip(&y[..len]).zip(&z[..len]);
        pairs.extend(rows.map(|((&x, &y), &z)| Completion::new([x, y, z])));
    }
}

/// The ways to fill the first two rows.
struct Starts<'a> {
    tail: &'a Tail,
    /// Columns of the first row that are still to come, the current one first.
    first: u32,
    /// Columns of the second row that are still to come with the current one.
    second: u32,
}

/// A way to fill the first two rows, and what it leaves.
#[derive(Clone, Copy)]
struct Start {
    ranks: [usize; 2],
    columns: u32,
    up: u32,
    down: u32,
}

impl<'a> Starts<'a> {
    fn of(tail: &'a Tail) -> Self {
        let mut starts =
            Self { tail, first: tail.columns & tail.first_row & !(tail.up | tail.down), second: 0 };
        if starts.first != 0 {
            starts.second = starts.open();
        }
        starts
    }

    /// The columns of the second row that go with the current one of the first.
    #[inline(always)]
    fn open(&self) -> u32 {
        let square = self.first & self.first.wrapping_neg();
        let attacked = (self.tail.up | square) << 1 | (self.tail.down | square) >> 1;
        self.tail.columns & !square & !attacked
    }

    /// The next way, with the far list of the columns that it leaves.
    #[inline(always)]
    fn next<'b, V: Vector>(&mut self, v: V, far: &'b FarLists) -> Option<(Start, &'b [Block])> {
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
        let blocks = far.of(left);
        for rows in blocks.iter().flat_map(|block| &block.0) {
            v.prefetch(&rows[0]);
        }
        let (up, down) = ((((up | a) << 1) | b) << 1, (((down | a) >> 1) | b) >> 1);
        Some((Start { ranks: [rank(a), rank(b)], columns: left, up, down }, blocks))
    }
}

/// Byte `i`: the rank among eight of rank `i` among the six that are left without ranks `a` and
/// `b`.
#[inline(always)]
fn ranks_among_eight(a: usize, b: usize) -> u64 {
    let without = |ranks: u64, rank: usize| {
        let below = (1 << (8 * rank)) - 1;
        ranks & below | ranks >> 8 & !below
    };
    without(without(0x0706_0504_0302_0100, a.max(b)), a.min(b)) & 0xffff_ffff_ffff
}
