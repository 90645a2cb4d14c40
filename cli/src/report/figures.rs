//! The figures of a running count: as fields of an event, and in words for a line or a bar.

use queens::count::Progress;
use queens_publish::text::{duration, grouped, metric};
use serde::{Serialize, Serializer};

use super::clock::words_of_time_left;
use super::json::Fields;
use super::series::ShardPlace;

/// How far a count is, or this shard of several.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    pub progress: Progress,
    pub shards: Option<ShardPlace>,
}

impl Serialize for Figures {
    /// docs/json.md describes the fields.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = self.progress;
        let mut fields = Fields::of(serializer)?;
        if let Some(ShardPlace { shard, shards_done, shards }) = self.shards {
            fields.put("shard", shard)?;
            fields.put("shards_done", shards_done)?;
            fields.put("shards", shards)?;
        }
        fields.put("units_done", units_done)?;
        fields.put("units", units)?;
        fields.put("percent", self.percent())?;
        fields.put_text("solutions_so_far", solutions)?;
        fields.put("solutions_per_s", self.speed())?;
        fields.put("wall_s", elapsed.as_secs_f64())?;
        fields.put_estimated(["remaining_s", "remaining_standard_error_s"], remaining_s)?;
        fields.end()
    }
}

impl Figures {
    /// The share that is done: never 100 before the last unit is finished.
    pub fn percent(&self) -> f64 {
        let most = if self.progress.units_done == self.progress.units { 100.0 } else { 99.9 };
        ((self.progress.done * 100.0).min(most) * 1000.0).round() / 1000.0
    }

    /// Solutions per second, on average over this session.
    fn speed(&self) -> f64 {
        self.progress.solutions_per_second().round()
    }

    /// All but the percentage in words, the most important first: the time left.
    pub fn words(&self) -> Vec<String> {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = self.progress;
        let mut words = words_of_time_left(remaining_s);
        if self.speed() > 0.0 {
            words.push(format!("average {}solutions/s", metric(self.speed())));
        }
        let [done, units] = [units_done, units].map(|units| grouped(units.into()));
        words.extend([
            format!("{} elapsed", duration(elapsed.as_secs_f64())),
            format!("{done} of {units} units"),
            format!("{} solutions so far", grouped(solutions)),
        ]);
        words
    }
}
