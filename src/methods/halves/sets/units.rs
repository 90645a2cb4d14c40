//! Units of halves: ranges of pieces of column sets.
//!
//! # Pieces
//!
//! A piece has the norths of a column set that begin with the same first queens: with none, one or
//! two, by the size of the board. A thread lists and searches one piece at a time. Pieces are in
//! the order of columns, then of first queens, then of centres, so that the sets of an odd board
//! that share their norths come one after the other.
//!
//! # Units
//!
//! A unit is identified by its number alone. All units have the same share of the column sets, and
//! the pieces of sets with the same columns divide these sets evenly. So a unit begins in the set
//! with a certain number, behind a certain share of its pieces.

use std::sync::Arc;

use super::first_queens::FirstQueens;
use super::upside_down::images;
use super::{Columns, Piece};
use crate::board::BoardSize;
use crate::methods::MethodError;
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::sets;
use crate::methods::halves::shape::Shape;
use crate::methods::units::{MOST_UNITS, target_units};

/// The depth of a plan when none is asked for; each level deeper makes eight times as many units.
pub const STANDARD_DEPTH: usize = 4;

/// All units of a board, with the far lists that their counters share.
#[derive(Clone, Debug)]
pub struct HalvesUnits {
    pub shape: Shape,
    /// Column sets, one of each class.
    sets: u64,
    /// The number of units, at least 1.
    pub count: u64,
    pub far: Arc<FarLists>,
    /// True if the images of the pieces are counted ([`super::upside_down`]).
    upside_down: bool,
}

/// Sets with the same columns, and their pieces.
struct SameColumns {
    /// The number of its lowest set.
    number: u64,
    columns: Columns,
    /// The number of first queens that the norths of a piece share.
    first_queens: usize,
}

impl HalvesUnits {
    /// The units of a board, at a depth.
    ///
    /// # Errors
    /// If the depth asks for more units than there are pieces, or than a run may have.
    pub fn new(size: BoardSize, depth: usize) -> Result<Self, MethodError> {
        Self::of_shape(size, Shape::of(size), depth)
    }

    /// The units of a board with halves of any shape.
    pub fn of_shape(size: BoardSize, shape: Shape, depth: usize) -> Result<Self, MethodError> {
        let sets = sets::count(shape.n);
        let most = (sets * FirstQueens::fewest(shape.north, shape.first_queens)).clamp(1, MOST_UNITS);
        let target = target_units(shape.units, STANDARD_DEPTH, depth);
        if target > most && depth > STANDARD_DEPTH {
            return Err(MethodError::TooFine { depth, size, most });
        }
        let far = Arc::new(FarLists::new(shape.n, shape.far));
        Ok(Self { shape, sets, count: target.clamp(1, most), far, upside_down: false })
    }

    /// The same units, each counted as the images of its pieces, with the same far lists.
    pub fn upside_down(&self) -> Self {
        Self { upside_down: true, ..self.clone() }
    }

    /// The pieces of `unit`, or their images, in a fixed order.
    pub fn pieces_of(&self, unit: u64) -> impl Iterator<Item = Piece> {
        let upright = self.upright_pieces_of(unit);
        let (upright, images) =
            if self.upside_down { (None, Some(images(&self.shape, upright))) } else { (Some(upright), None) };
        upright.into_iter().flatten().chain(images.into_iter().flatten())
    }

    fn upright_pieces_of(&self, unit: u64) -> impl Iterator<Item = Piece> {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        let ((mut next, mut begin), (last, end)) = (self.beginning(unit), self.beginning(unit + 1));
        std::iter::from_fn(move || {
            if (next, begin) >= (last, end) {
                return None;
            }
            let same = self.same_columns(next);
            let end = if next == last { end } else { usize::MAX };
            let pieces = same.pieces().skip(begin).take(end - begin);
            (next, begin) = (next + same.columns.count(), 0);
            Some(pieces)
        })
        .flatten()
    }

    /// Returns the beginning of `unit`: the lowest set with certain columns, and the index of one
    /// of the pieces of all sets with these columns.
    fn beginning(&self, unit: u64) -> (u64, usize) {
        let count = u128::from(self.count);
        let sets_before = u128::from(self.sets) * u128::from(unit);
        let number = (sets_before / count) as u64;
        let rest = sets_before % count;
        if number == self.sets {
            return (number, 0);
        }
        let same = self.same_columns(number);
        let sets_behind = u128::from(number - same.number) * count + rest;
        (same.number, (sets_behind * same.first().count() as u128 / count) as usize)
    }

    /// The sets with the columns of set `number`.
    fn same_columns(&self, number: u64) -> SameColumns {
        let (columns, index) = Columns::of_set(self.shape.n, number);
        SameColumns { number: number - index, columns, first_queens: self.shape.first_queens }
    }

    /// Writes the words that define the units; some sets stand for the numbering of all. Saved runs
    /// have the hash of these words, so their order must never change.
    pub fn write_words(&self, write: &mut dyn FnMut(u64)) {
        const SOME: u64 = 16;
        /// A word behind the others, so that no saved run takes images for its own units.
        const UPSIDE_DOWN: u64 = u64::MAX;
        let Shape { digits, first_queens, .. } = self.shape;
        [self.sets, first_queens as u64, digits as u64].into_iter().for_each(&mut *write);
        for number in (0..SOME).map(|i| (u128::from(self.sets) * u128::from(i) / u128::from(SOME)) as u64) {
            let (columns, index) = Columns::of_set(self.shape.n, number);
            let centre = columns.sets().nth(index as usize).and_then(|(set, _)| set.centre);
            write(u64::from(columns.mask()) | centre.map_or(0, |column| u64::from(column) + 1) << 32);
        }
        if self.upside_down {
            write(UPSIDE_DOWN);
        }
    }
}

impl SameColumns {
    /// The first queens of the pieces.
    fn first(&self) -> impl Iterator<Item = FirstQueens> + use<> {
        FirstQueens::every(self.columns.mask(), self.first_queens)
    }

    /// The pieces, by first queens and then by centre.
    fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let columns = self.columns;
        let of = |first: FirstQueens| move |(set, weight)| Piece { set, weight, given: first.into() };
        self.first().flat_map(move |first| columns.sets().map(of(first)))
    }
}
