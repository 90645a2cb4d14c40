//! From a column set to its counts, with any kernel.
//!
//! A counter lists the norths of a set and searches its souths; it keeps the memory for both from
//! set to set, and the norths themselves when the next set has the same columns, as on odd boards.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;

use super::Shape;
use super::far::FarLists;
use super::flip;
use super::kernels::portable::Portable;
use super::kernels::vector::Vector;
use super::kernels::{HalvesKernel, SetCounts, plain};
use super::list::List;
use super::norths::{Norths, Sample};
use super::pairs::Planes;
use super::sets::{ColumnSet, Deal, Part};
use super::souths::{Search, Segment, South};
use super::tails::Completions;
use super::units::norths;
use crate::methods::counter::thread_time;

/// Counts column sets, one after the other.
pub trait CountSets: Send {
    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts>;

    /// Estimates from a random sample how long one of `of` parts of `set` takes. The sample itself
    /// takes milliseconds, and some tens of them on the largest boards.
    fn time(&mut self, far: &FarLists, set: &ColumnSet, of: u32, rng: &mut Rng) -> Duration;
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

    fn time(&mut self, _: &FarLists, set: &ColumnSet, of: u32, rng: &mut Rng) -> Duration {
        plain::time(&self.0, set, of, rng)
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
    /// Whether something was timed before.
    warm: bool,
}

/// Nobody stops a sample.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The norths of a set that are listed to time it: enough of them that lists are long in the last
/// rows too.
const TIMED_NORTHS: f64 = 4e6;

/// Of how many squares of a row a timed search takes one. As lists become 2.6 times shorter with
/// every row, each row then takes about the same time. With 5 it spends so little in the last rows,
/// which weigh most, that what is cold there made estimates 10 times too long.
const THINNING: f64 = 2.6;

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
            warm: false,
        }
    }

    /// Lists the norths of `part` of `set`; `None` when it was stopped.
    fn list(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        part: Part,
        sample: Sample,
        stop: &AtomicBool,
    ) -> Option<()> {
        // The sets of an odd board come with the same norths one after the other.
        if self.listed != Some((set.columns, part)) {
            self.listed = None;
            self.norths.list(self.v, &self.shape, far, set.columns, part, sample, stop)?;
            self.listed = Some((set.columns, part));
        }
        Some(())
    }

    /// Lists a sample of the norths of `part` of `set` and searches a sample of its souths: the
    /// time of the processor that these norths take with all souths.
    fn time_sample(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        part: Part,
        sample: Sample,
        rng: &mut Rng,
    ) -> Duration {
        let began = thread_time();
        self.list(far, set, part, sample, &NEVER);
        let listing = thread_time().saturating_sub(began);
        let (mut search, south, segments, lists) = self.search(far, set, &NEVER);
        let searching = search.time(&south, &segments, lists, THINNING, rng);
        // What is listed is no part of the set.
        self.listed = None;
        listing + Duration::from_secs_f64(searching)
    }

    /// What searches the souths of `set`, from which south, with which norths, and a list for each
    /// near row.
    fn search<'a>(
        &'a mut self,
        far: &'a FarLists,
        set: &ColumnSet,
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
        let columns = shape.row_mask() & !set.columns;
        let south = South { row: 0, columns, up: 0, down: 0, undecided: shape.digits };
        static NONE: List = List::EMPTY;
        let decided = Segment { list: &NONE, norths: 0..0 };
        let undecided =
            self.norths.classes.iter().map(|list| Segment { list, norths: list.segments[0].clone() });
        (search, south, std::iter::once(decided).chain(undecided).collect(), &mut self.lists)
    }
}

impl<V: Vector + Send> CountSets for SetCounter<V>
where
    V::Word: Send,
{
    fn count(&mut self, far: &FarLists, set: &ColumnSet, part: Part, stop: &AtomicBool) -> Option<SetCounts> {
        self.list(far, set, part, Sample::ALL, stop)?;
        let (mut search, south, segments, lists) = self.search(far, set, stop);
        match lists {
            [] => search.join(&south, segments[1].list, &[0..0, segments[1].norths.clone()]),
            lists => search.descend(&south, &segments, lists)?,
        }
        Some(search.counts)
    }

    fn time(&mut self, far: &FarLists, set: &ColumnSet, of: u32, rng: &mut Rng) -> Duration {
        /// The largest board of which a whole set is counted: it takes 2 ms with `avx512`.
        const WHOLE_SETS: usize = 20;
        /// Of the choices of columns for the far rows, one of as many is taken at most.
        const MAX_STEP: f64 = 64.0;
        if self.shape.n <= WHOLE_SETS {
            let began = thread_time();
            let _ = self.count(far, set, Part { number: 0, of, ..Part::WHOLE }, &NEVER);
            return thread_time().saturating_sub(began);
        }
        let fraction = (norths(self.shape.n) / TIMED_NORTHS).max(1.0);
        let step = fraction.min(MAX_STEP) as usize;
        let parts = (fraction / step as f64) as u32;
        let part = Part { number: rng.u32(..parts), of: parts, deal: Deal::Hash };
        let sample = Sample { first: rng.usize(..step), step };
        if !self.warm {
            // The first sample makes far lists and touches memory, as a count does once only.
            self.time_sample(far, set, part, sample, rng);
            self.warm = true;
        }
        let time = self.time_sample(far, set, part, sample, rng);
        let share = step as f64 * f64::from(parts) / f64::from(of);
        time.mul_f64(share)
    }
}
