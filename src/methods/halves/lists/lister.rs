//! The lister: all ways to fill the north with given columns.
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

use crate::board::{bits, next_combination};
use crate::methods::counter::stop;
use crate::methods::halves::FarRows;
use crate::methods::halves::lists::entry::Entries;
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::lists::far_rows::{LookUpFarRows, Near};
use crate::methods::halves::lists::footprint::{Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::vectors::vector::Vector;

/// Lists norths.
pub struct Lister {
    footprints: Footprints,
    far: FarRows,
    /// The number that a queen adds to the place of its north, by row and column. The place is the
    /// number of the north's list.
    pub places: Vec<[u16; 32]>,
    /// Placements in the near rows that wait for the far rows, by the list that they go to.
    near: Vec<Vec<Near>>,
    /// The possible entries of a batch of near placements, and the index of each one's placement.
    entries: Entries,
}

/// The norths to list.
pub struct Listing<'a> {
    pub far: &'a FarLists,
    /// The columns that they fill.
    pub columns: u32,
    /// The queens that they begin with, in near rows.
    pub first: FirstQueens,
    /// The bytes of their footprints.
    pub needed: &'a NeededBytes,
    pub stop: &'a AtomicBool,
}

impl Lister {
    /// Lists norths with these footprints into `lists` lists.
    pub fn new(footprints: Footprints, far: FarRows, lists: usize) -> Self {
        Self {
            places: vec![[0; 32]; footprints.rows()],
            footprints,
            far,
            near: vec![Vec::new(); lists],
            entries: Entries::default(),
        }
    }

    /// Lists the norths of `listing` as segment 0 of the list of their place; `None` if it was stopped.
    pub fn list<V: Vector>(&mut self, v: V, listing: Listing, into: &mut [HalfList]) -> Option<()> {
        for list in &mut *into {
            list.segments.clear();
            list.segments.push(0..0);
        }
        match self.far {
            FarRows::Seven => self.look_up::<V, 7>(v, listing, into),
            FarRows::Six => self.look_up::<V, 6>(v, listing, into),
            FarRows::None => self.look_up::<V, 0>(v, listing, into),
        }
    }

    /// Lists norths with far lists of `FAR` rows.
    fn look_up<V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        listing: Listing,
        into: &mut [HalfList],
    ) -> Option<()> {
        let Listing { far, columns, first, needed, stop } = listing;
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
            let Self { near, entries, footprints, .. } = self;
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
    let limit = 1_u64 << columns.count_ones();
    let lowest = (1_u64 << chosen) - 1;
    let next = move |&ranks: &u64| next_combination(ranks).filter(|&next| next < limit);
    std::iter::successors(Some(lowest), next)
        .map(move |ranks| bits(ranks as u32).fold(0, |choice, rank| choice | squares[rank]))
}
