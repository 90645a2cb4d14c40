//! The alternation: the join of large boards. It lists both halves, and filters each by the queens of
//! the other.
//!
//! [`super::join`] lists the norths only, and finds the souths by a search: the completions of a tail
//! are filtered by no north. Here both halves are lists, sorted by their first queens, those next to
//! the cut. The queens of this *middle band* are placed alternately:
//!
//! ```text
//! count_piece(C, first):
//!     norths = every way to fill the north with C that begins with `first`      lists/lister, sorted
//!     for each first queen of the south that `first` does not attack,
//!             or for any first queen, if `first` is empty:
//!         souths = every way to fill the south that begins with it and fits `first`
//!         found += place(the norths that fit this queen, souths, the turns)
//!
//! place(norths, souths, turns):                                                 band
//!     if there is no turn left:
//!         return the pairs of a north and a south without a common line         pairs
//!     for each next queen of the north, or of the south, whose turn it is:
//!         own   = the halves of this side with this queen: a part of the list, nothing is copied
//!         other = the halves of the other side that it does not attack          filter
//!         found += place(own, other, the later turns)
//! ```
//!
//! After two or three queens of either half, a list has a few hundred to a few thousand halves that
//! respect the whole band, and one pair in 200 to 1,000 fits. Lists have about as many halves as the
//! square root of the pairs that fit, so the cost of listing and of filtering falls, for each
//! solution, from board to board.
//!
//! The diagonal flip ([`super::flip`]): digit k of the rows is known for the whole band once both
//! halves have their queen k. Then all pairs below count twice, once or not at all. Where fewer queens
//! are placed than digits are compared, lists are also sorted by the sides of the next queens.
//!
//! Cost: docs/lab/halves.md. A set whose souths are many more than its norths is better searched: the
//! list of souths alone costs more than it saves. [`Alternation::suits`] decides for each piece, by a
//! sample of both lists.

mod band;
pub mod filter;
pub mod pairs;
pub mod sorted;

use std::sync::atomic::AtomicBool;

use self::band::{Band, Common, EveryCommon, Halves, every_common};
use self::pairs::Memory;
use self::sorted::{MOST_QUEENS, Sorted, Sorter, filter};
use super::Shape;
use super::kernels::vector::Vector;
use super::lists::far::FarLists;
use super::lists::lister::Filling;
use super::sets::ColumnSet;
use super::sets::first_queens::{FirstQueens, Given};
use super::sets::units::PieceCounts;

/// Counts pieces, one after the other, with the vectors of one kernel. It keeps its memory from piece
/// to piece.
pub struct Alternation<V: Vector> {
    v: V,
    shape: Shape,
    /// The norths and the souths, as they are listed, and sorted.
    sorters: [Sorter; 2],
    sorted: [Sorted; 2],
    /// Whether the listed norths are sorted already.
    norths_sorted: bool,
    /// The norths that fit the first queens of the south: a list for each of these.
    opened: [Sorted; 3],
    /// A list for each turn.
    filtered: [Sorted; 2 * MOST_QUEENS],
    memory: Memory<V::Word>,
}

impl<V: Vector> Alternation<V> {
    /// An alternation for boards of this shape, which has turns.
    pub fn new(v: V, shape: &Shape) -> Self {
        Self {
            v,
            shape: *shape,
            sorters: [Sorter::norths(shape), Sorter::souths(shape)],
            sorted: Default::default(),
            norths_sorted: false,
            opened: Default::default(),
            filtered: Default::default(),
            memory: Memory::new(v.ones()),
        }
    }

    /// Whether this is the faster join for a piece: whether it has few enough souths for its norths.
    /// `None` if it was stopped.
    pub fn suits(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        given: Given,
        stop: &AtomicBool,
    ) -> Option<bool> {
        let south = given.south.given().count().max(usize::from(self.shape.first_queens > 0));
        let queens = self.shape.queens_after_turns([given.north.given().count(), south]);
        let most_souths = self.shape.most_souths(V::WIDTH);
        if most_souths == f64::INFINITY || queens.iter().any(|&queens| queens > MOST_QUEENS) {
            return Some(queens.iter().all(|&queens| queens <= MOST_QUEENS));
        }
        let [norths, mut souths] = self.fillings(set, given);
        if self.shape.first_queens > 0 {
            // One sample of souths for all pieces of a set: few souths are attacked by their first queens.
            souths.attacked = [0; 2];
        }
        let [north_sorter, south_sorter] = &mut self.sorters;
        let norths = north_sorter.estimate(self.v, far, &norths, stop)?;
        let souths = south_sorter.estimate(self.v, far, &souths, stop)?;
        Some((souths as f64) < most_souths * norths as f64)
    }

    /// Counts the solutions of `set` whose halves begin as `given`; `None` if it was stopped.
    pub fn count_piece(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        given: Given,
        stop: &AtomicBool,
    ) -> Option<PieceCounts> {
        let mut found = PieceCounts::default();
        let souths = self.shape.row_mask() & !set.columns;
        let common = every_common(&self.shape, [set.columns, souths]);
        let needed = &common[given.north.given().count()][0].bytes;
        let [norths, _] = self.fillings(set, given);
        self.norths_sorted &= self.sorters[0].listed == norths;
        if self.sorters[0].list(self.v, far, &norths, needed, stop)? == 0 {
            return Some(found);
        }
        // Where norths are cut into pieces by their first queens, souths are, too: lists stay short.
        let apart = self.shape.first_queens > 0 && given.south == FirstQueens::ANY;
        let centre = set.centre.map_or(0, |column| 1_u32 << column);
        for first in FirstQueens::every(souths & !centre, usize::from(apart)) {
            let south = if apart { first } else { given.south };
            let given = Given { south, ..given };
            let [_, souths] = self.fillings(set, given);
            if self.sorters[1].list(self.v, far, &souths, needed, stop)? > 0 {
                self.open(set, given, &common, stop, &mut found)?;
            }
        }
        Some(found)
    }

    /// The norths and the souths of a piece.
    fn fillings(&self, set: &ColumnSet, given: Given) -> [Filling; 2] {
        let [a, b] = given.north.squares_by_row();
        let [c, d] = given.south.squares_by_row();
        let [rightward, leftward] = given.north.attacked();
        let norths = Filling { columns: set.columns, given: [a, b, 0], attacked: [0; 2] };
        let souths = Filling {
            columns: self.shape.row_mask() & !set.columns,
            given: set.centre.map_or([c, d, 0], |column| [1 << column, c, d]),
            attacked: [leftward, rightward],
        };
        [norths, souths]
    }

    /// Counts the listed halves, which begin as `given`.
    fn open(
        &mut self,
        set: &ColumnSet,
        given: Given,
        common: &EveryCommon,
        stop: &AtomicBool,
        found: &mut PieceCounts,
    ) -> Option<()> {
        let Self { v, shape, sorters, sorted: [norths, souths], opened, filtered, memory, .. } = self;
        let v = *v;
        let placed = [given.north, given.south].map(|queens| queens.given().count());
        let queens = shape.queens_after_turns(placed);
        if !self.norths_sorted {
            sorters[0].sort(v, shape, queens[0], norths);
            self.norths_sorted = true;
        }
        sorters[1].sort(v, shape, queens[1], souths);
        // The norths were listed without these queens; the souths under the given queens of the north.
        let centre = set.centre.map(|column| sorters[1].central_lines(column.into()));
        let south = given.south.given().enumerate().map(|(row, column)| sorters[1].lines(row, column));
        let mut norths = &*norths;
        for (row, (lines, into)) in centre.into_iter().chain(south).zip(opened).enumerate() {
            let [Common { lines: common, .. }, Common { bytes, .. }] = &common[placed[0]][row..][..2] else {
                unreachable!("there are two more rows")
            };
            if !filter(v, &norths.list, &norths.segments, lines & common, bytes, into) {
                return Some(());
            }
            norths = into;
        }
        let halves = [norths, &*souths].map(|sorted| (&sorted.list, &sorted.segments[..]));
        let halves = [0, 1].map(|half| Halves::new(halves[half], placed[half]));
        let mut band = Band { v, shape, set, sorters, common, stop, memory, found };
        match band.decided(&halves, 0..placed[0].min(placed[1])) {
            Some(twice) => band.place(shape.turns, halves, twice, filtered),
            None => Some(()),
        }
    }
}
