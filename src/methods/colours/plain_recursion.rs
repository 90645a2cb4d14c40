//! A plain recursion through both colours. It is the kernel `scalar`, and tests compare the other kernels
//! with it.
//!
//! It places the white queens row by row, and counts in a map how many placements fill each pair of column
//! sets. Then it places the black queens. For each black placement, it looks up the columns that are still
//! empty. It uses no lists, lines or tables.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::piece::{Piece, PieceCounter};
use super::symmetry::ParitySets;
use crate::board::mask;
use crate::methods::counter::Counts;
use crate::stop;

/// The number of queens placed between two polls of the stop flag.
const QUEENS_PER_POLL: u64 = 1 << 6;

/// Counts pieces of a board with `n` rows.
pub struct PlainRecursion {
    pub n: usize,
}

impl PieceCounter for PlainRecursion {
    fn count(&mut self, piece: &Piece, stop: &AtomicBool) -> Option<Counts> {
        let mut total = Counts::default();
        for (rows, weight) in piece.rows() {
            if stop::is_set(stop) {
                return None;
            }
            let columns = piece.fixed_columns();
            let counts = count(self.n, rows, columns, &|columns| piece.weight(columns), stop)?;
            total += counts.times(weight);
        }
        Some(total)
    }
}

/// Counts the solutions on a board with `n` rows and white queens in `rows`. Each solution is multiplied by
/// the `weight` of its white columns, which is 0 if these columns are not counted. All counted column sets
/// contain the columns in `always`, and none of the columns in `never`. Every placed queen is a node. Returns
/// `None` if stopped.
fn count(
    n: usize,
    rows: ParitySets,
    [never, always]: [ParitySets; 2],
    weight: &dyn Fn(ParitySets) -> u64,
    stop: &AtomicBool,
) -> Option<Counts> {
    let black = ParitySets { even: mask(n.div_ceil(2)) & !rows.even, odd: mask(n / 2) & !rows.odd };
    let mut recursion = Recursion { n, stop, queens: Vec::new(), nodes: 0 };
    // The number of white placements that fill each column set.
    let mut white: HashMap<u64, u64> = HashMap::new();
    let mut add = |columns| *white.entry(columns).or_default() += 1;
    recursion.colour(rows, never, 0, &mut add).is_continue().then_some(())?;
    for (&columns, number) in &mut white {
        *number *= weight(ParitySets { even: every_other(columns), odd: every_other(columns >> 1) });
    }
    let all = (1_u64 << n) - 1;
    let mut solutions = 0;
    let mut look_up = |columns: u64| {
        solutions += white.get(&(all & !columns)).map_or(0, |&number| u128::from(number));
    };
    recursion.colour(black, always, 1, &mut look_up).is_continue().then_some(())?;
    Some(Counts { solutions, nodes: recursion.nodes })
}

/// Returns every other bit in `columns`. Bit `i` in the result is bit `2 * i`.
fn every_other(columns: u64) -> u32 {
    (0..16).filter(|i| columns >> (2 * i) & 1 == 1).map(|i| 1 << i).sum()
}

struct Recursion<'a> {
    n: usize,
    stop: &'a AtomicBool,
    /// The placed queens, by row and column.
    queens: Vec<[usize; 2]>,
    /// The number of queens placed so far, including those removed again.
    nodes: u64,
}

impl Recursion<'_> {
    /// Calls `visit` with the columns of each placement of a colour in `rows`. `colour` is the parity of row
    /// plus column, so it is 0 for white and 1 for black. The columns in `without` stay empty.
    fn colour(
        &mut self,
        rows: ParitySets,
        without: ParitySets,
        colour: usize,
        visit: &mut dyn FnMut(u64),
    ) -> ControlFlow<()> {
        let has =
            |pair: ParitySets, i: usize| if i.is_multiple_of(2) { pair.even } else { pair.odd } >> (i / 2) & 1 == 1;
        let rows: Vec<usize> = (0..self.n).filter(|&row| has(rows, row)).collect();
        let columns: Vec<usize> = (0..self.n).filter(|&column| !has(without, column)).collect();
        self.fill(&rows, &columns, colour, visit)
    }

    /// Fills `rows` with queens in `columns`, and calls `visit` with a mask of all placed queens' columns.
    fn fill(
        &mut self,
        rows: &[usize],
        columns: &[usize],
        colour: usize,
        visit: &mut dyn FnMut(u64),
    ) -> ControlFlow<()> {
        let Some((&row, rows)) = rows.split_first() else {
            visit(self.queens.iter().map(|[_, column]| 1_u64 << column).sum());
            return ControlFlow::Continue(());
        };
        for &column in columns.iter().filter(|&column| (row + column) % 2 == colour) {
            let attacks = |&[r, c]: &[usize; 2]| c == column || r.abs_diff(row) == c.abs_diff(column);
            if self.queens.iter().any(attacks) {
                continue;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(QUEENS_PER_POLL) && stop::is_set(self.stop) {
                return ControlFlow::Break(());
            }
            self.queens.push([row, column]);
            self.fill(rows, columns, colour, visit)?;
            self.queens.pop();
        }
        ControlFlow::Continue(())
    }
}
