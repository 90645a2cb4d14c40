//! Series of counts, and the wall time left for all the shards that a command counts.

use std::fmt;

use queens::count::Progress;
use queens::methods::EstimatedValue;
use serde::Serialize;

/// A count's place in a series.
#[derive(Clone, Debug)]
pub enum Series {
    /// A count for a timing table. The string is its place, as in `N = 18, round 2 of 3`.
    Table(String),
    /// A command's shards.
    Shards {
        shards: ShardPlace,
        /// Wall time of a whole shard at the recent rate, in seconds, once known.
        each_s: Option<EstimatedValue>,
    },
}

/// Which of a command's shards is being counted.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShardPlace {
    /// The number of the shard being counted; `work` only, like the next two.
    pub shard: u64,
    /// Shards of this command finished before this one.
    pub shards_done: u64,
    /// Shards of this command.
    pub shards: u64,
}

impl fmt::Display for ShardPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shard, shards_done, shards } = self;
        match shards {
            1 => write!(f, "shard {shard}"),
            _ => write!(f, "shard {shard} ({} of {shards})", shards_done + 1),
        }
    }
}

impl Series {
    /// Returns the series at its next shard. The time for a whole shard is taken from the series `before`.
    pub fn of_shard(shards: ShardPlace, before: Option<&Self>) -> Self {
        let each_s = match before {
            Some(Self::Shards { each_s, .. }) => *each_s,
            _ => None,
        };
        Self::Shards { shards, each_s }
    }

    pub fn place(&self) -> String {
        match self {
            Self::Table(place) => place.clone(),
            Self::Shards { shards, .. } => shards.to_string(),
        }
    }

    pub fn shards(&self) -> Option<ShardPlace> {
        match self {
            Self::Table(_) => None,
            Self::Shards { shards, .. } => Some(*shards),
        }
    }

    /// Returns the finished share of all shards, assuming that they take equally long. In a table, returns
    /// `done`, the finished share of this count.
    pub fn share(&self, done: f64) -> f64 {
        match self {
            Self::Table(_) => done,
            Self::Shards { shards: ShardPlace { shards_done, shards, .. }, .. } => {
                (*shards_done as f64 + done) / *shards as f64
            }
        }
    }

    /// Returns the wall time left for all shards, assuming that they take as long as this one. In a table,
    /// returns the time left for this count.
    pub fn remaining_s(&mut self, status: &Progress) -> Option<EstimatedValue> {
        match self {
            Self::Table(_) => status.remaining_s,
            Self::Shards { shards, each_s } => {
                let left = 1.0 - status.share_done;
                if let Some(remaining_s) = status.remaining_s.filter(|_| left > 0.01) {
                    *each_s = Some(remaining_s.times(left.recip()));
                }
                let after = shards.shards - shards.shards_done - 1;
                each_s.map(|each_s| each_s.times(left + after as f64))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[track_caller]
    fn assert_left(series: &mut Series, done: f64, remaining_s: Option<f64>, expected: Option<f64>) {
        let remaining_s = remaining_s.map(EstimatedValue::exact);
        let mut progress = Progress::default();
        (progress.units_done, progress.units, progress.share_done) = (1, 4, done);
        (progress.elapsed, progress.remaining_s) = (Duration::from_secs(1), remaining_s);
        assert_eq!(series.remaining_s(&progress).map(|left| left.mean.round()), expected);
    }

    #[test]
    fn shard_time_left_covers_all_shards() {
        let mut series = Series::of_shard(ShardPlace { shard: 7, shards_done: 2, shards: 10 }, None);
        assert_eq!(series.place(), "shard 7 (3 of 10)");
        assert_left(&mut series, 0.0, None, None);
        assert_left(&mut series, 0.25, Some(30.0), Some(30.0 + 7.0 * 40.0));
        // A new shard starts at the previous shard's rate.
        assert_left(&mut series, 1.0, Some(0.0), Some(7.0 * 40.0));
        let mut next = Series::of_shard(ShardPlace { shard: 9, shards_done: 3, shards: 10 }, Some(&series));
        assert_left(&mut next, 0.0, None, Some(7.0 * 40.0));
        let mut alone = Series::of_shard(ShardPlace { shard: 7, shards_done: 0, shards: 1 }, None);
        assert_eq!(alone.place(), "shard 7");
        assert_left(&mut alone, 0.5, Some(9.0), Some(9.0));
    }
}
