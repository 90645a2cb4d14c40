//! The norths of a piece, by the sides of their queens in the rows that decide the diagonal flip.

use std::sync::atomic::AtomicBool;

use crate::methods::halves::Shape;
use crate::methods::halves::flip::{SIDES, Side, side};
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::lists::footprint::{Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::lists::lister::{Lister, Listing};
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::vectors::vector::Vector;

/// Lists the norths of pieces, one after the other.
pub struct Norths {
    /// The norths by the sides of the queens in their first rows, row 0 lowest in base 3
    /// ([`crate::methods::halves::flip`]). Each list has one segment.
    pub by_sides: Vec<HalfList>,
    /// The piece that is listed.
    pub(super) listed: Option<Wanted>,
    lister: Lister,
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
        let mut lister = Lister::new(Footprints::of(shape), shape.far, lists);
        for (row, places) in lister.places.iter_mut().enumerate().take(shape.digits) {
            for (column, place) in places.iter_mut().enumerate() {
                *place = (SIDES.pow(row as u32) * side(shape, column)) as u16;
            }
        }
        Self { by_sides: (0..lists).map(|_| HalfList::default()).collect(), listed: None, lister }
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
            let Wanted { columns, first } = wanted;
            let needed = NeededBytes::by(shape, 0, shape.row_mask() & !columns);
            let listing = Listing { far, columns, first, needed: &needed, stop };
            self.lister.list(v, listing, &mut self.by_sides)?;
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
}
