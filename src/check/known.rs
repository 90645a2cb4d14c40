//! Known numbers of solutions, against which every total is checked.
//!
//! Source: the On-Line Encyclopedia of Integer Sequences, <https://oeis.org>, entries A000170, A032522 and
//! A033148. The numbers are copied here so that the program can check totals offline.
//!
//! For N > 1, no reflection leaves a solution unchanged. So A002562, the number of solutions up to rotation
//! and reflection, follows from Burnside's lemma: 8 * A002562(N) = A000170(N) + A032522(N) + 2 * A033148(N).

use crate::board::BoardSize;

/// The largest board whose solutions have been counted.
const LARGEST_COUNTED: usize = 27;

/// For each N from 1 up, how many solutions there are (A000170), how many a half turn leaves unchanged
/// (A032522), and how many a quarter turn leaves unchanged (A033148). Above [`LARGEST_COUNTED`], the first
/// number is unknown and stored as 0.
const KNOWN_COUNTS: [[u64; 3]; BoardSize::MAX] = [
    [1, 1, 1],
    [0, 0, 0],
    [0, 0, 0],
    [2, 2, 2],
    [10, 2, 2],
    [4, 4, 0],
    [40, 8, 0],
    [92, 4, 0],
    [352, 16, 0],
    [724, 12, 0],
    [2_680, 48, 0],
    [14_200, 80, 8],
    [73_712, 136, 8],
    [365_596, 420, 0],
    [2_279_184, 1_240, 0],
    [14_772_512, 3_000, 64],
    [95_815_104, 8_152, 128],
    [666_090_624, 18_104, 0],
    [4_968_057_848, 44_184, 0],
    [39_029_188_884, 144_620, 480],
    [314_666_222_712, 375_664, 704],
    [2_691_008_701_644, 1_250_692, 0],
    [24_233_937_684_440, 3_581_240, 0],
    [227_514_171_973_736, 11_675_080, 3_328],
    [2_207_893_435_808_352, 34_132_592, 3_264],
    [22_317_699_616_364_044, 115_718_268, 0],
    [234_907_967_154_122_528, 320_403_024, 0],
    [0, 1_250_901_440, 32_896],
    [0, 3_600_075_088, 43_776],
    [0, 14_589_438_024, 0],
    [0, 43_266_334_696, 0],
    [0, 181_254_386_312, 406_784],
];

/// Returns the number of solutions (OEIS A000170), or `None` above N = 27, where it is unknown.
#[must_use]
pub fn solutions(size: BoardSize) -> Option<u128> {
    (size.get() <= LARGEST_COUNTED).then(|| KNOWN_COUNTS[size.get() - 1][0].into())
}

/// Returns the number of solutions unchanged by a half turn (OEIS A032522), and the number of solutions
/// unchanged by a quarter turn (OEIS A033148).
#[must_use]
pub fn symmetric_solutions(size: BoardSize) -> [u128; 2] {
    let [_, half_turn, quarter_turn] = KNOWN_COUNTS[size.get() - 1];
    [half_turn.into(), quarter_turn.into()]
}

/// Returns the number of solutions up to rotation and reflection (OEIS A002562), given the number of all
/// solutions. Returns `None` if the given number must be wrong, because 8 does not divide the sum in
/// Burnside's lemma.
#[must_use]
pub fn fundamental(size: BoardSize, solutions: u128) -> Option<u128> {
    if size.get() == 1 {
        // The only solution is unchanged by all eight symmetries, which adds terms to Burnside's lemma.
        return (solutions == 1).then_some(1);
    }
    let [half_turn, quarter_turn] = symmetric_solutions(size);
    let sum = solutions.checked_add(half_turn + 2 * quarter_turn)?;
    (sum % 8 == 0).then_some(sum / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::reference;

    #[test]
    fn no_board_exceeds_the_plausible_count_of_a_unit() {
        for size in BoardSize::all() {
            let max = size.most_solutions();
            assert!(solutions(size).is_none_or(|known| known <= max), "N = {size}");
            // On larger boards, published estimates grow about tenfold per row. A factor of 12 is on the safe
            // side.
            let estimated = 234_907_967_154_122_528.0 * 12_f64.powi(size.get() as i32 - 27);
            assert!(size.get() <= 27 || 1e4 * estimated < max as f64, "N = {size}");
            assert!(
                max.checked_mul(1 << 28).is_some(),
                "N = {size}: no sum over the units of a plan overflows"
            );
        }
    }

    /// The OEIS sequence A002562.
    const FUNDAMENTAL_SOLUTIONS: [u128; LARGEST_COUNTED] = [
        1,
        0,
        0,
        1,
        2,
        1,
        6,
        12,
        46,
        92,
        341,
        1_787,
        9_233,
        45_752,
        285_053,
        1_846_955,
        11_977_939,
        83_263_591,
        621_012_754,
        4_878_666_808,
        39_333_324_973,
        336_376_244_042,
        3_029_242_658_210,
        28_439_272_956_934,
        275_986_683_743_434,
        2_789_712_466_510_289,
        29_363_495_934_315_694,
    ];

    #[test]
    fn fundamental_solutions_follow_from_all_and_symmetric_ones() {
        for (size, known) in BoardSize::all().zip(FUNDAMENTAL_SOLUTIONS) {
            assert_eq!(fundamental(size, solutions(size).unwrap()), Some(known), "N = {size}");
        }
    }

    #[test]
    fn wrong_total_has_no_fundamental_solutions() {
        for size in BoardSize::all() {
            let [half_turn, quarter_turn] = symmetric_solutions(size);
            let right = solutions(size).unwrap_or((1 << 62) + 8 - (half_turn + 2 * quarter_turn) % 8);
            assert!(fundamental(size, right).is_some(), "N = {size}");
            for error in 1..8 {
                assert_eq!(fundamental(size, right + error), None, "N = {size}, {error} too many");
            }
            assert_eq!(fundamental(size, u128::MAX), None, "N = {size}");
        }
    }

    /// Rotates each solution of the naive oracle, and compares it with the original.
    #[test]
    fn symmetric_counts_match_the_definition() {
        for size in BoardSize::all().take(10) {
            let n = size.get();
            let (mut half_turn, mut quarter_turn) = (0, 0);
            reference::visit(n, &mut |queens: &[(usize, usize)]| {
                let turned = |(row, column): (usize, usize)| (column, n - 1 - row);
                let is_unchanged = |turns: usize| {
                    queens
                        .iter()
                        .all(|&queen| queens.contains(&(0..turns).fold(queen, |queen, _| turned(queen))))
                };
                half_turn += u128::from(is_unchanged(2));
                quarter_turn += u128::from(is_unchanged(1));
            });
            assert_eq!(symmetric_solutions(size), [half_turn, quarter_turn], "N = {n}");
        }
    }

    /// The lines attacked by the queens placed so far.
    #[derive(Clone, Copy, Default)]
    struct Attacked {
        columns: u64,
        diagonals: u64,
        antidiagonals: u64,
    }

    impl Attacked {
        /// Places a queen on the image of `square` after each number of quarter turns in `turns`. Returns
        /// `None` if one of these squares is attacked.
        fn with_images(mut self, n: usize, square: (usize, usize), turns: &[usize]) -> Option<Self> {
            for &turns in turns {
                let (row, column) = (0..turns).fold(square, |(row, column), _| (column, n - 1 - row));
                let bits = [1 << column, 1 << (row + column), 1 << (n + row - column)];
                let lines = [&mut self.columns, &mut self.diagonals, &mut self.antidiagonals];
                for (line, bit) in lines.into_iter().zip(bits) {
                    if *line & bit != 0 {
                        return None;
                    }
                    *line |= bit;
                }
            }
            Some(self)
        }
    }

    /// Counts the ways to fill the rows from `row` on with queens and their images under quarter turns. A
    /// queen and its images fill four rows, and the four columns with the same indices.
    fn count_quarter_turns(n: usize, row: usize, attacked: Attacked) -> u64 {
        if row == n / 2 {
            let centre =
                if n.is_multiple_of(2) { Some(attacked) } else { attacked.with_images(n, (row, row), &[0]) };
            return u64::from(centre.is_some());
        }
        if attacked.columns >> row & 1 == 1 {
            return count_quarter_turns(n, row + 1, attacked);
        }
        // Solutions with a queen in the first row's right half are mirror images of the others.
        let (columns, images) = if row == 0 { (n / 2, 2) } else { (n, 1) };
        let squares = (0..columns).filter(|&column| column != n - 1 - row && column != row);
        let next = squares.filter_map(|column| attacked.with_images(n, (row, column), &[0, 1, 2, 3]));
        images * next.map(|attacked| count_quarter_turns(n, row + 1, attacked)).sum::<u64>()
    }

    #[test]
    fn quarter_turns_of_large_boards_are_counted_again() {
        for n in [12, 13, 16, 17, 20, 28, 29, 30, 31, 32] {
            let [_, quarter] = symmetric_solutions(BoardSize::new(n).unwrap());
            assert_eq!(u128::from(count_quarter_turns(n, 0, Attacked::default())), quarter, "N = {n}");
        }
    }

    /// Estimates the number of ways to place the remaining queens and their images under a half turn, with
    /// `row` pairs already placed. Fills the first few rows at random, then counts all ways to fill the rest.
    fn dive_half_turns(n: usize, row: usize, attacked: Attacked, rng: &mut fastrand::Rng) -> f64 {
        const RANDOM_ROWS: usize = 9;
        // Fill the middle rows first. Otherwise, most dives end without a solution.
        let Some(upper) = (n / 2).checked_sub(row + 1) else { return 1.0 };
        let next: Vec<Attacked> =
            (0..n).filter_map(|column| attacked.with_images(n, (upper, column), &[0, 2])).collect();
        if row >= RANDOM_ROWS {
            return next.into_iter().map(|attacked| dive_half_turns(n, row + 1, attacked, rng)).sum();
        }
        let ways = next.len() as f64;
        rng.choice(next).map_or(0.0, |attacked| ways * dive_half_turns(n, row + 1, attacked, rng))
    }

    /// Exact counts take minutes, but estimates are enough to detect a different board's number, or a wrong
    /// power of ten.
    #[test]
    fn half_turns_of_large_boards_are_as_many_as_estimated() {
        const DIVES: usize = 4_000;
        let mut rng = fastrand::Rng::with_seed(17);
        for n in [14, 15, 27, 28, 29, 30, 31, 32] {
            let [half, _] = symmetric_solutions(BoardSize::new(n).unwrap());
            let begin = if n % 2 == 0 {
                Attacked::default()
            } else {
                Attacked::default().with_images(n, (n / 2, n / 2), &[0]).unwrap()
            };
            let dives: Vec<f64> = (0..DIVES).map(|_| dive_half_turns(n, 0, begin, &mut rng)).collect();
            let mean = dives.iter().sum::<f64>() / DIVES as f64;
            let squares = dives.iter().map(|dive| (dive - mean).powi(2)).sum::<f64>();
            let error = squares.sqrt() / DIVES as f64;
            assert!(error < 0.1 * mean, "N = {n}: {mean} ± {error}");
            assert!((mean - half as f64).abs() < 4.0 * error + 1e-9, "N = {n}: {mean} ± {error}, not {half}");
        }
    }

    /// Solutions unchanged by a half turn, but not by a quarter turn, come in classes of four.
    #[test]
    fn symmetric_counts_differ_by_classes_of_four() {
        for size in BoardSize::all().skip(1) {
            let [half, quarter] = symmetric_solutions(size);
            assert_eq!((half - quarter) % 4, 0, "N = {size}");
        }
    }
}
