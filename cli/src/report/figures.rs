//! The figures of a running count: as fields of an event, and in words for a line or a bar.

use queens::count::Progress;
use queens::run::decimal;
use queens_publish::text::{duration, grouped, metric};
use serde::Serialize;

use super::clock::words_of_time_left;
use super::json::EstimatedFields;
use super::series::ShardPlace;

/// How far a count is. docs/json.md describes the fields.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    #[serde(flatten)]
    pub shards: Option<ShardPlace>,
    units_done: u64,
    units: u64,
    pub percent: f64,
    #[serde(with = "decimal")]
    solutions_so_far: u128,
    /// On average over this session.
    solutions_per_s: f64,
    /// Of this session.
    wall_s: f64,
    #[serde(flatten)]
    remaining: EstimatedFields,
}

impl Figures {
    /// The figures of a count, or of this shard of several.
    pub fn new(progress: &Progress, shards: Option<ShardPlace>) -> Self {
        let Progress { units_done, units, done, solutions, elapsed, remaining_s, .. } = *progress;
        // Never 100 before the last unit is finished.
        let most = if units_done == units { 100.0 } else { 99.9 };
        Self {
            shards,
            units_done,
            units,
            percent: ((done * 100.0).min(most) * 1000.0).round() / 1000.0,
            solutions_so_far: solutions,
            solutions_per_s: progress.solutions_per_second().round(),
            wall_s: elapsed.as_secs_f64(),
            remaining: EstimatedFields {
                names: ["remaining_s", "remaining_standard_error_s"],
                estimated: remaining_s,
            },
        }
    }

    /// All but the percentage in words, the most important first: the time left.
    pub fn words(&self) -> Vec<String> {
        let mut words = words_of_time_left(self.remaining.estimated);
        if self.solutions_per_s > 0.0 {
            words.push(format!("average {}solutions/s", metric(self.solutions_per_s)));
        }
        let [done, units] = [self.units_done, self.units].map(|units| grouped(units.into()));
        words.extend([
            format!("{} elapsed", duration(self.wall_s)),
            format!("{done} of {units} units"),
            format!("{} solutions so far", grouped(self.solutions_so_far)),
        ]);
        words
    }
}
