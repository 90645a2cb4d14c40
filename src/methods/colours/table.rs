//! The table between the colours: for each two column sets, the pairs of placements of one colour.

use super::symmetry::ColumnWeight;

/// Entries that every row can be read up to, whatever its key.
const KEYS: usize = 1 << 16;

/// A number for each set of the searched quarter, its row, and each key of the listed quarter.
///
/// An entry never overflows: the lighter colour has at most eight queens in either quarter, so at most
/// `8! * 8!` pairs of placements with given rows and columns on an even board, where the largest weight
/// is 2, and `8! * 7!` on an odd one, where it is 4.
#[derive(Debug, Default)]
pub struct Table {
    /// Row by row, and then [`KEYS`] more: a key of 16 bits is an index from the beginning of any row.
    entries: Vec<u32>,
    rows: usize,
    columns: usize,
}

impl Table {
    /// Makes it a table of zeros.
    pub fn clear(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.entries.clear();
        self.entries.resize(rows * columns + KEYS, 0);
    }

    /// Adds 1 to the entry of each key in `row`.
    #[inline(always)]
    pub fn add(&mut self, row: u16, keys: &[u16]) {
        let begin = usize::from(row) * self.columns;
        let row: &mut [u32; KEYS] =
            (&mut self.entries[begin..begin + KEYS]).try_into().expect("a row of all keys");
        for &key in keys {
            row[usize::from(key)] += 1;
        }
    }

    /// The sum of the entries of the keys in `row`.
    #[inline(always)]
    pub fn sum(&self, row: u16, keys: &[u16]) -> u64 {
        let begin = usize::from(row) * self.columns;
        sum(self.entries[begin..begin + KEYS].try_into().expect("a row of all keys"), keys)
    }

    /// Makes it `other` with rows and columns exchanged, and each entry times the weight of its two
    /// sets.
    pub fn weigh_transposed(&mut self, other: &Self, rows: &[ColumnWeight], columns: &[ColumnWeight]) {
        /// Rows and columns that are exchanged at a time: their lines fit the first-level cache.
        const BLOCK: usize = 16;
        assert_eq!((other.rows, other.columns), (columns.len(), rows.len()), "weights for each set");
        (self.rows, self.columns) = (rows.len(), columns.len());
        // Every entry is written.
        self.entries.resize(rows.len() * columns.len() + KEYS, 0);
        for (i, rows) in rows.chunks(BLOCK).enumerate() {
            for (j, columns) in columns.chunks(BLOCK).enumerate() {
                for (row, weight) in (BLOCK * i..).zip(rows) {
                    let begin = row * self.columns + BLOCK * j;
                    let entries = &mut self.entries[begin..begin + columns.len()];
                    for ((column, other_weight), entry) in (BLOCK * j..).zip(columns).zip(entries) {
                        *entry = weight.with(*other_weight) * other.entries[column * other.columns + row];
                    }
                }
            }
        }
    }
}

/// The sum of the entries of `keys`. A function of its own, without the features of a kernel: with
/// AVX-512 the compiler gathers entries into vectors, by more code and without a clear gain on Zen 4.
#[inline(never)]
fn sum(row: &[u32; KEYS], keys: &[u16]) -> u64 {
    let (chunks, rest) = keys.as_chunks::<8>();
    let add = |sum: u64, &key: &u16| sum + u64::from(row[usize::from(key)]);
    let whole: u64 = chunks.iter().map(|keys| keys.iter().fold(0, add)).sum();
    rest.iter().fold(whole, add)
}
