//! Units of halves: ranges of canonical column sets in a fixed order.
//!
//! A unit is identified by its number alone. On boards of up to 28 rows the sets come in ascending
//! order, and every 64th is stored: 1.1 million at N = 27. On larger boards a set follows from its
//! number (`classes`).
//!
//! On boards of 28 rows and more, where the norths of one set fill the memory of a machine, a set
//! is cut into parts by the first queens of its norths, and units are ranges of parts.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;

use super::far::FarLists;
use super::first_queens::FirstQueens;
use super::kernels::HalvesKernel;
use super::list::NeededBytes;
use super::sets::{ColumnSet, Deal, Part};
use super::{Shape, classes};
use crate::board::BoardSize;
use crate::methods::DepthError;
use crate::methods::kernel::Kernel;

/// The depth of a plan when none is asked for; each level deeper makes eight times as many units.
pub const STANDARD_DEPTH: usize = 4;

/// The most units of a plan: the set of finished ones then takes 32 MiB.
const MAX_UNITS: u64 = 1 << 28;

/// One of as many sets is remembered.
const STRIDE: u64 = 64;

/// Words in the description of a plan for differences from the first plans: parts by hash, and sets
/// by `classes`.
const BY_HASH: u64 = 1;
const BY_CLASSES: u64 = 2;

/// A unit that took no longer than this is cheap: the plain recursion, which needs 100 to 200 times
/// the time of `avx512`, then takes a second at most.
const CHEAP: Duration = Duration::from_millis(5);

/// All units of a board, described: their numbers run from 0 to [`HalvesUnits::count`].
#[derive(Clone, Debug)]
pub struct HalvesUnits {
    size: BoardSize,
    shape: Shape,
    sets: u64,
    parts: Parts,
    count: u64,
    order: Order,
    far: Arc<FarLists>,
}

/// Which set has which number.
#[derive(Clone, Debug)]
enum Order {
    /// Ascending; every [`STRIDE`]-th canonical set, from the first on, is remembered.
    Ascending(Arc<[ColumnSet]>),
    /// That of `classes`.
    Classes,
}

/// The largest board whose sets are in ascending order.
const LARGEST_ASCENDING: usize = 28;

/// Into what a set is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    of: u32,
    deal: Deal,
}

/// A part of a column set, and how many column sets it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedPart {
    /// The set.
    pub set: ColumnSet,
    /// Sets of its class.
    pub weight: u8,
    /// The part of its norths.
    pub part: Part,
}

impl HalvesUnits {
    /// The units of a board, at a depth.
    ///
    /// # Errors
    /// When the depth asks for more units than there are parts of sets, or than a run may have.
    pub fn new(size: BoardSize, depth: usize) -> Result<Self, DepthError> {
        let shape = Shape::of(size);
        let order = match shape.n {
            ..=LARGEST_ASCENDING => Order::Ascending(ColumnSet::every(STRIDE, shape.n).into()),
            _ => Order::Classes,
        };
        let (sets, parts) = (classes::count(shape.n), Parts::of(shape.n, depth));
        let pieces = sets * u64::from(parts.of);
        let (count, most) = (target(shape.n, depth, pieces), pieces.min(MAX_UNITS));
        if count > most && depth > STANDARD_DEPTH {
            return Err(DepthError::TooFine { depth, size, most });
        }
        let count = count.clamp(1, most);
        let far = Arc::new(FarLists::new(shape.n, shape.far));
        Ok(Self { size, shape, sets, parts, count, order, far })
    }

    /// The standard units of a board whose sets are cut into `parts`, as only those of large boards
    /// are.
    #[cfg(test)]
    pub fn in_parts(size: BoardSize, of: u32) -> Self {
        let units = Self::new(size, STANDARD_DEPTH).expect("every board has the standard depth");
        Self { parts: Parts { of, deal: Deal::Hash }, ..units }
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of units, at least 1.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The halves of the board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The far lists that all counters of these units share.
    #[must_use]
    pub fn far(&self) -> &FarLists {
        &self.far
    }

    /// How many parts of column sets there are in all.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.sets * u64::from(self.parts.of)
    }

    /// The numbers of the pieces in `unit`.
    fn range(&self, unit: u64) -> Range<u64> {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        let (pieces, count) = (u128::from(self.pieces()), u128::from(self.count));
        let begin = |unit: u64| (pieces * u128::from(unit) / count) as u64;
        begin(unit)..begin(unit + 1)
    }

    /// What a unit costs, as a share of all units from 0 to 1: they have the same number of pieces,
    /// give or take one, and what a piece costs is known when it is counted.
    #[must_use]
    pub fn cost(&self) -> f64 {
        1.0 / self.count as f64
    }

    /// Consecutive units that cost the same, and what each of them costs.
    pub fn costs(&self) -> impl Iterator<Item = (Range<u64>, f64)> {
        std::iter::once((0..self.count, self.cost()))
    }

    /// The pieces of `unit`, in a fixed order.
    ///
    /// # Panics
    /// When `unit` is not below [`HalvesUnits::count`].
    pub fn parts_of(&self, unit: u64) -> impl Iterator<Item = WeightedPart> {
        let Range { start, end } = self.range(unit);
        let Parts { of, deal } = self.parts;
        let first_set = start / u64::from(of);
        self.sets_from(first_set)
            .flat_map(move |(set, weight)| {
                (0..of).map(move |number| WeightedPart { set, weight, part: Part { number, of, deal } })
            })
            .skip((start % u64::from(of)) as usize)
            .take((end - start) as usize)
    }

    /// The canonical sets with their weights, from this one on.
    fn sets_from(&self, first: u64) -> Box<dyn Iterator<Item = (ColumnSet, u8)>> {
        let n = self.shape.n;
        match &self.order {
            Order::Ascending(marks) => {
                let mark = marks[(first / STRIDE) as usize];
                Box::new(ColumnSet::canonical_from(mark, n).skip((first % STRIDE) as usize))
            }
            Order::Classes => Box::new((first..self.sets).map(move |number| classes::set(n, number))),
        }
    }

    /// A random set, each with the same odds.
    pub fn random_set(&self, rng: &mut Rng) -> ColumnSet {
        let (set, _) = classes::set(self.shape.n, rng.u64(..self.sets));
        match self.order {
            Order::Ascending(_) => set.least(self.shape.n),
            Order::Classes => set,
        }
    }

    /// A random one of the parts of a set.
    pub fn random_part(&self, rng: &mut Rng) -> Part {
        let Parts { of, deal } = self.parts;
        Part { number: rng.u32(..of), of, deal }
    }

    /// How often the norths of `set` are listed for it, on average: on an odd board the sets with
    /// its columns share them, as far as they are in one unit.
    pub fn listings(&self, set: &ColumnSet) -> f64 {
        let sharing = match self.order {
            Order::Ascending(_) => f64::from(set.sharing(self.shape.n)),
            Order::Classes => 1.0,
        };
        let sets_per_unit = self.sets as f64 / self.count as f64;
        1.0 / sharing + (1.0 - 1.0 / sharing) / sets_per_unit
    }

    /// Writes the words that define the units. A plan's hash is computed from them, so their order
    /// must never change.
    pub fn describe(&self, write: &mut dyn FnMut(u64)) {
        let Parts { of, deal } = self.parts;
        [self.sets, of.into(), self.shape.digits as u64, STRIDE].into_iter().for_each(&mut *write);
        if deal == Deal::Hash {
            write(BY_HASH);
        }
        match &self.order {
            Order::Ascending(marks) => {
                for ColumnSet { columns, centre } in &**marks {
                    write(u64::from(*columns) | centre.map_or(0, |column| u64::from(column) + 1) << 32);
                }
            }
            Order::Classes => write(BY_CLASSES),
        }
    }

    /// The kernel that recounts a unit: another one than `counted_by`, which took `elapsed` for it.
    /// The plain recursion, which shares nothing with the others, if it does not take long;
    /// otherwise the fastest other kernel.
    #[must_use]
    pub fn checking_kernel(&self, counted_by: &str, elapsed: Duration) -> Kernel {
        let other = |kernel: &Kernel| kernel.to_string() != counted_by;
        if elapsed <= CHEAP && other(&Kernel::Scalar) {
            return Kernel::Scalar;
        }
        HalvesKernel::available().map(HalvesKernel::name).find(other).unwrap_or(Kernel::Portable)
    }

    /// Bytes of memory that `threads` threads need to count these units: the far lists, and for
    /// each thread the norths of a set, with the lists that are filtered from them.
    #[must_use]
    pub fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        let marks = match &self.order {
            Order::Ascending(marks) => size_of_val(&**marks) as u64,
            Order::Classes => 0,
        };
        match kernel {
            Kernel::Scalar => marks,
            _ => {
                let Parts { of, deal } = self.parts;
                let part = Part { number: 0, of, deal };
                let first = FirstQueens::standard(&self.shape, part);
                marks + self.far.memory() + threads as u64 * thread_memory(&self.shape, part, first)
            }
        }
    }
}

impl Parts {
    /// The parts of a plan. At N = 28 the four parts by sum are those of the first plans; the next
    /// depth has units of seconds.
    ///
    /// From N = 29 on parts are as few as let a first queen's norths fit 30 MB, and never so many
    /// that it would pay to join first queens together ([`FirstQueens::standard`]).
    fn of(n: usize, depth: usize) -> Self {
        let (of, deal) = match n {
            ..=27 => (1, Deal::Sum),
            28 if depth <= STANDARD_DEPTH => (4, Deal::Sum),
            28 => (26, Deal::Hash),
            29 => (6, Deal::Hash),
            30 => (32, Deal::Hash),
            31 => (22, Deal::Hash),
            _ => (120, Deal::Hash),
        };
        Self { of, deal }
    }
}

/// How many units are aimed at. More of them end a run evenly and lose less at a stop; fewer cost
/// less to hand out and to write down.
///
/// With `avx512` on one core of an AMD EPYC (Zen 4) a unit takes 0.6 ms at N = 16, 2.5 ms at 18, 9
/// ms at 20, 50 ms at 22 and 1 s at 24. By extrapolation it takes 8 s at N = 26, and 25 s at 27 and
/// 28 (docs/halves.md).
fn target(n: usize, depth: usize, pieces: u64) -> u64 {
    if n == 28 && depth == STANDARD_DEPTH + 1 {
        return pieces;
    }
    let standard: u64 = match n {
        ..=12 => n as u64,
        13..=15 => 24,
        16 => 32,
        17 => 200,
        18 => 400,
        19 => 2_000,
        20 => 4_000,
        21 => 20_000,
        22 => 40_000,
        23 => 80_000,
        24 => 150_000,
        25 => 500_000,
        26 => 1_300_000,
        27 => 4_000_000,
        _ => MAX_UNITS,
    };
    if depth >= STANDARD_DEPTH {
        standard.saturating_mul(1 << (3 * (depth - STANDARD_DEPTH)))
    } else {
        standard >> (3 * (STANDARD_DEPTH - depth))
    }
}

/// An upper estimate of the norths of a set.
///
/// Of some hundred random sets the one with the most had 14,000 norths at N = 19, 69,000 at 20,
/// 402,000 at 22 and 2.0 million at 24: 2.42 times as many for each row.
fn most_norths(n: usize) -> f64 {
    69_000.0 * 2.42_f64.powi(n as i32 - 20)
}

/// Memory of a thread besides its lists, in bytes: tables and completions.
pub const TABLES: u64 = 300_000;

/// What a thread keeps, in bytes: lists of norths and those filtered from them, as shares of the
/// bytes of the most norths that are listed at a time.
///
/// Lists grow to what the largest set so far needs, so the shares are those of the resident memory
/// after a hundred random sets; after ten sets they are about half. With first queens together: 4.0
/// at N = 22, in a whole count, and 3.7 at 24. With those apart that have many norths: 3.7 for a
/// part of N = 28. With first queens apart, and one of each set listed: 5.9 at N = 26, 15 at 30 and
/// 20 at 32, as a queen near a side has more norths than others. On odd boards, whose norths have a
/// row less, the shares are 0.6 of that, and 0.36 for parts of N = 29 and 31. N = 27, where the
/// norths of all queens are kept, took 1.3 times the bytes after seven sets.
pub fn thread_memory(shape: &Shape, part: Part, first: FirstQueens) -> u64 {
    const TOGETHER_AT_24: f64 = 4.0;
    const APART_AT_26: f64 = 6.5;
    const PER_ROW: f64 = 1.25;
    const ALL_QUEENS: f64 = 2.2;
    const MIXED: f64 = 3.7;
    const ODD: f64 = 0.6;
    let is_odd = shape.n % 2 == 1;
    let bytes = NeededBytes::by(shape, 0, shape.row_mask()).bytes().len() as f64;
    let norths = bytes * most_norths(shape.n) / f64::from(part.of) * if is_odd { ODD } else { 1.0 };
    let growth = |from: usize| PER_ROW.powi(shape.n.saturating_sub(from) as i32);
    let share = match first {
        FirstQueens::Together => TOGETHER_AT_24 * growth(24),
        FirstQueens::ApartFrom(_) => MIXED,
        // Those of every queen are kept for the next set, which has the same columns.
        FirstQueens::Apart if is_odd && part.of == 1 => ALL_QUEENS,
        FirstQueens::Apart => {
            let parts = if is_odd { ODD } else { 1.0 };
            APART_AT_26 * growth(26) * parts / shape.north as f64
        }
    };
    (share * norths) as u64 + TABLES
}
