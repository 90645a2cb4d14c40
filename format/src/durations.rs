use queens::text::grouped;

use crate::numbers::three_figures;

/// Formats a time in at most two units, as in `15.5 ms`, `39.4 s`, `3 h 12 min` and `4.3 years`.
pub fn duration(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    const YEAR: f64 = 365.25 * DAY;
    if seconds == 0.0 {
        return "0 s".to_owned();
    }
    // At or above its limit, a value would be rounded up to the next unit.
    for (unit, name, limit) in [(1e-6, "µs", 999.5), (1e-3, "ms", 999.5), (1.0, "s", 59.95)] {
        if seconds / unit < limit {
            let value = three_figures(seconds / unit);
            let value =
                if value.contains('.') { value.trim_end_matches('0').trim_end_matches('.') } else { &value };
            return format!("{value} {name}");
        }
    }
    for (unit, name, per_unit, small_name, limit) in
        [(60.0, "min", 60, "s", 60), (3600.0, "h", 60, "min", 24), (DAY, "day", 24, "h", 100)]
    {
        let small = (seconds / unit * f64::from(per_unit)).round() as u64;
        let large = small / per_unit as u64;
        let small = small % per_unit as u64;
        if large < limit {
            let plural = if name == "day" && large > 1 { "s" } else { "" };
            let rest = if small > 0 { format!(" {small} {small_name}") } else { String::new() };
            return format!("{large} {name}{plural}{rest}");
        }
    }
    match seconds / YEAR {
        ..1.0 => format!("{:.0} days", seconds / DAY),
        years @ ..99.95 => format!("{years:.1} years"),
        years @ ..1e6 => format!("{} years", grouped(years as u128)),
        years => format!("{years:.0e} years"),
    }
}

/// Rounds a time of up to a day as [`duration`] does, so that ratios agree with the displayed times.
pub fn rounded_as_shown(seconds: f64) -> f64 {
    let unit = match seconds {
        ..59.95 => 10_f64.powf(seconds.log10().floor() - 2.0),
        ..3599.5 => 1.0,
        _ => 60.0,
    };
    (seconds / unit).round() * unit
}

/// Formats the CPU time of units. Ledgers record it in whole milliseconds.
pub fn cpu_time(seconds: f64) -> String {
    if seconds < 1e-3 { "< 1 ms".to_owned() } else { duration(seconds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_number_that_is_shown() {
        for (seconds, shown) in [(0.235_446, 0.235), (28.284, 28.3), (304.97, 305.0), (4000.0, 4020.0)] {
            assert!((rounded_as_shown(seconds) / shown - 1.0).abs() < 1e-9, "{seconds}");
            assert_eq!(duration(seconds), duration(shown));
        }
    }

    #[test]
    fn times_use_at_most_two_units() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (0.000_000_4, "0.4 µs"),
            (0.000_42, "420 µs"),
            (0.000_999_7, "1 ms"),
            (0.015_5, "15.5 ms"),
            (0.999_7, "1 s"),
            (1.0, "1 s"),
            (9.996, "10 s"),
            (39.356, "39.4 s"),
            (59.96, "1 min"),
            (325.0, "5 min 25 s"),
            (3_599.7, "1 h"),
            (11_520.0, "3 h 12 min"),
            (86_399.0, "1 day"),
            (90_000.0, "1 day 1 h"),
            (28.4 * 86_400.0, "28 days 10 h"),
            (140.0 * 86_400.0, "140 days"),
            (4.3 * 31_557_600.0, "4.3 years"),
            (6.4e10, "2,028 years"),
            (9.5e16, "3e9 years"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
