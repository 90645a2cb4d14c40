//! Counts a column set, with any kernel.
//!
//! ```text
//! list the norths that begin with the piece's first queens
//! search the souths
//! ```
//!
//! The diagonals of the first queens are attacked squares of the south from row 0 on, so with one
//! of them half of the pairs are never visited. It pays if the norths that reach a tail fill
//! several words.
//!
//! A counter keeps its memory from piece to piece, and also the norths if the next piece has the
//! same ones, as on odd boards.

pub mod filter;
pub mod norths;
pub mod pairs;
pub mod souths;
pub mod tails;

use std::sync::atomic::AtomicBool;

use crate::methods::halves::Shape;
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::sets::first_queens::FirstQueens;
use crate::methods::halves::flip;
use crate::methods::halves::kernels::portable::Portable;
use crate::methods::halves::kernels::vector::Vector;
use crate::methods::halves::kernels::{HalvesKernel, SetCounts};
use crate::methods::halves::plain;
use crate::methods::halves::lists::list::List;
use norths::{Norths, Wanted};
use pairs::Planes;
use crate::methods::halves::sets::ColumnSet;
use souths::{Search, Segment, South};
use tails::Completions;

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `set` whose norths begin with `first`; `None` when it was stopped.
    fn count(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        first: FirstQueens,
        stop: &AtomicBool,
    ) -> Option<SetCounts>;

    /// Bytes of memory that its lists take at most.
    #[cfg(test)]
    fn memory(&self) -> usize;
}

/// The counter for column sets of boards of this shape with `kernel`.
#[must_use]
pub fn set_counter(kernel: HalvesKernel, shape: &Shape) -> Box<dyn CountSets> {
    match kernel {
        HalvesKernel::Scalar => Box::new(Plain(*shape)),
        HalvesKernel::Portable => Box::new(SetCounter::new(Portable, shape)),
        #[cfg(target_arch = "aarch64")]
        HalvesKernel::Neon(neon) => Box::new(SetCounter::new(neon, shape)),
        #[cfg(target_arch = "x86_64")]
        HalvesKernel::Avx2(avx2) => Box::new(SetCounter::new(avx2, shape)),
        #[cfg(target_arch = "x86_64")]
        HalvesKernel::Avx512(avx512) => Box::new(SetCounter::new(avx512, shape)),
    }
}

/// The plain recursion on boards of a shape.
struct Plain(Shape);

impl CountSets for Plain {
    fn count(
        &mut self,
        _: &FarLists,
        set: &ColumnSet,
        first: FirstQueens,
        stop: &AtomicBool,
    ) -> Option<SetCounts> {
        plain::count(&self.0, set, first, stop)
    }

    #[cfg(test)]
    fn memory(&self) -> usize {
        0
    }
}

/// Counts column sets, one after the other, with the vectors of one kernel.
struct SetCounter<V: Vector> {
    v: V,
    shape: Shape,
    norths: Norths,
    /// What these are.
    listed: Option<Wanted>,
    /// The list below each near row of the south.
    lists: Vec<List>,
    completions: Completions,
    planes: Planes<V::Word>,
}

impl<V: Vector> SetCounter<V> {
    /// Counts sets of a board of this shape.
    fn new(v: V, shape: &Shape) -> Self {
        Self {
            v,
            shape: *shape,
            norths: Norths::new(shape),
            listed: None,
            lists: (0..shape.near_south()).map(|_| List::default()).collect(),
            completions: Completions::default(),
            planes: Planes::new(v.ones()),
        }
    }

    /// Lists the norths of `wanted`; `None` when it was stopped.
    fn list(&mut self, far: &FarLists, wanted: Wanted, stop: &AtomicBool) -> Option<()> {
        if self.listed != Some(wanted) {
            self.listed = None;
            self.norths.list(self.v, &self.shape, far, wanted, stop)?;
            self.listed = Some(wanted);
        }
        Some(())
    }

    /// Sets up the search: the searcher, the empty south of `set`, the listed norths, which begin
    /// with `first`, and a list for each near row.
    fn search<'a>(
        &'a mut self,
        far: &'a FarLists,
        set: &ColumnSet,
        first: FirstQueens,
        stop: &'a AtomicBool,
    ) -> (Search<'a, V>, South, Vec<Segment<'a>>, &'a mut [List]) {
        let shape = &self.shape;
        let search = Search {
            v: self.v,
            shape,
            far,
            stop,
            moves: flip::moves(shape, set),
            first_row: set.centre.map_or(u32::MAX, |column| 1 << column),
            completions: &mut self.completions,
            planes: &mut self.planes,
            counts: SetCounts::default(),
        };
        let [up, down] = first.attacked();
        let columns = shape.row_mask() & !set.columns;
        let south = South { row: 0, columns, up, down, undecided: shape.digits };
        static NONE: List = List::EMPTY;
        let decided = Segment { list: &NONE, norths: 0..0 };
        let by_sides = &self.norths.by_sides;
        let undecided = by_sides.iter().map(|list| Segment { list, norths: list.segments[0].clone() });
        (search, south, std::iter::once(decided).chain(undecided).collect(), &mut self.lists)
    }
}

impl<V: Vector + Send> CountSets for SetCounter<V>
where
    V::Word: Send,
{
    fn count(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        first: FirstQueens,
        stop: &AtomicBool,
    ) -> Option<SetCounts> {
        self.list(far, Wanted { columns: set.columns, first }, stop)?;
        let (mut search, south, segments, lists) = self.search(far, set, first, stop);
        match lists {
            [] => search.join(&south, segments[1].list, &[0..0, segments[1].norths.clone()]),
            lists => search.descend(&south, &segments, lists)?,
        }
        Some(search.counts)
    }

    #[cfg(test)]
    fn memory(&self) -> usize {
        self.norths.by_sides.iter().chain(&self.lists).map(List::bytes).sum()
    }
}
