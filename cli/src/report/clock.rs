//! Gives the time of day when a count ends.

use std::time::{Duration, SystemTime};

use jiff::{Timestamp, Zoned, civil};
use queens::methods::Estimated;
use queens_format::{duration, estimated_time};

/// The time left in words, and when it ends, as in `1 min 23 s` and `about 14:35`. A rough time
/// left is given with its error, as in `30 years ± 60%`, and without an end.
pub fn time_left(remaining_s: Option<Estimated>) -> (String, Option<String>) {
    /// A smaller error is not worth a word.
    const SMALL: f64 = 0.05;
    match remaining_s {
        None => ("not known yet".to_owned(), None),
        Some(left) if left.relative_error() > SMALL => (estimated_time(left, false), None),
        Some(left) => (duration(left.mean), finish(left.mean)),
    }
}

/// The time left and its end for a line of progress, as in `1 min 23 s left` and `ends about
/// 14:35`.
pub fn words_of_time_left(left: Option<Estimated>) -> Vec<String> {
    match (left, time_left(left)) {
        (None, (unknown, _)) => vec![format!("time left {unknown}")],
        (Some(_), (time, end)) => {
            std::iter::once(format!("{time} left")).chain(end.map(|end| format!("ends {end}"))).collect()
        }
    }
}

/// `time` in RFC 3339 and UTC, with this many decimals of its seconds, or the nearest time from
/// 1970 to 9999: a wrong clock must not prevent a report.
pub fn utc(time: SystemTime, decimals: usize) -> String {
    let time = Timestamp::try_from(time.max(SystemTime::UNIX_EPOCH)).unwrap_or(Timestamp::MAX);
    format!("{time:.decimals$}")
}

/// Returns the local time in `remaining_s` seconds from now, as in `about 14:35`; `None` if no
/// calendar has a date for it.
fn finish(remaining_s: f64) -> Option<String> {
    let now = Zoned::try_from(SystemTime::now()).ok()?;
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
    fn shows_the_day_unless_it_is_today() {
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
    fn few_units_give_a_time_left_but_no_finish_time() {
        let mean = 83.0;
        let standard_error = 4.1;
        let (text, end) = time_left(Some(Estimated { mean, standard_error }));
        assert!(text == "1 min 23 s" && end.unwrap().starts_with("about "));
        let few = time_left(Some(Estimated { mean, standard_error: 10.0 }));
        assert_eq!(few, ("83 s ± 12%".to_owned(), None));
        assert_eq!(time_left(None), ("not known yet".to_owned(), None));
    }
}
