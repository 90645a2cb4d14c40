//! Tables that connect the two colours. An entry counts the light colour's hits that fill a pair of column
//! sets.

use super::kernels::PlacementVector;
#[cfg(test)]
use super::reach::{self, Size};
use super::symmetry::ColumnWeight;

/// The number of 16-bit keys. A table row can be indexed by any 16-bit key, so no index has to be checked.
const KEY_RANGE: usize = 1 << 16;

/// A table entry.
pub trait TableEntry: Copy + Default + Into<u32> + Send + 'static {
    /// Converts `number`, and drops the high bits that do not fit.
    fn truncated(number: u32) -> Self;
}

/// Takes half the memory of a `u32`. When the caches are full, a heavy hit takes only 0.7 times as long.
impl TableEntry for u16 {
    #[inline(always)]
    fn truncated(number: u32) -> Self {
        number as Self
    }
}

/// Never overflows, which [`assert_room`] checks. The light colour has at most eight queens in each quarter.
/// On an even board, the same rows and columns have at most `8! * 8!` placement pairs, and a weight of at
/// most 2. On an odd board, they have at most `8! * 7!` pairs, and a weight of at most 4.
impl TableEntry for u32 {
    #[inline(always)]
    fn truncated(number: u32) -> Self {
        number
    }
}

/// Checks that 32-bit entries cannot overflow for a colour with `queens` in its two quarters and with these
/// `weights`.
///
/// # Panics
/// Panics if an entry could overflow.
pub fn assert_room(queens: [usize; 2], weights: [&[ColumnWeight]; 2]) {
    let pairs: u64 = queens.into_iter().flat_map(|queens| 1..=queens as u64).product();
    let largest = |weights: &[ColumnWeight]| weights.iter().map(|weight| weight.orbit).max().unwrap_or(0);
    let weight: u64 = weights.into_iter().map(|weights| u64::from(largest(weights))).product();
    // The weight doubles if neither column set has the rows' rank.
    let max = pairs * weight * 2;
    assert!(max <= u64::from(u32::MAX), "{queens:?} queens, weight {weight}: entries up to {max}");
}

/// Equally large tables, one for each set of odd rows. A table has a row for each column set of the searched
/// quarter, and a column for each key in the listed quarter.
#[derive(Debug, Default)]
pub struct Tables<E> {
    /// All entries, table by table and row by row. [`KEY_RANGE`] spare entries follow, so that any row can be
    /// indexed by any 16-bit key.
    entries: Vec<E>,
    len: usize,
    rows: usize,
    columns: usize,
}

impl<E: TableEntry> Tables<E> {
    /// Replaces all tables with `len` zeroed tables.
    pub fn clear(&mut self, len: usize, rows: usize, columns: usize) {
        (self.len, self.rows, self.columns) = (len, rows, columns);
        self.entries.clear();
        self.entries.resize(len * rows * columns + KEY_RANGE, E::default());
    }

    /// Returns the index of the first entry in a table row.
    #[inline(always)]
    fn begin(&self, table: usize, row: u16) -> usize {
        (table * self.rows + usize::from(row)) * self.columns
    }

    #[inline(always)]
    pub fn prefetch<V: PlacementVector>(&self, v: V, table: usize, row: u16) {
        const CACHE_LINE_BYTES: usize = 64;
        let begin = self.begin(table, row);
        let row = &self.entries[begin..begin + self.columns];
        row.iter().step_by(CACHE_LINE_BYTES / size_of::<E>()).for_each(|entry| v.prefetch(entry));
    }

    /// Returns an entry's index.
    #[inline(always)]
    pub fn place(&self, table: usize, row: u16, key: u16) -> usize {
        self.begin(table, row) + usize::from(key)
    }

    #[inline(always)]
    pub fn prefetch_entry<V: PlacementVector>(&self, v: V, place: usize) {
        v.prefetch(&self.entries[place]);
    }

    #[inline(always)]
    pub fn entry(&self, place: usize) -> u64 {
        u64::from(self.entries[place].into())
    }

    /// Adds 1 to the entry for each of `keys`, in a table row.
    #[inline(always)]
    pub fn add(&mut self, table: usize, row: u16, keys: &[u16]) {
        let begin = self.begin(table, row);
        let row: &mut [E; KEY_RANGE] =
            (&mut self.entries[begin..begin + KEY_RANGE]).try_into().expect("a row of all keys");
        for &key in keys {
            let entry = &mut row[usize::from(key)];
            *entry = E::truncated((*entry).into() + 1);
        }
    }

    /// Returns the sum of the entries for `keys`, in a table row.
    #[inline(always)]
    pub fn sum(&self, table: usize, row: u16, keys: &[u16]) -> u64 {
        let begin = self.begin(table, row);
        sum(self.entries[begin..begin + KEY_RANGE].try_into().expect("a row of all keys"), keys)
    }

    /// Replaces these tables with `others`, transposed and multiplied by the column pairs' weights. `added`
    /// is the number of hits counted in `others`. Returns `None` if an entry overflowed, either
    /// here or in `others`.
    pub fn weigh_transposed(
        &mut self,
        others: &Self,
        added: u64,
        rows: &[ColumnWeight],
        columns: &[ColumnWeight],
    ) -> Option<()> {
        assert_eq!((others.rows, others.columns), (columns.len(), rows.len()), "weights for each set");
        (self.len, self.rows, self.columns) = (others.len, rows.len(), columns.len());
        // There is no need to clear old entries, because all are overwritten below.
        let size = rows.len() * columns.len();
        self.entries.resize(self.len * size + KEY_RANGE, E::default());
        let (mut sum, mut lost) = (0, 0);
        if size > 0 {
            let tables = self.entries.chunks_exact_mut(size).zip(others.entries.chunks_exact(size));
            for (into, from) in tables.take(self.len) {
                let [table_sum, table_lost] = weigh_transposed(into, from, rows, columns);
                sum += table_sum;
                lost |= table_lost;
            }
        }
        #[cfg(test)]
        match (sum == added, lost == 0) {
            (true, true) => {}
            (true, false) => reach::add(Size::WeightOverflows),
            (false, _) => reach::add(Size::CountOverflows),
        }
        // An entry that overflowed during counting has lost a multiple of its range, so the sum is too small.
        (sum == added && lost == 0).then_some(())
    }
}

/// The side of the transposed blocks. This many 16-bit entries fill a cache line.
const BLOCK_SIDE: usize = 32;

/// Writes the table `from` to `into`, transposed and weighted. Returns the sum of the unweighted entries, and
/// a number that is nonzero if a weighted entry overflowed.
fn weigh_transposed<E: TableEntry>(
    into: &mut [E],
    from: &[E],
    rows: &[ColumnWeight],
    columns: &[ColumnWeight],
) -> [u64; 2] {
    let (mut sum, mut lost) = (0, 0);
    for (row, of_rows) in (0..).step_by(BLOCK_SIDE).zip(rows.chunks(BLOCK_SIDE)) {
        for (column, of_columns) in (0..).step_by(BLOCK_SIDE).zip(columns.chunks(BLOCK_SIDE)) {
            let lines = from.chunks_exact(rows.len()).skip(column).take(of_columns.len());
            let block = transposed(lines.map(|line| &line[row..row + of_rows.len()]));
            let lines = into.chunks_exact_mut(columns.len()).skip(row);
            for ((line, weight), counted) in lines.zip(of_rows).zip(block) {
                let entries = line[column..].iter_mut().zip(of_columns).zip(counted);
                let mut sum_of_line = 0;
                for ((entry, other_weight), counted) in entries {
                    let counted = counted.into();
                    let weighted = weight.combined_with(*other_weight) * counted;
                    *entry = E::truncated(weighted);
                    sum_of_line += u64::from(counted);
                    lost |= (*entry).into() ^ weighted;
                }
                sum += sum_of_line;
            }
        }
    }
    [sum, lost.into()]
}

/// Returns a block whose columns are `lines`.
#[inline(always)]
fn transposed<'a, E: TableEntry + 'a>(lines: impl Iterator<Item = &'a [E]>) -> [[E; BLOCK_SIDE]; BLOCK_SIDE] {
    let mut block = [[E::default(); BLOCK_SIDE]; BLOCK_SIDE];
    for (column, line) in lines.enumerate() {
        for (row, &entry) in block.iter_mut().zip(line) {
            row[column] = entry;
        }
    }
    block
}

/// Returns the sum of the entries for `keys`.
///
/// Like all sinks, this is compiled without a kernel's CPU features. With AVX-512, the compiler would gather
/// entries into vectors, which takes more code without a clear gain on Zen 4.
fn sum<E: TableEntry>(row: &[E; KEY_RANGE], keys: &[u16]) -> u64 {
    let (chunks, rest) = keys.as_chunks::<8>();
    let add = |sum: u64, &key: &u16| sum + u64::from(row[usize::from(key)].into());
    let whole: u64 = chunks.iter().map(|keys| keys.iter().fold(0, add)).sum();
    rest.iter().fold(whole, add)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn weights(rng: &mut Rng, len: usize) -> Vec<ColumnWeight> {
        (0..len).map(|_| ColumnWeight { orbit: rng.u8(1..=2), has_row_rank: rng.bool() }).collect()
    }

    /// Checks tables of this size, with random weights and with entries below `max`.
    fn check_weights<E: TableEntry + PartialEq + std::fmt::Debug>(
        rng: &mut Rng,
        [rows, columns]: [usize; 2],
        max: u32,
    ) {
        let tables = rng.usize(1..=12);
        let (mut counted, mut weighted) = (Tables::<E>::default(), Tables::default());
        counted.clear(tables, columns, rows);
        let size = rows * columns;
        let entries = &mut counted.entries[..tables * size];
        entries.iter_mut().for_each(|entry| *entry = E::truncated(rng.u32(..max)));
        let added = entries.iter().map(|&entry| u64::from(entry.into())).sum();
        let [of_rows, of_columns] = [rows, columns].map(|len| weights(rng, len));
        weighted.weigh_transposed(&counted, added, &of_rows, &of_columns).unwrap();
        for table in 0..tables {
            for (row, weight) in of_rows.iter().enumerate() {
                for (column, other) in of_columns.iter().enumerate() {
                    let entry: u32 = counted.entries[table * size + column * rows + row].into();
                    let place = weighted.place(table, row as u16, column as u16);
                    let expected = u64::from(entry) * u64::from(weight.combined_with(*other));
                    assert_eq!(weighted.entry(place), expected, "table {table}, row {row}, column {column}");
                }
            }
        }
    }

    #[test]
    fn every_block_of_every_table_has_its_weights() {
        let mut rng = Rng::with_seed(85);
        for size in [[1, 1], [31, 33], [32, 32], [65, 7], [3, 130], [100, 97]] {
            // Weights go up to 8 here, but only to 4 on a board.
            check_weights::<u16>(&mut rng, size, 1 << 13);
            check_weights::<u32>(&mut rng, size, 1 << 29);
        }
    }

    /// Checks the last entries of tables with more than 2^24 entries, or with more than 4,096 rows or
    /// columns.
    #[test]
    fn the_last_entries_of_the_largest_tables_are_exact() {
        let twice = ColumnWeight { orbit: 1, has_row_rank: false };
        let (mut counted, mut weighted) = (Tables::<u16>::default(), Tables::default());
        for [tables, rows, columns] in [[400, 230, 230], [3, 12_870, 500], [3, 500, 12_870]] {
            counted.clear(tables, rows, columns);
            let last = [rows, columns].map(|len| len as u16 - 1);
            let places = [(0, 0, 0), (tables - 1, last[0], last[1]), (tables - 1, last[0] - 1, last[1])];
            for (times, (table, row, key)) in (1..).zip(places) {
                (0..times).for_each(|_| counted.add(table, row, &[key]));
            }
            weighted.weigh_transposed(&counted, 6, &vec![twice; columns], &vec![twice; rows]).unwrap();
            for (times, (table, row, key)) in (1..).zip(places) {
                assert_eq!(weighted.entry(weighted.place(table, key, row)), 2 * times);
                assert_eq!(weighted.sum(table, key, &[row; 9]), 18 * times);
            }
        }
    }

    /// Tests unweighted and weighted entries just below and just above the 16-bit limit.
    #[test]
    fn overflow_of_the_shipped_entries_is_noticed() {
        let level = ColumnWeight { orbit: 1, has_row_rank: true };
        let twice = ColumnWeight { orbit: 1, has_row_rank: false };
        for (added, weight, fits) in
            [(65_535_u64, level, true), (65_536, level, false), (32_767, twice, true), (32_768, twice, false)]
        {
            let (mut counted, mut weighted) = (Tables::<u16>::default(), Tables::default());
            counted.clear(2, 1, 40);
            (0..added).for_each(|_| counted.add(1, 0, &[39]));
            let sums = weighted.weigh_transposed(&counted, added, &[weight; 40], &[twice]);
            assert_eq!(sums.is_some(), fits, "{added}, {weight:?}");
        }
    }

    /// Tests the largest number of placement pairs, with eight queens per quarter, and the largest weight.
    #[test]
    fn the_largest_entries_and_sums_have_room() {
        const MAX_PAIRS: u32 = 40_320 * 40_320;
        let twice = ColumnWeight { orbit: 1, has_row_rank: false };
        let (mut counted, mut weighted) = (Tables::<u32>::default(), Tables::default());
        counted.clear(1, 1, 2);
        counted.entries[1] = MAX_PAIRS;
        weighted.weigh_transposed(&counted, MAX_PAIRS.into(), &[twice; 2], &[twice]).unwrap();
        assert_eq!(weighted.sum(0, 1, &[0; 9]), 9 * 2 * u64::from(MAX_PAIRS));
        assert_eq!(weighted.entry(weighted.place(0, 1, 0)), 2 * u64::from(MAX_PAIRS));
        assert_room([8, 8], [&[twice], &[twice]]);
        let four = ColumnWeight { orbit: 2, has_row_rank: false };
        assert_room([8, 7], [&[four], &[twice]]);
        for (queens, weights) in [([9, 8], [twice, twice]), ([8, 8], [four, twice])] {
            let weights = weights.map(|weight| vec![weight]);
            let check = || assert_room(queens, [&weights[0], &weights[1]]);
            assert!(std::panic::catch_unwind(check).is_err(), "{queens:?}: room for entries that overflow");
        }
    }
}
