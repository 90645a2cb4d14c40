//! Lists the placements in given rows of a quarter.
//!
//! ```text
//!            placement  0   1   2   3   ...              three placements with key 0, one with key 1
//! keys                  0   0   0   1                     the number of the placement's column set
//! bytes[0]              lines 0 to 7 of each              bit `l % 8` of byte `l / 8` = line `l`
//! bytes[1]              lines 8 to 15
//! ...
//! ```
//!
//! Lists are sorted by key, so a range of column sets corresponds to a range of placements.

use std::sync::atomic::AtomicBool;

use super::column_sets::ColumnSets;
use super::quarters::{MAX_SIDE, Quarter};
#[cfg(test)]
use super::reach::{self, Size};
use crate::board::bits;
use crate::stop;

/// The maximum number of bytes in a set of lines.
pub const MAX_LINE_BYTES: usize = 8;

/// The number of spare elements after the last placement, which vector operations may read and write. This is
/// the widest vector's width.
pub const PADDING: usize = 64;

/// A list of placements in a quarter.
#[derive(Debug, Default)]
pub struct PlacementList {
    /// An array for each byte in the placements' lines.
    pub bytes: [Vec<u8>; MAX_LINE_BYTES],
    pub keys: Vec<u16>,
    /// The number of placements.
    pub len: usize,
    /// While a list is being built, where the unfilled range of each key ends.
    ends: Vec<u32>,
}

impl PlacementList {
    /// Makes room for `len` placements, each with `bytes` bytes of lines.
    pub fn reserve(&mut self, bytes: usize, len: usize) {
        let len = len + PADDING;
        for array in &mut self.bytes[..bytes] {
            if array.len() < len {
                array.resize(len, 0);
            }
        }
        if self.keys.len() < len {
            self.keys.resize(len, 0);
        }
    }

    /// Lists the placements that match `query`, each with `bytes` bytes of lines. `counts` has the number of
    /// placements for each key. Returns `None` if stopped.
    ///
    /// This is a counting sort. The range of each key is filled from its end to its start.
    pub fn list(
        &mut self,
        query: PlacementQuery,
        bytes: usize,
        counts: &[u32],
        stop: &AtomicBool,
    ) -> Option<()> {
        self.ends.clear();
        self.ends.extend(counts.iter().scan(0, |end, &count| {
            *end += count;
            Some(*end)
        }));
        self.len = self.ends.last().map_or(0, |&end| end as usize);
        #[cfg(test)]
        reach::record(Size::Placements, self.len);
        self.reserve(bytes, self.len);
        let Self { bytes: arrays, keys, ends, .. } = self;
        query.visit(stop, &mut |key, lines| {
            let end = &mut ends[usize::from(key)];
            *end -= 1;
            keys[*end as usize] = key;
            for (array, byte) in arrays[..bytes].iter_mut().zip(lines.to_le_bytes()) {
                array[*end as usize] = byte;
            }
        })?;
        assert!(self.ends.first().is_none_or(|&first| first == 0), "all counted placements are listed");
        Some(())
    }
}

/// A query for the placements in `rows` of `quarter` whose columns are one of `sets`.
#[derive(Clone, Copy)]
pub struct PlacementQuery<'a> {
    pub quarter: &'a Quarter,
    /// Bit `i` is row `i`.
    pub rows: u32,
    pub sets: &'a ColumnSets,
}

impl PlacementQuery<'_> {
    /// Counts the placements with each key. Returns `None` if stopped.
    pub fn count(self, counts: &mut Vec<u32>, stop: &AtomicBool) -> Option<()> {
        counts.clear();
        counts.resize(self.sets.len(), 0);
        self.visit(stop, &mut |key, _| counts[usize::from(key)] += 1)
    }

    /// Calls `visit` with every placement's key and lines. Returns `None` if stopped.
    fn visit(self, stop: &AtomicBool, visit: &mut impl FnMut(u16, u64)) -> Option<()> {
        let mut order = [0; MAX_SIDE];
        let rows = bits(self.rows).zip(&mut order).map(|(row, place)| *place = row).count();
        self.descend(&order[..rows], (0, 0), stop, visit)
    }

    /// Fills the remaining `rows`, given the placed queens' columns and lines.
    fn descend(
        self,
        rows: &[usize],
        (columns, lines): (u32, u64),
        stop: &AtomicBool,
        visit: &mut impl FnMut(u16, u64),
    ) -> Option<()> {
        /// The stop flag is polled only if at least this many rows are left. Small boards must still poll it,
        /// but most calls should not.
        const MIN_ROWS_TO_POLL: usize = 3;
        let Some((&row, rest)) = rows.split_first() else {
            if let Some(key) = self.sets.number(columns) {
                visit(key, lines);
            }
            return Some(());
        };
        if rows.len() >= MIN_ROWS_TO_POLL && stop::is_set(stop) {
            return None;
        }
        for column in bits(self.quarter.free(row, columns, lines)) {
            let with = columns | 1 << column;
            if self.sets.has_subset(with) {
                self.descend(rest, (with, lines | self.quarter.lines[row][column]), stop, visit)?;
            }
        }
        Some(())
    }
}
