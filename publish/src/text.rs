//! Formats numbers for people.
//!
//! Libraries that are there anyway do less: indicatif's `HumanCount` ends at 64 bits, its
//! `HumanDuration` has one unit from seconds on, and jiff rounds no time to the figures that count.

use std::fmt::{self, Display};

use queens::methods::Estimated;

/// Letters of a name or a text of somebody else that are shown.
pub const LONGEST_NAME: usize = 120;

/// A count with its digits in groups of three.
pub fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A number of things, as in `1 record` and `20,000 records`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count as u128), if count == 1 { "" } else { "s" })
}

/// A number of threads in words.
pub fn threads(count: usize) -> String {
    if count == 1 { "one thread".to_owned() } else { counted(count, "thread") }
}

/// Text that a terminal shows and does nothing else with. Only [`printable`] makes it, so whoever takes
/// this type gets nothing raw from a damaged or forged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printable(String);

/// A text, perhaps with parts from a file that may be damaged or forged, or with a file's name, safe
/// for a terminal: what is not [`is_printable`] is escaped, line ends too.
pub fn printable(text: impl Display) -> Printable {
    let escaped = |c: char| if is_printable(c) { c.to_string() } else { c.escape_default().to_string() };
    Printable(text.to_string().chars().map(escaped).collect())
}

impl Printable {
    /// The same with `command` in a line of its own.
    #[must_use]
    pub fn and_below(self, command: &str) -> Self {
        Self(format!("{self}\n    {}", printable(command)))
    }
}

impl Display for Printable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Whether a terminal shows this character and does nothing else with it. Neither control
/// characters nor those without a width are shown: marks of the direction of writing, which let a
/// text read as another one, and invisible separators, joiners and tags.
pub fn is_printable(c: char) -> bool {
    let is_hidden = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !c.is_control() && !is_hidden
}

/// A name from a file that anybody may have written, for a message: its beginning, if it is longer
/// than any name.
pub fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// A rate with a metric prefix and three figures, as in `1.23 G`.
pub fn metric(value: f64) -> String {
    let (scaled, prefix) = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        .into_iter()
        .find(|&(unit, _)| value >= 0.9995 * unit)
        .map_or((value, " "), |(unit, prefix)| (value / unit, prefix));
    three_figures(scaled) + prefix
}

/// A time in seconds in at most two units: `15.5 ms`, `39.4 s`, `3 h 12 min`, `4.3 years`.
pub fn duration(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    const YEAR: f64 = 365.25 * DAY;
    if seconds == 0.0 {
        return "0 s".to_owned();
    }
    // At each limit, rounding would reach the next unit.
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

/// The time that [`duration`] shows for one up to a day, in seconds: of numbers that are shown, the
/// quotient is theirs.
pub fn as_shown(seconds: f64) -> f64 {
    let unit = match seconds {
        ..59.95 => 10_f64.powf(seconds.log10().floor() - 2.0),
        ..3599.5 => 1.0,
        _ => 60.0,
    };
    (seconds / unit).round() * unit
}

/// CPU time spent in units, of which a ledger has whole milliseconds.
pub fn cpu_time(seconds: f64) -> String {
    if seconds < 1e-3 { "< 1 ms".to_owned() } else { duration(seconds) }
}

/// An estimated time with its standard error, in one unit and with as many figures as the error
/// supports, as in `20 h ± 8%`. Without an error, the time as [`duration`] has it. Of a time that
/// was estimated on a busy machine, what it is at most on a free one, as in `up to 20 h`: two
/// standard errors above.
pub fn estimated_time(time: Estimated, machine_was_busy: bool) -> String {
    let Estimated { mean, standard_error } = time;
    let relative = standard_error / mean;
    if machine_was_busy {
        format!("up to {}", rounded_duration(upper_bound(time), 2))
    } else if relative > 0.0 && relative.is_finite() {
        format!("{} ± {}", rounded_duration(mean, figures(relative)), percent(relative))
    } else {
        duration(mean)
    }
}

/// What a time that was estimated on a busy machine is at most on a free one, in seconds.
pub fn upper_bound(time: Estimated) -> f64 {
    time.mean + 2.0 * time.standard_error
}

/// A time in one unit with so many figures, as in `20 h`.
fn rounded_duration(seconds: f64, figures: usize) -> String {
    const UNITS: [(f64, &str); 7] = [
        (31_557_600.0, "years"),
        (86_400.0, "days"),
        (3600.0, "h"),
        (60.0, "min"),
        (1.0, "s"),
        (1e-3, "ms"),
        (1e-6, "µs"),
    ];
    // Below two of a unit the smaller one has the figure that counts; below a minute a point does.
    let least = |unit: f64| if unit > 1.0 { 2.0 * unit } else { unit };
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| seconds >= least(*unit)).unwrap_or(UNITS[6]);
    let value = match seconds / unit {
        value @ 1e6.. => format!("{value:.0e}"),
        value => supported(value, figures),
    };
    format!("{value} {name}")
}

/// An estimate with its standard error, as in `3.90e10 ± 0.5%`; an exact value with all digits.
pub fn estimated(mean: f64, standard_error: f64) -> String {
    if standard_error <= 1e-9 * mean {
        return if mean < 1e15 { grouped(mean.round() as u128) } else { format!("{mean:.3e}") };
    }
    let relative = standard_error / mean;
    format!("{mean:.places$e} ± {}", percent(relative), places = figures(relative) - 1)
}

/// The figures of a number that a relative error supports.
fn figures(relative: f64) -> usize {
    match relative {
        0.5.. => 1,
        0.045.. => 2,
        0.0045.. => 3,
        _ => 4,
    }
}

/// A number below a million with so many figures.
fn supported(value: f64, figures: usize) -> String {
    let before_point = value.abs().log10().floor() as i32 + 1;
    let places = figures as i32 - before_point;
    if places > 0 {
        return format!("{value:.places$}", places = places as usize);
    }
    let unit = 10_f64.powi(-places);
    grouped(((value / unit).round() * unit) as u128)
}

/// A relative error in percent, with one figure below 10%.
fn percent(relative: f64) -> String {
    let percent = 100.0 * relative;
    match percent {
        0.95.. => format!("{percent:.0}%"),
        0.095.. => format!("{percent:.1}%"),
        _ => format!("{percent:.2}%"),
    }
}

/// A number below 1000 with three figures.
fn three_figures(value: f64) -> String {
    let places = match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{value:.places$}")
}

/// A number of bytes in MB (10^6 bytes) or GB (10^9), as in `1.5 MB`, `155 MB` and `4.3 GB`.
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

/// A factor with about two figures, as in `4.1×` and `153×`.
pub fn times(factor: f64) -> String {
    if factor < 9.95 { format!("{factor:.1}×") } else { format!("{factor:.0}×") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_does_nothing_to_a_terminal() {
        let below = printable("höhere\tGewalt 王后 ♛\n").and_below("queens\u{202e}").to_string();
        assert_eq!(below, "höhere\\tGewalt 王后 ♛\\n\n    queens\\u{202e}");
        // Escape, DEL, a C1 control that begins a sequence, an override of the direction, and a mark.
        let hostile = "\u{1b}[2J\u{7f}\u{9b}2J\u{202e}nwod\u{2069}\u{200f}\u{feff}\u{e0041}";
        let shown = printable(hostile).to_string();
        assert!(shown.is_ascii() && shown.chars().all(is_printable), "{shown}");
        assert_eq!(shown.matches("\\u{").count(), 8, "{shown}");
    }

    #[test]
    fn gives_the_number_that_is_shown() {
        for (seconds, shown) in [(0.235_446, 0.235), (28.284, 28.3), (304.97, 305.0), (4000.0, 4020.0)] {
            assert!((as_shown(seconds) / shown - 1.0).abs() < 1e-9, "{seconds}");
            assert_eq!(duration(seconds), duration(shown));
        }
    }

    #[test]
    fn groups_digits_in_threes() {
        assert_eq!([0, 999, 1000, 14_772_512].map(grouped), ["0", "999", "1,000", "14,772,512"]);
        assert_eq!([1, 20_000].map(|count| counted(count, "shard")), ["1 shard", "20,000 shards"]);
        assert_eq!([5.0, 1234.0, 56.7e6, 999.7e6].map(metric), ["5.00 ", "1.23 k", "56.7 M", "1.00 G"]);
        assert_eq!(
            [0, 1_549_000, 9_960_000, 999_400_000, 999_600_000, 4_280_400_000, 64_000_000_000].map(bytes),
            ["0.0 MB", "1.5 MB", "10 MB", "999 MB", "1.0 GB", "4.3 GB", "64 GB"]
        );
        assert_eq!([0.75, 9.94, 9.96, 153.2].map(times), ["0.8×", "9.9×", "10×", "153×"]);
    }

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
            assert_eq!(estimated_time(Estimated { mean, standard_error }, false), text);
        }
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
