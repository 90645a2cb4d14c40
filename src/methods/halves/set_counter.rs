//! Counts a column set, with any kernel.
//!
//! ```text
//! for each choice of first queens of the north:       one queen with many norths, or all others
//!     list the norths that begin with these
//!     search the souths
//! ```
//!
//! With a first queen *apart*, its diagonals are attacked squares of the south from row 0 on, so
//! half of its pairs are never visited. It pays if those of its norths that reach a tail fill
//! several words ([`FirstQueens::standard`]).
//!
//! A counter keeps its memory from set to set, and also the norths if the next set has the same
//! columns, as on odd boards.

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
use super::sets::{ColumnSet, Part};
use super::souths::{Search, Segment, South};
use super::tails::Completions;
use crate::board::bits;
use crate::methods::counter::thread_time;

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts>;

    /// Makes all far lists, as a count does sooner or later, beginning with a random one.
    fn make_far_lists(&self, far: &FarLists, rng: &mut Rng);

    /// Estimates from a random sample how long `part` of `set` takes. The sample itself takes some
    /// tens of milliseconds.
    fn time(&mut self, far: &FarLists, set: &ColumnSet, part: Part, rng: &mut Rng) -> SetTime;

    /// Bytes of memory that its lists take at most.
    #[cfg(test)]
    fn memory(&self) -> usize;
}

/// CPU time of a part of a set, in seconds.
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
    counter_with(kernel, shape, None)
}

/// The same with first queens together or apart, regardless of speed.
#[cfg(test)]
pub fn forced_set_counter(kernel: HalvesKernel, shape: &Shape, first: FirstQueens) -> Box<dyn CountSets> {
    counter_with(kernel, shape, Some(first))
}

fn counter_with(kernel: HalvesKernel, shape: &Shape, first: Option<FirstQueens>) -> Box<dyn CountSets> {
    match kernel {
        HalvesKernel::Scalar => Box::new(Plain(*shape)),
        HalvesKernel::Portable => Box::new(SetCounter::new(Portable, shape, first)),
        #[cfg(target_arch = "aarch64")]
        HalvesKernel::Neon(neon) => Box::new(SetCounter::new(neon, shape, first)),
        #[cfg(target_arch = "x86_64")]
        HalvesKernel::Avx2(avx2) => Box::new(SetCounter::new(avx2, shape, first)),
        #[cfg(target_arch = "x86_64")]
        HalvesKernel::Avx512(avx512) => Box::new(SetCounter::new(avx512, shape, first)),
    }
}

/// The plain recursion on boards of a shape.
struct Plain(Shape);

impl CountSets for Plain {
    fn count(&mut self, _: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        plain::count(&self.0, set, part, stop)
    }

    fn make_far_lists(&self, _: &FarLists, _: &mut Rng) {}

    fn time(&mut self, _: &FarLists, set: &ColumnSet, part: Part, rng: &mut Rng) -> SetTime {
        SetTime { listing: 0.0, searching: plain::time(&self.0, set, part.of, rng).as_secs_f64() }
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
    first: FirstQueens,
    clock: fn() -> Duration,
) -> Box<dyn CountSets> {
    Box::new(SetCounter { clock, ..SetCounter::new(v, shape, Some(first)) })
}

/// Counts column sets, one after the other, with the vectors of one kernel.
struct SetCounter<V: Vector> {
    v: V,
    shape: Shape,
    /// Whether first queens are apart, if that is not to be what is faster.
    first: Option<FirstQueens>,
    /// Norths, and what they are: number 0 those of several first queens, then those of a queen
    /// that is apart. On an odd board each queen has its number, because the sets of one choice of
    /// columns come one after the other and share their norths.
    norths: Vec<(Norths, Option<Wanted>)>,
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
    fn new(v: V, shape: &Shape, first: Option<FirstQueens>) -> Self {
        Self {
            v,
            shape: *shape,
            first,
            norths: Vec::new(),
            lists: (0..shape.near_south()).map(|_| List::default()).collect(),
            completions: Completions::default(),
            planes: Planes::new(v.ones()),
            whole: None,
            clock: thread_time,
        }
    }

    /// How the first queens of `part` of a set are joined.
    fn first_queens(&self, part: Part) -> FirstQueens {
        match self.first.unwrap_or_else(|| FirstQueens::standard(&self.shape, part)) {
            // Without near rows nothing is known of the first queen while norths are listed.
            _ if self.shape.near_north() == 0 => FirstQueens::Together,
            first => first,
        }
    }

    /// Lists the norths of `part` of `set` that are searched at a time, and calls `search` for each
    /// of these lists with its place; `None` when it was stopped.
    fn each_list(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        part: Part,
        stop: &AtomicBool,
        mut search: impl FnMut(&mut Self, Wanted, usize) -> Option<()>,
    ) -> Option<()> {
        let wanted = |first| Wanted { columns: set.columns, part, first };
        let least = match self.first_queens(part) {
            FirstQueens::Together => {
                self.list(far, wanted(u32::MAX), 0, stop)?;
                return search(self, wanted(u32::MAX), 0);
            }
            FirstQueens::Apart => 0,
            FirstQueens::ApartFrom(least) => least,
        };
        let mut others = 0;
        for (number, column) in bits(set.columns).enumerate() {
            // After a part comes another one, which has other norths.
            let place = 1 + if set.centre.is_some() && part.of == 1 { number } else { 0 };
            let queen = wanted(1 << column);
            self.list(far, queen, place, stop)?;
            if self.norths[place].0.count() >= least {
                search(self, queen, place)?;
            } else {
                self.gather(set, place, others == 0);
                others |= queen.first;
            }
        }
        if others == 0 {
            return Some(());
        }
        self.norths[0].1 = Some(wanted(others));
        search(self, wanted(others), 0)
    }

    /// Draws one of the lists of [`Self::each_list`], which stands for all: what is listed, with
    /// its place, the number of lists, and the seconds to list all of them. If all first queens are
    /// apart, only that one is listed.
    fn draw(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        part: Part,
        rng: &mut Rng,
    ) -> Option<((Wanted, usize), f64, f64)> {
        // The norths may be those of the sample before.
        self.norths.iter_mut().for_each(|(_, listed)| *listed = None);
        let clock = self.clock;
        let began = clock();
        let since = || clock().saturating_sub(began).as_secs_f64();
        let mut lists = Vec::new();
        let is_apart = self.first_queens(part) == FirstQueens::Apart;
        if is_apart {
            let queens = bits(set.columns).map(|column| 1_u32 << column);
            lists.extend(queens.map(|first| (Wanted { columns: set.columns, part, first }, 1)));
        } else {
            self.each_list(far, set, part, &NEVER, |_, wanted, place| {
                lists.push((wanted, place));
                Some(())
            });
        }
        let all_listed = since();
        let &norths = rng.choice(&lists)?;
        self.list(far, norths.0, norths.1, &NEVER);
        let count = lists.len() as f64;
        Some((norths, count, if is_apart { count * since() } else { all_listed }))
    }

    /// Adds the norths of `set` that are number `place` to number 0, or `begins` it with them.
    fn gather(&mut self, set: &ColumnSet, place: usize, begins: bool) {
        let [(gathered, listed), queens @ ..] = &mut self.norths[..] else { return };
        *listed = None;
        if begins {
            gathered.clear();
        }
        gathered.append(&self.shape, set.columns, &queens[place - 1].0);
    }

    /// Lists the norths of `wanted` as number `place`; `None` when it was stopped.
    fn list(&mut self, far: &FarLists, wanted: Wanted, place: usize, stop: &AtomicBool) -> Option<()> {
        let shape = &self.shape;
        if self.norths.len() <= place {
            self.norths.resize_with(place + 1, || (Norths::new(shape), None));
        }
        let (norths, listed) = &mut self.norths[place];
        if *listed != Some(wanted) {
            *listed = None;
            norths.list(self.v, shape, far, wanted, stop)?;
            *listed = Some(wanted);
        }
        Some(())
    }

    /// Counts the solutions of `set` with the norths of `wanted`, which are listed as number
    /// `place`.
    fn count_norths(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        (wanted, place): (Wanted, usize),
        stop: &AtomicBool,
    ) -> Option<SetCounts> {
        let (mut search, south, segments, lists) = self.search(far, set, (wanted, place), stop);
        match lists {
            [] => search.join(&south, segments[1].list, &[0..0, segments[1].norths.clone()]),
            lists => search.descend(&south, &segments, lists)?,
        }
        Some(search.counts)
    }

    /// The CPU time, in seconds, of a search of the souths of `set` with the norths of
    /// `wanted`, which are listed as number `place`, and what of it was counted last; the rest is
    /// for [`Search::time`].
    fn time_search(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        norths: (Wanted, usize),
        (whole, squares): (usize, usize),
        rng: &mut Rng,
    ) -> (f64, f64) {
        let clock = self.clock;
        let (mut search, south, segments, lists) = self.search(far, set, norths, &NEVER);
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
    fn row_to_time(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        norths: (Wanted, usize),
        rng: &mut Rng,
    ) -> usize {
        let rows = self.shape.near_south();
        let mut takes_long = |whole| self.time_search(far, set, norths, (whole, 1), rng).1 >= SEARCH_S;
        (0..rows).rev().find(|&whole| (0..DIVES).any(|_| takes_long(whole))).unwrap_or(0)
    }

    /// What searches the souths of `set`, from which south, with the norths of `wanted`, number
    /// `place`, and a list for each near row.
    fn search<'a>(
        &'a mut self,
        far: &'a FarLists,
        set: &ColumnSet,
        (wanted, place): (Wanted, usize),
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
        // What a first queen that all norths share attacks in row 0 of the south.
        let (up, down) =
            if wanted.first.is_power_of_two() { (wanted.first << 1, wanted.first >> 1) } else { (0, 0) };
        let columns = shape.row_mask() & !set.columns;
        let south = South { row: 0, columns, up, down, undecided: shape.digits };
        static NONE: List = List::EMPTY;
        let decided = Segment { list: &NONE, norths: 0..0 };
        let by_sides = &self.norths[place].0.by_sides;
        let undecided = by_sides.iter().map(|list| Segment { list, norths: list.segments[0].clone() });
        (search, south, std::iter::once(decided).chain(undecided).collect(), &mut self.lists)
    }
}

impl<V: Vector + Send> CountSets for SetCounter<V>
where
    V::Word: Send,
{
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        let mut counts = SetCounts::default();
        self.each_list(far, set, part, stop, |counter, wanted, place| {
            let found = counter.count_norths(far, set, (wanted, place), stop)?;
            counts.solutions += found.solutions;
            counts.pairs += found.pairs;
            Some(())
        })?;
        Some(counts)
    }

    fn make_far_lists(&self, far: &FarLists, rng: &mut Rng) {
        far.make_all(self.v, rng);
    }

    fn time(&mut self, far: &FarLists, set: &ColumnSet, part: Part, rng: &mut Rng) -> SetTime {
        if self.whole.is_none()
            && let Some((norths, ..)) = self.draw(far, set, part, rng)
        {
            self.whole = Some(self.row_to_time(far, set, norths, rng));
        }
        let Some((norths, lists, listing)) = self.draw(far, set, part, rng) else {
            return SetTime::default();
        };
        let how = (self.whole.unwrap_or(0), SQUARES);
        let (searching, _) = self.time_search(far, set, norths, how, rng);
        SetTime { listing, searching: searching * lists }
    }

    #[cfg(test)]
    fn memory(&self) -> usize {
        let norths = self.norths.iter().flat_map(|(norths, _)| &norths.by_sides);
        norths.chain(&self.lists).map(List::bytes).sum()
    }
}
