//! Compares a total with facts that are known in advance.
//!
//! None of these checks can prove a total right, but each would have caught wrong totals that were
//! published: a sum that overflowed is far from the estimate, and a sum with a forgotten weight is
//! not divisible as required. docs/checking.md lists the errors that each check finds.

use std::fmt;
use std::sync::OnceLock;

use crate::board::BoardSize;
use crate::check::estimate::Estimate;
use crate::check::known;
use crate::methods::EstimatedValue;
use crate::text::grouped;

/// The largest accepted deviation of a total from its estimate, in standard errors. A correct total exceeds
/// it once in 1.7 million.
const STANDARD_ERRORS: f64 = 5.0;

/// A check that was made of a total, with the numbers that were compared. Its `Display` states
/// them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Check {
    /// A total against the published total.
    KnownTotal {
        /// The board.
        size: BoardSize,
        /// The number that was counted.
        found: u128,
        /// The number that is published.
        expected: u128,
    },
    /// Divisibility by 8 in Burnside's lemma.
    Burnside {
        /// The board.
        size: BoardSize,
        /// All solutions.
        solutions: u128,
    },
    /// A total against an estimate from random dives: the only check of its size if no value is known.
    Estimate {
        /// All solutions.
        solutions: u128,
        /// The estimate of their number.
        estimated: EstimatedValue,
    },
    /// A total against a second count by another method.
    DoubleCheck {
        /// The two methods.
        methods: [String; 2],
        /// The number that each counted.
        solutions: [u128; 2],
    },
}

impl Check {
    /// The checks of a total that cost nothing: the known value, if there is one, and divisibility
    /// by 8 in Burnside's lemma, for which the solutions unchanged by rotations are known for every
    /// board.
    #[must_use]
    pub fn of_total(size: BoardSize, solutions: u128) -> Vec<Self> {
        let known =
            known::solutions(size).map(|expected| Self::KnownTotal { size, found: solutions, expected });
        known.into_iter().chain([Self::Burnside { size, solutions }]).collect()
    }

    /// Every check that a total allows, for a count, a merge or a record. If no value is known, the total is
    /// compared with an estimate that does not depend on how the board was counted. The estimate takes
    /// `threads` threads a few seconds, once per board and process.
    #[must_use]
    pub fn all_of_total(size: BoardSize, solutions: u128, threads: usize) -> Vec<Self> {
        /// Always the same, so that the estimate can be repeated.
        const SEED: u64 = 1;
        static ESTIMATES: [OnceLock<EstimatedValue>; BoardSize::MAX + 1] =
            [const { OnceLock::new() }; BoardSize::MAX + 1];
        let mut checks = Self::of_total(size, solutions);
        if known::solutions(size).is_none() {
            let estimate = || Estimate::of_solutions(size, threads, SEED);
            checks
                .push(Self::Estimate { solutions, estimated: *ESTIMATES[size.get()].get_or_init(estimate) });
        }
        checks
    }

    /// The name of the check in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::KnownTotal { .. } => "oeis",
            Self::Burnside { .. } => "burnside",
            Self::Estimate { .. } => "estimate",
            Self::DoubleCheck { .. } => "double_check",
        }
    }

    /// Returns whether the total can be right.
    #[must_use]
    pub fn passed(&self) -> bool {
        match *self {
            Self::KnownTotal { found, expected, .. } => found == expected,
            Self::Burnside { size, solutions } => known::fundamental(size, solutions).is_some(),
            Self::Estimate { solutions, estimated: EstimatedValue { mean, standard_error } } => {
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
            Self::KnownTotal { size, found, expected } => {
                let [found, expected] = [*found, *expected].map(grouped);
                if found == expected {
                    write!(f, "{found} is the known number (OEIS A000170, N = {size})")
                } else {
                    write!(f, "{found} is not the known number, {expected} (OEIS A000170, N = {size})")
                }
            }
            Self::Burnside { size, solutions } => {
                let [half, quarter] = known::symmetric_solutions(*size).map(grouped);
                let all = grouped(*solutions);
                if size.get() == 1 {
                    write!(f, "on a board of one square, {all}, {half} and {quarter} must each be 1")
                } else {
                    write!(f, "{all} + {half} + 2 * {quarter} must be divisible by 8")
                }
            }
            Self::Estimate { solutions, estimated: EstimatedValue { mean, standard_error } } => write!(
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

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(checks: &[Check]) -> Vec<&str> {
        checks.iter().filter(|check| !check.passed()).map(Check::name).collect()
    }

    #[test]
    fn accepts_known_totals_and_rejects_wrong_ones() {
        for size in BoardSize::all().take(27) {
            let solutions = known::solutions(size).unwrap();
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
        assert_eq!(
            one.to_string(),
            "on a board of one square, 1, 1 and 1 must each be 1",
            "8 does not divide the sum"
        );
        // Where no total is known, 8 divides 1,250,901,440 + 2 * 32,896.
        let checks = [8_000, 8_001].map(|solutions| Check::of_total(BoardSize::new(28).unwrap(), solutions));
        assert_eq!(checks.each_ref().map(|checks| failed(checks)), [vec![], vec!["burnside"]]);
    }

    #[test]
    fn rejects_a_total_far_from_its_estimate() {
        let passes = |solutions, estimated| Check::Estimate { solutions, estimated }.passed();
        for n in 28..=BoardSize::MAX {
            // Tenfold with every row, as the known totals grow, and as exact as dives are.
            let mean = 2.349e17 * 10_f64.powi(n as i32 - 27);
            let estimated = EstimatedValue { mean, standard_error: 0.005 * mean };
            for (errors, passed) in [(-5.01, false), (-4.99, true), (4.99, true), (5.01, false)] {
                let solutions = (mean + errors * estimated.standard_error) as u128;
                assert_eq!(passes(solutions, estimated), passed, "N = {n}, {errors}");
            }
            assert!(!passes(0, estimated));
        }
        assert!(passes(0, EstimatedValue::exact(0.0)));
        for exact in [92_u128, 1_000_000_007] {
            assert!(passes(exact, EstimatedValue::exact(exact as f64)));
            assert!(!passes(exact + 2, EstimatedValue::exact(exact as f64)));
        }
    }
}
