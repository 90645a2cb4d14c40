//! A quantity that is estimated, with its error.

/// A quantity estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The value to expect.
    pub mean: f64,
    /// Its standard error: two estimates in three are off by less, nineteen in twenty by less than
    /// twice as much. 0 for an exact number.
    pub standard_error: f64,
}

impl Estimated {
    /// A number that is exact.
    #[must_use]
    pub const fn exact(mean: f64) -> Self {
        Self { mean, standard_error: 0.0 }
    }

    /// The error as a share of the estimate; 0 for an estimate of 0.
    #[must_use]
    pub fn relative_error(self) -> f64 {
        if self.mean == 0.0 { 0.0 } else { self.standard_error / self.mean }
    }

    /// The estimate of the sum with `other`, which errs independently.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let standard_error = self.standard_error.hypot(other.standard_error);
        Self { mean: self.mean + other.mean, standard_error }
    }

    /// The estimate of `factor` times the quantity.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { mean: self.mean * factor, standard_error: self.standard_error * factor }
    }
}

/// The factor by which the standard error of a mean of few values grows, so that twice the error
/// still covers nineteen in twenty: Student's t at 97.5% over the normal quantile, for this many
/// degrees of freedom, at least 1. Within 2% from 3 degrees on.
#[must_use]
pub fn few_values(freedom: f64) -> f64 {
    let x = freedom.max(1.0).recip();
    1.0 + x * (1.21 + x * (1.44 + x * 1.31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_student_quantiles_for_few_values() {
        for (freedom, quantile) in [(3.0, 3.182), (5.0, 2.571), (9.0, 2.262), (29.0, 2.045), (1e9, 1.960)] {
            let found = 1.960 * few_values(freedom);
            assert!((found / quantile - 1.0).abs() < 0.02, "{freedom}: {found}");
        }
    }

    #[test]
    fn errors_are_relative() {
        let estimated = Estimated { mean: 20.0, standard_error: 1.0 };
        assert_eq!((estimated.relative_error(), estimated.times(3.0).standard_error), (0.05, 3.0));
        assert_eq!(Estimated::exact(0.0).relative_error(), 0.0);
    }
}
