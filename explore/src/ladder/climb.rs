//! Measures the rungs from the bottom up. Only this module of the ladder reads the clock.

use std::time::{Duration, Instant};

use queens::CountError;
use queens::board::BoardSize;
use queens::check::known;

use super::{RUNGS, Rung, RungResult};

/// A board that takes less than this is counted repeatedly for this long; the shortest run is
/// reported.
const FAIR_TIME: Duration = Duration::from_millis(100);

/// A rung and its outcome.
#[derive(Clone, Debug)]
pub struct RungReport {
    /// Its place on the ladder, from 1 at the bottom.
    pub rung: usize,
    /// The rung's name.
    pub name: &'static str,
    /// The idea that it adds.
    pub idea: &'static str,
    /// Rows of the board.
    pub n: usize,
    /// Its measurement, unless the board is too large.
    pub outcome: RungOutcome,
}

/// How a rung ended.
#[derive(Clone, Copy, Debug)]
pub enum RungOutcome {
    /// The rung counted the board.
    Measured(Measurement),
    /// The board is too large for the rung.
    Refused {
        /// The largest board it is run on.
        largest_n: usize,
    },
}

/// The measurement of a rung.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Solutions that it found.
    pub solutions: u64,
    /// Boards, nodes or pairs examined.
    pub examined: u64,
    /// `boards`, `nodes` or `pairs`.
    pub unit: &'static str,
    /// True if the number of solutions is the known one; `None` where no value is known.
    pub correct: Option<bool>,
    /// Seconds of the shortest run.
    pub wall_s: f64,
    /// Solutions per second of that run.
    pub solutions_per_s: f64,
    /// The times of this rung and of the rung below, on this board or, if the rung below is too slow for it,
    /// on that rung's largest board. `None` on the lowest rung and above a refused one.
    pub compared: Option<RungComparison>,
}

/// A rung and the one below it on the same board.
#[derive(Clone, Copy, Debug)]
pub struct RungComparison {
    /// Rows of that board.
    pub n: usize,
    /// Seconds of the upper rung.
    pub wall_s: f64,
    /// Seconds of the rung below.
    pub rung_below_wall_s: f64,
}

/// Measures the rungs from the bottom up, each when the iterator reaches it, on a board of `n` rows or on
/// the rung's usual board. A rung fails if the system refuses what it needs.
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

/// The rung below the one that is measured.
struct RungBelow {
    rung: &'static Rung,
    /// The board it was measured on, and how long it took.
    n: usize,
    wall_s: f64,
}

impl RungBelow {
    /// The board on which this rung is compared with the next one, which was measured on `n` rows: the
    /// largest board that both can count, because differences show on large boards.
    fn common_board(&self, n: usize) -> usize {
        n.min(self.rung.largest)
    }
}

/// Measures a rung on a board of `n` rows.
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

/// The result of a rung and the seconds of its shortest run.
fn time(rung: &Rung, n: usize) -> Result<(RungResult, f64), CountError> {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    loop {
        let start = Instant::now();
        // A black box keeps the compiler from reusing an earlier count.
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
