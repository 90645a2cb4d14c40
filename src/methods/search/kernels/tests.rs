//! Compares every kernel with plain recursion, for many boards, prefixes, and numbers of placements and rows
//! left.

use proptest::prelude::*;

use super::*;
use crate::board::{BoardSize, Occupancy, Square, bits};

/// Counts the completions of a placement by plain recursion.
fn completions(rows: &RemainingRows, k: usize, placement: &AlignedPlacement) -> u64 {
    if k == rows.len {
        return 1;
    }
    bits(placement.free(rows, k)).map(|q| completions(rows, k + 1, &placement.child(rows, k, 1 << q))).sum()
}

/// Lists the placements with rows `0..k` filled, keeping at most `limit` per row.
fn placements(rows: &RemainingRows, columns: u32, k: usize, limit: usize) -> Vec<AlignedPlacement> {
    let mut level = vec![AlignedPlacement::root(columns)];
    for row in 0..k {
        let children = |p: &AlignedPlacement| {
            bits(p.free(rows, row)).map(|q| p.child(rows, row, 1 << q)).collect::<Vec<_>>()
        };
        level = level.iter().flat_map(children).take(limit).collect();
    }
    level
}

type Kernels = Vec<(Kernel, CountBatch)>;

fn every_kernel() -> Kernels {
    available().map(|kernel| (kernel, count_batch_with(kernel).unwrap())).collect()
}

/// Checks that all kernels of this CPU find the expected number of solutions, and that all kernels that
/// search in lanes place the same number of queens.
fn assert_kernels_agree(
    rows: &RemainingRows,
    row: usize,
    placements: &[AlignedPlacement],
    kernels: &mut Kernels,
) {
    let expected: u64 = placements.iter().map(|placement| completions(rows, row, placement)).sum();
    let mut nodes = None;
    for (kernel, count_batch) in kernels {
        let counts = count_batch(Batch { rows, row, placements });
        let what = format!("{kernel}, {} placements at row {row} of {rows:?}", placements.len());
        assert_eq!(counts.solutions, expected.into(), "{what}");
        if *kernel != Kernel::Scalar {
            assert_eq!(*nodes.get_or_insert(counts.nodes), counts.nodes, "{what}");
        }
    }
}

/// Like [`with_random_queens`], but on an empty board.
fn random_prefix(size: BoardSize, rows_left: usize, seed: u64) -> Occupancy {
    with_random_queens(Occupancy::default(), size, rows_left, seed)
}

/// Adds queens on random free squares, central rows and columns first, until only `rows_left` rows or no free
/// squares remain.
pub(in crate::methods::search) fn with_random_queens(
    mut occupancy: Occupancy,
    size: BoardSize,
    rows_left: usize,
    seed: u64,
) -> Occupancy {
    let n = size.get();
    let mut squares: Vec<(usize, usize)> =
        (0..n).flat_map(|row| (0..n).map(move |column| (row, column))).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut squares);
    let is_central = |line: usize| line == n / 2 || line == (n - 1) / 2;
    squares.sort_by_key(|&(row, column)| !(is_central(row) || is_central(column)));
    for (row, column) in squares {
        let square = Square::new(row, column);
        if n - occupancy.rows.count_ones() as usize > rows_left && occupancy.is_free(size, square) {
            occupancy = occupancy.with(size, square);
        }
    }
    occupancy
}

#[test]
fn counts_any_number_of_placements() {
    let size = BoardSize::new(14).unwrap();
    let occupancy = random_prefix(size, 11, 7);
    let rows = RemainingRows::below(size, &occupancy);
    let mut kernels = every_kernel();
    let filled = rows.len - 6;
    let list = placements(&rows, occupancy.columns, filled, 4096);
    let around = |n: usize| n - 1..=n + 1;
    let counts = (0..=70).chain([128, 256, 512, 1024, 1056, 1072, 2048].into_iter().flat_map(around));
    for count in counts {
        let placements: Vec<AlignedPlacement> = list.iter().copied().cycle().take(count).collect();
        assert_kernels_agree(&rows, filled, &placements, &mut kernels);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn below_random_prefixes(n in prop_oneof![4..=32_usize, Just(32)], rows_left in 3..=10_usize, seed: u64) {
        let size = BoardSize::new(n).unwrap();
        let occupancy = random_prefix(size, rows_left, seed);
        let rows = RemainingRows::below(size, &occupancy);
        prop_assume!(rows.len <= 11);
        assert_kernels_agree(&rows, 0, &[AlignedPlacement::root(occupancy.columns)], &mut every_kernel());
    }

    #[test]
    fn below_random_placements(n in 8..=32_usize, seed: u64, filled in 1..=6_usize, count in 0..=300_usize) {
        let size = BoardSize::new(n).unwrap();
        let occupancy = random_prefix(size, 12, seed);
        let rows = RemainingRows::below(size, &occupancy);
        let row = filled.max(rows.len.saturating_sub(7)).min(rows.len);
        let mut list = placements(&rows, occupancy.columns, row, 2000);
        list.truncate(count);
        assert_kernels_agree(&rows, row, &list, &mut every_kernel());
    }
}
