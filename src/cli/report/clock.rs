//! Measures wall and CPU time, decides whether the machine was busy, and gives the time of day.

use std::io;
use std::time::{Duration, Instant};

pub use crate::check::sample::machine_was_busy;
use crate::methods::estimated::Estimated;
use crate::plan::tally::UnitTime;

use super::text::{duration, duration_with_error};
use jiff::{Zoned, civil};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Measures what the process spends from now on.
pub struct Stopwatch {
    began: Instant,
    /// CPU time that the process had taken by then, in seconds.
    cpu_before_s: f64,
}

/// The time and memory that the process used.
pub struct Spent {
    /// Wall time, in seconds.
    pub wall_s: f64,
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory since the process started, in bytes.
    pub peak_memory_bytes: u64,
}

impl Stopwatch {
    /// Starts it.
    pub fn start() -> Self {
        Self { cpu_before_s: usage().map_or(0.0, |(cpu_s, _)| cpu_s), began: Instant::now() }
    }

    /// The time and memory used since the start.
    ///
    /// # Errors
    /// If the system reports no resource usage.
    pub fn spent(&self) -> io::Result<Spent> {
        let wall_s = self.began.elapsed().as_secs_f64();
        let (cpu_s, peak_memory_bytes) = usage()?;
        Ok(Spent { wall_s, cpu_s: cpu_s - self.cpu_before_s, peak_memory_bytes })
    }
}

/// CPU time of the process so far, in seconds, and its peak memory, in bytes.
fn usage() -> io::Result<(f64, u64)> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let cpu = usage.user_time() + usage.system_time();
    Ok((cpu.num_microseconds() as f64 / 1e6, usage.max_rss() as u64 * RSS_UNIT))
}

/// The unit in which the system reports peak memory, in bytes.
const RSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

/// Milliseconds as seconds.
pub fn seconds(ms: u128) -> f64 {
    ms as f64 / 1e3
}

/// Whether other work took cores from the units that took this `time`.
pub fn was_busy(time: UnitTime) -> bool {
    machine_was_busy(seconds(time.wall_ms), seconds(time.cpu_ms))
}

/// The time left in words, and when it ends, as in `1 min 23 s` and `about 14:35`. Few units give
/// it with its error, as in `30 years ± 60%`, and no end.
pub fn time_left(remaining_s: Option<Estimated>) -> (String, Option<String>) {
    /// A smaller error is not worth a word.
    const SMALL: f64 = 0.05;
    match remaining_s {
        None => ("not known yet".to_owned(), None),
        Some(left) if left.relative_error() > SMALL => {
            (duration_with_error(left.mean, left.standard_error), None)
        }
        Some(left) => (duration(left.mean), finish(left.mean)),
    }
}

/// When `remaining_s` seconds from now have passed, in local time, as in `about 14:35`; `None` when
/// no calendar has a date for it.
fn finish(remaining_s: f64) -> Option<String> {
    let now = Zoned::now();
    let end = now.checked_add(Duration::try_from_secs_f64(remaining_s).ok()?).ok()?;
    Some(about(now.datetime(), end.datetime()))
}

/// A time in words relative to `now`: with the day if it is not today, and without the hour if it
/// is far away.
fn about(now: civil::DateTime, end: civil::DateTime) -> String {
    let days = (end.date() - now.date()).get_days();
    let format = match days {
        0 => "%H:%M",
        1..=6 => "%a %H:%M",
        7..=99 => "%-d %b %H:%M",
        _ => "%-d %b %Y",
    };
    format!("about {}", end.strftime(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finish_has_the_day_when_it_is_not_today() {
        let now = civil::date(2026, 11, 22).at(14, 0, 0, 0);
        for (end, text) in [
            (civil::date(2026, 11, 22).at(14, 35, 59, 0), "about 14:35"),
            (civil::date(2026, 11, 23).at(0, 5, 0, 0), "about Mon 00:05"),
            (civil::date(2026, 12, 1).at(9, 0, 0, 0), "about 1 Dec 09:00"),
            (civil::date(2031, 3, 9).at(9, 0, 0, 0), "about 9 Mar 2031"),
        ] {
            assert_eq!(about(now, end), text);
        }
        assert_eq!(finish(1e30), None);
        let in_1000_days = finish(86_400.0 * 1000.0).unwrap();
        let (_, year) = in_1000_days.rsplit_once(' ').unwrap();
        assert!(year.parse::<i16>().unwrap() >= Zoned::now().year() + 2, "{in_1000_days}");
    }

    #[test]
    fn few_units_give_the_time_left_with_its_error_and_no_end() {
        let (mean, standard_error) = (83.0, 4.1);
        let (text, end) = time_left(Some(Estimated { mean, standard_error }));
        assert!(text == "1 min 23 s" && end.unwrap().starts_with("about "));
        let few = time_left(Some(Estimated { mean, standard_error: 10.0 }));
        assert_eq!(few, ("83 s ± 12%".to_owned(), None));
        assert_eq!(time_left(None), ("not known yet".to_owned(), None));
    }

    #[test]
    fn a_stopwatch_measures_what_was_spent_since_its_start() {
        let (before_s, _) = usage().unwrap();
        let spent = Stopwatch::start().spent().unwrap();
        let (after_s, _) = usage().unwrap();
        assert!(
            before_s > 0.0 && spent.cpu_s < after_s - before_s + 1e-6,
            "{} s of {after_s} s",
            spent.cpu_s
        );
    }

    #[test]
    fn a_machine_is_busy_when_threads_have_less_than_nine_tenths_of_their_time() {
        let busy = |wall_ms, cpu_ms| was_busy(UnitTime { wall_ms, cpu_ms });
        assert!(busy(1000, 899) && !busy(1000, 900));
        assert!(busy(250, 0) && !busy(249, 0), "too short to say");
    }
}
