//! Estimates a board's number of solutions by random dives into the search.
//!
//! # Idea
//!
//! This is Knuth's estimator (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
//! Computation 29, 1975). A dive descends the search tree, choosing a random free square in every row, and
//! multiplies the numbers of free squares along the way. On average, this product times the number of
//! solutions at the bottom equals the number in the whole tree:
//!
//! ```text
//! dive(prefix):   ways = 1
//!                 for each row down to ROWS_LEFT_TO_KERNEL rows from the end:
//!                     ways *= free squares of the row               none: return 0
//!                     put a queen on one of them, at random
//!                 return ways * (solutions that the kernel counts below)
//! ```
//!
//! The number of dives below a prefix is proportional to the prefix's weight times the number of placements a
//! few queens deeper. On an odd board, a prefix has two queens, or five if one is on the centre. With equally
//! many dives below each prefix, the error at N = 21 was 3.6% instead of 0.3%.
//!
//! The kernel counts the last rows. This costs a microsecond and halves the error, because most dives down to
//! the very last row find nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, panic, thread};

use fastrand::Rng;

use super::kernels::{Batch, CountBatch, count_batch_with};
use super::units::extensions;
use super::{AlignedPlacement, Prefix, Prefixes, RemainingRows};
use crate::board::BoardSize;
use crate::methods::Method;
use crate::methods::estimated_value::EstimatedValue;

/// The number of rows that a dive leaves to the kernel. At N = 28, dives below 1,000 random units had a
/// standard error of 3.5, 2.3, 1.8 and 1.6% with 6, 8, 10 and 12 rows. With 10 rows, the kernel took a tenth
/// as long as the dives, and with 12 rows twice as long.
const ROWS_LEFT_TO_KERNEL: usize = 10;

/// The approximate number of dives in total. Every prefix gets at least two.
const TARGET_DIVES: f64 = 262_144.0;

/// The number of queens in the placements that decide how many dives a prefix gets. No prefix has more queens
/// than this.
const SHARE_DEPTH: usize = 5;

/// Estimates a board's number of solutions, on this thread and up to `threads` - 1 more. Continues with fewer
/// threads if the system cannot start them all. The same `seed` gives the same estimate on any machine. The
/// estimate is exact if every prefix leaves at most ten rows.
pub fn solutions(size: BoardSize, seed: u64, threads: usize) -> EstimatedValue {
    solutions_by(size, seed, threads, TARGET_DIVES)
}

fn solutions_by(size: BoardSize, seed: u64, threads: usize, all_dives: f64) -> EstimatedValue {
    let prefixes = Prefixes::Cross.of(size);
    let kernel = Method::Cross.available()[0];
    let shares: Vec<f64> = prefixes.iter().map(|prefix| share(size, prefix)).collect();
    let all: f64 = shares.iter().sum();
    let below = |count_batch: &mut CountBatch, number: usize| {
        let dives = ((all_dives * shares[number] / all).ceil() as usize).max(2);
        let mut rng = Rng::with_seed(seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        below_prefix(size, &prefixes[number], dives, count_batch, &mut rng)
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut count_batch = count_batch_with(kernel).expect("the kernel is available");
        let claim = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < prefixes.len());
        iter::from_fn(claim).map(|number| (number, below(&mut count_batch, number))).collect::<Vec<_>>()
    };
    let mut estimates = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut estimates = work();
        for other in others {
            estimates.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
        estimates
    });
    // Add in prefix order, so that rounding does not depend on the threads.
    estimates.sort_unstable_by_key(|&(number, _)| number);
    let add = |sum: [f64; 2], (_, one): &(usize, [f64; 2])| [sum[0] + one[0], sum[1] + one[1]];
    let [mean, variance] = estimates.iter().fold([0.0; 2], add);
    EstimatedValue { mean, standard_error: variance.sqrt() }
}

/// Returns the share of dives that `prefix` gets, in arbitrary units.
fn share(size: BoardSize, prefix: &Prefix) -> f64 {
    let below = extensions(size, prefix, SHARE_DEPTH, u64::from(u32::MAX));
    f64::from(prefix.weight)
        * f64::from(below.expect("the number of placements of five queens fits in 32 bits"))
}

/// Estimates the number of solutions that `prefix` represents. Returns the mean and the variance of the mean.
fn below_prefix(
    size: BoardSize,
    prefix: &Prefix,
    dives: usize,
    count_batch: &mut CountBatch,
    rng: &mut Rng,
) -> [f64; 2] {
    let rows = RemainingRows::below(size, &prefix.occupancy);
    let root = AlignedPlacement::root(prefix.occupancy.columns);
    let end = rows.len.saturating_sub(ROWS_LEFT_TO_KERNEL);
    // If the kernel counts all rows, all dives are equal, so one is enough.
    let dives = if end == 0 { 1 } else { dives };
    let weight = f64::from(prefix.weight);
    let mut sum = 0.0;
    let mut squares = 0.0;
    for _ in 0..dives {
        let Some((ways, placement)) = dive(&rows, end, root, rng) else { continue };
        let batch = Batch { rows: &rows, row: end, placements: &[placement] };
        let estimate = weight * ways * count_batch(batch).solutions as f64;
        sum += estimate;
        squares += estimate * estimate;
    }
    let count = dives as f64;
    let mean = sum / count;
    let variance = if dives > 1 { (squares / count - mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
    [mean, variance]
}

/// Fills the rows up to `end` at random, starting from `placement`. Returns the product of the numbers of
/// free squares and the final placement, or `None` if a row has no free square.
fn dive(
    rows: &RemainingRows,
    end: usize,
    mut placement: AlignedPlacement,
    rng: &mut Rng,
) -> Option<(f64, AlignedPlacement)> {
    let mut ways = 1.0;
    for row in 0..end {
        let mut free = placement.free(rows, row);
        let squares = free.count_ones();
        if squares == 0 {
            return None;
        }
        ways *= f64::from(squares);
        for _ in 0..rng.u32(..squares) {
            free &= free - 1;
        }
        placement = placement.child(rows, row, free & free.wrapping_neg());
    }
    Some((ways, placement))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::known;

    fn known(n: usize) -> f64 {
        known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64
    }

    #[test]
    fn estimates_are_exact_or_within_their_error() {
        for n in [8, 12, 16, 21, 26] {
            let EstimatedValue { mean, standard_error } = solutions(BoardSize::new(n).unwrap(), 1, 2);
            let known = known(n);
            assert!((mean - known).abs() <= 3.0 * standard_error, "N = {n}: {mean} ± {standard_error}");
            assert_eq!(standard_error == 0.0, n <= 12, "N = {n}");
            assert!(standard_error <= 0.01 * known, "N = {n}: {mean} ± {standard_error}");
        }
    }

    /// The ratio between consecutive boards' numbers of solutions rises by 0.38 per board on average.
    /// Extrapolating this over five boards is off by 1 or 2%.
    #[test]
    fn estimates_of_unknown_boards_continue_the_known_numbers() {
        let growth = |n: usize| known(n) / known(n - 1);
        let step = (growth(27) - growth(23)) / 4.0;
        let mut expected = known(27);
        for n in 28..=32 {
            expected *= growth(27) + step * (n - 27) as f64;
            let [one, other] = [1, 2].map(|seed| solutions(BoardSize::new(n).unwrap(), seed, 2));
            for EstimatedValue { mean, standard_error } in [one, other] {
                let error = 3.0 * standard_error + 0.02 * expected;
                assert!(
                    (mean - expected).abs() < error,
                    "N = {n}: {mean} ± {standard_error}, not {expected}"
                );
                // The check on a total tolerates five standard errors.
                let relative = standard_error / mean;
                assert!((0.001..0.012).contains(&relative), "N = {n}: {mean} ± {standard_error}");
            }
            let both = one.standard_error.hypot(other.standard_error);
            assert!((one.mean - other.mean).abs() < 3.5 * both, "N = {n}: {one:?}, {other:?}");
        }
    }

    #[test]
    fn error_matches_the_actual_deviation() {
        let deviations: Vec<f64> = (0..8)
            .map(|seed| {
                let size = BoardSize::new(16).unwrap();
                let EstimatedValue { mean, standard_error } =
                    solutions_by(size, seed, 2, TARGET_DIVES / 16.0);
                (mean - known(16)) / standard_error
            })
            .collect();
        let scatter = (deviations.iter().map(|z| z * z).sum::<f64>() / 8.0).sqrt();
        assert!((0.4..1.8).contains(&scatter), "{deviations:?}");
    }

    #[test]
    fn result_depends_on_seed_but_not_on_threads() {
        let on =
            |threads, seed| solutions_by(BoardSize::new(15).unwrap(), seed, threads, TARGET_DIVES / 16.0);
        assert_eq!(on(1, 7), on(3, 7));
        assert_ne!(on(2, 7), on(2, 8));
    }
}
