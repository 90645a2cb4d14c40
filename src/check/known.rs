//! Known values, for checking every answer against them.
//!
//! Source: the On-Line Encyclopedia of Integer Sequences, <https://oeis.org>, entries A000170,
//! A002562, A032522 and A033148. They are facts about the problem, copied here so that the program
//! can check itself without a network.
//!
//! For N > 1 no solution is unchanged by a reflection, so Burnside's lemma ties the four together:
//! 8 * A002562(N) = A000170(N) + A032522(N) + 2 * A033148(N).

use crate::board::BoardSize;

/// The largest board whose solutions have been counted.
const LARGEST: usize = 27;

/// The known values by N, from 1 on, in the order of [`Sequence`]: all solutions (A000170), those
/// up to rotation and reflection (A002562), those unchanged by a half turn (A032522), and those
/// unchanged by a quarter turn (A033148). Above [`LARGEST`] nobody knows the first two.
const VALUES: [[u64; 4]; BoardSize::MAX] = [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [2, 1, 2, 2],
    [10, 2, 2, 2],
    [4, 1, 4, 0],
    [40, 6, 8, 0],
    [92, 12, 4, 0],
    [352, 46, 16, 0],
    [724, 92, 12, 0],
    [2_680, 341, 48, 0],
    [14_200, 1_787, 80, 8],
    [73_712, 9_233, 136, 8],
    [365_596, 45_752, 420, 0],
    [2_279_184, 285_053, 1_240, 0],
    [14_772_512, 1_846_955, 3_000, 64],
    [95_815_104, 11_977_939, 8_152, 128],
    [666_090_624, 83_263_591, 18_104, 0],
    [4_968_057_848, 621_012_754, 44_184, 0],
    [39_029_188_884, 4_878_666_808, 144_620, 480],
    [314_666_222_712, 39_333_324_973, 375_664, 704],
    [2_691_008_701_644, 336_376_244_042, 1_250_692, 0],
    [24_233_937_684_440, 3_029_242_658_210, 3_581_240, 0],
    [227_514_171_973_736, 28_439_272_956_934, 11_675_080, 3_328],
    [2_207_893_435_808_352, 275_986_683_743_434, 34_132_592, 3_264],
    [22_317_699_616_364_044, 2_789_712_466_510_289, 115_718_268, 0],
    [234_907_967_154_122_528, 29_363_495_934_315_694, 320_403_024, 0],
    [0, 0, 1_250_901_440, 32_896],
    [0, 0, 3_600_075_088, 43_776],
    [0, 0, 14_589_438_024, 0],
    [0, 0, 43_266_334_696, 0],
    [0, 0, 181_254_386_312, 406_784],
];

/// A sequence of the OEIS that gives a number for every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sequence {
    /// All solutions (A000170).
    Solutions,
    /// Solutions up to rotation and reflection (A002562).
    Fundamental,
    /// Solutions unchanged by a half turn (A032522).
    HalfTurn,
    /// Solutions unchanged by a quarter turn (A033148).
    QuarterTurn,
}

impl Sequence {
    /// Its number in the OEIS.
    #[must_use]
    pub const fn oeis(self) -> &'static str {
        match self {
            Self::Solutions => "A000170",
            Self::Fundamental => "A002562",
            Self::HalfTurn => "A032522",
            Self::QuarterTurn => "A033148",
        }
    }

    /// Its number for a board. The solutions unchanged by a turn are known for any board, the
    /// others up to N = 27.
    #[must_use]
    pub fn known(self, size: BoardSize) -> Option<u128> {
        let is_of_turn = matches!(self, Self::HalfTurn | Self::QuarterTurn);
        (is_of_turn || size.get() <= LARGEST).then(|| VALUES[size.get() - 1][self as usize].into())
    }
}

#[cfg(test)]
mod tests {
    use super::Sequence::{Fundamental, HalfTurn, QuarterTurn, Solutions};
    use super::*;
    use crate::check::rotations::burnside;

    #[test]
    fn no_board_exceeds_the_plausible_count_of_a_unit() {
        for size in BoardSize::all() {
            let most = size.most_solutions();
            assert!(Solutions.known(size).is_none_or(|solutions| solutions <= most), "N = {size}");
            // Published estimates for the others grow about tenfold with every row.
            let estimated = 234_907_967_154_122_528.0 * 12_f64.powi(size.get() as i32 - 27);
            assert!(size.get() <= 27 || 1e4 * estimated < most as f64, "N = {size}");
            assert!(
                most.checked_mul(1 << 28).is_some(),
                "N = {size}: no sum over the units of a plan overflows"
            );
        }
    }

    #[test]
    fn known_sequences_satisfy_burnsides_lemma() {
        let mut checked = 0;
        for size in BoardSize::all() {
            if let (Some(all), Some(fundamental)) = (Solutions.known(size), Fundamental.known(size)) {
                let [half, quarter] = [HalfTurn, QuarterTurn].map(|turn| turn.known(size).unwrap());
                assert_eq!(burnside(size, all, half, quarter), Some(fundamental), "N = {size}");
                checked += 1;
            }
        }
        assert_eq!(checked, 27);
    }

    #[test]
    fn wrong_total_breaks_burnsides_lemma() {
        let size = BoardSize::new(8).unwrap();
        assert_eq!(burnside(size, 92, 4, 0), Some(12));
        for error in 1..8 {
            assert_eq!(burnside(size, 92 + error, 4, 0), None, "{error} too many");
            assert_eq!(burnside(size, 92, 4 + error, 0), None, "{error} too many");
        }
        for error in 1..4 {
            assert_eq!(burnside(size, 92, 4, error), None, "{error} too many");
        }
        let one = BoardSize::new(1).unwrap();
        assert_eq!(burnside(one, 1, 1, 1), Some(1));
        for (all, half, quarter) in [(2, 1, 1), (1, 2, 1), (1, 1, 2), (8, 8, 8)] {
            assert_eq!(burnside(one, all, half, quarter), None);
        }
        assert_eq!(burnside(size, u128::MAX, 1, 0), None);
    }

    /// The checksum protects the half turns from N = 28 on: no test counts them again, which takes
    /// minutes, and no known total is tied to them.
    #[test]
    fn symmetric_counts_match_their_checksum() {
        let weighted =
            |sequence: usize| (1..).zip(VALUES).map(|(n, values)| n * values[sequence]).sum::<u64>();
        assert_eq!((weighted(2), weighted(3)), (7_731_422_414_659, 15_396_955));
        for size in BoardSize::all().skip(1) {
            // Solutions unchanged by a half turn but not by a quarter turn come in classes of four.
            let [half, quarter] = [HalfTurn, QuarterTurn].map(|turn| turn.known(size).unwrap());
            assert_eq!((half - quarter) % 4, 0, "N = {size}");
        }
    }
}
