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

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;

use super::Shape;
use super::far::FarLists;
use super::first_queens::FirstQueens;
use super::flip;
use super::kernels::portable::Portable;
use super::kernels::vector::Vector;
use super::kernels::{HalvesKernel, SetCounts, plain};
use super::list::List;
use super::norths::{Norths, Wanted};
use super::pairs::Planes;
use super::sets::ColumnSet;
use super::souths::{Search, Segment, South};
use super::tails::Completions;
use crate::methods::counter::thread_time;

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

    /// Makes all far lists, as a count does sooner or later, beginning with a random one.
    fn make_far_lists(&self, far: &FarLists, rng: &mut Rng);

    /// Estimates from a random sample how long the same takes. The sample itself takes some tens of
    /// milliseconds.
    fn time(&mut self, far: &FarLists, set: &ColumnSet, first: FirstQueens, rng: &mut Rng) -> SetTime;

    /// Bytes of memory that its lists take at most.
    #[cfg(test)]
    fn memory(&self) -> usize;
}

/// CPU time of a piece of a set, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SetTime {
    /// For the list of its norths.
    pub listing: f64,
    /// For the search of the souths.
    pub searching: f64,
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

    fn make_far_lists(&self, _: &FarLists, _: &mut Rng) {}

    fn time(&mut self, _: &FarLists, set: &ColumnSet, first: FirstQueens, rng: &mut Rng) -> SetTime {
        SetTime { listing: 0.0, searching: plain::time(&self.0, set, first, rng).as_secs_f64() }
    }

    #[cfg(test)]
    fn memory(&self) -> usize {
        0
    }
}

/// One whose times are taken from `clock`.
#[cfg(test)]
pub fn clocked_set_counter<V: Vector<Word: Send> + Send + 'static>(
    v: V,
    shape: &Shape,
    clock: fn() -> Duration,
) -> Box<dyn CountSets> {
    Box::new(SetCounter { clock, ..SetCounter::new(v, shape) })
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
    /// The row from which on searches are timed whole, once that is known.
    whole: Option<usize>,
    /// By which samples are timed: the CPU time of the thread, but in tests.
    clock: fn() -> Duration,
}

/// Nobody stops a sample.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A search is timed from the last row on from which it takes this long, in seconds: shorter
/// searches are slowed by what is cold at their beginning.
const SEARCH_S: f64 = 1e-3;

/// Dives of which one shows that a search from some row takes that long: a few that end early, or
/// among few norths, would have searches of seconds timed whole.
///
/// `queens estimate 32 --time 0.1` with `avx512`, seeds 1 to 4, took 14.1, 1.3, 1.4 and 1.3 s of
/// CPU time with one dive, and 1.3, 1.6, 1.4 and 1.2 s with eight.
const DIVES: usize = 8;

/// Squares of the first row below which a search is timed, if not below all of them: with more of
/// them less time is left for other norths.
const SQUARES: usize = 4;

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
            whole: None,
            clock: thread_time,
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

    /// The CPU time, in seconds, of a search of the souths of `set` with the listed norths, which
    /// begin with `first`, and what of it was counted last; the rest is for [`Search::time`].
    fn time_search(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        first: FirstQueens,
        (whole, squares): (usize, usize),
        rng: &mut Rng,
    ) -> (f64, f64) {
        let clock = self.clock;
        let (mut search, south, segments, lists) = self.search(far, set, first, &NEVER);
        match lists {
            [] => {
                let began = clock();
                search.join(&south, segments[1].list, &[0..0, segments[1].norths.clone()]);
                let seconds = clock().saturating_sub(began).as_secs_f64();
                (seconds, seconds)
            }
            lists => (search.time(&south, &segments, lists, (whole, squares), rng), search.counted_s),
        }
    }

    /// The row from which on searches are timed whole. What is cold at first is warm then.
    fn row_to_time(&mut self, far: &FarLists, set: &ColumnSet, first: FirstQueens, rng: &mut Rng) -> usize {
        let rows = self.shape.near_south();
        let mut takes_long = |whole| self.time_search(far, set, first, (whole, 1), rng).1 >= SEARCH_S;
        (0..rows).rev().find(|&whole| (0..DIVES).any(|_| takes_long(whole))).unwrap_or(0)
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
            clock: self.clock,
            counted_s: 0.0,
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

    fn make_far_lists(&self, far: &FarLists, rng: &mut Rng) {
        far.make_all(self.v, rng);
    }

    fn time(&mut self, far: &FarLists, set: &ColumnSet, first: FirstQueens, rng: &mut Rng) -> SetTime {
        let wanted = Wanted { columns: set.columns, first };
        let whole = self.whole.unwrap_or_else(|| {
            self.list(far, wanted, &NEVER);
            self.row_to_time(far, set, first, rng)
        });
        self.whole = Some(whole);
        let (clock, began) = (self.clock, (self.clock)());
        self.listed = None;
        self.list(far, wanted, &NEVER);
        let listing = clock().saturating_sub(began).as_secs_f64();
        let (searching, _) = self.time_search(far, set, first, (whole, SQUARES), rng);
        SetTime { listing, searching }
    }

    #[cfg(test)]
    fn memory(&self) -> usize {
        self.norths.by_sides.iter().chain(&self.lists).map(List::bytes).sum()
    }
}
