//! The figures of a running count: as fields of an event, and in words for a line or a bar.

use queens::count::Progress;
use queens_publish::text::{duration, grouped, metric};
use serde::{Serialize, Serializer};

use super::clock::words_of_time_left;
use super::json::Fields;
use super::series::{Series, ShardPlace};

/// How far a count is, and the series that it belongs to, if any.
#[derive(Clone, Debug)]
pub struct Figures {
    /// With the time left for the whole series.
    pub progress: Progress,
    pub series: Option<Series>,
}

impl Serialize for Figures {
    /// docs/json.md describes the fields.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = self.progress;
        let mut fields = Fields::of(serializer)?;
        if let Some(ShardPlace { shard, shards_done, shards }) = self.shards() {
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
    /// The place of a shard among several.
    pub fn shards(&self) -> Option<ShardPlace> {
        self.series.as_ref().and_then(Series::shards)
    }

    /// The finished share of this count: 1 only if the last unit is finished.
    fn share(&self) -> f64 {
        if self.progress.units_done == self.progress.units { 1.0 } else { self.progress.done.min(0.999) }
    }

    /// The finished percentage of this count.
    fn percent(&self) -> f64 {
        percent(self.share())
    }

    /// The finished percentage of all that the time left is of.
    pub fn whole_percent(&self) -> f64 {
        let share = self.share();
        percent(self.series.as_ref().map_or(share, |series| series.share(share)))
    }

    /// Solutions per second, on average over this session.
    fn speed(&self) -> f64 {
        self.progress.solutions_per_second().round()
    }

    /// All but the percentage in words, the most important first: the time left. In a series, the
    /// words after its place are about this count.
    pub fn words(&self) -> Vec<String> {
        let Progress { units_done, units, solutions, elapsed, remaining_s, .. } = self.progress;
        let mut words = words_of_time_left(remaining_s);
        let place = self.series.as_ref().map(|series| {
            let place = series.place();
            if self.whole_percent() == self.percent() {
                place
            } else {
                format!("{place}: {:.1}%", self.percent())
            }
        });
        words.splice(1..1, place);
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

/// A share in percent, with three places: 100 only for the whole.
fn percent(share: f64) -> f64 {
    let most = if share < 1.0 { 99.9 } else { 100.0 };
    ((share * 100.0).min(most) * 1000.0).round() / 1000.0
}
