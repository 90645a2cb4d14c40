//! Parsers for the values of options. Their errors say which values are valid.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use jiff::{Span, Zoned};

use crate::board::{BoardError, BoardRange};
use crate::methods::method::available;
use crate::methods::{Kernel, Method};

/// A parser for whole numbers from `least` to `most`.
pub fn whole<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("give a whole number from {least} to {most}"))
    }
}

/// One board or a range of them, as in `8..20`.
pub fn boards(text: &str) -> Result<BoardRange, String> {
    text.parse().map_err(|error: BoardError| {
        let ends = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let range = ends.collect::<Vec<_>>().join("..");
        match range.parse::<BoardRange>() {
            Ok(boards) if boards != boards.first().into() => format!("write this range as {range}"),
            _ => error.to_string(),
        }
    })
}

/// A number of threads. More than 1024 would spend minutes waiting for each other.
pub fn threads(text: &str) -> Result<u16, String> {
    whole(1, 1024)(text).map_err(|error| format!("{error}, with --threads or in QUEENS_THREADS"))
}

/// `auto`, which is `None`, or a value by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auto<T>(pub Option<T>);

/// A parser for `auto` or a kernel that this CPU can run. The names it lists are the same on every
/// machine, as completions are for all.
pub fn kernel() -> impl TypedValueParser<Value = Auto<Kernel>> {
    let names = Kernel::ALL.map(|kernel| PossibleValue::new(kernel.name()).hide(kernel == Kernel::Gpu));
    let names = PossibleValuesParser::new([PossibleValue::new("auto")].into_iter().chain(names));
    names.try_map(|name| {
        let kernel = name.parse::<Kernel>().ok();
        kernel.map_or(Ok(()), available).map(|()| Auto(kernel))
    })
}

/// A parser for `auto` or a method.
pub fn method() -> impl TypedValueParser<Value = Auto<Method>> {
    let names = ["auto"].into_iter().chain(Method::ALL.map(Method::name));
    PossibleValuesParser::new(names).map(|name| Auto(name.parse().ok()))
}

/// An existing directory; checked at once so that no count is wasted.
pub fn existing_folder(path: PathBuf) -> Result<PathBuf, String> {
    if path.is_dir() {
        Ok(path)
    } else {
        Err("there is no such directory: create it, or name another one".to_owned())
    }
}

/// A relative error, as a share of 1.
pub fn error(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|percent| percent.parse::<f64>().ok());
    let share = percent.map(|percent| percent / 100.0).filter(|share| (1e-6..=1.0).contains(share));
    share.ok_or_else(|| "give a share, as in 5%, up to 100%".to_owned())
}

/// A time from a tenth of a second to a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.1..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("give a number of seconds from 0.1 to 86400".to_owned()),
    }
}

/// A time with a unit, greater than zero.
pub fn time_limit(text: &str) -> Result<Duration, String> {
    let span = text.parse::<Span>().and_then(|span| span.to_duration(&Zoned::now()));
    match span.and_then(Duration::try_from) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        Ok(_) => Err("give a time longer than 0, as in 8h, 30m, 45s or 1h30m".to_owned()),
        _ => Err("give a time with its unit, as in 8h, 30m, 45s or 1h30m".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_need_units() {
        for (text, seconds) in [
            ("8h", 28_800),
            ("30m", 1800),
            ("45s", 45),
            ("1h30m", 5400),
            ("1h 30min", 5400),
            ("2 hours", 7200),
        ] {
            assert_eq!(time_limit(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        // A day may have 23 hours, where the clock changes.
        assert!(time_limit("2d").unwrap() > Duration::from_secs(46 * 3600));
        for text in ["", "90", "h", "0s", "-1h", "1h ago", "9999999 years"] {
            assert!(time_limit(text).is_err(), "{text}");
        }
    }
}
