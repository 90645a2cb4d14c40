//! From a column set to its counts, with any kernel.
//!
//! ```text
//! for each choice of first queens of the north:       one choice of all of them, or one for each
//!     list the norths that begin with these
//!     search the souths
//! ```
//!
//! With *first queens apart*, the diagonals of the north's queen in row 0 are attacked squares of
//! the south from its row 0 on, so half of the pairs are never visited, and lists are as much
//! shorter as there are queens. It pays when what reaches a tail fills some words for each queen
//! ([`FirstQueens::standard`]).
//!
//! A counter keeps its memory from set to set, and the norths themselves when the next set has the
//! same columns, as on odd boards.

use std::sync::atomic::AtomicBool;

use super::Shape;
use super::far::FarLists;
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

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts>;
}

/// Whether norths are joined with souths all at once, or those of each first queen separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstQueens {
    /// One list of all norths.
    Together,
    /// A list for each queen in row 0 of the north, and a search of the souths for each list.
    Apart,
}

impl FirstQueens {
    /// What is faster for parts like `part` of the sets of a board: apart from [`WORDS`] words a
    /// queen on.
    #[must_use]
    pub fn standard(shape: &Shape, part: Part) -> Self {
        // Words of 512 norths that reach a tail, of random sets: 7.5 at N = 22 and 31 at N = 24,
        // 5.6 at N = 23; four times as many for two more rows.
        let at_24 = if shape.n.is_multiple_of(2) { 31.0 } else { 11.2 };
        let words = at_24 * 2_f64.powi(shape.n as i32 - 24) / f64::from(part.of);
        if words >= WORDS * shape.north as f64 { Self::Apart } else { Self::Together }
    }
}

/// The words of norths for each first queen from which on these are apart.
///
/// With `avx512` on one Intel core (Sapphire Rapids), together / apart: N = 24 (2.6 words) 0.82, N
/// = 26 (9.5 words) 1.3.
const WORDS: f64 = 4.0;

/// What counts column sets of boards of this shape with `kernel`.
#[must_use]
pub fn set_counter(kernel: HalvesKernel, shape: &Shape) -> Box<dyn CountSets> {
    counter_with(kernel, shape, None)
}

/// The same with first queens together or apart, whatever is faster.
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
}

/// Counts column sets, one after the other, with the vectors of one kernel.
struct SetCounter<V: Vector> {
    v: V,
    shape: Shape,
    /// Whether first queens are apart, if that is not to be what is faster.
    first: Option<FirstQueens>,
    /// Norths, and what they are. On an odd board with first queens apart there are as many of
    /// these as queens, because the sets of one choice of columns come one after the other and
    /// share them.
    norths: Vec<(Norths, Option<Wanted>)>,
    /// The list below each near row of the south.
    lists: Vec<List>,
    completions: Completions,
    planes: Planes<V::Word>,
}

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
        }
    }

    /// Counts the solutions of `set` with the norths of `wanted`, which are kept as number `place`.
    fn count_norths(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        wanted: Wanted,
        place: usize,
        stop: &AtomicBool,
    ) -> Option<SetCounts> {
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
        let mut search = Search {
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
        // What a first queen that all norths share attacks in row 0 of the south.
        let (up, down) =
            if wanted.first == u32::MAX { (0, 0) } else { (wanted.first << 1, wanted.first >> 1) };
        let columns = shape.row_mask() & !set.columns;
        let south = South { row: 0, columns, up, down, undecided: shape.digits };
        let classes = &norths.classes;
        if shape.near_south() == 0 {
            search.join(&south, &classes[0], &[0..0, classes[0].segments[0].clone()]);
        } else {
            let decided = Segment { list: &List::EMPTY, norths: 0..0 };
            let undecided = classes.iter().map(|list| Segment { list, norths: list.segments[0].clone() });
            let segments: Vec<Segment> = std::iter::once(decided).chain(undecided).collect();
            search.descend(&south, &segments, &mut self.lists)?;
        }
        Some(search.counts)
    }
}

impl<V: Vector + Send> CountSets for SetCounter<V>
where
    V::Word: Send,
{
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        let first = self.first.unwrap_or_else(|| FirstQueens::standard(&self.shape, part));
        let wanted = |first| Wanted { columns: set.columns, part, first };
        // Without near rows nothing is known of the first queen while norths are listed.
        if first == FirstQueens::Together || self.shape.near_north() == 0 {
            return self.count_norths(far, set, wanted(u32::MAX), 0, stop);
        }
        let mut counts = SetCounts::default();
        for (number, column) in bits(set.columns).enumerate() {
            let place = if set.centre.is_some() { number } else { 0 };
            let found = self.count_norths(far, set, wanted(1 << column), place, stop)?;
            counts.solutions += found.solutions;
            counts.pairs += found.pairs;
        }
        Some(counts)
    }
}
