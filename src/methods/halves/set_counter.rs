//! From a column set to its counts, with any kernel.
//!
//! A counter lists the norths of a set and searches its souths; it keeps the memory for both from
//! set to set, and the norths themselves when the next set has the same columns, as on odd boards.

use std::sync::atomic::AtomicBool;

use super::Shape;
use super::far::FarLists;
use super::flip;
use super::kernels::portable::Portable;
use super::kernels::vector::Vector;
use super::kernels::{HalvesKernel, SetCounts, plain};
use super::list::List;
use super::norths::Norths;
use super::pairs::Planes;
use super::sets::{ColumnSet, Part};
use super::souths::{Search, Segment, South};
use super::tails::Completions;

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts>;
}

/// What counts column sets of boards of this shape with `kernel`.
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
    fn count(&mut self, _: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        plain::count(&self.0, set, part, stop)
    }
}

/// Counts column sets, one after the other, with the vectors of one kernel.
struct SetCounter<V: Vector> {
    v: V,
    shape: Shape,
    norths: Norths,
    /// The columns and the part that `norths` are of.
    listed: Option<(u32, Part)>,
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
}

impl<V: Vector + Send> CountSets for SetCounter<V>
where
    V::Word: Send,
{
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        let shape = &self.shape;
        let columns = shape.row_mask() & !set.columns;
        // The sets of an odd board come with the same norths one after the other.
        if self.listed != Some((set.columns, part)) {
            self.listed = None;
            self.norths.list(self.v, shape, far, set.columns, part, stop)?;
            self.listed = Some((set.columns, part));
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
        let south = South { row: 0, columns, up: 0, down: 0, undecided: shape.digits };
        let classes = &self.norths.classes;
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
