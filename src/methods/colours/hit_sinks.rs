//! Receives a search's hits. The light colour's hits are counted in tables. For the heavy colour's hits,
//! entries in these tables are added up.

use super::kernels::PlacementVector;
#[cfg(test)]
use super::reach::{self, Size};
use super::search::HitSink;
use super::table::{TableEntry, Tables};

/// Counts the light colour's hits in tables.
pub struct TableFiller<'a, V, E> {
    /// Provides the prefetch instruction.
    pub v: V,
    pub tables: &'a mut Tables<E>,
    pub hits: u64,
}

impl<V: PlacementVector, E: TableEntry> HitSink for TableFiller<'_, V, E> {
    fn hits(&mut self, index: usize, number: u16, keys: &[u16]) {
        self.tables.add(index, number, keys);
        self.hits += keys.len() as u64;
        #[cfg(test)]
        reach::record(Size::Hits, keys.len());
    }

    fn announce(&self, index: usize, number: u16) {
        self.tables.prefetch(self.v, index, number);
    }
}

/// If at least this many hits are in the same table row, their entries are added without a prefetch, because
/// they share cache lines. Otherwise, the entries are prefetched one by one.
const MIN_HITS_FOR_ROW_SUM: usize = 8;

/// The number of entries prefetched before the first is added. This hides memory latency.
const PREFETCH_DISTANCE: usize = 32;

/// Adds up the table entries for the heavy colour's hits.
pub struct TableReader<'a, V, E> {
    /// Provides the prefetch instruction.
    v: V,
    tables: &'a Tables<E>,
    sums: &'a mut [u64],
    hits: u64,
    /// The most recently prefetched entries, each given by the index of its row set and its place in the
    /// tables.
    ahead: [(usize, usize); PREFETCH_DISTANCE],
    /// The number of entries prefetched so far.
    prefetched: usize,
}

impl<'a, V: PlacementVector, E: TableEntry> TableReader<'a, V, E> {
    /// Creates a reader that adds the entries for row set `i` to `sums[i]`.
    pub fn new(v: V, tables: &'a Tables<E>, sums: &'a mut [u64]) -> Self {
        Self { v, tables, sums, hits: 0, ahead: [(0, 0); PREFETCH_DISTANCE], prefetched: 0 }
    }

    #[inline(always)]
    fn add(&mut self, (index, place): (usize, usize)) {
        self.sums[index] += self.tables.entry(place);
    }

    /// Adds the remaining prefetched entries, and returns the total number of hits.
    pub fn finish(mut self) -> u64 {
        for next in 0..self.prefetched.min(PREFETCH_DISTANCE) {
            self.add(self.ahead[next]);
        }
        self.hits
    }
}

impl<V: PlacementVector, E: TableEntry> HitSink for TableReader<'_, V, E> {
    fn hits(&mut self, index: usize, number: u16, keys: &[u16]) {
        self.hits += keys.len() as u64;
        #[cfg(test)]
        reach::record(Size::Hits, keys.len());
        if keys.len() >= MIN_HITS_FOR_ROW_SUM {
            self.sums[index] += self.tables.sum(index, number, keys);
            return;
        }
        for &key in keys {
            let place = self.tables.place(index, number, key);
            self.tables.prefetch_entry(self.v, place);
            let next = self.prefetched % PREFETCH_DISTANCE;
            if self.prefetched >= PREFETCH_DISTANCE {
                self.add(self.ahead[next]);
            }
            self.ahead[next] = (index, place);
            self.prefetched += 1;
        }
    }

    fn announce(&self, index: usize, number: u16) {
        self.tables.prefetch(self.v, index, number);
    }
}
