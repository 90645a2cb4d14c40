//! Halves against a naive board: each part of the join alone, and the join against the plain
//! recursion.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::counter::{CountPiece, count_piece_with, count_unit_by, count_unit_with};
use super::lists::far::FarLists;
use super::lists::footprint::{Lines, NeededBytes};
use super::lists::half_list::HalfList;
use super::sets::first_queens::{FirstQueens, Given};
use super::sets::{ColumnSet, Columns};
use super::{Shape, plain};
use crate::board::{BoardSize, bits};
use crate::methods::counter::Counts;
use crate::methods::kernel::Kernel;
use crate::methods::vectors::{available, with_every_vector};

mod first_queens;
mod flip;
mod footprints;
mod join;
mod lists;
mod made_up;
mod memory;
mod sets;
mod stop;
mod tails;
mod units;
mod upside_down;
mod vectors;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn shape(n: usize) -> Shape {
    Shape::of(size(n))
}

/// Far lists of `rows` rows, none, six or seven, made once: their numbers are the same on every
/// board. Lists of seven rows are for boards of up to 20 columns.
fn far_lists(rows: usize) -> &'static FarLists {
    static LISTS: LazyLock<[FarLists; 3]> =
        LazyLock::new(|| [(32, 0), (32, 6), (20, 7)].map(|(n, rows)| FarLists::new(n, rows)));
    &LISTS[rows.saturating_sub(5)]
}

/// A stop flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The join by every kernel, with one set of far lists.
struct Joins {
    shape: Shape,
    far: FarLists,
    kernels: Vec<(Kernel, CountPiece)>,
    /// The solutions found so far.
    solutions: u128,
}

impl Joins {
    fn of(shape: &Shape) -> Self {
        let kernels = available().filter(|&kernel| kernel != Kernel::Scalar);
        let kernels = kernels.map(|kernel| (kernel, count_piece_with(kernel, shape).unwrap())).collect();
        Self { shape: *shape, far: FarLists::new(shape.n, shape.far), kernels, solutions: 0 }
    }

    /// The counts of a piece, which are the same by all kernels.
    fn count(&mut self, set: &ColumnSet, given: impl Into<Given>) -> Counts {
        let given = given.into();
        let mut counts = self.kernels.iter_mut().map(|(name, count_piece)| {
            (*name, count_piece(&self.far, set, given, &NEVER).expect("nobody stops this"))
        });
        let (kernel, found) = counts.next().expect("the portable kernel runs everywhere");
        counts.for_each(|(name, other)| assert_eq!(other, found, "{name} and {kernel}, {set:?}, {given:?}"));
        self.solutions += found.solutions;
        found
    }

    /// Compares the solutions of a piece with the plain recursion.
    fn check(&mut self, set: &ColumnSet, given: impl Into<Given>) {
        let given = given.into();
        let expected = plain::count(&self.shape, set, given, &NEVER).unwrap().solutions;
        assert_eq!(self.count(set, given).solutions, expected, "{:?}, {set:?}, {given:?}", self.shape);
    }
}

/// `chosen` of `columns`, by chance.
fn choose(rng: &mut Rng, columns: u32, chosen: usize) -> u32 {
    let mut columns: Vec<usize> = bits(columns).collect();
    rng.shuffle(&mut columns);
    columns.iter().take(chosen).fold(0, |set, column| set | 1 << column)
}

/// The counted sets of a board and the size of each one's class, from the sets with the columns of
/// set `number` on.
fn counted_sets(n: usize, mut number: u64) -> impl Iterator<Item = (ColumnSet, u8)> {
    std::iter::from_fn(move || {
        (number < super::sets::count(n)).then(|| {
            let (columns, index) = Columns::of_set(n, number);
            number += columns.sets().count() as u64 - index;
            columns.sets()
        })
    })
    .flatten()
}

/// Any one of the ways in which norths of `columns` begin.
fn random_first(rng: &mut Rng, columns: u32, rows: usize) -> FirstQueens {
    rng.choice(FirstQueens::every(columns, rows).collect::<Vec<_>>()).unwrap()
}

/// Any column set of a board of `n`, counted or not.
fn random_set(rng: &mut Rng, n: usize) -> ColumnSet {
    let all = u32::MAX >> (32 - n);
    let columns = choose(rng, all, n / 2);
    let centre = (n % 2 == 1).then(|| choose(rng, all & !columns, 1).trailing_zeros() as u8);
    ColumnSet { columns, centre }
}

/// Every way to fill `rows` rows with all of `columns`, one queen a row, none attacking another:
/// the columns by row. `is_free` limits the squares.
fn fillings(rows: usize, columns: u32, is_free: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    fn fill(
        rows: usize,
        columns: u32,
        is_free: &dyn Fn(usize, usize) -> bool,
        queens: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let row = queens.len();
        if row == rows {
            found.push(queens.clone());
            return;
        }
        for column in bits(columns).filter(|&column| is_free(row, column)).collect::<Vec<_>>() {
            if queens.iter().enumerate().all(|(above, &other)| row - above != column.abs_diff(other)) {
                queens.push(column);
                fill(rows, columns & !(1 << column), is_free, queens, found);
                queens.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(rows, columns, is_free, &mut Vec::new(), &mut found);
    found
}

/// The bytes of the largest board.
fn every_byte() -> NeededBytes {
    NeededBytes::by(&shape(32), 0, u32::MAX)
}

/// A list of these footprints, from `at` on. Zeros before and behind them look like norths that
/// nobody attacks.
fn list_of(footprints: &[u64], at: usize, needed: &NeededBytes) -> HalfList {
    let mut list = HalfList::default();
    list.reserve(needed, at + footprints.len(), 0);
    for (byte, array) in list.slices_mut().into_iter().enumerate() {
        if needed.bytes().contains(&byte) {
            for (into, footprint) in array[at..].iter_mut().zip(footprints) {
                *into = footprint.to_le_bytes()[byte];
            }
        }
    }
    list
}

/// All lines of the needed bytes.
fn lines_in(needed: &NeededBytes) -> u64 {
    needed.bytes().iter().map(|byte| 0xff << (8 * byte)).sum()
}

/// The lines that a queen of the south tests.
fn tested_lines(lines: Lines) -> u64 {
    lines.iter().fold(0, |tested, &(byte, mask)| tested | u64::from(mask) << (8 * byte))
}

/// The needed bytes of the footprints in a list.
fn footprints_in(list: &HalfList, range: Range<usize>, needed: &NeededBytes) -> Vec<u64> {
    let slices = list.slices();
    let line = |i: usize, byte: usize| u64::from(slices[byte][i]) << (8 * byte);
    range.map(|i| needed.bytes().iter().fold(0, |half, &byte| half | line(i, byte))).collect()
}

/// The same in ascending order.
fn sorted_footprints(list: &HalfList, range: Range<usize>, needed: &NeededBytes) -> Vec<u64> {
    let mut footprints = footprints_in(list, range, needed);
    footprints.sort_unstable();
    footprints
}

/// Lengths around the lengths of vectors, words and batches.
fn lengths() -> impl Iterator<Item = usize> {
    let around = |n: usize| n - 1..=n + 1;
    (0..=9).chain([16, 32, 64, 96, 256, 512, 1024, 1536, 2048, 2560, 4096].into_iter().flat_map(around))
}
