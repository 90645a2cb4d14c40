//! Searches short lists with masks. A mask has one bit for each placement.
//!
//! ```text
//! placement     0 1 2 3 4 5 ...
//! lacking[a]    1 1 0 1 1 0         placements without line a
//! lacking[b]    1 0 1 1 1 0
//! left          1 1 1 1 0 0         compatible with the queens so far
//!
//! a queen on the lines a and b: left & lacking[a] & lacking[b] = 1 0 0 1 0 0
//! ```
//!
//! A filter takes as long for three placements as for a whole vector. With masks, a queen takes a few word
//! operations, and only hits are looked up in the list. The masks of all lines are made only once for each
//! list. The rest of the search is a loop over a stack with one level per row.

use super::row_sets::RowSet;
use super::{HitSink, Queens, SearchedQuarter};
use crate::board::bits;
use crate::methods::colours::kernels::PlacementVector;
use crate::methods::colours::limits::MAX_SHORT_LIST;
use crate::methods::colours::placements::PlacementList;
use crate::methods::colours::quarters::{MAX_SIDE, NO_LINE, Quarter};
#[cfg(test)]
use crate::methods::colours::reach::{self, Size};
use crate::methods::cpu::Step;

/// Fills the rows in `sets` from index `depth` on. There must be at least one such row. `queens` fill the
/// earlier rows. `list` has at most [`MAX_SHORT_LIST`] placements, all compatible with `queens`.
pub struct MaskSearch<'a> {
    pub searched: SearchedQuarter<'a>,
    pub depth: usize,
    pub sets: &'a [RowSet],
    pub queens: Queens,
    pub list: &'a PlacementList,
    pub sink: &'a mut dyn HitSink,
}

impl<V: PlacementVector> Step<V> for MaskSearch<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        match self.list.len {
            ..=64 => self.fill::<V, 1>(v),
            65..=128 => self.fill::<V, 2>(v),
            129..=256 => self.fill::<V, 4>(v),
            _ => self.fill::<V, 8>(v),
        }
    }
}

/// A stack level: the queens in earlier rows, and what has not been tried in this row.
#[derive(Clone, Copy)]
struct MaskLevel<'a, const WORDS: usize> {
    queens: Queens,
    left: [u64; WORDS],
    /// The sets whose row at this depth has not been tried.
    sets: &'a [RowSet],
    /// The sets whose row at this depth is `row`.
    group: &'a [RowSet],
    row: usize,
    /// The columns that have not been tried in `row`.
    columns: u32,
}

impl<const WORDS: usize> MaskLevel<'_, WORDS> {
    /// Moves on to the next row at `depth`. Returns false if no row is left.
    #[inline(always)]
    fn next_row(&mut self, depth: usize, quarter: &Quarter) -> bool {
        let Some(row) = self.sets.first().map(|set| set.rows[depth]) else { return false };
        let end = self.sets.iter().position(|set| set.rows[depth] != row).unwrap_or(self.sets.len());
        (self.group, self.sets) = self.sets.split_at(end);
        self.row = usize::from(row);
        self.columns = quarter.free(self.row, self.queens.columns, self.queens.lines);
        true
    }
}

impl MaskSearch<'_> {
    #[inline(always)]
    fn fill<V: PlacementVector, const WORDS: usize>(self, v: V) {
        let Self { searched, depth: first, sets, queens, list, sink } = self;
        let lacking = placements_lacking::<V, WORDS>(v, list, searched.bytes);
        let last = searched.rows.queens - 1;
        let begin: MaskLevel<WORDS> =
            MaskLevel { queens, left: all(list.len), sets, group: &[], row: 0, columns: 0 };
        let mut levels = [begin; MAX_SIDE];
        let mut keys = [0; MAX_SHORT_LIST];
        let mut depth = first;
        loop {
            let level = &mut levels[depth];
            if level.columns == 0 {
                if !level.next_row(depth, searched.quarter) {
                    if depth == first {
                        return;
                    }
                    depth -= 1;
                }
                continue;
            }
            let column = level.columns.trailing_zeros() as usize;
            level.columns &= level.columns - 1;
            let [a, b] = searched.quarter.numbers(level.row, column).map(|line| &lacking[line]);
            let mut left = level.left;
            let mut any = 0;
            for word in 0..WORDS {
                left[word] &= a[word] & b[word];
                any |= left[word];
            }
            if any == 0 {
                continue;
            }
            let lines = searched.quarter.lines[level.row][column];
            let Some(queens) = level.queens.with(column, lines, searched.sets) else { continue };
            let group = level.group;
            if depth < last {
                depth += 1;
                levels[depth] = MaskLevel { queens, left, sets: group, ..begin };
            } else if let Some(number) = searched.sets.number(queens.columns) {
                let hits = keys_of(left, &list.keys, &mut keys);
                #[cfg(test)]
                reach::record(Size::MaskedHits, hits.len());
                for set in group {
                    sink.hits(set.index, number, hits);
                }
            }
        }
    }
}

/// For each line, returns a mask of the placements not on it.
#[inline(always)]
fn placements_lacking<V: PlacementVector, const WORDS: usize>(
    v: V,
    list: &PlacementList,
    bytes: usize,
) -> [[u64; WORDS]; 64] {
    let mut lacking = [[0; WORDS]; 64];
    for (bytes, lacking) in list.bytes[..bytes].iter().zip(lacking.as_chunks_mut::<8>().0) {
        for position in (0..list.len).step_by(V::WIDTH) {
            let lines = v.load(&bytes[position..]);
            for (bit, lacking) in lacking.iter_mut().enumerate() {
                lacking[position / 64] |= v.bytes_lacking(lines, v.splat(1 << bit)) << (position % 64);
            }
        }
    }
    lacking[NO_LINE] = [u64::MAX; WORDS];
    lacking
}

/// Returns a mask of the first `len` placements.
#[inline(always)]
fn all<const WORDS: usize>(len: usize) -> [u64; WORDS] {
    let mut all = [0; WORDS];
    for (word, all) in all.iter_mut().enumerate() {
        let bits = len.saturating_sub(64 * word).min(64) as u32;
        *all = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
    }
    all
}

/// Copies the keys of the placements in `left` to `into`.
#[inline(always)]
fn keys_of<'a, const WORDS: usize>(
    left: [u64; WORDS],
    keys: &[u16],
    into: &'a mut [u16; MAX_SHORT_LIST],
) -> &'a [u16] {
    let mut len = 0;
    for (word, left) in left.into_iter().enumerate() {
        for bit in bits(left) {
            into[len] = keys[64 * word + bit];
            len += 1;
        }
    }
    &into[..len]
}
