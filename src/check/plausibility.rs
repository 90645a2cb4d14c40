//! Compares a total with facts that are known in advance.
//!
//! None of these checks can prove a total right, but each would have caught wrong totals that were
//! published: a sum that overflowed is far from the estimate, and a sum with a forgotten weight is
//! not divisible as required. docs/checking.md lists the errors that each check finds.

use std::fmt;

use crate::board::BoardSize;
use crate::board::numbers::grouped;
use crate::check::known::Sequence;
use crate::check::rotations::{self, Unchanged};
use crate::methods::Estimated;
use crate::run::CheckObject;

/// Standard errors by which a total may differ from its estimate. By chance alone this happens once
/// in 1.7 million.
const STANDARD_ERRORS: f64 = 5.0;

/// A check that was made of a total, with the numbers that were compared. Its `Display` states
/// them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Check {
    /// A number against the one that is published.
    Known {
        /// The sequence of the number.
        sequence: Sequence,
        /// The board.
        size: BoardSize,
        /// The number that was counted.
        found: u128,
        /// The number that is published.
        known: u128,
    },
    /// Divisibility by 8 in Burnside's lemma.
    Burnside {
        /// The board.
        size: BoardSize,
        /// All solutions.
        solutions: u128,
        /// Those unchanged by a half turn.
        half_turn: u128,
        /// Those unchanged by a quarter turn.
        quarter_turn: u128,
    },
    /// A total against dives into the board: the only check of its size where no value is known.
    Estimate {
        /// All solutions.
        solutions: u128,
        /// The estimate of their number.
        estimated: Estimated,
    },
    /// A total against a second count by another method.
    DoubleCheck {
        /// The two methods.
        methods: [String; 2],
        /// The number that each counted.
        solutions: [u128; 2],
    },
}

impl Sequence {
    /// The comparison of `found` with its number for a board, if that is known.
    fn check(self, size: BoardSize, found: u128) -> Option<Check> {
        self.known(size).map(|known| Check::Known { sequence: self, size, found, known })
    }
}

impl Check {
    /// The checks of a total that cost nothing: the known value, if there is one, and divisibility
    /// by 8 in Burnside's lemma, for which the solutions unchanged by rotations are known for every
    /// board.
    #[must_use]
    pub fn of_total(size: BoardSize, solutions: u128) -> Vec<Self> {
        let mut checks = Vec::from_iter(Sequence::Solutions.check(size, solutions));
        let turns = [Sequence::HalfTurn, Sequence::QuarterTurn].map(|turn| turn.known(size));
        if let [Some(half_turn), Some(quarter_turn)] = turns {
            checks.push(Self::Burnside { size, solutions, half_turn, quarter_turn });
        }
        checks
    }

    /// The checks of a total together with counted rotational solutions.
    #[must_use]
    pub fn of_fundamental(size: BoardSize, solutions: u128, unchanged: Unchanged) -> Vec<Self> {
        let half_turn = unchanged.half_turn.into();
        let quarter_turn = unchanged.quarter_turn.into();
        let compared = [
            Sequence::HalfTurn.check(size, half_turn),
            Sequence::QuarterTurn.check(size, quarter_turn),
            unchanged
                .fundamental(size, solutions)
                .and_then(|fundamental| Sequence::Fundamental.check(size, fundamental)),
        ];
        let burnside = Self::Burnside { size, solutions, half_turn, quarter_turn };
        std::iter::once(burnside).chain(compared.into_iter().flatten()).collect()
    }

    /// Its name in results.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Known { sequence: Sequence::Solutions, .. } => "oeis",
            Self::Known { sequence: Sequence::Fundamental, .. } => "fundamental",
            Self::Known { sequence: Sequence::HalfTurn, .. } => "half_turn",
            Self::Known { sequence: Sequence::QuarterTurn, .. } => "quarter_turn",
            Self::Burnside { .. } => "burnside",
            Self::Estimate { .. } => "estimate",
            Self::DoubleCheck { .. } => "double_check",
        }
    }

    /// Returns whether the total can be right.
    #[must_use]
    pub fn passed(&self) -> bool {
        match *self {
            Self::Known { found, known, .. } => found == known,
            Self::Burnside { size, solutions, half_turn, quarter_turn } => {
                rotations::burnside(size, solutions, half_turn, quarter_turn).is_some()
            }
            Self::Estimate { solutions, estimated: Estimated { mean, standard_error } } => {
                let distance = (solutions as f64 - mean).abs();
                // An estimate without error is exact, up to the rounding of sums of floating-point
                // numbers.
                distance <= (STANDARD_ERRORS * standard_error).max(1e-9 * mean)
            }
            Self::DoubleCheck { solutions: [first, second], .. } => first == second,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { sequence, size, found, known } => {
                let oeis = sequence.oeis();
                let [found, known] = [*found, *known].map(grouped);
                if found == known {
                    write!(f, "{found} is the known number (OEIS {oeis}, N = {size})")
                } else {
                    write!(f, "{found} is not the known number, {known} (OEIS {oeis}, N = {size})")
                }
            }
            Self::Burnside { size, solutions, half_turn, quarter_turn } if size.get() == 1 => {
                write!(f, "{solutions}, {half_turn} and {quarter_turn} must each be 1 on one square")
            }
            Self::Burnside { solutions, half_turn, quarter_turn, .. } => {
                let [all, half, quarter] = [*solutions, *half_turn, *quarter_turn].map(grouped);
                write!(f, "{all} + {half} + 2 * {quarter} must be divisible by 8")
            }
            Self::Estimate { solutions, estimated: Estimated { mean, standard_error } } => write!(
                f,
                "{} against an estimate of {mean:.4e} with a standard error of {standard_error:.1e}",
                grouped(*solutions)
            ),
            Self::DoubleCheck { methods: [first, second], solutions: [ours, theirs] } => {
                let [ours, theirs] = [*ours, *theirs].map(grouped);
                write!(f, "{ours} by {first} against {theirs} by {second}")
            }
        }
    }
}

impl From<&Check> for CheckObject {
    fn from(check: &Check) -> Self {
        Self { name: check.name().to_owned(), passed: check.passed(), detail: check.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(checks: &[Check]) -> Vec<&str> {
        checks.iter().filter(|check| !check.passed()).map(Check::name).collect()
    }

    #[test]
    fn accepts_known_totals_and_rejects_wrong_ones() {
        for size in BoardSize::all().take(27) {
            let solutions = Sequence::Solutions.known(size).unwrap();
            assert_eq!(Check::of_total(size, solutions).len(), 2);
            assert!(
                Check::of_total(size, solutions)[0]
                    .to_string()
                    .contains(" is the known number (OEIS A000170")
            );
            assert!(
                Check::of_total(size, solutions + 8)[0].to_string().contains(" is not the known number, ")
            );
            assert!(failed(&Check::of_total(size, solutions)).is_empty(), "N = {size}");
            assert_eq!(failed(&Check::of_total(size, solutions + 1)), ["oeis", "burnside"], "N = {size}");
            // A weight of 8 too many or too few escapes the lemma, but not the known value.
            assert!(failed(&Check::of_total(size, solutions + 8)).contains(&"oeis"));
        }
        let one = &Check::of_total(BoardSize::new(1).unwrap(), 1)[1];
        assert_eq!(one.to_string(), "1, 1 and 1 must each be 1 on one square", "8 does not divide the sum");
        // Where no total is known, 8 divides 1,250,901,440 + 2 * 32,896.
        let checks = [8_000, 8_001].map(|solutions| Check::of_total(BoardSize::new(28).unwrap(), solutions));
        assert_eq!(checks.each_ref().map(|checks| failed(checks)), [vec![], vec!["burnside"]]);
    }

    #[test]
    fn checks_both_rotational_counts() {
        for size in [12, 13, 20, 25, 27].map(|n| BoardSize::new(n).unwrap()) {
            let [all, half, quarter] = [Sequence::Solutions, Sequence::HalfTurn, Sequence::QuarterTurn]
                .map(|of| of.known(size).unwrap());
            let failed = |more: u128, half: u128, quarter: u128| {
                let unchanged = Unchanged { half_turn: half as u64, quarter_turn: quarter as u64 };
                let checks = Check::of_fundamental(size, all + more, unchanged);
                failed(&checks).into_iter().map(str::to_owned).collect::<Vec<_>>()
            };
            assert!(failed(0, half, quarter).is_empty(), "N = {size}");
            assert_eq!(failed(0, half + 8, quarter), ["half_turn", "fundamental"], "N = {size}");
            assert_eq!(failed(0, half, quarter + 1), ["burnside", "quarter_turn"], "N = {size}");
            assert_eq!(failed(8, half, quarter), ["fundamental"], "N = {size}");
            let right = Unchanged { half_turn: half as u64, quarter_turn: quarter as u64 };
            assert_eq!(Check::of_fundamental(size, all, right).len(), 4);
        }
    }

    /// A difference in any bit must be found, even one that a narrower number would not show.
    #[test]
    fn second_count_must_agree_to_the_last_digit() {
        for n in 1..=BoardSize::MAX {
            let total = 2.349e17 as u128 * 11_u128.pow(n.saturating_sub(27) as u32);
            let passed = |second| {
                let methods = ["colours", "cross"].map(str::to_owned);
                Check::DoubleCheck { methods, solutions: [total, second] }.passed()
            };
            assert!(passed(total), "N = {n}");
            for bit in 0..127 {
                assert!(!passed(total ^ 1 << bit), "N = {n}, bit {bit}");
            }
        }
    }

    #[test]
    fn every_unknown_board_is_held_to_burnsides_lemma() {
        for size in BoardSize::all().skip(27) {
            let [half, quarter] =
                [Sequence::HalfTurn, Sequence::QuarterTurn].map(|turn| turn.known(size).unwrap());
            let weighted = half + 2 * quarter;
            let solutions = (1 << 62) + 8 - weighted % 8;
            for error in 0..8 {
                let checks = Check::of_total(size, solutions + error);
                assert_eq!(failed(&checks).is_empty(), error == 0, "N = {size}, {error} too many");
            }
        }
    }

    #[test]
    fn rejects_a_total_far_from_its_estimate() {
        let passes = |solutions, estimated| Check::Estimate { solutions, estimated }.passed();
        for n in 28..=BoardSize::MAX {
            // Tenfold with every row, as the known totals grow, and as exact as dives are.
            let mean = 2.349e17 * 10_f64.powi(n as i32 - 27);
            let estimated = Estimated { mean, standard_error: 0.005 * mean };
            for (errors, passed) in [(-5.01, false), (-4.99, true), (4.99, true), (5.01, false)] {
                let solutions = (mean + errors * estimated.standard_error) as u128;
                assert_eq!(passes(solutions, estimated), passed, "N = {n}, {errors}");
            }
            assert!(!passes(0, estimated));
        }
        assert!(passes(0, Estimated::exact(0.0)));
        for exact in [92_u128, 1_000_000_007] {
            assert!(passes(exact, Estimated::exact(exact as f64)));
            assert!(!passes(exact + 2, Estimated::exact(exact as f64)));
        }
    }
}
