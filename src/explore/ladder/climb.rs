//! Measures the rungs from the bottom up. Only this module of the ladder reads the clock.

use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

use super::{RUNGS, Rung, RungResult};
use crate::board::BoardSize;
use crate::check::known;

/// A board that takes less than this is counted repeatedly for this long; the shortest run is
/// reported.
const FAIR_TIME: Duration = Duration::from_millis(100);

/// The measured ladder: what the table and the chart are made of.
#[derive(Clone, Debug, Serialize)]
pub struct LadderReport {
    /// The rungs, from the bottom.
    pub rungs: Vec<RungReport>,
}

/// One rung of a [`LadderReport`].
#[derive(Clone, Debug, Serialize)]
pub struct RungReport {
    /// Its place on the ladder, from 1 at the bottom.
    pub rung: usize,
    /// Its name.
    pub name: &'static str,
    /// The idea that it adds.
    pub idea: &'static str,
    /// Rows of the board.
    pub n: usize,
    /// Measured, or refused.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The outcome of a rung.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
pub enum Outcome {
    /// It was run.
    Measured(Measured),
    /// The board is too large for it.
    Refused(Refused),
}

/// The measurement of a rung.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Measured {
    /// Solutions found.
    #[serde(serialize_with = "as_text")]
    pub solutions: u64,
    /// Boards, nodes or pairs examined.
    #[serde(serialize_with = "as_text")]
    pub examined: u64,
    /// `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// Whether the number of solutions is the known one; `None` where no value is known.
    pub correct: Option<bool>,
    /// Seconds of the shortest run.
    pub elapsed_s: f64,
    /// Solutions per second of that run.
    pub solutions_per_s: f64,
    /// How many times as fast it is as the rung below on the board that the rung below was measured
    /// on; `None` on the lowest rung and above a refused one.
    pub times_rung_below: Option<f64>,
}

/// The refusal of a rung.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Refused {
    /// The largest board it is run on.
    pub largest_n: usize,
    /// Seconds that this board would take, from the time of the usual one and the number of boards,
    /// nodes or pairs.
    pub estimated_s: f64,
}

/// Measures every rung, on a board of `n` rows or on the rung's usual board, and passes each result
/// to `measured`.
pub fn climb(n: Option<BoardSize>, mut measured: impl FnMut(&RungReport)) -> LadderReport {
    let mut rungs = Vec::with_capacity(RUNGS.len());
    let mut below: Option<(usize, f64)> = None;
    for (index, rung) in RUNGS.iter().enumerate() {
        let n = n.map_or(rung.usual, BoardSize::get);
        let outcome = if n <= rung.largest {
            let measured = measure(rung, n, below);
            below = Some((n, measured.elapsed_s));
            Outcome::Measured(measured)
        } else {
            below = None;
            Outcome::Refused(refuse(rung, n))
        };
        let report = RungReport { rung: index + 1, name: rung.name, idea: rung.idea, n, outcome };
        measured(&report);
        rungs.push(report);
    }
    LadderReport { rungs }
}

/// Measures a rung on a board of `n` rows; `below` is the board of the rung below and the seconds
/// it took there.
fn measure(rung: &Rung, n: usize, below: Option<(usize, f64)>) -> Measured {
    let (RungResult { solutions, examined }, elapsed_s) = time(rung, n);
    let times_rung_below = below.map(|(same_n, seconds_below)| {
        let seconds = if same_n == n { elapsed_s } else { time(rung, same_n).1 };
        seconds_below / seconds
    });
    let known = BoardSize::new(n).ok().and_then(known::solutions);
    Measured {
        solutions,
        examined,
        unit: rung.growth.unit(),
        correct: known.map(|known| known == u128::from(solutions)),
        elapsed_s,
        solutions_per_s: solutions as f64 / elapsed_s,
        times_rung_below,
    }
}

fn refuse(rung: &Rung, n: usize) -> Refused {
    let (_, usual_s) = time(rung, rung.usual);
    let estimated_s = usual_s * rung.growth.work(n) / rung.growth.work(rung.usual);
    Refused { largest_n: rung.largest, estimated_s }
}

/// The result of a rung and the seconds of its shortest run.
fn time(rung: &Rung, n: usize) -> (RungResult, f64) {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    loop {
        let start = Instant::now();
        // A black box keeps the compiler from reusing an earlier count.
        let result = (rung.count)(std::hint::black_box(n));
        shortest = shortest.min(start.elapsed());
        if begin.elapsed() >= FAIR_TIME {
            return (result, shortest.max(Duration::from_nanos(1)).as_secs_f64());
        }
    }
}

/// Counts are texts in JSON: they outgrow the numbers that many readers keep exactly.
fn as_text<S: Serializer>(count: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}
