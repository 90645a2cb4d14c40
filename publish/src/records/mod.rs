//! Records: results kept for publishing, with everything needed to judge them. Anybody may have
//! written the files.
//!
//! A directory of records has a file of lines for each machine, and one for merges.
//!
//! * [`record`]: a count; [`merge`]: the total of a plan; [`result`]: the object of either;
//!   [`rival`]: another program beside this one
//! * [`files`]: reads files and checks their objects; [`rules`]: what their fields must be
//! * [`host`]: the machine in words; [`decimal`]: whole numbers as strings in JSON

pub mod decimal;
pub mod files;
pub mod host;
pub mod merge;
pub mod record;
pub mod result;
pub mod rival;
pub mod rules;

/// The middle one of some values, or the mean of the two in the middle; there is one at least.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!([median(&[9.0, 1.0, 2.0]), median(&[9.0, 1.0, 3.0, 2.0])], [2.0, 2.5]);
    }
}
