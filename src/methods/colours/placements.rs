//! Lists of placements: all ways to put queens into given rows of a quarter.
//!
//! ```text
//!            placement  0   1   2   3   ...              three placements with key 0, one with key 1
//! keys                  0   0   0   1                     the number of its column set
//! bytes[0]              lines 0 to 7 of each              bit `l % 8` of byte `l / 8` = line `l`
//! bytes[1]              lines 8 to 15
//! ...
//! ```
//!
//! Lists are sorted by key, so that the placements of some column sets are a range of all.

use super::column_sets::ColumnSets;
use super::quarters::Quarter;
use crate::board::bits;

/// Bytes of the lines of a placement, at most.
pub const BYTES: usize = 8;

/// Elements behind the last placement that may be read and written: a vector's, at most.
pub const PADDING: usize = 64;

/// Some placements of a quarter.
#[derive(Debug, Default)]
pub struct Placements {
    /// Lines by byte.
    pub bytes: [Vec<u8>; BYTES],
    pub keys: Vec<u16>,
    /// The number of placements.
    pub len: usize,
    /// While a list is made: where the placements of each key end that are not listed yet.
    ends: Vec<u32>,
}

impl Placements {
    /// Makes room for `len` placements of so many bytes.
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

    /// Lists the placements of queens in `rows` of `quarter` whose columns are one of `sets`, with
    /// lines of so many bytes. `counts` has the number for each key.
    pub fn list(&mut self, quarter: &Quarter, bytes: usize, rows: u32, sets: &ColumnSets, counts: &[u32]) {
        self.ends.clear();
        self.ends.extend(counts.iter().scan(0, |end, &count| {
            *end += count;
            Some(*end)
        }));
        self.len = self.ends.last().map_or(0, |&end| end as usize);
        self.reserve(bytes, self.len);
        let Self { bytes: arrays, keys, ends, .. } = self;
        visit(quarter, rows, sets, &mut |key, lines| {
            let end = &mut ends[usize::from(key)];
            *end -= 1;
            keys[*end as usize] = key;
            for (array, byte) in arrays[..bytes].iter_mut().zip(lines.to_le_bytes()) {
                array[*end as usize] = byte;
            }
        });
        assert!(self.ends.first().is_none_or(|&first| first == 0), "all counted placements are listed");
    }
}

/// Counts, for each number of a set, the placements of queens in `rows` with its columns.
pub fn count(quarter: &Quarter, rows: u32, sets: &ColumnSets, counts: &mut Vec<u32>) {
    counts.clear();
    counts.resize(sets.len(), 0);
    visit(quarter, rows, sets, &mut |key, _| counts[usize::from(key)] += 1);
}

/// Calls `found` with the key and the lines of every placement.
fn visit(quarter: &Quarter, rows: u32, sets: &ColumnSets, found: &mut impl FnMut(u16, u64)) {
    let mut order = [0; super::quarters::SIDE];
    let mut len = 0;
    for row in bits(rows) {
        order[len] = row;
        len += 1;
    }
    descend(quarter, &order[..len], sets, [0, 0], found);
}

/// Fills `rows` next to queens with these columns and lines.
fn descend(
    quarter: &Quarter,
    rows: &[usize],
    sets: &ColumnSets,
    [columns, lines]: [u64; 2],
    found: &mut impl FnMut(u16, u64),
) {
    let Some((&row, rows)) = rows.split_first() else {
        if let Some(key) = sets.number(columns as u32) {
            found(key, lines);
        }
        return;
    };
    for (column, &attacked) in quarter.lines[row][..quarter.columns].iter().enumerate() {
        let with = columns | 1 << column;
        if attacked & lines == 0 && with != columns && sets.has_subset(with as u32) {
            descend(quarter, rows, sets, [with, lines | attacked], found);
        }
    }
}
