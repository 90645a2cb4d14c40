//! Checks totals against facts known in advance.
//!
//! None of these checks proves a total right, but each would have caught totals that were published and
//! wrong. A sum that overflowed is far from the estimate. A sum with a forgotten weight fails the
//! divisibility test. docs/checking.md lists the errors found by each check.

use std::fmt;
use std::sync::OnceLock;

use crate::board::BoardSize;
use crate::check::estimate::Estimate;
use crate::check::known;
use crate::methods::EstimatedValue;
use crate::text::grouped;

/// The maximum distance between a total and its estimate, in standard errors. One correct total in 1.7
/// million is farther off.
const STANDARD_ERRORS: f64 = 5.0;

/// A check on a total. `Display` shows the compared numbers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Check {
    /// Compares the total with the published one.
    KnownTotal {
        /// The board size.
        size: BoardSize,
        /// The counted total.
        found: u128,
        /// The published total.
        expected: u128,
    },
    /// Checks that 8 divides the sum in Burnside's lemma.
    Burnside {
        /// The board size.
        size: BoardSize,
        /// The counted total.
        solutions: u128,
    },
    /// Compares the total with an estimate from random dives. If the number of solutions is unknown, no other
    /// check tests the total's size.
    Estimate {
        /// The counted total.
        solutions: u128,
        /// The estimated total.
        estimated: EstimatedValue,
    },
    /// Compares the total with a second count by a different method.
    DoubleCheck {
        /// The two methods.
        methods: [String; 2],
        /// The total counted by each method.
        solutions: [u128; 2],
    },
}

impl Check {
    /// Returns the checks that cost nothing: the comparison with the known total, if there is one, and
    /// divisibility by 8 in Burnside's lemma. The lemma needs only the number of solutions unchanged by
    /// rotations, which is known for every board.
    #[must_use]
    pub fn of_total(size: BoardSize, solutions: u128) -> Vec<Self> {
        let known =
            known::solutions(size).map(|expected| Self::KnownTotal { size, found: solutions, expected });
        known.into_iter().chain([Self::Burnside { size, solutions }]).collect()
    }

    /// Returns all checks on a counted, merged or recorded total. If no total is known, one of the checks is
    /// an estimate, which does not depend on how the board was counted. The estimate takes a few seconds on
    /// `threads` threads, once per board and process.
    #[must_use]
    pub fn all_of_total(size: BoardSize, solutions: u128, threads: usize) -> Vec<Self> {
        /// The seed is fixed, so that the estimate can be repeated.
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

    /// Returns the name of the check in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::KnownTotal { .. } => "oeis",
            Self::Burnside { .. } => "burnside",
            Self::Estimate { .. } => "estimate",
            Self::DoubleCheck { .. } => "double_check",
        }
    }

    /// Returns whether the total passes this check.
    #[must_use]
    pub fn passed(&self) -> bool {
        match *self {
            Self::KnownTotal { found, expected, .. } => found == expected,
            Self::Burnside { size, solutions } => known::fundamental(size, solutions).is_some(),
            Self::Estimate { solutions, estimated: EstimatedValue { mean, standard_error } } => {
                let distance = (solutions as f64 - mean).abs();
                // An estimate without error is exact, except for rounding in floating-point sums.
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
                write!(f, "{} is the known number (OEIS A000170, N = {size})", grouped(*expected))?;
                if found == expected { Ok(()) } else { write!(f, ", not {}", grouped(*found)) }
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
            let [right, wrong] = [0, 8].map(|more| Check::of_total(size, solutions + more)[0].to_string());
            assert!(right.starts_with(&grouped(solutions)) && right.ends_with(&format!("N = {size})")));
            assert_eq!(wrong, format!("{right}, not {}", grouped(solutions + 8)));
            assert!(failed(&Check::of_total(size, solutions)).is_empty(), "N = {size}");
            assert_eq!(failed(&Check::of_total(size, solutions + 1)), ["oeis", "burnside"], "N = {size}");
            // A total that is off by a multiple of 8 passes the divisibility check, but differs from the
            // known total.
            assert!(failed(&Check::of_total(size, solutions + 8)).contains(&"oeis"));
        }
        let one = &Check::of_total(BoardSize::new(1).unwrap(), 1)[1];
        assert_eq!(
            one.to_string(),
            "on a board of one square, 1, 1 and 1 must each be 1",
            "8 does not divide the sum"
        );
        // No total is known for N = 28, but 8 divides 1,250,901,440 + 2 * 32,896.
        let checks = [8_000, 8_001].map(|solutions| Check::of_total(BoardSize::new(28).unwrap(), solutions));
        assert_eq!(checks.each_ref().map(|checks| failed(checks)), [vec![], vec!["burnside"]]);
    }

    #[test]
    fn rejects_a_total_far_from_its_estimate() {
        let passes = |solutions, estimated| Check::Estimate { solutions, estimated }.passed();
        for n in 28..=BoardSize::MAX {
            // The estimate grows tenfold per row, like the known totals, and is as accurate as an estimate
            // from dives.
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

    /// Both estimates are cached in this process.
    #[test]
    fn each_board_is_judged_by_its_own_estimate() {
        for (n, likely) in [(32, 5e22), (28, 2.6e18)] {
            let checks = Check::all_of_total(BoardSize::new(n).unwrap(), 8, 2);
            let Some(Check::Estimate { estimated, .. }) = checks.last() else { panic!("{checks:?}") };
            assert!((0.5..2.0).contains(&(estimated.mean / likely)), "N = {n}: {estimated:?}");
        }
    }
}
