//! Writes numbers as people read them, and commands as they type them.

use std::ffi::OsStr;
use std::time::Duration;

/// A count with its digits in groups of three.
pub fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text that may come from a damaged or forged file, fit for a terminal: what would move its cursor or change its colours
/// is spelled out.
pub fn printable(text: &str) -> String {
    let mut fit = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => fit.push(c),
            _ if c.is_control() => fit.extend(c.escape_default()),
            _ => fit.push(c),
        }
    }
    fit
}

/// A rate with a metric prefix and three figures, as in `1.23 G`.
pub fn metric(value: f64) -> String {
    let (scaled, prefix) = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        .into_iter()
        .find(|&(unit, _)| value >= unit)
        .map_or((value, " "), |(unit, prefix)| (value / unit, prefix));
    match scaled {
        100.0.. => format!("{scaled:.0}{prefix}"),
        10.0.. => format!("{scaled:.1}{prefix}"),
        _ => format!("{scaled:.2}{prefix}"),
    }
}

/// A year of 365.25 days, in seconds.
const YEAR: u64 = 31_557_600;

/// A time in its two largest units, as in `3h 12m`; as `0.52ms` or `2,000 years` where that is all there is to say.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    if time < Duration::from_millis(100) {
        return format!("{:.2}ms", time.as_secs_f64() * 1e3);
    }
    if seconds >= 10 * YEAR {
        return format!("{} years", grouped((seconds / YEAR).into()));
    }
    if seconds < 60 {
        return format!("{:.1}s", time.as_secs_f64());
    }
    let rounded = match seconds {
        86_400.. => seconds - seconds % 3600,
        3600.. => seconds - seconds % 60,
        _ => seconds,
    };
    humantime::format_duration(Duration::from_secs(rounded)).to_string()
}

/// A time in seconds, in the one unit that suits it, with three figures or fewer, as in `20.4 min`.
pub fn one_unit(seconds: f64) -> String {
    const UNITS: [(f64, f64, &str); 6] = [
        (1e-3, 1e-6, "µs"),
        (1.0, 1e-3, "ms"),
        (120.0, 1.0, "s"),
        (7_200.0, 60.0, "min"),
        (172_800.0, 3_600.0, "h"),
        (f64::INFINITY, 86_400.0, "days"),
    ];
    let (_, size, unit) = UNITS.into_iter().find(|(below, ..)| seconds < *below).unwrap_or(UNITS[5]);
    let count = seconds / size;
    let places = match count {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let text = format!("{count:.places$}");
    let text = if places > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}

/// An argument as it is typed in bash, zsh and other shells that know `$'…'`, which only bytes that are not printable
/// text need.
pub fn shell_quoted(argument: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    match argument.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if !text.chars().any(char::is_control) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let escaped = argument.as_encoded_bytes().iter().map(|&byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\{byte:03o}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_as_the_shell_needs_it() {
        for (argument, quoted) in [
            ("--run=a/b-1.run", "--run=a/b-1.run"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x` \"y\" é", "'$HOME `x` \"y\" é'"),
            ("a\nb\\'c", r"$'a\012b\\\'c'"),
        ] {
            assert_eq!(shell_quoted(OsStr::new(argument)), quoted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn arguments_that_are_not_text_are_quoted_byte_by_byte() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(shell_quoted(OsStr::from_bytes(b"caf\xe9 1")), r"$'caf\351 1'");
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([0, 999, 1000, 14_772_512].map(grouped), ["0", "999", "1,000", "14,772,512"]);
        assert_eq!([5.0, 1234.0, 56.7e6, 9.99e9].map(metric), ["5.00 ", "1.23 k", "56.7 M", "9.99 G"]);
        let times =
            [0.000_52, 1.25, 61.0, 3600.0 + 60.0 + 1.0, 90_000.0, 6.4e10].map(Duration::from_secs_f64);
        assert_eq!(times.map(duration), ["0.52ms", "1.2s", "1m 1s", "1h 1m", "1day 1h", "2,028 years"]);
    }
    #[test]
    fn times_of_any_length_take_one_unit() {
        for (seconds, text) in [
            (0.000_42, "420 µs"),
            (0.0123, "12.3 ms"),
            (1.0, "1 s"),
            (100.0, "100 s"),
            (1_223.0, "20.4 min"),
            (12_000.0, "3.33 h"),
            (365.0 * 86_400.0, "365 days"),
        ] {
            assert_eq!(one_unit(seconds), text);
        }
    }
}
