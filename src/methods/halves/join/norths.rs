//! The norths of a piece: all ways to fill the north with the columns of its set.
//!
//! ```text
//! for each choice of columns for the far rows, six or seven:
//!     for each way to fill the near rows with the others:
//!         for each entry of the far list of the choice, 64 at a time:
//!             list the north, if no near queen attacks a square of the entry
//! ```
//!
//! The footprint of a north joins the footprints of its near queens and of its far queens by OR.
//! The tables for the far queens are made once per choice. Near placements are handled eight at a
//! time: first all their possible entries are collected, then the footprints of all these are
//! looked up. So a north costs a few instructions.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{bits, next_combination};
use crate::methods::halves::flip::{SIDES, Side, side};
use crate::methods::halves::kernels::vector::{Step, Vector};
use crate::methods::halves::lists::entry::{Attacked, BLOCK, Entries, MOST_ROWS, Rest, RowTables};
use crate::methods::halves::lists::far::{FarList, FarLists};
use crate::methods::halves::lists::footprint::{BYTES, Footprints, NeededBytes};
use crate::methods::halves::lists::north_list::NorthList;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::halves::{FarRows, Shape};

/// Lists the norths of pieces, one after the other.
pub struct Norths {
    /// The norths by the sides of the queens in their first rows, row 0 lowest in base 3
    /// ([`crate::methods::halves::flip`]). Each list has one segment.
    pub by_sides: Vec<NorthList>,
    /// The piece that is listed.
    listed: Option<Wanted>,
    /// Placements in the near rows, likewise by sides, that wait for the far rows.
    near: Vec<Vec<Near>>,
    footprints: Footprints,
    /// The possible entries of a batch of near placements, and the index of each one's placement.
    entries: Entries,
}

/// The norths of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The columns that they fill.
    pub columns: u32,
    /// The queens that they begin with, in near rows.
    pub first: FirstQueens,
}

/// Queens in the near rows, from the cut outwards: up the board.
#[derive(Clone, Copy, Default)]
struct Near {
    /// Squares of the next row on an antidiagonal of a queen.
    antidiagonals: u32,
    /// Squares of the next row on a diagonal of a queen.
    diagonals: u32,
    footprint: u64,
    columns: u32,
    row: u8,
    sides: u8,
}

impl Norths {
    pub fn new(shape: &Shape) -> Self {
        let lists = SIDES.pow(shape.digits as u32);
        Self {
            by_sides: (0..lists).map(|_| NorthList::default()).collect(),
            listed: None,
            near: vec![Vec::new(); lists],
            entries: Entries::default(),
            footprints: Footprints::of(shape),
        }
    }

    /// Lists the norths of `wanted`, with the bytes that queens in the other columns test, and
    /// returns [`Norths::by_sides`]; `None` if it was stopped. The sets of an odd board with the
    /// same columns follow each other, so the norths may be there already.
    pub fn list<V: Vector>(
        &mut self,
        v: V,
        shape: &Shape,
        far: &FarLists,
        wanted: Wanted,
        stop: &AtomicBool,
    ) -> Option<&[NorthList]> {
        if self.listed != Some(wanted) {
            self.listed = None;
            for (row, column) in wanted.first.given().enumerate().take(shape.digits) {
                self.reuse_memory_for(row, side(shape, column));
            }
            for list in &mut self.by_sides {
                list.segments.clear();
                list.segments.push(0..0);
            }
            match shape.far {
                FarRows::Seven => self.look_up::<V, 7>(v, shape, far, wanted, stop)?,
                FarRows::Six => self.look_up::<V, 6>(v, shape, far, wanted, stop)?,
                FarRows::None => self.look_up::<V, 0>(v, shape, far, wanted, stop)?,
            }
            self.listed = Some(wanted);
        }
        Some(&self.by_sides)
    }

    /// Norths whose queen in `row` is on `side` fill one list of every three, which gets the memory
    /// of the largest of the three.
    fn reuse_memory_for(&mut self, row: usize, side: Side) {
        let step = SIDES.pow(row as u32);
        for list in (0..self.by_sides.len()).filter(|list| list / step % SIDES == side) {
            let of_side = |other: usize| list - side * step + other * step;
            let largest = (0..SIDES).map(of_side).max_by_key(|&other| self.by_sides[other].bytes());
            self.by_sides.swap(list, largest.unwrap_or(list));
        }
    }

    /// Lists the norths of `wanted` with far lists of `FAR` rows.
    fn look_up<V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        shape: &Shape,
        far: &FarLists,
        Wanted { columns, first }: Wanted,
        stop: &AtomicBool,
    ) -> Option<()> {
        let needed = &NeededBytes::by(shape, 0, shape.row_mask() & !columns);
        let choices = choices(columns & !first.columns(), FAR);
        let mut choices = choices.map(|choice| (choice, far.of(v, choice)));
        let mut next = choices.next();
        while let Some((far_columns, list)) = next {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            next = choices.next();
            // The next list is prefetched while this one is processed.
            if let Some((_, list)) = &next {
                list.prefetch(v);
            }
            if list.blocks.is_empty() {
                continue;
            }
            self.fill(shape, first, &Near { columns: columns & !far_columns, ..Near::default() });
            let Self { by_sides, near, entries, footprints, .. } = self;
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

    /// Fills the near rows from `near` on in every way that begins with `first`.
    fn fill(&mut self, shape: &Shape, first: FirstQueens, near: &Near) {
        let row = usize::from(near.row);
        if row == shape.near_north() {
            return self.near[usize::from(near.sides)].push(*near);
        }
        for column in bits(first.squares(row, near.columns) & !(near.antidiagonals | near.diagonals)) {
            let square = 1 << column;
            let mut next = Near {
                antidiagonals: (near.antidiagonals | square) >> 1,
                diagonals: (near.diagonals | square) << 1,
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

/// Every choice of `chosen` of `columns`.
fn choices(columns: u32, chosen: usize) -> impl Iterator<Item = u32> {
    let mut squares = [0; 32];
    squares.iter_mut().zip(bits(columns)).for_each(|(square, column)| *square = 1 << column);
    let limit = 1_u64 << columns.count_ones();
    let lowest = (1_u64 << chosen) - 1;
    let next = move |&ranks: &u64| next_combination(ranks).filter(|&next| next < limit);
    std::iter::successors(Some(lowest), next)
        .map(move |ranks| bits(ranks as u32).fold(0, |choice, rank| choice | squares[rank]))
}

/// Near placements per batch: the bytes of their footprints fit into a table.
const BATCH: usize = 8;

/// Lists the ways to fill the far rows with `columns` that the queens of `near` leave possible, at
/// the end of the list of their sides in `by_sides`.
struct LookUpFarRows<'a, const FAR: usize> {
    footprints: &'a Footprints,
    /// The columns of the far rows.
    columns: u32,
    /// All ways to fill these.
    far: FarList<'a>,
    near: &'a [Vec<Near>],
    needed: &'a NeededBytes,
    entries: &'a mut Entries,
    by_sides: &'a mut [NorthList],
}

impl<V: Vector, const FAR: usize> Step<V> for LookUpFarRows<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { footprints, columns, far: list, near, needed, entries, by_sides } = self;
        let far = far_footprints::<V, FAR>(v, footprints, columns, list.mirrored, needed);
        entries.reserve(BATCH * list.blocks.len() * BLOCK);
        for (near, into) in near.iter().zip(by_sides) {
            for batch in near.chunks(BATCH) {
                let (near, len) = possible_entries::<V, FAR>(v, columns, list, batch, entries);
                let near = v.transpose(near);
                let end = into.segments[0].end;
                into.reserve(needed, end + len, end);
                let arrays = into.slices_mut();
                let [x, y, z, numbers] = &entries.0;
                for from in (0..len).step_by(V::WIDTH) {
                    let a = v.load(&x[from..]);
                    let b = v.load(&y[from..]);
                    let c = v.load(&z[from..]);
                    let row_0 = v.missing_rank(a, b, c);
                    let numbers = v.load(&numbers[from..]);
                    for &byte in needed.bytes() {
                        let far = far[byte].look_up::<FAR>(v, [a, b, c], row_0);
                        let near = v.look_up(v.rank_table(0, near[byte]), numbers);
                        v.store(v.or(near, far, far), &mut arrays[byte][end + from..]);
                    }
                }
                into.segments[0].end += len;
            }
        }
    }
}

/// Collects the entries of `far` that go with each near placement of a batch, and the index of each
/// one's placement; returns the footprints of the placements, and the number of entries.
#[inline(always)]
fn possible_entries<V: Vector, const FAR: usize>(
    v: V,
    columns: u32,
    far: FarList<'_>,
    batch: &[Near],
    entries: &mut Entries,
) -> ([u64; BATCH], usize) {
    let [x, y, z, numbers] = &mut entries.0;
    let mut footprints = [0; BATCH];
    let mut len = 0;
    for (number, near) in batch.iter().enumerate() {
        footprints[number] = near.footprint;
        // Upside down: the far list's rows go down the board.
        let rest = Rest { columns, antidiagonals: near.diagonals, diagonals: near.antidiagonals };
        let attacked = Attacked::of(v, FAR, rest.seen(far.mirrored));
        for block in far.blocks {
            for at in (0..BLOCK).step_by(V::WIDTH) {
                let possible = attacked.possible::<FAR>(v, block, at);
                let order = v.order(possible);
                v.compress(order, v.load(&block[0].0[at..]), &mut x[len..]);
                v.compress(order, v.load(&block[1].0[at..]), &mut y[len..]);
                v.compress(order, v.load(&block[2].0[at..]), &mut z[len..]);
                v.store(v.splat(number as u8), &mut numbers[len..]);
                len += possible.count_ones() as usize;
            }
        }
    }
    (footprints, len)
}

/// For each needed byte of a footprint: the byte of queens in `columns` of the far rows.
#[inline(always)]
fn far_footprints<V: Vector, const FAR: usize>(
    v: V,
    footprints: &Footprints,
    columns: u32,
    mirrored: bool,
    needed: &NeededBytes,
) -> [RowTables<V>; BYTES] {
    // By row and rank, the footprint of a queen there; then by row and byte of it, a byte for each
    // rank.
    let mut ranks = [[0_u64; BYTES]; MOST_ROWS];
    let seen = Rest { columns, antidiagonals: 0, diagonals: 0 }.seen(mirrored).columns;
    let mirror = if mirrored { 31 } else { 0 };
    for row in 0..FAR {
        let ranks = &mut ranks[MOST_ROWS - FAR + row];
        for (rank, column) in bits(seen).enumerate() {
            ranks[rank] = footprints.at(footprints.rows() - FAR + row, column ^ mirror);
        }
        *ranks = v.transpose(*ranks);
    }
    let mut bytes = [RowTables::of(v, [0; MOST_ROWS]); BYTES];
    for &byte in needed.bytes() {
        bytes[byte] = RowTables::of(v, ranks.map(|row| row[byte]));
    }
    bytes
}
