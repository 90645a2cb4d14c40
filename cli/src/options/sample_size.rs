//! The sample size given to `queens verify --sample`.

use std::fmt;

/// How many finished units to verify.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleSize {
    /// A percentage above 0 and up to 100.
    Percent(f64),
    /// At least one unit.
    Units(u64),
}

impl fmt::Display for SampleSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(f, "{percent}%"),
            Self::Units(units) => write!(f, "{units}"),
        }
    }
}

impl SampleSize {
    /// Returns how many of the `finished` units to sample. A percentage is rounded up, so at least one unit
    /// is sampled if there is one.
    pub fn of(self, finished: u64) -> u64 {
        match self {
            Self::Percent(percent) => ((finished as f64 * percent / 100.0).ceil() as u64).min(finished),
            Self::Units(units) => units.min(finished),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_at_least_one_unit_and_at_most_all() {
        let sizes = [SampleSize::Percent(1.0), SampleSize::Percent(100.0), SampleSize::Units(30)];
        assert_eq!(sizes.map(|size| size.of(0)), [0, 0, 0]);
        assert_eq!(sizes.map(|size| size.of(7)), [1, 7, 7]);
        assert_eq!(sizes.map(|size| size.of(1000)), [10, 1000, 30]);
        assert_eq!(sizes.map(|size| size.of(100_000)), [1000, 100_000, 30]);
    }
}
