//! How many solutions a board has and how long the count takes, before it is begun.
//!
//! # Idea
//!
//! Knuth's estimator (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29,
//! 1975): go down the search tree, at every row to a free square chosen at random, and multiply by the number of free
//! squares on the way. What is found below, times this product, is on average what the whole tree holds:
//!
//! ```text
//! dive(placement):   ways = 1
//!                    for each row down to BELOW rows from the end:
//!                        ways *= free squares of the row           none: the dive found nothing
//!                        put a queen on one of them, at random
//!                    return ways * (solutions and nodes that the kernel counts below)
//! ```
//!
//! The dives start at the placements of a sample of units, taken in the order in which a run takes them: that walk is spread
//! evenly over the plan. The last rows are counted and not guessed, which costs a microsecond and halves the error:
//! dives to the very end mostly find nothing. How much the sampled units differ gives the standard error. The
//! dives depend on the plan and the seed alone, so that an estimate of the solutions can be repeated anywhere.
//!
//! Time is nodes divided by speed. The speed is measured: all threads count pieces of randomly chosen units, which are
//! whole units where these take milliseconds. On larger boards a unit takes seconds to years, so there a piece is a
//! number of dives below one prefix, given to the kernel together, as far down as a unit of N = 20 begins: enough work for the
//! batches of the kernel to fill as they do in a run.
//!
//! docs/checking.md has the accuracy measured.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use rayon::prelude::*;

use crate::kernel::unit::UnitCounter;
use crate::kernel::{Counts, Kernel, Placement, Subproblem, Workspace};
use crate::schedule::{self, PoolError};
use crate::split::{Part, Plan, Shard};

/// Units sampled; a plan with half as many or fewer is sampled whole, several times over.
///
/// On one core of an Intel Xeon (AVX-512) 16,384 units take 1 to 3 s, with a standard error of 0.4 to 0.7% for N = 20 to 32.
const SAMPLES: u64 = 1 << 14;

/// Most times that every unit of a small plan is sampled.
const MAX_VISITS: u64 = 8;

/// Dives per unit, at least: many more of them from one unit tell little, because units differ more than dives.
const DIVES: u64 = 16;

/// Dives in all, if that makes more per unit: on small boards one from every placement.
const ALL_DIVES: u64 = DIVES * SAMPLES;

/// Rows from the end at which a dive stops and the kernel counts. At N = 28, 1,000 units gave a standard error of 3.5, 2.3,
/// 1.8 and 1.6% with 6, 8, 10 and 12; the last one took the kernel twice the time of the dives, 10 a tenth of it.
const BELOW: usize = 10;

/// The largest board of which whole units are timed.
const WHOLE_UNITS: usize = 20;

/// Rows that a piece of a larger board leaves to the kernel, and placements in it: those of a unit of N = 20.
const PIECE_ROWS: usize = 14;
const PIECE_PLACEMENTS: usize = 64;

/// A quantity that was estimated from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub mean: f64,
    /// Its standard error: two of three estimates are off by less.
    pub standard_error: f64,
}

/// What a board holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Solutions of the board.
    pub solutions: Estimated,
    /// Queens that the kernel places to count them.
    pub nodes: Estimated,
}

/// Estimates the size of a count by dives, on `threads` threads. The same `plan`, `kernel` and `seed` give the same
/// estimate; of the solutions, whichever the kernel.
///
/// # Errors
/// When the threads cannot be started.
pub fn size(plan: &Plan, kernel: Kernel, threads: usize, seed: u64) -> Result<Size, PoolError> {
    let sample = Sample::of(plan, seed);
    let dives_per_visit = (ALL_DIVES / (sample.units.len() as u64 * sample.visits)).max(DIVES) as usize;
    let look_into = |workspace: &mut Workspace, (unit, parts): (&u64, Vec<Part>)| {
        let visit = |visit| {
            let mut rng = rng(seed, unit * sample.visits + visit);
            dive_into(&parts, dives_per_visit, kernel, workspace, &mut rng)
        };
        (0..sample.visits).map(visit).collect()
    };
    // Units of the same prefixes together: listing the placements of these takes longer than the dives.
    let together: Vec<&[u64]> = sample.units.chunk_by(|&a, &b| plan.share_prefixes(a, b)).collect();
    let found: Vec<Vec<[f64; 2]>> = schedule::pool(threads)?.install(|| {
        let units = together.into_par_iter().flat_map(|units| units.par_iter().zip(plan.parts_of(units)));
        units.map_init(Workspace::new, look_into).collect()
    });
    let [solutions, nodes] = [0, 1].map(|i| {
        let values: Vec<f64> = found.iter().flatten().map(|values| values[i]).collect();
        sample.estimate(&values)
    });
    Ok(Size { solutions, nodes })
}

/// Random numbers of their own for every `stream` of a seed.
fn rng(seed: u64, stream: u64) -> Rng {
    Rng::with_seed(seed ^ (stream + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Which units are looked at how often.
struct Sample {
    /// Units of the plan.
    of: u64,
    /// The units, lowest first: all of them, or a stretch of the walk over the plan.
    units: Vec<u64>,
    /// How often each; more than once only if it is all of them.
    visits: u64,
}

impl Sample {
    fn of(plan: &Plan, seed: u64) -> Self {
        let of = plan.units();
        if 2 * of <= SAMPLES {
            return Self { of, units: (0..of).collect(), visits: (SAMPLES / of).min(MAX_VISITS) };
        }
        let (order, start) = (Shard::WHOLE.order(of), rng(seed, u64::MAX - 1).u64(..of));
        let mut units: Vec<u64> =
            (start..start + SAMPLES.min(of)).filter_map(|i| order.unit_at(i % of)).collect();
        units.sort_unstable();
        Self { of, units, visits: 1 }
    }

    /// The sum over all units of the plan, from the values found, unit by unit and visit by visit.
    fn estimate(&self, values: &[f64]) -> Estimated {
        // With some units sampled, units are what differs; with all of them, only the visits to the same one.
        let stratum = if self.visits > 1 { self.visits as usize } else { values.len() };
        let scale = self.of as f64 * stratum as f64 / values.len() as f64;
        let (mut mean, mut variance) = (0.0, 0.0);
        for values in values.chunks(stratum) {
            let count = values.len() as f64;
            let average = values.iter().sum::<f64>() / count;
            let scatter = values.iter().map(|value| (value - average).powi(2)).sum::<f64>() / (count - 1.0);
            mean += scale * average;
            variance += scale * scale * scatter / count;
        }
        Estimated { mean, standard_error: variance.sqrt() }
    }
}

/// An estimate of the solutions and nodes in a unit, from `dives` dives or fewer.
fn dive_into(
    parts: &[Part],
    dives: usize,
    kernel: Kernel,
    workspace: &mut Workspace,
    rng: &mut Rng,
) -> [f64; 2] {
    let placements: usize = parts.iter().map(|part| part.placements.len()).sum();
    let stride = placements.div_ceil(dives).max(1);
    let starts =
        parts.iter().flat_map(|part| part.placements.iter().map(move |&placement| (part, placement)));
    let (mut solutions, mut nodes) = (0.0, 0.0);
    for (part, placement) in starts.skip(rng.usize(..stride)).step_by(stride) {
        let row = part.rows.len.saturating_sub(BELOW).max(part.row);
        let dive = dive(part, row, placement, rng);
        nodes += dive.nodes;
        if let Some(placement) = dive.placement {
            let counts =
                kernel.count(&Subproblem { rows: &part.rows, row, placements: &[placement] }, workspace);
            solutions += f64::from(part.weight) * dive.ways * counts.solutions as f64;
            nodes += dive.ways * counts.nodes as f64;
        }
    }
    [solutions, nodes].map(|found| found * stride as f64)
}

/// Where a dive ended.
struct Dive {
    /// The product of the numbers of free squares.
    ways: f64,
    /// Queens that a search would place in the rows of the dive, estimated.
    nodes: f64,
    /// `None` when a row had no free square.
    placement: Option<Placement>,
}

/// Fills the rows of `part` down to `end`, from `placement` on, at random.
fn dive(part: &Part, end: usize, mut placement: Placement, rng: &mut Rng) -> Dive {
    let (mut ways, mut nodes) = (1.0, 0.0);
    for row in part.row..end {
        let mut free = placement.free(&part.rows, row);
        let squares = free.count_ones();
        if squares == 0 {
            return Dive { ways, nodes, placement: None };
        }
        ways *= f64::from(squares);
        nodes += ways;
        for _ in 0..rng.u32(..squares) {
            free &= free - 1;
        }
        placement = placement.child(&part.rows, row, free & free.wrapping_neg());
    }
    Dive { ways, nodes, placement: Some(placement) }
}

/// Measures for about `time` how many nodes `threads` threads visit in a second of such a count, all together. 0 on a
/// board without any.
///
/// # Errors
/// When the threads cannot be started.
pub fn nodes_per_second(
    plan: &Plan,
    kernel: Kernel,
    threads: usize,
    seed: u64,
    time: Duration,
) -> Result<f64, PoolError> {
    let speeds = schedule::pool(threads)?.broadcast(|context| {
        let mut rng = rng(seed, context.index() as u64);
        let stop = AtomicBool::new(false);
        let (mut counter, mut workspace) = (UnitCounter::new(kernel, &stop), Workspace::new());
        let (began, mut nodes, mut spent) = (Instant::now(), 0, Duration::ZERO);
        while began.elapsed() < time {
            let unit = rng.u64(..plan.units());
            let start = Instant::now();
            if plan.size().get() <= WHOLE_UNITS {
                nodes += counter.count(plan, unit).unwrap_or_default().nodes;
                spent += start.elapsed();
            } else {
                let (counts, elapsed) = time_piece(&plan.parts(unit), kernel, &mut workspace, &mut rng);
                nodes += counts.nodes;
                spent += elapsed;
            }
        }
        nodes as f64 / spent.as_secs_f64().max(1e-9)
    });
    Ok(speeds.into_iter().sum())
}

/// Counts a piece of a unit; the time is that of the kernel alone.
fn time_piece(
    parts: &[Part],
    kernel: Kernel,
    workspace: &mut Workspace,
    rng: &mut Rng,
) -> (Counts, Duration) {
    let Some(part) = rng.choice(parts) else { return (Counts::default(), Duration::ZERO) };
    let row = part.rows.len.saturating_sub(PIECE_ROWS).max(part.row);
    let mut placements = Vec::with_capacity(PIECE_PLACEMENTS);
    // A bound, in case that hardly any dive arrives.
    for _ in 0..100 * PIECE_PLACEMENTS {
        let start = part.placements[rng.usize(..part.placements.len())];
        placements.extend(dive(part, row, start, rng).placement);
        if placements.len() == PIECE_PLACEMENTS {
            break;
        }
    }
    let start = Instant::now();
    let counts = kernel.count(&Subproblem { rows: &part.rows, row, placements: &placements }, workspace);
    (counts, start.elapsed())
}
