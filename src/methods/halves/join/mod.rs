//! The join: counts the pairs of a north and a south of a piece that fit.
//!
//! [`Join::count_piece`] and [`Descent::descend`] are the functions of [the whole](super) with these
//! names. A step of the CPU's vectors (`Step`) is entered once for the far list of each choice of columns
//! in `norths`, once for each segment that `filter` reads, and once or twice for each tail: in `tails`
//! and, if it has completions, in `pairs`.

pub mod filter;
pub mod memory;
pub mod norths;
pub mod pairs;
pub mod souths;
pub mod tails;

use std::sync::atomic::AtomicBool;

use self::filter::{Segments, filter};
use self::norths::{Norths, Wanted};
use self::pairs::{CountPairs, Planes};
use self::souths::South;
use self::tails::{Completions, ListCompletions};
use super::Shape;
use super::lists::far::FarLists;
use super::lists::half_list::HalfList;
use super::sets::ColumnSet;
use super::sets::first_queens::Given;
use crate::board::bits;
use crate::methods::counter::{Counts, stop};
use crate::methods::vectors::vector::{LANE, Vector};

/// Counts pieces, one after the other, with the vectors of one kernel. It keeps its memory from
/// piece to piece.
pub struct Join<V: Vector> {
    v: V,
    shape: Shape,
    norths: Norths,
    /// A list for each near row of the south: the norths that its queens leave.
    filtered: Vec<HalfList>,
    completions: Completions,
    planes: Planes<V::Bytes>,
}

impl<V: Vector> Join<V> {
    /// A join for boards of this shape.
    pub fn new(v: V, shape: &Shape) -> Self {
        Self {
            v,
            shape: *shape,
            norths: Norths::new(shape),
            filtered: (0..shape.near_south()).map(|_| HalfList::default()).collect(),
            completions: Completions::default(),
            planes: Planes::new(v.ones()),
        }
    }

    /// Counts the solutions of `set` whose halves begin as `given`, weighted for the diagonal flip, and as
    /// nodes the pairs that were decided; `None` if it was stopped.
    pub fn count_piece(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        given: Given,
        stop: &AtomicBool,
    ) -> Option<Counts> {
        let Self { v, shape, norths, filtered, completions, planes } = self;
        let norths =
            norths.list(*v, shape, far, Wanted { columns: set.columns, first: given.north }, stop)?;
        let found = Counts::default();
        let mut descent = Descent { v: *v, shape, set, far, stop, completions, planes, found };
        descent.descend(&South::empty(shape, set, given), Segments::BySides(norths), filtered)?;
        Some(descent.found)
    }

    /// Takes `lists`, by sides, for the norths of a piece.
    #[cfg(test)]
    pub fn pretend(&mut self, set: &ColumnSet, given: Given, lists: Vec<HalfList>) {
        self.norths.by_sides = lists;
        self.norths.listed = Some(Wanted { columns: set.columns, first: given.north });
    }

    /// Bytes of memory of all lists of norths.
    #[cfg(test)]
    pub fn list_memory(&self) -> usize {
        self.norths.by_sides.iter().chain(&self.filtered).map(HalfList::bytes).sum()
    }
}

/// The way through the souths of a piece.
struct Descent<'a, V: Vector> {
    v: V,
    shape: &'a Shape,
    set: &'a ColumnSet,
    far: &'a FarLists,
    stop: &'a AtomicBool,
    completions: &'a mut Completions,
    planes: &'a mut Planes<V::Bytes>,
    found: Counts,
}

impl<V: Vector> Descent<'_, V> {
    /// Counts the pairs of `norths` and the souths that begin with `south`; `None` if it was
    /// stopped. `lists` has a list for each near row that is left.
    fn descend(&mut self, south: &South, norths: Segments, lists: &mut [HalfList]) -> Option<()> {
        let Some((rest, lists)) = lists.split_first_mut() else {
            self.count_pairs(south, norths);
            return Some(());
        };
        for column in bits(south.free()) {
            if stop::is_set(self.stop) {
                return None;
            }
            let next = south.with_queen(column);
            let filter = |rest| filter(self.v, self.shape, self.set, norths, column, &next, rest);
            if !next.is_dead() && filter(&mut *rest) {
                self.descend(&next, Segments::Filtered(rest), lists)?;
            }
        }
        Some(())
    }

    /// Counts the pairs of `norths` and the completions of `south`.
    fn count_pairs(&mut self, south: &South, norths: Segments) {
        let [(_, twice), (list, once)] = [norths.get(0), norths.get(1)];
        let weighted = 2 * twice.len() as u64 + once.len() as u64;
        let norths = (twice.len() + once.len()) as u64;
        if self.shape.tail == 0 {
            self.found.nodes += norths;
            self.found.solutions += u128::from(weighted);
            return;
        }
        let far = self.far;
        let into = &mut *self.completions;
        match self.shape.far {
            7 => self.v.enter(ListCompletions::<7> { far, south, into }),
            6 => self.v.enter(ListCompletions::<6> { far, south, into }),
            far => unreachable!("a tail has far lists of six or seven rows, not of {far}"),
        }
        assert!(
            twice.start == 0 && twice.end <= once.start && once.start.is_multiple_of(LANE),
            "lanes of one weight: {twice:?}, {once:?}"
        );
        let len = self.completions.all().len() as u64;
        self.found.nodes += len * norths;
        if len > 0 {
            let found = self.v.enter(CountPairs {
                shape: self.shape,
                list,
                segments: &[twice, once],
                south,
                completions: self.completions,
                planes: self.planes,
            });
            assert!(found <= len * weighted, "{found} solutions in {len} times {norths} pairs");
            self.found.solutions += u128::from(found);
        }
    }
}
