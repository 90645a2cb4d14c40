//! Formats estimates with as many figures as their errors support.

use queens::methods::EstimatedValue;

use crate::durations::duration;
use queens::text::grouped;

/// Formats an estimated time in one unit with its standard error, as in `20 h ± 8%`. The error decides the
/// number of figures. A time without an error is formatted like a [`duration`].
///
/// If the machine was busy, formats an upper bound for an idle machine instead, as in `up to 20 h`. The bound
/// is two standard errors above the mean.
pub fn estimated_time(time: EstimatedValue, machine_was_busy: bool) -> String {
    let EstimatedValue { mean, standard_error } = time;
    let relative = standard_error / mean;
    if machine_was_busy {
        format!("up to {}", rounded_duration(mean + 2.0 * standard_error, 2))
    } else if relative > 0.0 && relative.is_finite() {
        format!("{} ± {}", rounded_duration(mean, figures(relative)), percent(relative))
    } else {
        duration(mean)
    }
}

/// Formats a time in one unit, rounded to `figures` figures, as in `20 h`.
fn rounded_duration(seconds: f64, figures: usize) -> String {
    if seconds == 0.0 {
        // A coarse clock may measure zero, which cannot be rounded to significant figures.
        return duration(seconds);
    }
    const UNITS: [(f64, &str); 7] = [
        (31_557_600.0, "years"),
        (86_400.0, "days"),
        (3600.0, "h"),
        (60.0, "min"),
        (1.0, "s"),
        (1e-3, "ms"),
        (1e-6, "µs"),
    ];
    // Use a smaller unit for values below 2, to show `90 min` rather than `2 h`. Seconds and smaller units
    // show such values with decimals.
    let least = |unit: f64| if unit > 1.0 { 2.0 * unit } else { unit };
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| seconds >= least(*unit)).unwrap_or(UNITS[6]);
    let value = match seconds / unit {
        value @ 1e6.. => format!("{value:.0e}"),
        value => supported(value, figures),
    };
    format!("{value} {name}")
}

/// Formats an estimate with its standard error, as in `3.90e10 ± 0.5%`. An exact value below 10^15 is
/// formatted with all digits.
pub fn estimated(mean: f64, standard_error: f64) -> String {
    if standard_error <= 1e-9 * mean {
        return if mean < 1e15 { grouped(mean.round() as u128) } else { format!("{mean:.3e}") };
    }
    let relative = standard_error / mean;
    format!("{mean:.places$e} ± {}", percent(relative), places = figures(relative) - 1)
}

/// Returns the number of significant figures that a relative error supports.
fn figures(relative: f64) -> usize {
    match relative {
        0.5.. => 1,
        0.045.. => 2,
        0.0045.. => 3,
        _ => 4,
    }
}

/// Formats a number below a million with `figures` figures.
fn supported(value: f64, figures: usize) -> String {
    let before_point = value.abs().log10().floor() as i32 + 1;
    let places = figures as i32 - before_point;
    if places > 0 {
        return format!("{value:.places$}", places = places as usize);
    }
    let unit = 10_f64.powi(-places);
    grouped(((value / unit).round() * unit) as u128)
}

/// Formats a relative error in percent, with one figure below 10%.
fn percent(relative: f64) -> String {
    let percent = 100.0 * relative;
    match percent {
        0.95.. => format!("{percent:.0}%"),
        0.095.. => format!("{percent:.1}%"),
        _ => format!("{percent:.2}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_estimated_times_to_their_error() {
        for (mean, standard_error, text) in [
            (20.4 * 3600.0, 0.42 * 20.4 * 3600.0, "20 h ± 42%"),
            (20.4 * 3600.0, 0.08 * 20.4 * 3600.0, "20 h ± 8%"),
            (20.54 * 3600.0, 0.03 * 20.54 * 3600.0, "20.5 h ± 3%"),
            (5_696_704.9, 2_964_863.8, "70 days ± 52%"),
            (83_629_660.0, 15_286_637.0, "2.7 years ± 18%"),
            (362.0, 1.9, "6.03 min ± 0.5%"),
            (6.4e10, 1e10, "2,000 years ± 16%"),
            (9.5e16, 1e16, "3e9 years ± 11%"),
            (119.0, 12.0, "120 s ± 10%"),
            (1.26, 0.09, "1.3 s ± 7%"),
            (0.0123, 0.001, "12 ms ± 8%"),
            (1e-9, 1e-10, "0.0010 µs ± 10%"),
            (3.0, 0.0, "3 s"),
            (0.0, 0.0, "0 s"),
        ] {
            assert_eq!(estimated_time(EstimatedValue { mean, standard_error }, false), text);
        }
        let busy = |mean, standard_error| estimated_time(EstimatedValue { mean, standard_error }, true);
        assert_eq!([busy(90.0, 3.0), busy(0.0, 0.0)], ["up to 96 s", "up to 0 s"]);
    }

    #[test]
    fn rounds_estimated_numbers_to_their_error() {
        for (mean, error, text) in [
            (3.9029e10, 1.9e8, "3.90e10 ± 0.5%"),
            (3.9029e10, 4e8, "3.90e10 ± 1%"),
            (3.9029e10, 4e9, "3.9e10 ± 10%"),
            (92.0, 0.0, "92"),
            (2.2e16, 0.0, "2.200e16"),
        ] {
            assert_eq!(estimated(mean, error), text);
        }
    }
}
