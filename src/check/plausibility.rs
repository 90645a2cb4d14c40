//! Compares a total with facts that are known in advance.
//!
//! None of these checks can prove a total right, but each would have caught wrong totals that were
//! published: a sum that overflowed is far from the estimate, and a sum with a forgotten weight is
//! not divisible as required. docs/checking.md lists the errors that each check finds.

use crate::board::BoardSize;
use crate::check::known;
use crate::check::rotations::{self, Unchanged};
use crate::methods::Estimated;
use crate::run::result::Check;

/// Standard errors by which a total may differ from its estimate. By chance alone this happens once
/// in 1.7 million.
const STANDARD_ERRORS: f64 = 5.0;

/// The checks of a total that cost nothing: the known value, if there is one, and divisibility
/// by 8 in Burnside's lemma, for which the solutions unchanged by rotations are known for every
/// board.
pub fn total(size: BoardSize, solutions: u128) -> Vec<Check> {
    let mut checks: Vec<Check> =
        compare("oeis", "A000170", size, solutions, known::solutions(size)).into_iter().collect();
    if let (Some(half), Some(quarter)) = (known::half_turn(size), known::quarter_turn(size)) {
        checks.push(burnside(size, solutions, half, quarter));
    }
    checks
}

/// The checks of a total together with counted rotational solutions.
pub fn fundamental(size: BoardSize, solutions: u128, unchanged: Unchanged) -> Vec<Check> {
    let (half, quarter) = (unchanged.half_turn.into(), unchanged.quarter_turn.into());
    let fundamental = unchanged.fundamental(size, solutions);
    let compared = [
        compare("half_turn", "A032522", size, half, known::half_turn(size)),
        compare("quarter_turn", "A033148", size, quarter, known::quarter_turn(size)),
        fundamental
            .and_then(|found| compare("fundamental", "A002562", size, found, known::fundamental(size))),
    ];
    let mut checks = vec![burnside(size, solutions, half, quarter)];
    checks.extend(compared.into_iter().flatten());
    checks
}

/// The check of a total against dives into the board: the only check of its size where no value
/// is known.
pub fn estimate(solutions: u128, estimated: Estimated) -> Check {
    let Estimated { mean, standard_error } = estimated;
    let distance = (solutions as f64 - mean).abs();
    // An estimate without error is exact, up to the rounding of sums of floating-point numbers.
    let passed = distance <= (STANDARD_ERRORS * standard_error).max(1e-9 * mean);
    let detail = format!(
        "{solutions} against an estimate of {mean:.4e} with a standard error of {standard_error:.1e}"
    );
    Check::new("estimate", passed, detail)
}

fn burnside(size: BoardSize, solutions: u128, half: u128, quarter: u128) -> Check {
    let passed = rotations::burnside(size, solutions, half, quarter).is_some();
    let detail = format!("{solutions} + {half} + 2 * {quarter} must be divisible by 8");
    Check::new("burnside", passed, detail)
}

fn compare(name: &str, sequence: &str, size: BoardSize, found: u128, known: Option<u128>) -> Option<Check> {
    let known = known?;
    let detail = match found == known {
        true => format!("{found} is the known number (OEIS {sequence}, N = {size})"),
        false => format!("{found} is not the known number, {known} (OEIS {sequence}, N = {size})"),
    };
    Some(Check::new(name, found == known, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(checks: &[Check]) -> Vec<&str> {
        checks.iter().filter(|check| !check.passed).map(|check| check.name.as_str()).collect()
    }

    #[test]
    fn accepts_known_totals_and_rejects_wrong_ones() {
        for size in BoardSize::all().take(27) {
            let solutions = known::solutions(size).unwrap();
            assert_eq!(total(size, solutions).len(), 2);
            assert!(total(size, solutions)[0].detail.contains(" is the known number (OEIS A000170"));
            assert!(total(size, solutions + 8)[0].detail.contains(" is not the known number, "));
            assert!(failed(&total(size, solutions)).is_empty(), "N = {size}");
            assert_eq!(failed(&total(size, solutions + 1)), ["oeis", "burnside"], "N = {size}");
            // A weight of 8 too many or too few escapes the lemma, but not the known value.
            assert!(failed(&total(size, solutions + 8)).contains(&"oeis"));
        }
        // Where no total is known, 8 divides 1,250,901,440 + 2 * 32,896.
        let checks = [8_000, 8_001].map(|solutions| total(BoardSize::new(28).unwrap(), solutions));
        assert_eq!(checks.each_ref().map(|checks| failed(checks)), [vec![], vec!["burnside"]]);
    }

    #[test]
    fn checks_both_rotational_counts() {
        let size = BoardSize::new(12).unwrap();
        let right = Unchanged { half_turn: 80, quarter_turn: 8 };
        assert!(failed(&fundamental(size, 14_200, right)).is_empty());
        assert_eq!(fundamental(size, 14_200, right).len(), 4);
        let wrong = Unchanged { half_turn: 88, ..right };
        assert_eq!(failed(&fundamental(size, 14_200, wrong)), ["half_turn", "fundamental"]);
        let wrong = Unchanged { quarter_turn: 9, ..right };
        assert_eq!(failed(&fundamental(size, 14_200, wrong)), ["burnside", "quarter_turn"]);
    }

    #[test]
    fn rejects_a_total_far_from_its_estimate() {
        let estimated = Estimated { mean: 1e18, standard_error: 1e16 };
        for passed in [1_049_900_000_000_000_000, 950_100_000_000_000_000] {
            assert!(estimate(passed, estimated).passed);
        }
        for failed in [1_050_100_000_000_000_000, 949_900_000_000_000_000] {
            assert!(!estimate(failed, estimated).passed);
        }
        assert!(!estimate(0, estimated).passed);
        assert!(estimate(0, Estimated { mean: 0.0, standard_error: 0.0 }).passed);
        assert!(estimate(92, Estimated { mean: 92.0, standard_error: 0.0 }).passed);
        assert!(!estimate(93, Estimated { mean: 92.0, standard_error: 0.0 }).passed);
    }
}
