//! Halves against a naive board: each part of the join alone, and the join against the plain
//! recursion.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::Shape;
use super::lists::far::FarLists;
use super::sets::first_queens::FirstQueens;
use super::kernels::{HalvesKernel, SetCounts};
use super::plain;
use super::lists::list::{List, NeededBytes};
use super::join::{CountSets, set_counter};
use super::sets::{self, ColumnSet, Columns};
use crate::board::{BoardSize, bits};
use crate::methods::kernel::Kernel;

mod board;
mod first_queens;
mod lists;
mod random;
mod sets_by_number;
mod souths;
mod stop;
mod units;
mod vectors;
mod weights;
mod whole;

/// Calls a generic function with the vectors of every kernel that this CPU can run.
macro_rules! with_every_vector {
    ($check:ident($($argument:expr),*)) => {{
        $check(crate::methods::halves::kernels::portable::Portable, $($argument),*);
        #[cfg(target_arch = "aarch64")]
        crate::methods::halves::kernels::neon::Neon::new().into_iter().for_each(|v| $check(v, $($argument),*));
        #[cfg(target_arch = "x86_64")]
        {
            crate::methods::halves::kernels::avx2::Avx2::new().into_iter().for_each(|v| $check(v, $($argument),*));
            crate::methods::halves::kernels::avx512::Avx512::new().into_iter().for_each(|v| $check(v, $($argument),*));
        }
    }};
}
use with_every_vector;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn shape(n: usize) -> Shape {
    Shape::of(size(n))
}

/// Far lists of six rows for tests of all boards, and of seven for those of up to 20 columns, made
/// once: their numbers are the same on each.
static FAR_LISTS: LazyLock<[FarLists; 2]> = LazyLock::new(|| [FarLists::new(32, 6), FarLists::new(20, 7)]);

/// Nobody sets this one.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Counts by the plain recursion.
fn plainly(shape: &Shape, set: &ColumnSet, first: FirstQueens) -> u64 {
    plain::count(shape, set, first, &NEVER).unwrap().solutions
}

/// The join by every kernel, with one set of far lists.
struct Joins {
    far: FarLists,
    kernels: Vec<(Kernel, Box<dyn CountSets>)>,
}

impl Joins {
    fn of(shape: &Shape) -> Self {
        let join = |kernel: HalvesKernel| (kernel.name(), set_counter(kernel, shape));
        let kernels = HalvesKernel::available().map(join).filter(|(name, _)| *name != Kernel::Scalar);
        Self { far: FarLists::new(shape.n, shape.far), kernels: kernels.collect() }
    }

    /// What all kernels find, which is the same, in `set` with norths that begin with `first`.
    fn count(&mut self, set: &ColumnSet, first: FirstQueens) -> SetCounts {
        let far = &self.far;
        let counts = self.kernels.iter_mut().map(|(name, kernel)| {
            let counts = kernel.count(far, set, first, &NEVER).expect("nobody stops this");
            (*name, counts)
        });
        let counts: Vec<(Kernel, SetCounts)> = counts.collect();
        for (name, other) in &counts {
            assert_eq!(*other, counts[0].1, "{name} and {}, {set:?}, {first:?}", counts[0].0);
        }
        counts[0].1
    }
}

/// `chosen` of `columns`, by chance.
fn choose(rng: &mut Rng, columns: u32, chosen: usize) -> u32 {
    let mut columns: Vec<usize> = bits(columns).collect();
    rng.shuffle(&mut columns);
    columns.iter().take(chosen).fold(0, |set, column| set | 1 << column)
}

/// The sets of a board that are counted, and how many are in the class of each.
fn counted_sets(n: usize) -> impl Iterator<Item = (ColumnSet, u8)> {
    let (mut number, count) = (0, sets::count(n));
    std::iter::from_fn(move || {
        (number < count).then(|| {
            let (columns, place) = Columns::of_set(n, number);
            assert_eq!(place, 0, "the first set with its columns");
            number += columns.sets().len() as u64;
            columns.sets()
        })
    })
    .flatten()
}

/// Any one of the ways in which norths of `set` begin.
fn random_first(rng: &mut Rng, set: &ColumnSet, rows: usize) -> FirstQueens {
    *rng.choice(&FirstQueens::every(set.columns, rows)).unwrap()
}

/// Any column set of a board of `n`, counted or not.
fn random_set(rng: &mut Rng, n: usize) -> ColumnSet {
    let all = u32::MAX >> (32 - n);
    let columns = choose(rng, all, n / 2);
    let centre = (n % 2 == 1).then(|| choose(rng, all & !columns, 1).trailing_zeros() as u8);
    ColumnSet { columns, centre }
}

/// Every way to fill `rows` rows with all of `columns`, one queen a row, none attacking another:
/// the columns by row. `is_open` tells which squares may be used.
fn fillings(rows: usize, columns: u32, is_open: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    fn fill(
        rows: usize,
        columns: u32,
        is_open: &dyn Fn(usize, usize) -> bool,
        queens: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let row = queens.len();
        if row == rows {
            found.push(queens.clone());
            return;
        }
        for column in bits(columns).filter(|&column| is_open(row, column)).collect::<Vec<_>>() {
            if queens.iter().enumerate().all(|(above, &other)| row - above != column.abs_diff(other)) {
                queens.push(column);
                fill(rows, columns & !(1 << column), is_open, queens, found);
                queens.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(rows, columns, is_open, &mut Vec::new(), &mut found);
    found
}

/// A list of these footprints, from `at` on. Before and behind them it has norths that nobody
/// attacks, which are none.
fn list_of(footprints: &[u64], at: usize, needed: &NeededBytes) -> List {
    let mut list = List::default();
    list.reserve(needed, at + footprints.len(), 0);
    for (byte, array) in list.slices_mut().into_iter().enumerate() {
        if needed.bytes().contains(&byte) {
            for (place, footprint) in array[at..].iter_mut().zip(footprints) {
                *place = footprint.to_le_bytes()[byte];
            }
        }
    }
    list
}

/// Lengths around those of vectors, words and pieces.
fn lengths() -> impl Iterator<Item = usize> {
    let around = |n: usize| n - 1..=n + 1;
    (0..=9).chain([16, 32, 64, 96, 256, 512, 1024, 1536, 2048, 2560, 4096].into_iter().flat_map(around))
}
