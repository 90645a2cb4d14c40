//! Parsers for option values. Their errors name the valid values.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use jiff::Span;
use jiff::civil::date;
use queens::board::BoardSize;
use queens::methods::{Kernel, Method};
use queens_format::grouped;

use super::boards::boards;
use super::sample_size::SampleSize;
use crate::cpu;

/// Parses whole numbers from `least` to `most`. Commas are optional. They are accepted because messages print
/// them, as in `1,000`.
pub fn whole<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let text = &text.replace('_', "");
        let is_written = |number: &u64| !text.contains(',') || grouped(u128::from(*number)) == *text;
        let number = text.replace(',', "").parse().ok().filter(is_written);
        let number = number.filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("use a whole number from {} to {}", grouped(least), grouped(most)))
    }
}

/// Parses the number of rows of a board.
pub fn board(text: &str) -> Result<BoardSize, String> {
    let rows = whole(1, BoardSize::MAX as u64)(text)?;
    BoardSize::new(rows).map_err(|error| error.to_string())
}

/// A named value, or `None` for `auto`. The alias is needed because clap would treat a field of type `Option`
/// as an option without a default.
pub type Auto<T> = Option<T>;

/// Parses `auto` or a kernel that this CPU can run.
pub fn kernel() -> impl TypedValueParser<Value = Auto<Kernel>> {
    KernelParser
}

#[derive(Clone)]
struct KernelParser;

impl TypedValueParser for KernelParser {
    type Value = Auto<Kernel>;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Auto<Kernel>, Error> {
        kernel_named.parse_ref(command, argument, value)
    }

    /// Lists all kernels, so that completion offers the same names on every machine.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let kernels = Kernel::ALL.iter().map(|kernel| kernel.name());
        Some(Box::new(["auto"].into_iter().chain(kernels).map(PossibleValue::new)))
    }
}

fn kernel_named(name: &str) -> Result<Auto<Kernel>, String> {
    let usable = Kernel::all_available();
    let name = name.to_ascii_lowercase();
    match name.parse::<Kernel>().ok() {
        None if name == "auto" => Ok(None),
        Some(kernel) if usable.contains(&kernel) => Ok(Some(kernel)),
        _ => {
            let names: Vec<_> = usable.iter().map(Kernel::to_string).collect();
            let who = cpu::limiting_variable().unwrap_or_else(|| "this CPU".to_owned());
            Err(format!("{who} allows auto, {}", names.join(", ")))
        }
    }
}

pub fn method() -> impl TypedValueParser<Value = Auto<Method>> {
    let names = ["auto"].into_iter().chain(Method::ALL.iter().map(|method| method.name()));
    let american = |name| if name == "colours" { vec!["colors"] } else { vec![] };
    let values = names.map(|name| PossibleValue::new(name).aliases(american(name)));
    PossibleValuesParser::new(values).map(|name| name.replace("colors", "colours").parse().ok())
}

/// Parses the path of an output file or directory.
pub fn output_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path {
        _ if path == Path::new("-") => {
            Err("stdout is not allowed here: use a name, or ./- for a file named '-'".to_owned())
        }
        path => Ok(path),
    })
}

/// Parses a directory for records. Rejects a .jsonl file, because such files belong inside the directory.
pub fn record_directory() -> impl TypedValueParser<Value = PathBuf> {
    output_path().try_map(|path| match path.extension() {
        Some(end) if end == "jsonl" && !path.is_dir() => {
            Err("name a directory: each machine writes its own file there".to_owned())
        }
        _ if path.to_str().is_some_and(|word| boards(word).is_ok()) && !path.is_dir() => {
            Err("name a directory, not a board".to_owned())
        }
        _ => Ok(path),
    })
}

/// Parses a run directory. `21` means the run that `queens count 21` saved here, unless there is a file or
/// directory called `21`. The path of a file in a run directory means that run.
pub fn run_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| {
        let saved = PathBuf::from(format!("queens-{}.run", path.display()));
        let is_of_a_run = path.is_file()
            && path.file_name().is_some_and(|name| {
                ["manifest.json", "ledger.jsonl", "result.json"].iter().any(|file| name == *file)
            });
        match path.parent() {
            Some(run) if is_of_a_run && !run.as_os_str().is_empty() => run.to_owned(),
            _ if path.exists() || path.to_str().is_none_or(|word| word.parse::<u32>().is_err()) => path,
            _ => saved,
        }
    })
}

/// The largest seed that JSON readers preserve exactly.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// Returns a random seed that is short enough to retype.
pub fn any_seed() -> u64 {
    fastrand::u64(..1_000_000)
}

/// Parses the number or percentage of units to recount.
pub fn sample_size(text: &str) -> Result<SampleSize, String> {
    let size = match text.strip_suffix('%') {
        _ if text == "all" => Some(SampleSize::Percent(100.0)),
        Some(percent) => percent.parse().ok().filter(|&p| p > 0.0 && p <= 100.0).map(SampleSize::Percent),
        None => whole(1, u64::MAX)(text).ok().map(SampleSize::Units),
    };
    let range = "use a number of units, 1 or more, or a percentage above 0% and up to 100%, as in 5%";
    size.ok_or_else(|| range.to_owned())
}

/// Parses a relative error from a percentage into a fraction.
pub fn error(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|percent| percent.parse::<f64>().ok());
    let share = percent.map(|percent| percent / 100.0).filter(|share| (1e-6..=1.0).contains(share));
    share.ok_or_else(|| "use a percentage above 0% and up to 100%, as in 5%".to_owned())
}

/// Parses a time from 0.1 seconds to 30 years, given as a number of seconds or with units.
pub fn time(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 365.25 * 86_400.0;
    let with_units = || {
        // Count from a fixed date, so that the time zone and a wrong clock do not matter.
        let time = text.parse::<Span>().and_then(|span| span.to_duration(date(2025, 1, 1)));
        time.ok().map(|time| time.as_secs_f64())
    };
    let seconds = text.parse().ok().or_else(with_units).filter(|time| (0.1..=30.0 * YEAR).contains(time));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        "use a time from 0.1 s to 30 years, as in 8h, 30m, 45s or 1h30m; a bare number is seconds".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_with_and_without_units() {
        for (text, seconds) in [
            ("10", 10.0),
            ("0.5", 0.5),
            ("8h", 28_800.0),
            ("2m", 120.0),
            ("45s", 45.0),
            ("100ms", 0.1),
            ("1h30m", 5400.0),
            ("1h 30min", 5400.0),
            ("2 hours", 7200.0),
            ("2d", 172_800.0),
        ] {
            assert_eq!(time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "h", "0", "0s", "-1", "-1h", "1h ago", "nan", "inf", "1e10", "31y", "9999999 years"]
        {
            assert!(time(text).unwrap_err().ends_with("; a bare number is seconds"), "{text}");
        }
    }

    #[test]
    fn parses_amounts_as_share_or_number() {
        assert_eq!(sample_size("5%"), Ok(SampleSize::Percent(5.0)));
        assert_eq!(sample_size("0.05%"), Ok(SampleSize::Percent(0.05)));
        assert_eq!(sample_size("1"), Ok(SampleSize::Units(1)));
        assert_eq!(sample_size("all"), Ok(SampleSize::Percent(100.0)));
        for wrong in ["0", "0%", "-1%", "100.1%", "0.05", "NaN%", "inf%", "%", "", "five", "5 %"] {
            assert!(sample_size(wrong).is_err(), "{wrong}");
        }
    }
}
