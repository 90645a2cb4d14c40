//! An estimated quantity, with its error.

/// A quantity estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedValue {
    /// The expected value.
    pub mean: f64,
    /// The standard error, or 0 for an exact number. Two estimates in three are off by less than this, and
    /// nineteen in twenty by less than twice as much.
    pub standard_error: f64,
}

impl EstimatedValue {
    /// Returns an exact number, with an error of 0.
    #[must_use]
    pub const fn exact(mean: f64) -> Self {
        Self { mean, standard_error: 0.0 }
    }

    /// Estimates the time of `all` units whose total cost is `cost`. `some` contains the cost and time of
    /// each unit in a random sample without repetition. Uses the ratio estimator with the finite-population
    /// correction. Returns `None` if the sample's cost is 0, or if the sample is a single unit out of
    /// several, which says nothing about the error.
    pub(crate) fn of_all(some: &[[f64; 2]], cost: f64, all: f64) -> Option<Self> {
        let [cost_of_some, seconds] =
            some.iter().fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        let count = some.len() as f64;
        if cost_of_some <= 0.0 || count < all.min(2.0) {
            return None;
        }
        let rate = seconds / cost_of_some;
        let residuals: f64 = some.iter().map(|[cost, seconds]| (seconds - rate * cost).powi(2)).sum();
        let left_out = 1.0 - count / all;
        let error_of_mean = (residuals / (count - 1.0).max(1.0) / count * left_out.max(0.0)).sqrt();
        let units_of_cost = cost / (cost_of_some / count);
        let standard_error = units_of_cost * error_of_mean * small_sample_factor(count - 1.0);
        Some(Self { mean: rate * cost, standard_error })
    }

    /// Returns the error as a fraction of the mean, or 0 if the mean is 0.
    #[must_use]
    pub fn relative_error(self) -> f64 {
        if self.mean == 0.0 { 0.0 } else { self.standard_error / self.mean }
    }

    /// Returns the estimate multiplied by `factor`.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { mean: self.mean * factor, standard_error: self.standard_error * factor }
    }
}

/// Returns the factor by which to widen a small sample's standard error, so that twice the error still covers
/// nineteen samples in twenty. The factor is Student's t at 97.5% divided by the normal quantile, for at
/// least one degree of freedom. It is accurate to 2% from 3 degrees up.
pub fn small_sample_factor(degrees: f64) -> f64 {
    let x = degrees.max(1.0).recip();
    1.0 + x * (1.21 + x * (1.44 + x * 1.31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_student_quantiles_for_few_values() {
        for (degrees, quantile) in [(3.0, 3.182), (5.0, 2.571), (9.0, 2.262), (29.0, 2.045), (1e9, 1.960)] {
            let factor = 1.960 * small_sample_factor(degrees);
            assert!((factor / quantile - 1.0).abs() < 0.02, "{degrees}: {factor}");
        }
    }

    #[test]
    fn errors_are_relative() {
        let estimated = EstimatedValue { mean: 20.0, standard_error: 1.0 };
        assert_eq!((estimated.relative_error(), estimated.times(3.0).standard_error), (0.05, 3.0));
        assert_eq!(EstimatedValue::exact(0.0).relative_error(), 0.0);
    }

    #[test]
    fn scales_the_sample_by_cost() {
        let expanded = EstimatedValue::of_all(&[[1.0, 2.0], [3.0, 6.0]], 100.0, 50.0);
        assert_eq!(expanded, Some(EstimatedValue::exact(200.0)));
        assert_eq!(EstimatedValue::of_all(&[[0.0, 1.0], [0.0, 1.0]], 1.0, 5.0), None);
        // A single unit shows how long units take, but not how much they vary.
        assert_eq!(EstimatedValue::of_all(&[[1.0, 2.0]], 1.0, 1.0), Some(EstimatedValue::exact(2.0)));
        assert_eq!(EstimatedValue::of_all(&[[1.0, 2.0]], 3.0, 3.0), None);
    }
}
