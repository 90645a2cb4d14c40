//! Units of halves: ranges of pieces of column sets.
//!
//! # Pieces
//!
//! A piece has the norths of a column set that begin with the same *first queens*: with none, one
//! or two, by the size of the board ([`Shape::first_queens`]). The norths of a piece are listed and
//! searched at a time. Pieces are in the order of columns, then of first queens, then of centres,
//! so that the sets of an odd board that share their norths come one after the other.
//!
//! # Units
//!
//! A unit is identified by its number alone: all units have the same share of the sets, and the
//! pieces of sets with the same columns divide these sets evenly. So a unit begins in the set with
//! a certain number, and behind a certain part of its pieces.

use std::sync::Arc;
use std::time::Duration;

use super::far::FarLists;
use super::first_queens::FirstQueens;
use super::kernels::HalvesKernel;
use super::list::NeededBytes;
use super::sets::{self, ColumnSet, Columns};
use super::shape::{STANDARD_DEPTH, Shape};
use crate::board::BoardSize;
use crate::methods::MethodError;
use crate::methods::kernel::Kernel;

/// A unit that took no longer than this is cheap: the plain recursion, which needs 100 to 200 times
/// the time of `avx512`, then takes a second at most.
const CHEAP: Duration = Duration::from_millis(5);

/// Memory of a thread besides its lists, in bytes: tables and completions.
pub const TABLES: u64 = 300_000;

/// All units of a board, described: their numbers run from 0 to [`HalvesUnits::count`].
#[derive(Clone, Debug)]
pub struct HalvesUnits {
    shape: Shape,
    /// Column sets, one of each class.
    sets: u64,
    count: u64,
    far: Arc<FarLists>,
}

/// The norths of a column set that begin with the same queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The set.
    pub set: ColumnSet,
    /// Sets of its class.
    pub weight: u8,
    /// The queens that all its norths begin with.
    pub first: FirstQueens,
}

/// Sets with the same columns, and their pieces.
struct Group {
    /// The number of the first of them.
    number: u64,
    sets: Vec<(ColumnSet, u8)>,
    first: Vec<FirstQueens>,
}

impl HalvesUnits {
    /// The units of a board, at a depth.
    ///
    /// # Errors
    /// When the depth asks for more units than there are pieces, or than a run may have.
    pub fn new(size: BoardSize, depth: usize) -> Result<Self, MethodError> {
        Self::of_shape(size, Shape::of(size), depth)
    }

    /// The units of a board with halves that its size need not decide.
    pub(super) fn of_shape(size: BoardSize, shape: Shape, depth: usize) -> Result<Self, MethodError> {
        let sets = sets::count(shape.n);
        let (count, most) = (shape.units(depth), shape.most_units(sets));
        if count > most && depth > STANDARD_DEPTH {
            return Err(MethodError::TooFine { depth, size, most });
        }
        let count = count.clamp(1, most);
        let far = Arc::new(FarLists::new(shape.n, shape.far));
        Ok(Self { shape, sets, count, far })
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

    /// What a unit costs, as a share of all units from 0 to 1: they have the same share of the
    /// sets, and what a set costs is known when it is counted.
    #[must_use]
    pub fn cost(&self) -> f64 {
        1.0 / self.count as f64
    }

    /// Consecutive units that cost the same, and what each of them costs.
    pub fn costs(&self) -> impl Iterator<Item = (std::ops::Range<u64>, f64)> {
        std::iter::once((0..self.count, self.cost()))
    }

    /// The pieces of `unit`, in a fixed order.
    ///
    /// # Panics
    /// When `unit` is not below [`HalvesUnits::count`].
    pub fn pieces_of(&self, unit: u64) -> impl Iterator<Item = Piece> {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        let ((mut next, mut begin), (last, end)) = (self.beginning(unit), self.beginning(unit + 1));
        std::iter::from_fn(move || {
            if (next, begin) >= (last, end) {
                return None;
            }
            let group = self.group(next);
            let pieces = begin..if next == last { end } else { group.pieces() };
            (next, begin) = (next + group.sets.len() as u64, 0);
            Some(pieces.map(move |piece| group.piece(piece)))
        })
        .flatten()
    }

    /// The first piece of `unit`: the first set with its columns, and which piece of theirs.
    fn beginning(&self, unit: u64) -> (u64, usize) {
        let count = u128::from(self.count);
        let sets_before = u128::from(self.sets) * u128::from(unit);
        let (number, rest) = ((sets_before / count) as u64, sets_before % count);
        if number == self.sets {
            return (number, 0);
        }
        let group = self.group(number);
        let sets_of_group = u128::from(number - group.number) * count + rest;
        (group.number, (sets_of_group * group.first.len() as u128 / count) as usize)
    }

    /// The sets that have the columns of the one with this number.
    fn group(&self, number: u64) -> Group {
        let (columns, before) = Columns::of_set(self.shape.n, number);
        let first = FirstQueens::every(columns.mask(), self.shape.first_queens);
        Group { number: number - before, sets: columns.sets(), first }
    }

    /// Writes the words that define the units. A plan's hash is computed from them, so their order
    /// must never change. Some sets stand for the numbering of all.
    pub fn describe(&self, write: &mut dyn FnMut(u64)) {
        const SOME: u64 = 16;
        let Shape { digits, first_queens, .. } = self.shape;
        [self.sets, first_queens as u64, digits as u64].into_iter().for_each(&mut *write);
        for number in (0..SOME).map(|i| (u128::from(self.sets) * u128::from(i) / u128::from(SOME)) as u64) {
            let group = self.group(number);
            let (ColumnSet { columns, centre }, _) = group.sets[(number - group.number) as usize];
            write(u64::from(columns) | centre.map_or(0, |column| u64::from(column) + 1) << 32);
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
    /// each thread the norths of a piece, with the lists that are filtered from them.
    #[must_use]
    pub fn memory(&self, kernel: Kernel, threads: usize) -> u64 {
        match kernel {
            Kernel::Scalar => 0,
            _ => self.far.memory() + threads as u64 * thread_memory(&self.shape),
        }
    }
}

impl Group {
    fn pieces(&self) -> usize {
        self.first.len() * self.sets.len()
    }

    fn piece(&self, number: usize) -> Piece {
        let (set, weight) = self.sets[number % self.sets.len()];
        Piece { set, weight, first: self.first[number / self.sets.len()] }
    }
}

/// What a thread keeps, in bytes.
pub fn thread_memory(shape: &Shape) -> u64 {
    shape.list_memory(NeededBytes::by(shape, 0, shape.row_mask()).bytes().len()) + TABLES
}
