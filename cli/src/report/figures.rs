//! A running count's figures, either as event fields or in words for a line or a bar.

use std::fmt;

use queens::count::Progress;
use queens::methods::EstimatedValue;
use queens_format::wire::natural::Natural;
use queens_format::{duration, grouped, metric};
use serde::Serialize;

use super::series::{Series, ShardPlace};
use super::times::time_left;

/// A count's progress, and its place in a series.
#[derive(Clone, Debug, Serialize)]
#[serde(into = "FigureFields")]
pub struct Figures {
    /// The count's progress, except that the time left covers the whole series.
    pub progress: Progress,
    pub series: Option<Series>,
}

/// A progress event's fields.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct FigureFields {
    #[serde(flatten)]
    shards: Option<ShardPlace>,
    /// Finished units, in all sessions.
    units_done: u64,
    /// Units of the run, shard or sample.
    units: u64,
    /// The finished share of the expected cost; 100 only once all units are finished.
    percent: f64,
    /// Solutions of the finished units.
    solutions_so_far: Natural,
    /// Average over this session.
    solutions_per_s: f64,
    /// Wall time of this session.
    wall_s: f64,
    /// Wall time left at the recent rate, for all shards of the command; null until as many units are
    /// finished as there are threads, and at least two.
    remaining_s: Option<f64>,
    /// Its standard error, from the spread of unit times.
    remaining_standard_error_s: Option<f64>,
}

impl From<Figures> for FigureFields {
    fn from(figures: Figures) -> Self {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = figures.progress;
        Self {
            shards: figures.shards(),
            units_done,
            units,
            percent: figures.share().percentage(),
            solutions_so_far: Natural(solutions),
            solutions_per_s: figures.speed(),
            wall_s: elapsed.as_secs_f64(),
            remaining_s: remaining_s.map(|left| left.mean),
            remaining_standard_error_s: remaining_s.map(|left| left.standard_error),
        }
    }
}

impl Figures {
    /// Returns the place of the shard being counted among the command's shards.
    pub fn shards(&self) -> Option<ShardPlace> {
        self.series.as_ref().and_then(Series::shards)
    }

    /// Returns the finished share of this count, which is 1 only after the last unit.
    fn share(&self) -> Share {
        let Progress { units_done, units, share_done, .. } = self.progress;
        if units_done == units { Share(1.0) } else { Share::unfinished(share_done) }
    }

    /// Returns the finished share of the whole series.
    pub fn whole_share(&self) -> Share {
        match (&self.series, self.share()) {
            (None, share) => share,
            (Some(series), Share(1.0)) => Share(series.share(1.0)),
            // Do not let a sum over many shards be rounded up to 1.
            (Some(series), Share(share)) => Share::unfinished(series.share(share)),
        }
    }

    /// Returns the average number of solutions per second in this session.
    fn speed(&self) -> f64 {
        self.progress.solutions_per_second().round()
    }

    /// Returns all figures except the percentage, in words. The time left comes first, because it matters
    /// most. In a series, the figures after the place describe only this count.
    pub fn words(&self) -> Vec<String> {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = self.progress;
        let whole_s = |left: EstimatedValue| EstimatedValue { mean: left.mean.round(), ..left };
        let time_left = time_left(remaining_s.map(whole_s));
        let mut words = vec![match remaining_s {
            Some(_) => format!("{time_left} left"),
            None => format!("time left {time_left}"),
        }];
        let place = self.series.as_ref().map(|series| {
            let place = series.place();
            let [whole, own] = [self.whole_share(), self.share()].map(Share::percentage);
            if whole == own { place } else { format!("{place}: {}", self.share()) }
        });
        words.extend(place);
        if self.speed() > 0.0 {
            words.push(format!("average {}solutions/s", metric(self.speed())));
        }
        let [done, units] = [units_done, units].map(grouped);
        words.extend([
            format!("{} elapsed", duration(elapsed.as_secs_f64().round())),
            format!("{done} of {units} units"),
            format!("{} solutions so far", grouped(solutions)),
        ]);
        words
    }
}

/// A finished share, from 0 to 1. The percentage shown is never rounded up to 100, because even the last
/// 0.05% of N = 27 takes hours.
#[derive(Clone, Copy, Debug)]
pub struct Share(f64);

impl Share {
    pub fn of_units(units_done: u64, units: u64) -> Self {
        let share = units_done as f64 / units.max(1) as f64;
        if units_done < units { Self::unfinished(share) } else { Self(share) }
    }

    /// Creates the share of unfinished work. The result is below 1, even if `share` was rounded up to 1.
    fn unfinished(share: f64) -> Self {
        Self(share.min(1.0 - f64::EPSILON))
    }

    pub fn get(self) -> f64 {
        self.0
    }

    /// Returns the percentage for programs, rounded to three decimals.
    pub fn percentage(self) -> f64 {
        self.percent(1000.0)
    }

    /// Returns the percentage, rounded to a multiple of 1 / `steps`.
    fn percent(self, steps: f64) -> f64 {
        let rounded = (self.0 * 100.0 * steps).round();
        let most = if self.0 < 1.0 { 100.0 * steps - 1.0 } else { 100.0 * steps };
        rounded.min(most) / steps
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}%", self.percent(10.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_100_percent_only_of_the_whole() {
        for (done, units, text, number) in [
            (999_999, 1_000_000, "99.9%", 99.999),
            (u64::MAX - 1, u64::MAX, "99.9%", 99.999),
            (9_994, 10_000, "99.9%", 99.94),
            (1, 3, "33.3%", 33.333),
            (7, 7, "100.0%", 100.0),
            (0, 0, "0.0%", 0.0),
        ] {
            let share = Share::of_units(done, units);
            assert_eq!((&*share.to_string(), share.percentage()), (text, number));
        }
    }
}
