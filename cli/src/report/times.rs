use queens::methods::EstimatedValue;
use queens_format::{duration, estimated_time};

/// Formats the time left, as in `1 min 23 s`, or with its error if it is rough, as in `30 years ± 60%`.
pub fn time_left(remaining_s: Option<EstimatedValue>) -> String {
    /// Smaller errors are not shown.
    const MAX_HIDDEN_ERROR: f64 = 0.05;
    match remaining_s {
        None => "not known yet".to_owned(),
        Some(left) if left.relative_error() > MAX_HIDDEN_ERROR => estimated_time(left, false),
        Some(left) => duration(left.mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_units_give_a_time_left_with_its_error() {
        let mean = 83.0;
        assert_eq!(time_left(Some(EstimatedValue { mean, standard_error: 4.1 })), "1 min 23 s");
        assert_eq!(time_left(Some(EstimatedValue { mean, standard_error: 10.0 })), "83 s ± 12%");
        assert_eq!(time_left(None), "not known yet");
    }
}
