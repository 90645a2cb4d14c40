//! Formats numbers in ways that `queens::text` does not.

use queens::text::{counted, grouped};

/// Formats a number of things, as in `one core` and `64 cores`.
pub fn counted_in_words(count: usize, thing: &str) -> String {
    if count == 1 { format!("one {thing}") } else { counted(count as u64, thing) }
}

/// Formats a rate with a metric prefix and three figures, as in `1.23 G`.
pub fn metric(value: f64) -> String {
    let (scaled, prefix) = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        .into_iter()
        .find(|&(unit, _)| value >= 0.9995 * unit)
        .map_or((value, " "), |(unit, prefix)| (value / unit, prefix));
    three_figures(scaled) + prefix
}

/// Formats bytes in MB (10^6 bytes) or GB (10^9), as in `1.5 MB`, `155 MB` and `4.3 GB`.
pub fn bytes(count: u64) -> String {
    let (value, unit) = match count as f64 / 1e6 {
        megabytes @ ..999.5 => (megabytes, "MB"),
        megabytes => (megabytes / 1e3, "GB"),
    };
    match value {
        ..9.95 => format!("{value:.1} {unit}"),
        _ => format!("{} {unit}", grouped(value.round() as u128)),
    }
}

/// Formats a factor with about two figures, as in `0.04×`, `4.1×` and `153×`.
pub fn factor(factor: f64) -> String {
    let places = match factor {
        9.95.. => 0,
        0.095.. => 1,
        _ => 2,
    };
    format!("{factor:.places$}×")
}

/// Returns the median. `values` must not be empty.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

/// Formats a number below 1000 with three figures.
pub(crate) fn three_figures(value: f64) -> String {
    let places = match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_the_figures_that_count() {
        assert_eq!([5.0, 1234.0, 56.7e6, 999.7e6].map(metric), ["5.00 ", "1.23 k", "56.7 M", "1.00 G"]);
        assert_eq!(
            [0, 1_549_000, 9_960_000, 999_400_000, 999_600_000, 4_280_400_000, 64_000_000_000].map(bytes),
            ["0.0 MB", "1.5 MB", "10 MB", "999 MB", "1.0 GB", "4.3 GB", "64 GB"]
        );
        assert_eq!(
            [0.041, 0.0949, 0.75, 9.94, 9.96, 153.2].map(factor),
            ["0.04×", "0.09×", "0.8×", "9.9×", "10×", "153×"]
        );
    }

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!([median(&[9.0, 1.0, 2.0]), median(&[9.0, 1.0, 3.0, 2.0])], [2.0, 2.5]);
    }
}
