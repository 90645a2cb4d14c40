//! The outcome of a count.

use std::path::PathBuf;
use std::time::Duration;

use crate::plan::Tally;
use crate::run::Total;

/// The outcome of a count.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The sums, earlier sessions included.
    pub tally: Tally,
    /// Whether every unit is counted; if not, the count was stopped.
    pub complete: bool,
    /// The total of a complete count; `None` if it was stopped, or if only some units of a plan
    /// were asked for.
    pub total: Option<Total>,
    /// The run directory in which this session saved units; `None` if it saved none, as of a run
    /// that was finished before.
    pub directory: Option<PathBuf>,
    /// Units that earlier sessions had finished.
    pub resumed: u64,
    /// Wall time since [`Count::prepare`](crate::Count::prepare) was called.
    pub elapsed: Duration,
}

impl Outcome {
    /// Solutions of the board; for a shard or a stopped count, the solutions of its finished units.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.tally.solutions()
    }

    /// The outcome of a run that was finished before.
    pub(super) fn of_finished(tally: Tally, total: Total, elapsed: Duration) -> Self {
        let resumed = tally.finished().len();
        Self { tally, complete: true, total: Some(total), directory: None, resumed, elapsed }
    }
}
