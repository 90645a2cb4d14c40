//! Measures the rungs from the bottom up. In the ladder, only this module reads the clock.

use std::time::{Duration, Instant};

use queens::CountError;
use queens::board::BoardSize;
use queens::check::known;

use super::{RUNGS, Rung, RungResult};

/// A board that takes less time is counted repeatedly for this long, and the shortest run reported.
const FAIR_TIME: Duration = Duration::from_millis(100);

/// A rung, and what happened on it.
#[derive(Clone, Debug)]
pub struct RungReport {
    /// Its place on the ladder, counted from 1 at the bottom.
    pub rung: usize,
    /// The rung's name.
    pub name: &'static str,
    /// The idea it adds.
    pub idea: &'static str,
    /// Rows of the board.
    pub n: usize,
    /// Its measurement, unless the board is too large.
    pub outcome: RungOutcome,
}

/// What happened on a rung.
#[derive(Clone, Copy, Debug)]
pub enum RungOutcome {
    /// The rung counted the board.
    Measured(Measurement),
    /// The board is too large for the rung.
    Refused {
        /// The largest board the rung counts.
        largest_n: usize,
    },
}

/// A rung's measurement.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Solutions found.
    pub solutions: u64,
    /// Boards, nodes or pairs examined.
    pub examined: u64,
    /// `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// Whether the number of solutions is right; `None` if the right one is unknown.
    pub correct: Option<bool>,
    /// The shortest run, in seconds.
    pub wall_s: f64,
    /// Solutions per second in that run.
    pub solutions_per_s: f64,
    /// The times of this rung and the rung below, on this board or, if the rung below is too slow for it, on
    /// the largest board of the rung below. `None` on the lowest rung and above a refused one.
    pub compared: Option<RungComparison>,
}

/// Two neighbouring rungs' times on the same board.
#[derive(Clone, Copy, Debug)]
pub struct RungComparison {
    /// Rows of the board.
    pub n: usize,
    /// The upper rung's time.
    pub wall_s: f64,
    /// The lower rung's time.
    pub rung_below_wall_s: f64,
}

/// Measures the rungs from the bottom up as the iterator reaches them, on a board of `n` rows or on each
/// rung's usual board. A rung fails if the system refuses what it needs.
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

/// The rung below the measured one.
struct RungBelow {
    rung: &'static Rung,
    /// Where it was measured, and how long that took.
    n: usize,
    wall_s: f64,
}

impl RungBelow {
    /// Returns the board for comparing this rung with the next one, which was measured on `n` rows. It is the
    /// largest board both can count, because larger boards show more difference.
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

/// Counts a board, and returns the result and the shortest run's seconds.
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
