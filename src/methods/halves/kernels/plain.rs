//! A plain recursion through a column set: the kernel `scalar` of halves, and the oracle of the
//! others.
//!
//! Row by row from the top of the board, it tries every free square whose column belongs to the
//! half, and weighs every complete solution. It uses no lists, no planes and no digits decided on
//! the way, and takes more than a hundred times as long.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::SetCounts;
use crate::board::bits;
use crate::methods::counter::thread_time;
use crate::methods::halves::Shape;
use crate::methods::halves::first_queens::FirstQueens;
use crate::methods::halves::flip::{self, Side};
use crate::methods::halves::sets::ColumnSet;

/// Nodes between two looks at the stop flag: some milliseconds.
const NODES: u64 = 1 << 20;

/// Counts the solutions of `set` whose norths begin with `first`; `None` when it was stopped. Pairs are queens placed
/// here.
pub fn count(shape: &Shape, set: &ColumnSet, first: FirstQueens, stop: &AtomicBool) -> Option<SetCounts> {
    let mut walk = Walk::new(shape, set, first, stop);
    walk.fill(0, 0, 0, 0).is_continue().then_some(walk.counts)
}

/// Rows at the end that a dive leaves to the recursion.
const BELOW: usize = 8;

/// Estimates how long the same takes, by random dives through all rows but the
/// last ones: a queen on a random one of the free squares of each row, and what is below weighed by
/// their numbers. Boards of up to 16 rows are counted.
///
/// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
/// Computation 29, 1975.
pub fn time(shape: &Shape, set: &ColumnSet, first: FirstQueens, rng: &mut Rng) -> Duration {
    /// For how long dives go on, and for how long at most if none arrives.
    const DIVING: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(300)];
    static NEVER: AtomicBool = AtomicBool::new(false);
    let began = Instant::now();
    if shape.n <= 2 * BELOW {
        let began = thread_time();
        let _ = count(shape, set, first, &NEVER);
        return thread_time().saturating_sub(began);
    }
    let mut dives = Dives::default();
    while began.elapsed() < DIVING[usize::from(dives.counted == 0)] {
        dives.dive(shape, set, first, &NEVER, rng);
    }
    dives.time()
}

/// Dives from the first row to the last ones, which are counted.
#[derive(Default)]
struct Dives {
    number: u64,
    /// Nodes by each: estimates, right on average.
    nodes: f64,
    /// Nodes that were counted, and the CPU time of that.
    counted: u64,
    counting: Duration,
}

impl Dives {
    /// What is estimated.
    fn time(&self) -> Duration {
        let Self { number, nodes, counted, counting } = self;
        let of_node = counting.as_secs_f64() / (*counted).max(1) as f64;
        Duration::from_secs_f64(of_node * nodes / *number as f64)
    }

    fn dive(&mut self, shape: &Shape, set: &ColumnSet, first: FirstQueens, stop: &AtomicBool, rng: &mut Rng) {
        self.number += 1;
        let mut walk = Walk::new(shape, set, first, stop);
        let (mut ways, [mut used, mut up, mut down]) = (1.0, [0_u32; 3]);
        for row in 0..shape.n - BELOW {
            let free: Vec<usize> = bits(walk.allowed(row) & !(used | up | down)).collect();
            ways *= free.len() as f64;
            self.nodes += ways;
            let Some(&column) = rng.choice(&free) else { return };
            walk.placed[row] = column;
            let square = 1 << column;
            (used, up, down) = (used | square, (up | square) << 1, (down | square) >> 1);
        }
        let began = thread_time();
        let _ = walk.fill(shape.n - BELOW, used, up, down);
        self.counting += thread_time().saturating_sub(began);
        self.counted += walk.counts.pairs;
        self.nodes += ways * walk.counts.pairs as f64;
    }
}

struct Walk<'a> {
    shape: &'a Shape,
    first: FirstQueens,
    stop: &'a AtomicBool,
    set: &'a ColumnSet,
    /// The digits of the columns.
    columns: Vec<usize>,
    /// The column of the queen in each row from the top.
    placed: [usize; 32],
    counts: SetCounts,
}

impl<'a> Walk<'a> {
    fn new(shape: &'a Shape, set: &'a ColumnSet, first: FirstQueens, stop: &'a AtomicBool) -> Self {
        Self {
            shape,
            first,
            stop,
            set,
            columns: (0..shape.digits).map(|k| flip::column_digit(shape, set, k)).collect(),
            placed: [0; 32],
            counts: SetCounts::default(),
        }
    }

    /// Fills the rows from `row` on.
    fn fill(&mut self, row: usize, used: u32, up: u32, down: u32) -> ControlFlow<()> {
        if row == self.shape.n {
            self.counts.solutions += self.weight();
            return ControlFlow::Continue(());
        }
        for column in bits(self.allowed(row) & !(used | up | down)) {
            self.counts.pairs += 1;
            if self.counts.pairs.is_multiple_of(NODES) && self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.placed[row] = column;
            let square = 1 << column;
            self.fill(row + 1, used | square, (up | square) << 1, (down | square) >> 1)?;
        }
        ControlFlow::Continue(())
    }

    /// The columns that `row` may use.
    fn allowed(&self, row: usize) -> u32 {
        let centre = self.set.centre.map_or(0, |column| 1 << column);
        if row < self.shape.north {
            self.first.squares(self.shape.north - 1 - row, self.set.columns)
        } else if row == self.shape.north && self.set.centre.is_some() {
            centre
        } else {
            self.shape.row_mask() & !(self.set.columns | centre)
        }
    }

    /// How often the solution counts: see [`sides`].
    fn weight(&self) -> u64 {
        let shape = self.shape;
        let side = |row: usize| -> Side { flip::side(shape, self.placed[row]) };
        let digit = |k: usize| flip::digit(side(shape.north - 1 - k), side(shape.n.div_ceil(2) + k));
        let rows: Vec<usize> = (0..shape.digits).map(digit).collect();
        match rows.cmp(&self.columns) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;

    #[test]
    fn dives_find_on_average_the_nodes_of_a_piece() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let (mut rng, dives) = (Rng::with_seed(1), 2_000);
        let set = ColumnSet { columns: 0b10_1001_0110_0101_1001, centre: None };
        let shape = Shape::of(BoardSize::new(18).unwrap());
        for first in [FirstQueens::ANY, FirstQueens::every(set.columns, 1)[4]] {
            let expected = count(&shape, &set, first, &NEVER).unwrap().pairs as f64;
            let mut found = Dives::default();
            (0..dives).for_each(|_| found.dive(&shape, &set, first, &NEVER, &mut rng));
            let found = found.nodes / f64::from(dives);
            assert!((found / expected - 1.0).abs() < 0.1, "{first:?}: {found}, {expected}");
        }
    }

    #[test]
    fn a_piece_takes_the_time_of_its_nodes() {
        // Two dives found 100 and 300 nodes, of which the ten that were counted took 20 ms.
        let dives = Dives { number: 2, nodes: 400.0, counted: 10, counting: Duration::from_millis(20) };
        assert_eq!(dives.time(), Duration::from_millis(400));
    }
}
