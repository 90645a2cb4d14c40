//! The norths of a column set: all ways to fill the north with these columns.
//!
//! ```text
//! for each choice of columns for the far rows, six or seven:
//!     for each way to fill the near rows with the others:
//!         look at the far list of the choice, 64 entries at a time: list those that no near
//!         queen attacks
//! ```
//!
//! So the tables of the lines that the far rows send across the cut are made once per choice, and a
//! north costs a few instructions.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::methods::halves::Shape;
use crate::methods::halves::lists::far::{BLOCK, Entries, FarList, FarLists, MOST_ROWS, PAIRS};
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::halves::flip::{SIDES, Side, side};
use crate::methods::halves::kernels::vector::{Step, Vector};
use crate::methods::halves::lists::list::{BYTES, Footprints, List, NeededBytes};
use crate::methods::halves::lists::ranks::{Attacked, Rest};
use crate::board::{bits, next_combination};

/// Lists the norths of column sets, one after the other.
pub struct Norths {
    /// The norths by the sides of the queens in their first rows, the first row's side in the
    /// lowest place ([`crate::methods::halves::flip`]). Each list has one segment.
    pub by_sides: Vec<List>,
    /// Placements in the near rows, likewise by sides, that wait for the far rows.
    near: Vec<Vec<Near>>,
    footprints: Footprints,
    /// The entries that go with some of these, and the number of each one's near queens.
    entries: Entries,
}

/// Which norths are to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The columns that they fill.
    pub columns: u32,
    /// The queens that they begin with, in near rows.
    pub first: FirstQueens,
}

/// Queens in the near rows, from the cut outwards.
#[derive(Clone, Copy, Default)]
pub struct Near {
    /// Squares of the next row that they attack towards higher columns.
    up: u32,
    /// And towards lower ones.
    down: u32,
    footprint: u64,
    columns: u32,
    row: u8,
    sides: u8,
}

impl Norths {
    pub fn new(shape: &Shape) -> Self {
        let lists = SIDES.pow(shape.digits as u32);
        Self {
            by_sides: (0..lists).map(|_| List::default()).collect(),
            near: vec![Vec::new(); lists],
            entries: Entries::default(),
            footprints: Footprints::of(shape),
        }
    }

    /// Lists the norths of `wanted`, with the bytes that the other columns ask for; `None` when it
    /// was stopped.
    pub fn list<V: Vector>(
        &mut self,
        v: V,
        shape: &Shape,
        far: &FarLists,
        wanted: Wanted,
        stop: &AtomicBool,
    ) -> Option<()> {
        for (row, column) in wanted.first.given().enumerate().take(shape.digits) {
            self.reuse_memory_for(row, side(shape, column));
        }
        for list in &mut self.by_sides {
            list.segments.clear();
            list.segments.push(0..0);
        }
        match shape.far {
            7 => self.look_up::<V, 7>(v, shape, far, wanted, stop),
            6 => self.look_up::<V, 6>(v, shape, far, wanted, stop),
            _ => self.look_up::<V, 0>(v, shape, far, wanted, stop),
        }
    }

    /// Norths whose queen in `row` is on `side` are in one list of every three: these get the
    /// memory that the lists of other sides had.
    fn reuse_memory_for(&mut self, row: usize, side: Side) {
        let step = SIDES.pow(row as u32);
        for list in (0..self.by_sides.len()).filter(|list| list / step % SIDES == side) {
            let of_side = |other: usize| list - side * step + other * step;
            let largest = (0..SIDES).map(of_side).max_by_key(|&other| self.by_sides[other].bytes());
            self.by_sides.swap(list, largest.unwrap_or(list));
        }
    }

    /// The same with far lists of `FAR` rows.
    fn look_up<V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        shape: &Shape,
        far: &FarLists,
        Wanted { columns, first }: Wanted,
        stop: &AtomicBool,
    ) -> Option<()> {
        let needed = &needed(shape, columns);
        let choices = choices(columns & !first.columns(), shape.far);
        let mut choices = choices.map(|choice| (choice, far.of(v, choice)));
        let mut next = choices.next();
        while let Some((far_columns, list)) = next {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            next = choices.next();
            // On its way into the cache while this one is looked at.
            if let Some((_, list)) = &next {
                list.prefetch(v);
            }
            if list.blocks.is_empty() {
                continue;
            }
            self.fill(shape, first, &Near { columns: columns & !far_columns, ..Near::default() });
            let Self { by_sides, near, entries, footprints } = self;
            v.enter(LookUpFarRows::<FAR> {
                footprints,
                columns: far_columns,
                far: list,
                near,
                needed,
                entries,
                by_sides,
            });
            near.iter_mut().for_each(Vec::clear);
        }
        Some(())
    }

    /// Fills the near rows that are left in every way that begins with `first`.
    fn fill(&mut self, shape: &Shape, first: FirstQueens, near: &Near) {
        let row = usize::from(near.row);
        if row == shape.near_north() {
            return self.near[usize::from(near.sides)].push(*near);
        }
        for column in bits(first.squares(row, near.columns) & !(near.up | near.down)) {
            let square = 1 << column;
            let mut next = Near {
                up: (near.up | square) << 1,
                down: (near.down | square) >> 1,
                footprint: near.footprint | self.footprints.at(row, column),
                columns: near.columns & !square,
                row: near.row + 1,
                sides: near.sides,
            };
            if row < shape.digits {
                next.sides += (SIDES.pow(row as u32) * side(shape, column)) as u8;
            }
            self.fill(shape, first, &next);
        }
    }
}

/// The bytes of norths that fill `columns` that the other columns ask for.
fn needed(shape: &Shape, columns: u32) -> NeededBytes {
    NeededBytes::by(shape, 0, shape.row_mask() & !columns)
}

/// Every choice of `chosen` of `columns`.
fn choices(columns: u32, chosen: usize) -> impl Iterator<Item = u32> {
    let columns: Vec<u32> = bits(columns).map(|column| 1 << column).collect();
    let limit = 1_u64 << columns.len();
    let first = (1_u64 << chosen) - 1;
    let next = move |&ranks: &u64| next_combination(ranks).filter(|&next| next < limit);
    std::iter::successors(Some(first), next)
        .map(move |ranks| bits(ranks as u32).fold(0, |choice, rank| choice | columns[rank]))
}

/// Near queens that are numbered together.
const TOGETHER: usize = 8;

/// Lists the ways to fill the far rows with `columns` that the queens of `near` leave possible,
/// at the end of the list of their sides in `by_sides`.
struct LookUpFarRows<'a, const FAR: usize> {
    footprints: &'a Footprints,
    /// The columns of the far rows.
    columns: u32,
    /// All ways to fill these.
    far: FarList<'a>,
    near: &'a [Vec<Near>],
    needed: &'a NeededBytes,
    entries: &'a mut Entries,
    by_sides: &'a mut [List],
}

impl<V: Vector, const FAR: usize> Step<V> for LookUpFarRows<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { footprints, columns, far: list, near, needed, entries, by_sides } = self;
        let far = far_footprints::<V, FAR>(v, footprints, columns, list.mirrored, needed);
        entries.reserve(TOGETHER * list.blocks.len() * BLOCK);
        for (near, into) in near.iter().zip(by_sides) {
            for near in near.chunks(TOGETHER) {
                let (sent, len) = together::<V, FAR>(v, columns, list, near, entries);
                let near = v.transpose(sent);
                let end = into.segments[0].end;
                into.reserve(needed, end + len, end);
                let arrays = into.slices_mut();
                let [x, y, z, numbers] = &entries.0;
                for from in (0..len).step_by(V::WIDTH) {
                    let (a, b, c) = (v.load(&x[from..]), v.load(&y[from..]), v.load(&z[from..]));
                    let (first, numbers) = (v.left_of_seven(a, b, c), v.load(&numbers[from..]));
                    for &byte in needed.bytes() {
                        let [p, q, r] = far[byte].pairs;
                        let mut sent = v.or(v.look_up(p, a), v.look_up(q, b), v.look_up(r, c));
                        if FAR == MOST_ROWS {
                            sent = v.or(sent, sent, v.look_up(far[byte].first, first));
                        }
                        let near = v.look_up(v.pair_table(0, near[byte]), numbers);
                        v.store(v.or(near, sent, sent), &mut arrays[byte][end + from..]);
                    }
                }
                into.segments[0].end += len;
            }
        }
    }
}

/// Keeps the entries of `far` that go with each of `near`; returns the footprint of each of
/// these, and how many entries there are in all.
#[inline(always)]
fn together<V: Vector, const FAR: usize>(
    v: V,
    columns: u32,
    far: FarList<'_>,
    near: &[Near],
    entries: &mut Entries,
) -> ([u64; TOGETHER], usize) {
    let [x, y, z, numbers] = &mut entries.0;
    let (mut sent, mut len) = ([0; TOGETHER], 0);
    for (number, near) in near.iter().enumerate() {
        sent[number] = near.footprint;
        let rest = Rest { columns, up: near.up, down: near.down };
        let attacked = Attacked::of(v, FAR, rest.seen(far.mirrored));
        for block in far.blocks {
            for part in (0..BLOCK).step_by(V::WIDTH) {
                let possible = attacked.possible::<FAR>(v, block, part);
                let order = v.order(possible);
                v.compress(order, v.load(&block[0].0[part..]), &mut x[len..]);
                v.compress(order, v.load(&block[1].0[part..]), &mut y[len..]);
                v.compress(order, v.load(&block[2].0[part..]), &mut z[len..]);
                v.store(v.splat(number as u8), &mut numbers[len..]);
                len += possible.count_ones() as usize;
            }
        }
    }
    (sent, len)
}

/// What the queens of the far rows add to a byte of a footprint: by the ranks of two rows each, and
/// for the first of seven by its rank.
#[derive(Clone, Copy)]
struct FarByte<V: Vector> {
    pairs: [V::PairTable; PAIRS],
    first: V::PairTable,
}

/// For each of the needed bytes of a footprint: what queens in `columns` of the far rows add to it.
#[inline(always)]
fn far_footprints<V: Vector, const FAR: usize>(
    v: V,
    footprints: &Footprints,
    columns: u32,
    mirrored: bool,
    needed: &NeededBytes,
) -> [FarByte<V>; BYTES] {
    // By row and rank, the footprint of a queen there; then by row and byte of it, a byte for each
    // rank.
    let mut ranks = [[0_u64; BYTES]; MOST_ROWS];
    let seen = Rest { columns, up: 0, down: 0 }.seen(mirrored).columns;
    let mirror = if mirrored { 31 } else { 0 };
    for row in 0..FAR {
        let ranks = &mut ranks[MOST_ROWS - FAR + row];
        for (rank, column) in bits(seen).enumerate() {
            ranks[rank] = footprints.at(footprints.rows() - FAR + row, column ^ mirror);
        }
        *ranks = v.transpose(*ranks);
    }
    let none = v.pair_table(0, 0);
    let mut bytes = [FarByte { pairs: [none; PAIRS], first: none }; BYTES];
    for &byte in needed.bytes() {
        let [first, a, b, c, d, e, f] = ranks.map(|row| row[byte]);
        bytes[byte] = FarByte {
            pairs: [v.pair_table(a, b), v.pair_table(c, d), v.pair_table(e, f)],
            first: v.pair_table(0, first),
        };
    }
    bytes
}
