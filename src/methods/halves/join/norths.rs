//! The norths of a piece: all ways to fill the north with its columns, by the sides of their queens in
//! the rows that decide the diagonal flip.
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

use std::sync::atomic::AtomicBool;

use crate::board::{bits, subsets};
use crate::methods::counter::stop;
use crate::methods::halves::Shape;
use crate::methods::halves::flip::{SIDES, Side, side};
use crate::methods::halves::lists::entry::Entries;
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::lists::far_rows::{LookUpFarRows, Near};
use crate::methods::halves::lists::footprint::{Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::vectors::vector::Vector;

/// Lists the norths of pieces, one after the other.
pub struct Norths {
    /// The norths by the sides of the queens in their first rows, row 0 lowest in base 3
    /// ([`crate::methods::halves::flip`]). Each list has one segment.
    pub by_sides: Vec<HalfList>,
    /// The piece that is listed.
    pub(super) listed: Option<Wanted>,
    footprints: Footprints,
    /// The number that a queen adds to the number of its north's list, by row and column.
    places: Vec<[u16; 32]>,
    /// Placements in the near rows that wait for the far rows, by the list that they go to.
    near: Vec<Vec<Near>>,
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

impl Norths {
    pub fn new(shape: &Shape) -> Self {
        let lists = SIDES.pow(shape.digits as u32);
        let mut places = vec![[0; 32]; shape.north];
        for (row, places) in places.iter_mut().enumerate().take(shape.digits) {
            for (column, place) in places.iter_mut().enumerate() {
                *place = (SIDES.pow(row as u32) * side(shape, column)) as u16;
            }
        }
        Self {
            by_sides: (0..lists).map(|_| HalfList::default()).collect(),
            listed: None,
            footprints: Footprints::of(shape),
            places,
            near: vec![Vec::new(); lists],
            entries: Entries::default(),
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
    ) -> Option<&[HalfList]> {
        if self.listed != Some(wanted) {
            self.listed = None;
            for (row, column) in wanted.first.given().enumerate().take(shape.digits) {
                self.reuse_memory_for(row, side(shape, column));
            }
            for list in &mut self.by_sides {
                list.segments.clear();
                list.segments.push(0..0);
            }
            let needed = NeededBytes::by(shape, 0, shape.row_mask() & !wanted.columns);
            match shape.far {
                7 => self.look_up::<V, 7>(v, far, wanted, &needed, stop)?,
                6 => self.look_up::<V, 6>(v, far, wanted, &needed, stop)?,
                0 => self.look_up::<V, 0>(v, far, wanted, &needed, stop)?,
                rows => unreachable!("far lists have six or seven rows, not {rows}"),
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

    /// Lists norths with far lists of `FAR` rows.
    fn look_up<V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        far: &FarLists,
        Wanted { columns, first }: Wanted,
        needed: &NeededBytes,
        stop: &AtomicBool,
    ) -> Option<()> {
        let free = columns & !first.columns();
        let mut choices = choices(free, FAR).map(|choice| (choice, far.of(v, choice)));
        let mut next = choices.next();
        while let Some((far_columns, list)) = next {
            if stop::is_set(stop) {
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
            let near = Near { columns: columns & !far_columns, ..Near::default() };
            self.fill(self.footprints.rows() - FAR, first, &near);
            let Self { by_sides: into, near, entries, footprints, .. } = self;
            let columns = far_columns;
            v.enter(LookUpFarRows::<FAR> { footprints, columns, far: list, near, needed, entries, into });
            near.iter_mut().for_each(Vec::clear);
        }
        Some(())
    }

    /// Fills the `rows` near rows from `near` on in every way that begins with `first`.
    fn fill(&mut self, rows: usize, first: FirstQueens, near: &Near) {
        let row = usize::from(near.row);
        if row == rows {
            return self.near[usize::from(near.place)].push(*near);
        }
        for column in bits(first.squares(row, near.columns) & !(near.leftward | near.rightward)) {
            let square = 1 << column;
            let next = Near {
                leftward: (near.leftward | square) >> 1,
                rightward: (near.rightward | square) << 1,
                footprint: near.footprint | self.footprints.at(row, column),
                columns: near.columns & !square,
                row: near.row + 1,
                place: near.place + self.places[row][column],
            };
            self.fill(rows, first, &next);
        }
    }
}

/// Every choice of `chosen` of `columns`.
fn choices(columns: u32, chosen: usize) -> impl Iterator<Item = u32> {
    let mut squares = [0; 32];
    squares.iter_mut().zip(bits(columns)).for_each(|(square, column)| *square = 1 << column);
    subsets(columns.count_ones() as usize, chosen)
        .map(move |ranks| bits(ranks).fold(0, |choice, rank| choice | squares[rank]))
}
