//! Measures the rungs from the bottom up. This is the only module of the ladder that reads the clock.

use std::time::{Duration, Instant};

use queens::CountError;
use queens::board::BoardSize;
use queens::check::known;

use super::{RUNGS, Rung, RungResult};

/// A board that takes less time than this is counted repeatedly until this much time has passed. The shortest
/// run is reported.
const FAIR_TIME: Duration = Duration::from_millis(100);

/// The report on one rung.
#[derive(Clone, Debug)]
pub struct RungReport {
    /// The rung's number, counted from 1 at the bottom.
    pub rung: usize,
    /// The rung's name.
    pub name: &'static str,
    /// The idea that the rung adds.
    pub idea: &'static str,
    /// Board rows.
    pub n: usize,
    /// The rung's measurement, unless the board is too large for the rung.
    pub outcome: RungOutcome,
}

/// A measurement, or the reason why there is none.
#[derive(Clone, Copy, Debug)]
pub enum RungOutcome {
    /// The rung counted the board.
    Measured(Measurement),
    /// The board is too large for the rung.
    Refused {
        /// The largest board that the rung can count.
        largest_n: usize,
    },
}

/// A rung's measurement.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// The number of solutions found.
    pub solutions: u64,
    /// The number of boards, nodes or pairs examined.
    pub examined: u64,
    /// What was examined: `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// True if the number of solutions is correct, or `None` if the correct number is unknown.
    pub correct: Option<bool>,
    /// The wall time of the shortest run, in seconds.
    pub wall_s: f64,
    /// Solutions per second in the shortest run.
    pub solutions_per_s: f64,
    /// A comparison with the rung below. If this board is too large for the rung below, the comparison uses
    /// the largest board which that rung can count. `None` on the lowest rung, or if the rung below was
    /// refused.
    pub compared: Option<RungComparison>,
}

/// The times of two neighbouring rungs on the same board, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct RungComparison {
    /// Board rows.
    pub n: usize,
    /// The upper rung's time.
    pub wall_s: f64,
    /// The lower rung's time.
    pub rung_below_wall_s: f64,
}

/// Measures the rungs from the bottom up, each when the iterator reaches it. The board has `n` rows, or each
/// rung's usual number of rows if `n` is `None`. A rung fails if it cannot start a thread.
pub fn climb(n: Option<BoardSize>) -> impl Iterator<Item = Result<RungReport, CountError>> {
    let mut below: Option<RungBelow> = None;
    RUNGS.iter().zip(1..).map(move |(rung, number)| {
        let n = n.map_or(rung.usual, BoardSize::get);
        let outcome = if n <= rung.largest {
            let measured = measure(rung, n, below.take())?;
            below = Some(RungBelow { rung, n, wall_s: measured.wall_s });
            RungOutcome::Measured(measured)
        } else {
            below = None;
            RungOutcome::Refused { largest_n: rung.largest }
        };
        Ok(RungReport { rung: number, name: rung.name, idea: rung.idea, n, outcome })
    })
}

/// The rung below the one being measured.
struct RungBelow {
    rung: &'static Rung,
    /// The board on which the rung was measured, and the time it took.
    n: usize,
    wall_s: f64,
}

impl RungBelow {
    /// Returns the board on which to compare this rung with the next one, which was measured on `n` rows.
    /// This is the largest board up to `n` rows that this rung can count. Larger boards show more difference.
    fn common_board(&self, n: usize) -> usize {
        n.min(self.rung.largest)
    }
}

fn measure(rung: &Rung, n: usize, below: Option<RungBelow>) -> Result<Measurement, CountError> {
    let (RungResult { solutions, examined }, wall_s) = time(rung, n)?;
    let compared = below.map(|below| {
        let common = below.common_board(n);
        Ok::<_, CountError>(RungComparison {
            n: common,
            wall_s: if common == n { wall_s } else { time(rung, common)?.1 },
            rung_below_wall_s: if common == below.n { below.wall_s } else { time(below.rung, common)?.1 },
        })
    });
    let known = BoardSize::new(n).ok().and_then(known::solutions);
    Ok(Measurement {
        solutions,
        examined,
        unit: rung.unit,
        correct: known.map(|known| known == u128::from(solutions)),
        wall_s,
        solutions_per_s: solutions as f64 / wall_s,
        compared: compared.transpose()?,
    })
}

/// Counts a board. Returns the result, and the time of the shortest run in seconds.
fn time(rung: &Rung, n: usize) -> Result<(RungResult, f64), CountError> {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    loop {
        let start = Instant::now();
        // Keeps the compiler from reusing an earlier count.
        let result = (rung.count)(std::hint::black_box(n))?;
        shortest = shortest.min(start.elapsed());
        if begin.elapsed() >= FAIR_TIME {
            return Ok((result, shortest.max(Duration::from_nanos(1)).as_secs_f64()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_neighbours_on_a_common_board() {
        let boards = RUNGS.windows(2).map(|pair| {
            let below = RungBelow { rung: &pair[0], n: pair[0].usual, wall_s: 1.0 };
            below.common_board(pair[1].usual)
        });
        assert_eq!(boards.collect::<Vec<_>>(), [8, 8, 8, 8, 11, 12, 14, 15, 16, 18]);
    }
}
